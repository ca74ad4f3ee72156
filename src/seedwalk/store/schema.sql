-- One index of one repository. `meta` says which schema, which tree and which snapshot this is.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- A file that was read. What it says is a function of its bytes, its flags and its language's fingerprint.
CREATE TABLE files (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,  -- never reused: lexical segments name files by it
    path         TEXT NOT NULL UNIQUE,
    language     TEXT NOT NULL,
    size         INTEGER NOT NULL,
    mtime_ns     INTEGER NOT NULL,                   -- both its times (sources.times); 0 when too young to be trusted
    content_hash BLOB NOT NULL,
    path_flags   INTEGER NOT NULL,                   -- what its path says
    flags        INTEGER NOT NULL,                   -- what path and contents say together
    fingerprint  TEXT NOT NULL,
    namespaces   TEXT NOT NULL,                      -- JSON list of strings
    symbols      INTEGER NOT NULL,
    refs         INTEGER NOT NULL,
    warnings     TEXT NOT NULL,                      -- JSON list of strings
    segment      INTEGER NOT NULL                    -- the lexical segment that holds its words
);

-- A path that was looked at and left out; `skipped` rows with a size are files whose contents said so.
CREATE TABLE skipped (
    path     TEXT PRIMARY KEY,
    reason   TEXT NOT NULL,
    detail   TEXT NOT NULL,
    size     INTEGER,
    mtime_ns INTEGER
) WITHOUT ROWID;

-- row = file id * 2^20 + position in the file: symbols of a file lie together and go together.
CREATE TABLE symbols (
    row            INTEGER PRIMARY KEY,
    id             INTEGER NOT NULL,
    kind           INTEGER NOT NULL,
    name           TEXT NOT NULL,
    qualified_name TEXT NOT NULL,
    parent         INTEGER,
    line           INTEGER NOT NULL,
    start_line     INTEGER NOT NULL,
    end_line       INTEGER NOT NULL,
    start_byte     INTEGER NOT NULL,
    end_byte       INTEGER NOT NULL,
    signature      TEXT NOT NULL,
    doc            TEXT NOT NULL,
    flags          INTEGER NOT NULL,
    body_hash      INTEGER NOT NULL
);
CREATE INDEX symbols_by_id ON symbols (id);
CREATE INDEX symbols_by_name ON symbols (name COLLATE NOCASE);

-- References, imports and bindings of a file, packed (extract.model.Facts).
CREATE TABLE facts (
    file_id INTEGER PRIMARY KEY,
    blob    BLOB NOT NULL
);

-- The words of a file's symbols in their order, as marks (store.streams).
CREATE TABLE streams (
    file_id INTEGER PRIMARY KEY,
    starts  BLOB NOT NULL,
    marks   BLOB NOT NULL
);

-- What a file defines, and its resolved edges, packed (graph.outline, graph.edges).
CREATE TABLE links (
    file_id   INTEGER PRIMARY KEY,
    outline   BLOB NOT NULL,
    targets   BLOB NOT NULL,                         -- where each import leads, as digests
    depends   BLOB NOT NULL,                         -- keys of the names its edges depend on (graph.views)
    edges     BLOB NOT NULL,
    placeless TEXT NOT NULL,                         -- JSON list of [kind, name]: symbols without a file it points to
    resolved  INTEGER NOT NULL,                      -- calls that lead to a symbol of the repository,
    outside   INTEGER NOT NULL,                      -- out of it,
    open      INTEGER NOT NULL,                      -- and nowhere known
    digest    BLOB NOT NULL,                         -- of the edges
    run       INTEGER NOT NULL                       -- the run that linked it last
);
CREATE INDEX links_by_run ON links (run);

-- Edges that follow from those of all files together.
CREATE TABLE derived (
    name   TEXT PRIMARY KEY,
    edges  BLOB NOT NULL,
    digest BLOB NOT NULL
) WITHOUT ROWID;

-- The whole graph as arrays, as it was at the end of some run; what later runs linked lies over it (store.graphs).
CREATE TABLE graph (
    number INTEGER PRIMARY KEY,                      -- a blob is opened by it and read in place
    name   TEXT NOT NULL UNIQUE,
    blob   BLOB NOT NULL
);

-- Lexical segments, cut into parts. A file's words count only in the segment its row names.
CREATE TABLE segments (
    id      INTEGER NOT NULL,
    part    INTEGER NOT NULL,
    symbols INTEGER NOT NULL,
    blob    BLOB NOT NULL,
    PRIMARY KEY (id, part)
) WITHOUT ROWID;

-- The Merkle root of each package under the current snapshot.
CREATE TABLE packages (
    package TEXT PRIMARY KEY,
    root    TEXT NOT NULL
) WITHOUT ROWID;

-- Symbols that moved or were renamed, recognised by their bodies: what was said of `old` holds for `new`.
CREATE TABLE moves (
    old INTEGER PRIMARY KEY,
    new INTEGER NOT NULL
);

-- Commits that were read. `number` orders those that count now, oldest first; others are kept so as not to be read again.
CREATE TABLE commits (
    id      TEXT PRIMARY KEY,
    number  INTEGER,
    time    INTEGER NOT NULL,
    terms   BLOB NOT NULL,                           -- hashes of the terms of its message
    changes BLOB NOT NULL                            -- files and hunks, packed (sources.log)
) WITHOUT ROWID;

-- The lines of each path that commits touched, and the symbols those lines are in.
CREATE TABLE touches (
    path    TEXT PRIMARY KEY,
    lines   BLOB NOT NULL,                           -- numbered as in the commit at the head of history
    symbols BLOB NOT NULL,                           -- (symbol, commit)
    made    BLOB NOT NULL                            -- what the file said when its symbols were found; empty: not yet
) WITHOUT ROWID;
