"""Run by the interpreter that has bm25s: an index over the documents it is sent, asked by lines of JSON.

`{"documents": [...]}` builds; `{"task": "...", "limit": n}` answers `{"ranked": [numbers of documents, best first]}`.
As in the library's own first example: English stop words, an English stemmer, everything else at its default.
"""

import json
import sys


def main() -> None:
    import bm25s
    import Stemmer

    stemmer, retriever, size = Stemmer.Stemmer("english"), bm25s.BM25(), 0
    for line in sys.stdin:
        message = json.loads(line)
        if "documents" in message:
            size = len(message["documents"])
            found = bm25s.tokenize(message["documents"], stopwords="en", stemmer=stemmer, show_progress=False)
            retriever.index(found, show_progress=False)
            reply: dict[str, object] = {"indexed": size}
        else:
            asked = bm25s.tokenize([message["task"]], stopwords="en", stemmer=stemmer, show_progress=False)
            numbers, scores = retriever.retrieve(asked, k=min(message["limit"], size), show_progress=False)
            pairs = zip(numbers[0].tolist(), scores[0].tolist(), strict=True)
            reply = {"ranked": [number for number, score in pairs if score > 0]}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
