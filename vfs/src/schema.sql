CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    bytes INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    clock_us INTEGER NOT NULL,
    next_id INTEGER NOT NULL,
    history_bytes INTEGER NOT NULL,
    branches INTEGER NOT NULL
) STRICT;

CREATE TABLE retention (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    runs_max INTEGER NOT NULL,
    age_max_ms INTEGER NOT NULL,
    bytes_max INTEGER NOT NULL,
    forgotten INTEGER NOT NULL
) STRICT;

CREATE TABLE branch (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    parent INTEGER NOT NULL,
    forked INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    deleted_ms INTEGER,
    bytes INTEGER NOT NULL,
    entries INTEGER NOT NULL
) STRICT;

CREATE TABLE node (
    parent INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind INTEGER NOT NULL,
    id INTEGER NOT NULL,
    mode INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mtime_us INTEGER NOT NULL,
    content INTEGER,
    target TEXT,
    PRIMARY KEY (parent, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE directory (
    id INTEGER PRIMARY KEY,
    refs INTEGER NOT NULL
) STRICT;

CREATE TABLE content (
    id INTEGER PRIMARY KEY,
    refs INTEGER NOT NULL,
    size INTEGER NOT NULL,
    stream INTEGER,
    sum INTEGER NOT NULL
) STRICT;

CREATE TABLE inline (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL,
    sum INTEGER NOT NULL
) STRICT;

CREATE TABLE stream (
    id INTEGER PRIMARY KEY,
    contents INTEGER NOT NULL,
    size INTEGER NOT NULL
) STRICT;

CREATE TABLE extent (
    stream INTEGER NOT NULL,
    start INTEGER NOT NULL,
    length INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (stream, start)
) STRICT, WITHOUT ROWID;

CREATE INDEX extent_piece ON extent (piece);

CREATE TABLE piece (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    branch INTEGER,
    label TEXT NOT NULL,
    actor TEXT,
    mode INTEGER NOT NULL,
    state INTEGER NOT NULL,
    status TEXT,
    owner TEXT,
    started_ms INTEGER NOT NULL,
    machine_ms INTEGER NOT NULL,
    finished_ms INTEGER,
    undoes INTEGER
) STRICT;

CREATE TABLE change (
    run INTEGER NOT NULL,
    path TEXT NOT NULL,
    before_kind INTEGER,
    before_mode INTEGER,
    before_size INTEGER,
    before_mtime_us INTEGER,
    before_content INTEGER,
    before_target TEXT,
    after_kind INTEGER,
    after_mode INTEGER,
    after_size INTEGER,
    after_mtime_us INTEGER,
    after_content INTEGER,
    after_target TEXT,
    PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE part (
    run INTEGER NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    content INTEGER,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE shared (
    content INTEGER PRIMARY KEY,
    digest BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX shared_digest ON shared (digest);

CREATE TABLE identity (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name BLOB NOT NULL
) STRICT;

CREATE TABLE aside (
    run INTEGER PRIMARY KEY,
    branch INTEGER NOT NULL
) STRICT;

CREATE TABLE suspended (
    run INTEGER PRIMARY KEY,
    workspace BLOB NOT NULL,
    since_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    size INTEGER NOT NULL,
    stamp_before INTEGER,
    stamp_last INTEGER NOT NULL,
    stamp_shared INTEGER NOT NULL
) STRICT;

CREATE TABLE suspension (
    run INTEGER NOT NULL,
    item INTEGER NOT NULL,
    number INTEGER NOT NULL,
    data BLOB NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (run, item, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
    key BLOB PRIMARY KEY,
    request BLOB NOT NULL,
    run INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX idempotency_run ON idempotency (run);

CREATE TABLE place (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    data BLOB NOT NULL
) STRICT;
