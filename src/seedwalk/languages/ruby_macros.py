"""What do class macros declare? An association of Active Record holds a record, or a query for several.

Its class is the one it names, else the one it is named after (https://guides.rubyonrails.org/association_basics.html):
`belongs_to :account` holds an `Account`, `has_many :statuses` gives a query for each `Status`. A factory of tests that
is asked for an `:account` makes an `Account`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

QUERY = "Type"
"""The wrapper of a type whose instances are asked for: a query is asked like the type itself."""
_MACRO = re.compile(r"\s*(?:\w+\.)?(\w+)[\s(]+:(\w+)")
_CLASS = re.compile(r"\bclass_name:\s*['\"]:{0,2}([\w:]+)['\"]")
_SOURCE = re.compile(r"\bsource:\s*:(\w+)")
_POLYMORPHIC = re.compile(r"\bpolymorphic:\s*true")
_SEVERAL = frozenset({"has_many", "has_and_belongs_to_many"})
_IRREGULAR = {"people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse"}
_HISSING = ("ses", "xes", "zes", "ches", "shes")


def held_by(text: str) -> str:
    """The written type of what an association holds or a factory makes; empty for what may be anything."""
    macro = _MACRO.match(text)
    if macro is None or _POLYMORPHIC.search(text):
        return ""
    several = macro[1] in _SEVERAL
    named = _CLASS.search(text)
    if named is not None:
        found = [named[1]]
    else:
        source = _SOURCE.search(text)
        found = [_class_of(word) for word in _singulars(source[1] if source else macro[2], several=several)]
    return " | ".join(f"{QUERY}<{name}>" if several else name for name in found)


def _class_of(word: str) -> str:
    """`media_attachment` names the class `MediaAttachment`."""
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))


def _singulars(word: str, *, several: bool) -> Iterator[str]:
    """What a word may be the plural of, the likeliest first, and itself."""
    before, _, last = word.rpartition("_")
    before = f"{before}_" if before else ""
    if several and last in _IRREGULAR:
        yield before + _IRREGULAR[last]
    if several and last.endswith("ies"):
        yield f"{before}{last[:-3]}y"
    if several and last.endswith(_HISSING):
        yield before + last[:-2]
    if several and last.endswith("s"):
        yield before + last[:-1]
    yield word
