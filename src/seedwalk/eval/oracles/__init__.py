"""What a language's own compiler says its calls mean: the truth about languages that no SCIP indexer reads here.

An oracle is source code in its own language, run by that language's own tools, that prints what each call means. How it
is run and read is a file each; `oracle.py` is what they share, `check.py` the command with the table of them. Ruby has
no compiler to ask: it is watched while it runs.
"""
