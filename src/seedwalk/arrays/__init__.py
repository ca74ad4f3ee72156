"""Numbers by row: columns of which few rows have a value, and sums over them."""
