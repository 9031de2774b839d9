-- +goose Up

-- Whose turn it is to be counted under a key: counting and then striking is one
-- step for tries that come at once.
CREATE TABLE strike_turn (
    key   TEXT   PRIMARY KEY,
    at_ms BIGINT NOT NULL
);

-- +goose Down
DROP TABLE strike_turn;
