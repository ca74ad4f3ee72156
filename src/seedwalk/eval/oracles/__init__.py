"""What a language's own compiler says its calls mean: the truth about languages that no SCIP indexer reads here.

An oracle is source code in its own language, run by that language's own tools, that prints a row for each call.
"""
