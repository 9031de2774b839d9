-- +goose Up
-- One row whose lock orders all changes of what is sold, and their log.
CREATE TABLE change_counter (
    id     INTEGER PRIMARY KEY,
    number BIGINT NOT NULL
);
INSERT INTO change_counter (id, number) VALUES (1, 0);

CREATE TABLE change_log (
    number    BIGINT PRIMARY KEY,
    kind      TEXT   NOT NULL,
    unit_type TEXT   NOT NULL,
    detail    TEXT   NOT NULL,
    at_ms     BIGINT NOT NULL
);
CREATE INDEX change_log_at ON change_log (at_ms);

-- What bookings have taken of a unit type's night; nights of which nothing was
-- ever taken have no row. How many there are is in the prices' allotment.
CREATE TABLE stock (
    unit_type TEXT    NOT NULL,
    night     TEXT    NOT NULL,
    taken     INTEGER NOT NULL CHECK (taken >= 0),
    PRIMARY KEY (unit_type, night)
);
CREATE INDEX stock_night ON stock (night);

-- What is for sale comes in generations: staged piece by piece, unseen, then
-- live by one update. A full generation takes the place of all before it, a
-- delta lies over them; where several hold a key, the last to go live counts.
CREATE TABLE generation (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL,
    complete   BOOLEAN NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('staging', 'live', 'dead')),
    live_since BIGINT  NOT NULL DEFAULT 0, -- number of the change that made it live
    swept      BOOLEAN NOT NULL DEFAULT FALSE, -- nothing superseded lies beneath
    touched_ms BIGINT  NOT NULL
);
CREATE INDEX generation_live ON generation (kind, state);

-- Regions, operators, parks, units, offers, features, codes as JSON; an empty
-- body in a delta withdraws what lies beneath.
CREATE TABLE entity (
    kind       TEXT NOT NULL,
    id         TEXT NOT NULL,
    generation TEXT NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (kind, id, generation)
);
CREATE INDEX entity_generation ON entity (generation);

-- Prices and allotment of a unit type, each as one compact blob; an empty
-- sheet in a delta withdraws what lies beneath. (BYTEA is no type of SQLite's,
-- which keeps blobs as they come.)
CREATE TABLE price (
    unit_type  TEXT  NOT NULL,
    generation TEXT  NOT NULL,
    sheet      BYTEA NOT NULL,
    allotment  BYTEA NOT NULL,
    PRIMARY KEY (unit_type, generation)
);
CREATE INDEX price_generation ON price (generation);

-- +goose Down
DROP TABLE price;
DROP TABLE entity;
DROP TABLE generation;
DROP TABLE stock;
DROP TABLE change_log;
DROP TABLE change_counter;
