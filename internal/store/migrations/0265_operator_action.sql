-- +goose Up
-- What operators have done by hand, by whom and why. Rows are written once and
-- never changed (the migration after this one forbids it).
CREATE TABLE operator_action (
    id      TEXT   PRIMARY KEY,
    at_ms   BIGINT NOT NULL,
    by_whom TEXT   NOT NULL CHECK (by_whom <> ''),
    why     TEXT   NOT NULL CHECK (why <> ''),
    command TEXT   NOT NULL,
    ref     TEXT   NOT NULL, -- '': not about a booking
    attempt TEXT   NOT NULL, -- '': not about a payment
    done    TEXT   NOT NULL
);
CREATE INDEX operator_action_ref ON operator_action (ref, at_ms) WHERE ref <> '';

-- +goose Down
DROP TABLE operator_action;
