"""Written expressions and types, taken apart: `get_user().profile[].save` into steps, `List[Foo] | None` into names."""

from __future__ import annotations

import re
from functools import lru_cache

from seedwalk.compiled import quick
from seedwalk.facts import ARITY

CALLED = "()"
MARKS = ("@", "$")
"""Begin the names of Ruby's variables of instances, types and the whole program; a name without one runs a method."""
PATH = "::"
"""Ends the first name of a path in small letters: in Rust that is a module, never a variable (`shop::open`)."""
_CRATE = frozenset({"crate", "super"})
_HERE = "self::"
"""How a path from this module begins, not one from the object `self`."""
INDEXED = "[]"
_STEP = re.compile(
    r"(?:\?\.|!\.|&\.|\.|::|->)?"
    r"(?:(?P<name>[@$:]*[^\W\d][\w$]*(?:[?!](?=$|\())?|(?<=\.)\d(?!\w))|(?P<mark>\(\)|\[\])|\{\}|(?P<taken><(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)|[?!])"
)
_PLAIN = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\(\)|\[\])*", re.ASCII)
"""A chain of names, calls and indexing that taking apart at its dots tells all of."""
_PREFIX = re.compile(r"[*&!\-~]+(?:mut\b)?")
_CACHED = 1 << 16
_CUT = "?."

_QUOTES = "\"'`"
_WORDS_BEFORE = re.compile(
    r"^(?:(?:const|readonly|final|mut|dyn|impl|ref|out|in|params|unique|typeof|keyof|extends|super|'\w+)\s+)+"
)
_POINTERS = "*&?!( ~"
_NAME = re.compile(r"(?:::)?[^\W\d][\w$]*(?:(?:\.|::)[^\W\d][\w$]*)*")
_AS_TRAIT = re.compile(r"(?<=[\w>\])])\s*as\s*(?=(?:::)?(?:[a-z_]\w*::)*[A-Z])")
"""What stands between a type and the trait it is asked as; in a chain the spaces around it are gone."""
_LIFETIME = re.compile(r"'\w+")
"""How long a reference holds, among the arguments of a type (Rust): no type."""
_NAMED_RESULT = re.compile(r"(?!(?:func|chan|map|struct|interface)\b)[^\W\d]\w*\s+(?=\S)")
_ANNOTATION = re.compile(r"@[\w.]+(?:\([^()]*\))?")
_MODIFIER = re.compile(r"\bfinal\b")
_GENERIC = re.compile(r"<[^<>]*>")
_NOTHING = frozenset({"None", "null", "undefined", "nil", "void", "never", "NoneType"})


@lru_cache(_CACHED)
def steps(text: str) -> tuple[str, ...]:
    """Names, calls `()` and indexing `[]` in order; empty when the expression does not begin with a name, or with one
    that was too long to be kept."""
    if (plain := _plain_steps(text)) is not None:  # nearly all
        return plain
    if text.startswith(_CUT):
        return ()
    if text.startswith("<") and (named := _of_trait(text)):
        return steps(named)
    found: list[str] = []
    position = 0
    prefix = _PREFIX.match(text)
    if prefix:
        position = prefix.end()
    if text.startswith(_HERE, position):
        found.append(_HERE)
        position += len("self")
    while position < len(text):
        step = _STEP.match(text, position)
        if step is None or step.end() == position:
            return ()
        if step["name"]:
            path = not found and step["name"][0].islower() and text.startswith(PATH, step.end())
            found.append(step["name"] + PATH if path and step["name"] not in _CRATE else step["name"])
        elif found and step["taken"] and text.startswith(".", step.end()):  # `Policy<T>.Of`: a type by what it takes
            found[-1] += f"{ARITY}{len(_split(step['taken'][1:-1], ','))}"
        elif step["mark"]:
            if not found:
                return ()
            found.append(step["mark"])
        position = step.end()
    return tuple(found)


def _plain_steps(text: str) -> tuple[str, ...] | None:
    """The steps of a plainly written chain; None of any other."""
    compiled = quick()
    found: tuple[str, ...] | None = compiled.plain_steps(text) if compiled is not None else plain_steps(text)
    return found


def plain_steps(text: str) -> tuple[str, ...] | None:
    if not _PLAIN.fullmatch(text):
        return None
    return tuple(text.replace(CALLED, f".{CALLED}").replace(INDEXED, f".{INDEXED}").split("."))


@lru_cache(_CACHED)
def alternatives(text: str) -> tuple[str, ...]:
    """The members of a union type, without those that mean nothing: `Foo | None` is `Foo`."""
    parts = [part.strip() for part in _split(text.strip(_QUOTES + " "), "|")]
    return tuple(part for part in parts if part and part not in _NOTHING)


