-- +goose Up
-- Attempts know what was requested of the provider and what was done, when they
-- last called it, and what an operator must look at. 'paid' is called 'captured',
-- as the event is; nodes of before, which write 'paid' and 'unproven', cannot take
-- payments any more. Whether a payment that was being returned had been captured is not
-- known: it is cancelled, and refunded where that comes too late.
ALTER TABLE payment_attempt RENAME TO payment_attempt_before;
DROP INDEX payment_attempt_live;
DROP INDEX payment_attempt_check;
DROP INDEX payment_attempt_job;
CREATE TABLE payment_attempt (
    id           TEXT    PRIMARY KEY,
    ref          TEXT    NOT NULL REFERENCES booking (ref),
    seq          INTEGER NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('created', 'sending', 'challenge', 'completing', 'unknown', 'authorised',
        'capture requested', 'captured', 'refused', 'authentication failed', 'failed', 'abandoned', 'cancelling', 'cancel requested', 'cancelled',
        'lost', 'refunding', 'refund requested', 'refund failed', 'refunded')),
    live         BOOLEAN NOT NULL, -- no other may start for the booking
    method       TEXT    NOT NULL,
    amount       BIGINT  NOT NULL CHECK (amount >= 0),
    order_code   TEXT    NOT NULL UNIQUE,
    provider_ref TEXT    NOT NULL, -- '': the provider goes by our order code
    client_key   TEXT    NOT NULL,
    holder       TEXT    NOT NULL,
    created_ms   BIGINT  NOT NULL,
    expires_ms   BIGINT  NOT NULL,
    sent_ms      BIGINT  NOT NULL, -- 0: not sent
    call_ms      BIGINT  NOT NULL, -- the last call that may have changed something; 0: none
    settled_ms   BIGINT  NOT NULL, -- 0: no money taken
    check_ms     BIGINT  NOT NULL, -- 0: nothing to look after
    alert        TEXT    NOT NULL, -- what an operator must look at
    detail       TEXT    NOT NULL,
    UNIQUE (ref, seq),
    UNIQUE (ref, client_key)
);
INSERT INTO payment_attempt SELECT id, ref, seq, CASE state WHEN 'unproven' THEN 'authentication failed' WHEN 'paid' THEN 'captured' WHEN 'refunding' THEN 'cancelling' ELSE state END,
    live, method, amount, order_code, '', client_key, holder, created_ms, expires_ms, sent_ms, sent_ms, settled_ms, check_ms, '', detail
    FROM payment_attempt_before;
DROP TABLE payment_attempt_before;
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (ref) WHERE live;
CREATE UNIQUE INDEX payment_attempt_provider ON payment_attempt (method, provider_ref) WHERE provider_ref <> '';
CREATE INDEX payment_attempt_check ON payment_attempt (check_ms) WHERE check_ms > 0;
CREATE INDEX payment_attempt_job ON payment_attempt (state) WHERE state IN ('authorised', 'cancelling', 'refunding');
CREATE INDEX payment_attempt_requested ON payment_attempt (call_ms) WHERE state IN ('capture requested', 'cancel requested', 'refund requested');
CREATE INDEX payment_attempt_alert ON payment_attempt (id) WHERE alert <> '';

-- +goose Down
ALTER TABLE payment_attempt RENAME TO payment_attempt_after;
DROP INDEX payment_attempt_live;
DROP INDEX payment_attempt_provider;
DROP INDEX payment_attempt_check;
DROP INDEX payment_attempt_job;
DROP INDEX payment_attempt_requested;
DROP INDEX payment_attempt_alert;
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
INSERT INTO payment_attempt SELECT id, ref, seq, CASE state WHEN 'captured' THEN 'paid' WHEN 'capture requested' THEN 'authorised'
    WHEN 'cancel requested' THEN 'cancelling' WHEN 'lost' THEN 'cancelled' WHEN 'refund requested' THEN 'refunding'
    WHEN 'refund failed' THEN 'refunding' ELSE state END, live, method, amount, order_code, client_key, holder,
    created_ms, expires_ms, sent_ms, settled_ms, check_ms, detail FROM payment_attempt_after;
DROP TABLE payment_attempt_after;
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (ref) WHERE live;
CREATE INDEX payment_attempt_check ON payment_attempt (check_ms) WHERE check_ms > 0;
CREATE INDEX payment_attempt_job ON payment_attempt (state) WHERE state IN ('authorised', 'cancelling', 'refunding');
