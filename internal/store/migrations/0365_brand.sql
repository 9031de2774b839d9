-- +goose Up
-- The brand whose server uses this database. It has one row after the first start.
CREATE TABLE brand (
    code TEXT PRIMARY KEY
);

-- +goose Down
DROP TABLE brand;
