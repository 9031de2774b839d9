-- +goose Up

-- Locks of the keys in table strike: a transaction locks a key before it counts
-- failures, so that simultaneous attempts are counted one after the other.
CREATE TABLE strike_turn (
    key   TEXT   PRIMARY KEY,
    at_ms BIGINT NOT NULL
);

-- +goose Down
DROP TABLE strike_turn;
