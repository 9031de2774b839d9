-- +goose Up
-- One row for each running server with the time of its last heartbeat. Writing
-- the heartbeat also shows that the database accepts writes.
CREATE TABLE node (
    id      TEXT   PRIMARY KEY,
    started BIGINT NOT NULL,
    seen    BIGINT NOT NULL
);

-- +goose Down
DROP TABLE node;
