-- +goose Up

-- A digest of the row's data. A node that already has this data in memory need
-- not read it again. Empty means unknown, as in older rows.
ALTER TABLE price ADD COLUMN digest TEXT NOT NULL DEFAULT '';
CREATE INDEX price_digest ON price (generation, unit_type, digest);
DROP INDEX price_generation;

-- +goose Down
CREATE INDEX price_generation ON price (generation);
DROP INDEX price_digest;
ALTER TABLE price DROP COLUMN digest;
