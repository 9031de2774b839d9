-- +goose Up
-- One row for each process that serves: its sign of life, which also shows that
-- the database takes writes.
CREATE TABLE node (
    id      TEXT   PRIMARY KEY,
    started BIGINT NOT NULL,
    seen    BIGINT NOT NULL
);

-- +goose Down
DROP TABLE node;
