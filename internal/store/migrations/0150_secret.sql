-- +goose Up

-- Keys for signing values that pass through visitors' browsers, such as search
-- ids. All nodes use the same.
CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- +goose Down
DROP TABLE secret;
