"""The verbs under `seedwalk eval`, one file each; `run.py` is the verb without another behind it."""
