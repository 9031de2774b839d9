-- +goose Up
-- How many nodes prepare the prices of a staged generation, and how many have
-- prepared them; see Staging.Publish.
ALTER TABLE generation ADD COLUMN preparing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE generation ADD COLUMN prepared INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE generation DROP COLUMN preparing;
ALTER TABLE generation DROP COLUMN prepared;
