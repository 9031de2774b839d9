-- +goose Up
-- Plainer names for the states of payment attempts. The only old name that is
-- still allowed is 'unproven', which nodes of the previous release write for
-- 'authentication failed'.
ALTER TABLE payment_attempt RENAME TO payment_attempt_before;
DROP INDEX payment_attempt_live;
DROP INDEX payment_attempt_check;
DROP INDEX payment_attempt_job;
CREATE TABLE payment_attempt (
    id         TEXT    PRIMARY KEY,
    ref        TEXT    NOT NULL REFERENCES booking (ref),
    seq        INTEGER NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('created', 'sending', 'challenge', 'completing', 'unknown', 'authorised', 'paid',
        'refused', 'authentication failed', 'failed', 'abandoned', 'cancelling', 'cancelled', 'refunding', 'refunded', 'unproven')),
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
INSERT INTO payment_attempt SELECT id, ref, seq, CASE state WHEN 'unproven' THEN 'authentication failed' ELSE state END, live, method,
    amount, order_code, client_key, holder, created_ms, expires_ms, sent_ms, settled_ms, check_ms, detail FROM payment_attempt_before;
DROP TABLE payment_attempt_before;
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (ref) WHERE live;
CREATE INDEX payment_attempt_check ON payment_attempt (check_ms) WHERE check_ms > 0;
CREATE INDEX payment_attempt_job ON payment_attempt (state) WHERE state IN ('authorised', 'cancelling', 'refunding');

-- +goose Down
ALTER TABLE payment_attempt RENAME TO payment_attempt_after;
DROP INDEX payment_attempt_live;
DROP INDEX payment_attempt_check;
DROP INDEX payment_attempt_job;
CREATE TABLE payment_attempt (
    id         TEXT    PRIMARY KEY,
    ref        TEXT    NOT NULL REFERENCES booking (ref),
    seq        INTEGER NOT NULL,
    state      TEXT    NOT NULL,
    live       BOOLEAN NOT NULL,
    method     TEXT    NOT NULL,
    amount     BIGINT  NOT NULL CHECK (amount >= 0),
    order_code TEXT    NOT NULL UNIQUE,
    client_key TEXT    NOT NULL,
    holder     TEXT    NOT NULL,
    created_ms BIGINT  NOT NULL,
    expires_ms BIGINT  NOT NULL,
    sent_ms    BIGINT  NOT NULL,
    settled_ms BIGINT  NOT NULL,
    check_ms   BIGINT  NOT NULL,
    detail     TEXT    NOT NULL,
    UNIQUE (ref, seq),
    UNIQUE (ref, client_key)
);
INSERT INTO payment_attempt SELECT id, ref, seq, CASE state WHEN 'authentication failed' THEN 'unproven' ELSE state END, live, method,
    amount, order_code, client_key, holder, created_ms, expires_ms, sent_ms, settled_ms, check_ms, detail FROM payment_attempt_after;
DROP TABLE payment_attempt_after;
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (ref) WHERE live;
CREATE INDEX payment_attempt_check ON payment_attempt (check_ms) WHERE check_ms > 0;
CREATE INDEX payment_attempt_job ON payment_attempt (state) WHERE state IN ('authorised', 'cancelling', 'refunding');
