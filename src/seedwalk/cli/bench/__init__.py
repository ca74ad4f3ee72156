"""The verbs under `seedwalk bench`, one file each."""
