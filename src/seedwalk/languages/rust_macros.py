"""What do macros hold that are handed whole definitions, as `pin_project! { … }` is? To the grammar that is mere words.

Such a macro is read as if it stood beside what it holds: `pin_project! { struct A; }` as `pin_project!{} struct A;`.
What is no Rust before the macro has made it so stays as the grammar has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from seedwalk.languages.spec import names

_HOLDS = re.compile(rb"!\s*\{")
_DEFINES = re.compile(rb"\b(?:const|enum|fn|impl|mod|static|struct|trait|type|union)\b")
_DEFINED = names("""
const_item enum_item function_item impl_item macro_invocation mod_item static_item struct_item trait_item type_item
union_item
""")
_AROUND = frozenset({"mod_item", "impl_item", "trait_item", "declaration_list", "expression_statement"})
"""What a macro may stand in that defines something."""
_DIRECTION = re.compile(rb"^[ \t]*@\w[^\n;{}]*$", re.MULTILINE)
"""A line that tells the macro what to do with those below it."""
MAX_NESTED_MACROS = 4
"""Macros inside of macros that are opened."""


def opened(source: bytes, root: Any, parse: Callable[[bytes], Any]) -> bytes:
    """The file, as long as it was and with the lines it had, with the macros opened that hold definitions."""
    for _ in range(MAX_NESTED_MACROS):
        if _HOLDS.search(source) is None:
            return source
        text = bytearray(source)
        for name, held in _macros(root):
            inner = source[held.start_byte + 1 : held.end_byte - 1]
            if not _DEFINES.search(inner):
                continue
            plain = _DIRECTION.sub(_blank, inner)
            if _are_definitions(parse(plain)):
                text[held.start_byte + 1 : held.end_byte - 1] = plain
                text[name.end_byte : held.start_byte + 1] = _closed(source[name.end_byte : held.start_byte + 1])
                text[held.end_byte - 1 : held.end_byte] = b" "
        if text == source:
            return source
        source = bytes(text)
        root = parse(source)
    return source


def _macros(node: Any) -> Iterator[tuple[Any, Any]]:
    """The name and the braces of each macro called where definitions stand."""
    for child in node.named_children:
        if child.type in _AROUND:
            yield from _macros(child)
        elif child.type == "macro_invocation":
            held = child.named_children[-1]
            if held.type == "token_tree" and held.children[0].type == "{" and held.children[-1].type == "}":
                yield child.child_by_field_name("macro"), held


def _are_definitions(root: Any) -> bool:
    """Whether a text is Rust as it stands, and defines something."""
    return not root.has_error and any(child.type in _DEFINED for child in root.named_children)


def _blank(found: re.Match[bytes]) -> bytes:
    return b" " * len(found.group())


def _closed(opening: bytes) -> bytes:
    """What stands between a macro's name and what it holds, with the brace closed again, where there is room."""
    mark, braces = opening.find(b"!"), opening.rstrip(b"{")
    if len(opening) - mark < len(b"!{}") or b"\n" in braces:
        return opening.replace(b"{", b" ").replace(b"!", b";")
    return opening[: mark + 1] + b"{}".ljust(len(opening) - mark - 1)
