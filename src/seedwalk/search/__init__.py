"""Find by words, in any graph: names first, then full text re-ordered by the graph."""
