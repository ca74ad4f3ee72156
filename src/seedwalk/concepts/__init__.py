"""Words that mean the same code: classes of phrases with the names they stand for, and a thesaurus. Data, and its reader."""
