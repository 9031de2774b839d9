-- +goose Up

-- What signs things that go through visitors' hands: one for all nodes.
CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- +goose Down
DROP TABLE secret;
