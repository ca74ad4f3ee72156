"""Formats that are no source code and speak of it. Which files have which format is told by `sources/plain.toml`."""

from __future__ import annotations

from collections.abc import Mapping

from seedwalk.languages.spec import LanguageSpec, Role

_ROLES: Mapping[Role, Mapping[str, str]] = {
    Role.DOCUMENT: {"markdown": "Markdown", "restructuredtext": "reStructuredText", "text": "Plain text"},
    Role.OWNERS: {"codeowners": "CODEOWNERS"},
    Role.DEPLOYMENT: {
        "dockerfile": "Dockerfile",
        "compose": "Compose",
        "kubernetes": "Kubernetes",
        "workflow": "GitHub Actions",
        "gitlab": "GitLab CI",
        "procfile": "Procfile",
        "serverless": "Serverless",
        "systemd": "systemd",
    },
    Role.MANIFEST: {
        "requirements": "Requirements",
        "pyproject": "pyproject.toml",
        "npm": "package.json",
        "cargo": "Cargo.toml",
        "gomod": "go.mod",
    },
}

FORMATS: Mapping[str, LanguageSpec] = {
    name: LanguageSpec(name, title, (), role=role) for role, named in _ROLES.items() for name, title in named.items()
}
"""By name. A format is a family of its own: no import rule of a language sees its files."""
