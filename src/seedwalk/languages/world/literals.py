"""What the text of a literal and the rules about it say without a look at anything else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from seedwalk.facts import EXPRESSION, Argument, ArgumentForm, Literal
from seedwalk.languages.world import Makes, Rule, Shape
from seedwalk.model import RefKind

ROCKET = "=>"
"""Stands for the first `path => "controller#action"` among the arguments (Rails)."""
ACTION = "#"
NAME = "{name}"
"""Stands in a module's name for what the callee names, in snake case (Rust)."""


SHAPES = {
    RefKind.CALL: Shape.CALL,
    RefKind.MACRO: Shape.CALL,
    RefKind.NEW: Shape.NEW,
    RefKind.DECORATOR: Shape.DECORATOR,
}
"""Which rules are about which references."""
_INTERPOLATED = b"{$#%"


@cache
def first_letters(rule: Rule) -> frozenset[bytes] | None:
    """What a string that is the first argument may begin with; None when that says nothing."""
    if not rule.begins or "" in rule.begins or rule.subject[:1] != (0,):
        return None
    told = "".join(begin[:1] for begin in rule.begins).encode()
    return frozenset(bytes([letter]) for letter in told + (_INTERPOLATED if b"{" in told else b""))


@cache
def compiled(text: str) -> re.Pattern[str]:
    return re.compile(text)


def may_apply(rule: Rule, literal: Literal) -> bool:
    """Whether the literal's own text allows the rule: its callee, the number of its arguments, how they begin."""
    if rule.callee and not compiled(rule.callee).search(literal.text):
        return False
    if rule.block and not literal.block:
        return False
    if rule.handler and rule.needs and argument_of(literal.arguments, rule.handler) is None:
        return False
    if len(positional(literal.arguments)) < rule.needs:
        return False
    if rule.proof and not any(compiled(rule.proof).search(text) for one in literal.arguments for text in one.texts):
        return False
    if rule.makes in (Makes.PREFIX, Makes.MOUNT) or rule.optional or rule.beside or not rule.subject:
        return True
    if rule.makes is Makes.EXECUTES_PROCESS:
        return argument_of(literal.arguments, rule.subject) is not None
    return any(fits(rule, text) for text in subject_texts(rule, literal, names=True))


def last_name(text: str) -> str:
    return text[max(text.rfind("."), text.rfind(":")) + 1 :]


def positional(arguments: Sequence[Argument]) -> list[Argument]:
    return [argument for argument in arguments if not argument.key]


def argument_of(arguments: Sequence[Argument], wanted: Sequence[int | str]) -> Argument | None:
    """The first of some arguments that is there."""
    plain = positional(arguments)
    for want in wanted:
        if want == ROCKET:
            found = next((one for one in arguments if one.key and one.texts and ACTION in one.texts[0]), None)
        elif isinstance(want, str):
            found = next((argument for argument in arguments if argument.key == want), None)
        else:
            found = plain[want] if -len(plain) <= want < len(plain) else None
        if found is not None:
            return found
    return None


def texts_of(argument: Argument | None, *, names: bool = False) -> list[str]:
    if argument is None:
        return []
    if argument.form is ArgumentForm.LIST:
        return [text.lstrip(EXPRESSION) for text in argument.texts if names or not text.startswith(EXPRESSION)]
    known = argument.form is ArgumentForm.STRING or (names and argument.form is ArgumentForm.NAME)
    return argument.texts if known else []


def subject_texts(rule: Rule, literal: Literal, *, names: bool = False) -> list[str]:
    """What the rule's subject says: the callee's own group, a string, the strings of a list, where allowed a name."""
    named = callee_name(rule, literal)
    if named:
        return [named]
    argument = argument_of(literal.arguments, rule.subject)
    if argument is not None and ROCKET in rule.subject and argument.key:
        return [argument.key]
    return texts_of(argument, names=names or rule.names_too)


def callee_name(rule: Rule, literal: Literal) -> str:
    """What the callee itself names, where the rule says so."""
    pattern = compiled(rule.callee) if rule.callee else None
    if pattern is None or "name" not in pattern.groupindex:
        return ""
    match = pattern.search(literal.text)
    return match["name"] if match else ""


def fits(rule: Rule, text: str) -> bool:
    """Whether a subject begins as it must."""
    if rule.unless and compiled(rule.unless).search(text):
        return False
    return not rule.begins or text.startswith(rule.begins)


def dotted(name: str) -> str:
    """A module's name with dots, whatever its language writes."""
    return name.replace("::", ".").replace("/", ".").strip(".")


def below(name: str, roots: Sequence[str]) -> bool:
    """Whether a dotted name is one of these modules or lies in it; `*` before a name means anywhere in it."""
    for root in roots:
        wanted = dotted(root)
        if wanted.startswith("*"):
            if wanted[1:] in name:
                return True
        elif name == wanted or name.startswith(wanted + "."):
            return True
    return False