@lru_cache(_CACHED)
def type_parts(text: str) -> tuple[str, tuple[str, ...], bool]:
    """(dotted name, type arguments, whether it is a list of what it names) of one written type.

    `*pkg.Base[T]` is ("pkg.Base", ("T",), False); `[]Foo`, `Foo[]` and `map[string]Foo` are lists of `Foo`. So is
    `(key: string) => Foo`, and Go's `func(key string) Foo`: calling it is what takes one out.
    """
    text = text.strip(_QUOTES + " ")
    if text.startswith("<"):
        text = _of_trait(text) or text
    if text.startswith("(") and "=>" in text:
        result = text[_closing(text, 0) + 1 :].lstrip()
        if result.startswith("=>"):
            return (result[2:].strip(), (), True)
    if text.startswith("func("):
        return (_first_result(text[_closing(text, 4) + 1 :].strip()), (), True)
    text = _WORDS_BEFORE.sub("", text.lstrip(_POINTERS)).lstrip(_POINTERS)
    text = _WORDS_BEFORE.sub("", text)
    if text.startswith("..."):
        return (text[3:].lstrip(_POINTERS), (), True)
    if text.startswith("["):
        closed = _closing(text, 0)
        inner = text[closed + 1 :].lstrip(_POINTERS)
        return (inner or text[1:closed].partition(";")[0].lstrip(_POINTERS), (), True)
    if text.startswith(("map[", "chan ")):
        inner = text[_closing(text, 3) + 1 :] if text.startswith("map[") else text[5:]
        return (inner.lstrip(_POINTERS), (), True)
    if text.endswith("[]"):
        return (text[:-2], (), True)
    name = _NAME.match(text)
    if name is None:
        return ("", (), False)
    rest = text[name.end() :].lstrip()
    if rest.startswith(ARITY):
        return (name.group(), ("",) * int(rest[1:]), False)
    if rest.startswith("::<"):
        rest = rest[2:]
    if rest[:1] in ("<", "[") and rest:
        arguments = tuple(part.strip() for part in _split(rest[1 : _closing(rest, 0)], ",") if part.strip())
        if "'" in rest:
            arguments = tuple(part for part in arguments if not _LIFETIME.fullmatch(part))
        return (name.group(), arguments, False)
    return (name.group(), (), False)


def beginning(op: str) -> str:
    """The name that a chain begins with, by its first step."""
    return op.removesuffix(PATH) if op != _HERE else op


def _of_trait(text: str) -> str:
    """What is asked of a type as one that has a trait, as if the trait were: `<Part as Load>::load` is `Load::load`. A
    type in such brackets without a trait is the type: `<Part>::load`. Nothing where that is no plain name."""
    end = _closing(text, 0)
    inner, rest = text[1:end], text[end + 1 :]
    trait = _AS_TRAIT.search(inner)
    name, _, is_list = type_parts(inner[trait.end() :] if trait is not None else inner)
    return "" if is_list or not name or name == "_" or not rest.startswith("::") else name + rest


def _first_result(text: str) -> str:
    """The type of the first of the results a Go function is written to give: `(n *Node, err error)` is `*Node`."""
    if not text.startswith("("):
        return text
    first = _split(text[1 : _closing(text, 0)], ",")[0].strip()
    named = _NAMED_RESULT.match(first)
    return first[named.end() :] if named is not None else first


@lru_cache(_CACHED)
def erased(text: str) -> str:
    """The name of a written type without what it is made of: `final java.util.List<String>[]` is `List[]`."""
    text = _MODIFIER.sub("", _ANNOTATION.sub("", text))
    found = 1
    while found:
        text, found = _GENERIC.subn("", text)
    text = "".join(text.split())
    name = text.rstrip("[].")
    return name.rpartition(".")[2] + text[len(name) :]


@lru_cache(_CACHED)
def types_of(parameters: str) -> tuple[str, ...]:
    """The erased types of parameters, as extraction tells them."""
    return tuple(name for part in _split(parameters, ",") if (name := erased(part)))


@lru_cache(_CACHED)
def parameters_of(parameters: str) -> tuple[str, ...]:
    """The same types as written."""
    return tuple("".join(part.split()) for part in _split(parameters, ",") if erased(part))


def bracketed(text: str, start: int) -> tuple[str, ...]:
    """What stands in the brackets that open at `start`, parted by commas."""
    return tuple(part for each in _split(text[start + 1 : _closing(text, start)], ",") if (part := each.strip()))


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` closes; the end of the text when it does not."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] in "[<({":
            depth += 1
        elif text[position] in "]>)}" and text[position - 1] not in "-=":
            depth -= 1
            if depth == 0:
                return position
    return len(text)


def _split(text: str, separator: str) -> list[str]:
    """Parts of a text at the separators outside of brackets."""
    if separator not in text:
        return [text]
    parts: list[str] = []
    depth = start = 0
    for position, letter in enumerate(text):
        if letter in "[<({":
            depth += 1
        elif letter in "]>)}" and text[position - 1] not in "-=":
            depth -= 1
        elif letter == separator and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]]
