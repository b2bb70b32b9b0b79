-- The model whose vectors these are.
CREATE TABLE model (id TEXT NOT NULL, dims INTEGER NOT NULL);
-- `parts`: one or more vectors of half-precision numbers, one after the other,
-- and 4 bytes of checksum over the key and them; `day`: when it was last used, since 1970.
CREATE TABLE vector (key BLOB NOT NULL PRIMARY KEY, day INTEGER NOT NULL, parts BLOB NOT NULL);
