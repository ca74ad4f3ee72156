"""CODEOWNERS: rules of a pattern and its owners, in GitHub's form and with GitLab's sections."""

from __future__ import annotations

import re

from seedwalk.extract.plain.sheet import MAX_LINE, Sheet
from seedwalk.model import Saying

_SECTION = re.compile(r"\^?\[(?P<name>[^\]]+)\](?:\[\d+\])?(?P<owners>(?:\s+[^\s\[\]]+)*)\s*")
_OWNER = re.compile(r"@[\w./-]+|[^@\s]+@[^@\s]+\.[^@\s]+")
_BLANK = re.compile(r"(?<!\\)\s+")
TROUBLE = "some of its lines are no rule of owners"


def read_owners(sheet: Sheet) -> None:
    """One saying per rule; a rule without owners takes its files from the rules above it."""
    section, defaults = "", ""
    broken = False
    for number, line in enumerate(sheet.text.split("\n"), 1):
        rule = re.sub(r"(?:^|(?<=\s))#.*", "", line.strip())
        if not rule:
            continue
        header = _SECTION.fullmatch(rule.strip())
        if header is not None:
            section, defaults = " ".join(header["name"].split()), " ".join(header["owners"].split())
            continue
        pattern, *owners = _BLANK.split(rule.strip())
        known = [owner for owner in owners if _OWNER.fullmatch(owner)]
        if len(line) > MAX_LINE or len(known) < len(owners) or pattern.startswith("!") or "[" in pattern:
            broken = True
            continue  # GitHub skips such a line too: it knows no negation and no ranges
        rule = "\t".join((section, pattern.replace("\\ ", " "), " ".join(known) or defaults))
        sheet.say(Saying.OWNED, rule, number, again=True)  # the last rule that fits wins, so its place matters
    if broken:
        sheet.troubles.append(TROUBLE)
