"""What can be asked of an index? One kind of question a file; tasks are ranked by `engine.py`."""
