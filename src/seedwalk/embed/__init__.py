"""Meaning as vectors: how alike are two texts? Nothing here needs a model or a network."""
