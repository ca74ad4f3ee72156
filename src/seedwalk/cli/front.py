"""`seedwalk --help`: the verbs on one screen, a line each, under what they are for."""

from __future__ import annotations

PANELS: dict[str, dict[str, str]] = {
    "Ask": {
        "context": "The code most worth reading for a task, files or a change",
        "why": "Why a symbol ranks where it does, or why it is missing",
        "search": "Symbols by a name or a few words",
        "affected": "The tests that a change reaches",
    },
    "Look": {
        "symbols": "Symbols by part of a name, or a pattern with *",
        "show": "One symbol and its code",
        "refs": "Callers, callees, bases, implementors, tests of a symbol",
        "export": "A map of the repository on a few pages",
        "status": "What the index holds, and whether it is up to date",
        "config": "Every setting, its value, and where it was set",
        "dump": "The whole graph as sorted JSON lines",
    },
    "Measure": {
        "eval": "How good the answers are; on your own history too",
        "bench": "The public repositories that measurements are made on",
    },
    "Serve": {
        "mcp": "Serve this repository to agents",
        "init": "Register that server with coding agents",
        "doctor": "Check that all is in order, and say what to do if not",
        "index": "Read a repository into its index",
        "watch": "Index again whenever a file changes",
    },
}
"""What each verb is for, in the order of the page."""
ABOUT = "Finds the code most worth reading for a task, in a graph of the repository."
CODES = "Exit codes: 0 success, 1 failure, 2 a wrong argument, 130 interrupted."
_USAGE = "Usage: seedwalk VERB [OPTIONS]      Examples of each: seedwalk VERB --help"
_OPTIONS = "Options: --version, --debug, --install-completion; of verbs: --json, --quiet."


def page() -> str:
    """The whole page: at most 24 lines of 80 columns, the smallest terminal there is."""
    lines = [_USAGE, ABOUT, ""]
    for panel, verbs in PANELS.items():
        heads = [panel, *[""] * (len(verbs) - 1)]
        lines += [f"{head:<9}{verb:<10}{told}" for head, (verb, told) in zip(heads, verbs.items(), strict=True)]
    return "\n".join([*lines, _OPTIONS, CODES]) + "\n"
