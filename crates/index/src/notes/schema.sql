-- What the program itself must remember: instance, generation, words, space.
CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- What the engine wants remembered.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL,
    format INTEGER NOT NULL,
    size INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    hash BLOB NOT NULL,
    title TEXT NOT NULL,
    private INTEGER NOT NULL,
    -- When the file was made, in nanoseconds as `modified`.
    born INTEGER,
    -- Days since 1970 that the frontmatter says, and the one that the file's name does.
    created_day INTEGER,
    modified_day INTEGER,
    date_day INTEGER,
    name_day INTEGER
);
CREATE INDEX note_folded ON note (folded);
-- All that filters by date look at.
CREATE INDEX note_days ON note (created_day, modified_day, date_day, name_day, born, modified);
CREATE TABLE note_detail (note INTEGER PRIMARY KEY, detail TEXT NOT NULL);
CREATE TABLE tag (folded TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY (folded, note)) WITHOUT ROWID;
CREATE INDEX tag_note ON tag (note);

-- Values of the frontmatter as filters compare them; lists have a row for each item, and what is empty has no text.
CREATE TABLE property (
    name TEXT NOT NULL,
    note INTEGER NOT NULL,
    text TEXT,
    number REAL,
    day INTEGER
);
CREATE INDEX property_note ON property (note);
-- Each kind of comparison reads one of these and nothing else.
CREATE INDEX property_text ON property (name, text, number, day, note);
CREATE INDEX property_number ON property (name, number, note) WHERE number IS NOT NULL;
CREATE INDEX property_day ON property (name, day, number, note) WHERE day IS NOT NULL;

CREATE TABLE link (
    note INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    target_note INTEGER,
    kind INTEGER NOT NULL,
    embed INTEGER NOT NULL,
    target TEXT NOT NULL,
    heading TEXT,
    block TEXT,
    -- Absent where it is the target.
    display TEXT,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (note, ordinal)
) WITHOUT ROWID;
CREATE INDEX link_target ON link (target_note) WHERE target_note IS NOT NULL;

-- `segment`, `row` and `parts` say which rows of which vector file serve the chunk; `vector` is the key they came from.
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    note INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    heading TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    listing INTEGER NOT NULL,
    embeddable INTEGER NOT NULL,
    lead INTEGER NOT NULL,
    identity INTEGER NOT NULL,
    wording INTEGER NOT NULL,
    stale INTEGER NOT NULL DEFAULT 0,
    -- Why the chunk isn't to be embedded, if it isn't.
    withheld TEXT,
    vector BLOB,
    segment INTEGER,
    row INTEGER,
    parts INTEGER
);
CREATE INDEX chunk_note ON chunk (note, ordinal);
CREATE INDEX chunk_served ON chunk (segment, row, parts, note, stale) WHERE segment IS NOT NULL;
CREATE INDEX chunk_pending ON chunk (note) WHERE embeddable AND segment IS NULL;
CREATE INDEX chunk_withheld ON chunk (note) WHERE withheld IS NOT NULL;
CREATE INDEX chunk_stale ON chunk (note) WHERE stale;
CREATE TABLE chunk_text (chunk INTEGER PRIMARY KEY, texts BLOB NOT NULL);

-- Notes that were found but not taken in.
CREATE TABLE skipped (
    path TEXT PRIMARY KEY,
    rule TEXT,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    size INTEGER,
    modified INTEGER
) WITHOUT ROWID;

-- The vector files, how many of their rows are committed, and the checksums of these.
CREATE TABLE segment (id INTEGER PRIMARY KEY AUTOINCREMENT, rows INTEGER NOT NULL, sums BLOB NOT NULL);

-- Chunks whose entry in the words index is not yet known to be committed there.
CREATE TABLE word_queue (seq INTEGER PRIMARY KEY, chunk INTEGER NOT NULL, fresh INTEGER NOT NULL);
