"""Words that mean the same code: classes of phrases and the names they stand for, and a thesaurus."""

OWN_FILE = "concepts.toml"
"""What a repository calls its own."""
