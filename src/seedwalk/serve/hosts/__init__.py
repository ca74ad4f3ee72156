"""Which programs can use the server, and how is it written into their settings? Nothing else of a file is touched."""
