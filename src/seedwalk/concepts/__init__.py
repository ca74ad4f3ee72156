"""Words that mean the same code: classes of phrases with the names they stand for, a thesaurus, and their reader."""
