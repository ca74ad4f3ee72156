"""Components: files that hold code beside a template, read as the code they hold.

Each function gives a file of the same length and lines in which everything but the code is blank, so that places stay.
What the template says remains in the file, and its words are words of the module.
"""

from __future__ import annotations

import re

_ATTRIBUTES = rb"(?:[^>\"']|\"[^\"]*\"|'[^']*')*"
_SCRIPT = re.compile(rb"<script\b" + _ATTRIBUTES + rb">(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_TEMPLATE = re.compile(rb"<template\b[^>]*>.*?</template\s*>", re.DOTALL)
_VALUE_BEFORE = re.compile(rb"(?:[=(,?:\[]|=>|\b(?:default|return))\s*\Z")
_LOOK_BACK = 80
"""Bytes before a template that tell whether it is a value."""
_NOT_LINES = re.compile(rb"[^\n\r]")


def scripts(source: bytes) -> bytes:
    """Vue's and Svelte's single-file components: what stands in `<script>`.

    https://vuejs.org/api/sfc-spec.html, https://svelte.dev/docs/svelte/svelte-files

    >>> scripts(b"<p>{{ a }}</p><script setup>let a = 1</script>").strip()
    b'let a = 1'
    """
    code = bytearray(_blank(source))
    for found in _SCRIPT.finditer(source):
        code[found.start(1) : found.end(1)] = found[1]
    return bytes(code)


def without_templates(source: bytes) -> bytes:
    """Ember's `.gjs` and `.gts`: all but `<template>`, which as a value becomes `null`.

    https://rfcs.emberjs.com/id/0779-first-class-component-templates

    >>> without_templates(b"let a = <template>b</template>;").replace(b" ", b"")
    b'leta=null;'
    """

    def code(found: re.Match[bytes]) -> bytes:
        before = source[max(0, found.start() - _LOOK_BACK) : found.start()]
        blank = _blank(found[0])
        return b"null" + blank[len(b"null") :] if _VALUE_BEFORE.search(before) else blank

    return _TEMPLATE.sub(code, source)


def _blank(text: bytes) -> bytes:
    return _NOT_LINES.sub(b" ", text)
