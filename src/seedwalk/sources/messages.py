"""What a commit's message says, without what says nothing of the code: trailers, ticket numbers, links, merges."""

from __future__ import annotations

import re

_TRAILER = re.compile(
    r"^\s*(?:[A-Za-z-]+-by|cc|change-id|git-svn-id|fix(?:es)?|close[sd]?|resolve[sd]?|refs?|see|see-also|bug|issues?|pr|"
    r"pull-request|ticket|link|x-[\w-]+)\s*:\s.*$",
    re.IGNORECASE,
)
_PICKED = re.compile(r"^\s*\((?:cherry picked|backported|adapted|imported) from .*\)\s*$", re.IGNORECASE)
_LINK = re.compile(r"<?\bhttps?://[^\s>)\]]+>?")
_TICKET = re.compile(
    r"[(\[]?\s*(?:\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|references|see|issues?|pull request|pr|bug|ticket)\b"
    r"[\s:]*)?(?<![\w&])(?:[\w.-]+/[\w.-]+)?(?:#|\bGH-)\d+(?:\s*[,&]\s*(?:#|GH-)\d+)*\s*[)\]]?",
    re.IGNORECASE,
)
_KEY = re.compile(r"^\s*(?:\[[A-Z][A-Z0-9]+-\d+\]|[A-Z][A-Z0-9]+-\d+:|[A-Z][A-Z0-9]+-\d{3,}\b)\s*:?\s*", re.MULTILINE)
_COMMIT = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b")
_SAYS_NOTHING = re.compile(r"^(?:revert\b|merge\b|fixup!|squash!|amend!|backport\b|bump\b|release\b)", re.IGNORECASE)


def cleaned(message: str) -> str:
    """The message in its own words; empty when it speaks of other commits only.

    >>> cleaned("Fix crash on empty body (#123)\\n\\nSigned-off-by: A <a@b>")
    'Fix crash on empty body'
    """
    if _SAYS_NOTHING.match(message.strip()):
        return ""
    lines = [line for line in message.splitlines() if not _TRAILER.match(line) and not _PICKED.match(line)]
    text = "\n".join(lines)
    for pattern in (_LINK, _KEY, _TICKET, _COMMIT):
        text = pattern.sub(" ", text)
    text = re.sub(r"[ \t]+", " ", text)
    return re.sub(r" +([.,;:!?])", r"\1", re.sub(r"\s*\n\s*", "\n", text)).strip(" \n:-")
