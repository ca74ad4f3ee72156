"""Paths of routes and endpoints in one spelling: who serves and who asks then name the same symbol."""

from __future__ import annotations

import re

_PARAMETER = re.compile(
    r"""\(\?P?<\w+>(?:[^()]|\([^()]*\))*\)   # (?P<id>\\d+)
    |<[^<>]*>                                 # <int:id>
    |\[\[?\.{0,3}\w+\]?\]                     # [id], [...rest]
    |\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}          # {id}, {id:int}, {id:[0-9]{2}}
    |(?<=/):\w+(?:\([^()]*\))?[?*+]?          # :id, :id(\\d+)
    |(?<=/)\*+\w*                             # *, *path
    """,
    re.X,
)
_ANCHORS = re.compile(r"^\^|\\?/?\$$|\\Z$|\\A")
_OPTIONAL = re.compile(r"\([/.][^()]*\)")
"""A part of a path that may be missing (Rails): `(/:locale)`, `(.:format)`."""
_HOST = re.compile(r"(?P<scheme>https?|wss?)://(?:[^/?#@\s]*@)?(?P<host>[^/?#{}@\s]+)(?P<rest>.*)", re.S)
_SCHEME = re.compile(r"(?:https?|wss?)://\{\}(?::\d+)?", re.S)
_PORT = re.compile(r"(?<=[\w}\]]):\{\}(?=/|$)")
_OWN = re.compile(r"(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?$")
"""This machine: what is asked there is served by what is being worked on."""
_SLASHES = re.compile(r"/{2,}")
_BASE = re.compile(r"^\{\}(?=/)")
_SPACE = re.compile(r"\s")
ANY = "ANY"


def joined(*parts: str) -> str:
    """One path of its parts; `~/` and a doubled slash start anew (ASP.NET)."""
    whole = ""
    for part in parts:
        if part.startswith("~/"):
            whole, part = "", part[1:]
        whole = f"{whole.rstrip('/')}/{part.lstrip('^').lstrip('/')}" if part else whole
    return whole


def path_of(text: str) -> str:
    """`^users/(?P<id>\\d+)/$`, `/users/:id`, `users/<int:id>/` and `/users/{id}` are all `/users/{}`."""
    path = _BASE.sub("", _ANCHORS.sub("", text.strip()))
    path = _OPTIONAL.sub("", path)
    path = path.partition("?")[0] if "(?" not in path else path
    path = _PARAMETER.sub("{}", "/" + path.lstrip("/").replace("/^", "/"))
    path = _SLASHES.sub("/", path.replace("\\", ""))
    return path.rstrip("/") or "/"


def endpoint_of(text: str) -> tuple[bool, str] | None:
    """(whether it names its host, path or host and path) of what is asked for; None when that is not known."""
    text = text.strip()
    if _SPACE.search(text):
        return None
    text = _PORT.sub("", text)
    host = _HOST.fullmatch(text)
    if host and _OWN.match(host["host"]):
        text = host["rest"]
    elif host:
        path = path_of(host["rest"].partition("#")[0])
        return True, host["host"] + ("" if path == "/" else path)
    path = _SCHEME.sub("{}", text).partition("#")[0].partition("?")[0]
    path = _BASE.sub("", path)
    if not path.startswith("/") or path.startswith("//"):
        return None
    path = path_of(path)
    return None if path in ("/", "/{}") else (False, path)
