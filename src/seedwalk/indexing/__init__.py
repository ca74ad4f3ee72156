"""What does it take to make an index? The steps that `index.py` tells as a story."""
