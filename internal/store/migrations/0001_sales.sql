-- +goose Up
-- The lock of the only row in change_counter orders all changes of what is
-- sold. change_log is their log.
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

-- How many units of a unit type are booked or held on a night. A night on which
-- none ever was has no row. How many units exist is in the allotment, in table
-- price.
CREATE TABLE stock (
    unit_type TEXT    NOT NULL,
    night     TEXT    NOT NULL,
    taken     INTEGER NOT NULL CHECK (taken >= 0),
    PRIMARY KEY (unit_type, night)
);
CREATE INDEX stock_night ON stock (night);

-- What is for sale is stored in generations: a generation is written in parts
-- while nodes ignore it, and then published by one update. A full generation
-- replaces all earlier ones, a delta replaces only the rows that it has. Where
-- several have a row with the same key, the one published last is valid.
CREATE TABLE generation (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL,
    complete   BOOLEAN NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('staging', 'live', 'dead')),
    live_since BIGINT  NOT NULL DEFAULT 0, -- number of the change that made it live
    swept      BOOLEAN NOT NULL DEFAULT FALSE, -- the rows that it replaced are deleted
    touched_ms BIGINT  NOT NULL
);
CREATE INDEX generation_live ON generation (kind, state);

-- Regions, operators, parks, units, offers, features and codes as JSON. An
-- empty body in a delta withdraws the entity.
CREATE TABLE entity (
    kind       TEXT NOT NULL,
    id         TEXT NOT NULL,
    generation TEXT NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (kind, id, generation)
);
CREATE INDEX entity_generation ON entity (generation);

-- Price table (column sheet) and allotment of a unit type, each as one compact
-- blob. An empty sheet in a delta withdraws both. (SQLite has no type BYTEA, but stores a blob
-- as a blob.)
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
