"""What a user pastes becomes text: no control characters, one form per letter, no longer than the limit.

Cleaning a cleaned text changes nothing.
"""

from __future__ import annotations

import re
import unicodedata

from seedwalk.config import Understanding

_TERMINAL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
_LINE_END = re.compile("\r\n?|[\u0085\u2028\u2029\x0b\x0c]")
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffd\ufffe\uffff]")


def clean(given: str, tuning: Understanding) -> tuple[str, bool, bool]:
    """The text, whether it was cut, and whether what was given is hardly text.

    A cut falls between words where there is a blank in the second half; a text without blanks is cut anywhere.
    """
    head = given[: tuning.max_characters]
    plain = _UNSEEN.sub("", _TERMINAL.sub("", head))
    strange = len(_NO_TEXT.findall(plain))
    binary = strange > 0 and strange >= tuning.binary_share * len(plain)
    lines = _LINE_END.sub("\n", plain)
    text = unicodedata.normalize("NFC", _NO_TEXT.sub(" ", lines)).strip()
    cut = len(given) > len(head) and bool(given[len(head) :].strip())
    if cut or len(text) > tuning.max_characters:
        return _between_words(text[: tuning.max_characters]), True, binary
    return text, False, binary


def _between_words(text: str) -> str:
    half = len(text) // 2
    blanks = re.search(r"\s\S*\Z", text[half:])
    return text[: half + blanks.start()].rstrip() if blanks else text
