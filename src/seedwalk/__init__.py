"""seedwalk: the code most worth reading for a task."""

__version__ = "0.1.0"
