-- +goose Up
-- One row for each payment attempt, kept for ever. There is no card data:
-- detail is the provider's answers as JSON.
CREATE TABLE payment_attempt (
    id         TEXT    PRIMARY KEY,
    ref        TEXT    NOT NULL REFERENCES booking (ref),
    seq        INTEGER NOT NULL,
    state      TEXT    NOT NULL,
    live       BOOLEAN NOT NULL, -- no other may start for the booking
    method     TEXT    NOT NULL,
    amount     BIGINT  NOT NULL CHECK (amount >= 0),
    order_code TEXT    NOT NULL UNIQUE,
    client_key TEXT    NOT NULL,
    holder     TEXT    NOT NULL,
    created_ms BIGINT  NOT NULL,
    expires_ms BIGINT  NOT NULL,
    sent_ms    BIGINT  NOT NULL, -- 0: not sent
    settled_ms BIGINT  NOT NULL, -- 0: no money taken
    check_ms   BIGINT  NOT NULL, -- 0: nothing to look after
    detail     TEXT    NOT NULL,
    UNIQUE (ref, seq),
    UNIQUE (ref, client_key)
);
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (ref) WHERE live;
CREATE INDEX payment_attempt_check ON payment_attempt (check_ms) WHERE check_ms > 0;

-- +goose Down
DROP TABLE payment_attempt;
