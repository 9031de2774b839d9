-- +goose Up

-- What the data of a unit type is, in a few bytes: a node whose memory has it
-- already need not read it again. Empty: not known, as in rows from before.
ALTER TABLE price ADD COLUMN digest TEXT NOT NULL DEFAULT '';
CREATE INDEX price_digest ON price (generation, unit_type, digest);
DROP INDEX price_generation;

-- +goose Down
CREATE INDEX price_generation ON price (generation);
DROP INDEX price_digest;
ALTER TABLE price DROP COLUMN digest;
