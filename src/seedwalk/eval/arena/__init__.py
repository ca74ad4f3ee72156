"""The arena: systems of others behind one protocol, so that each is asked the same tasks and judged alike."""
