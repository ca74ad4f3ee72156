"""How do agents reach it? The engine behind the Model Context Protocol, over stdio and over HTTP."""
