-- +goose Up
-- Attempts at a wallet wait for the visitor's approval, and its captures may be
-- pending.
ALTER TABLE payment_attempt RENAME TO payment_attempt_before;
DROP INDEX payment_attempt_live;
DROP INDEX payment_attempt_provider;
DROP INDEX payment_attempt_check;
DROP INDEX payment_attempt_job;
DROP INDEX payment_attempt_requested;
DROP INDEX payment_attempt_alert;
CREATE TABLE payment_attempt (
    id           TEXT    PRIMARY KEY,
    ref          TEXT    NOT NULL REFERENCES booking (ref),
    seq          INTEGER NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('created', 'sending', 'challenge', 'approval', 'completing', 'unknown', 'pending', 'authorised',
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
    UNIQUE (ref, client_key),
    -- The release before does not know that these states of a wallet's attempt are
    -- open. Its writes must fail, or a second payment could start.
    CHECK (method <> 'paypal' OR live = (state IN ('created', 'sending', 'challenge', 'approval', 'completing', 'unknown', 'pending')))
);
INSERT INTO payment_attempt SELECT id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder, created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail
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
INSERT INTO payment_attempt SELECT id, ref, seq, CASE state WHEN 'approval' THEN 'challenge' WHEN 'pending' THEN 'unknown' ELSE state END, live, method, amount, order_code, provider_ref, client_key, holder, created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail
    FROM payment_attempt_after;
DROP TABLE payment_attempt_after;
CREATE UNIQUE INDEX payment_attempt_live ON payment_attempt (ref) WHERE live;
CREATE UNIQUE INDEX payment_attempt_provider ON payment_attempt (method, provider_ref) WHERE provider_ref <> '';
CREATE INDEX payment_attempt_check ON payment_attempt (check_ms) WHERE check_ms > 0;
CREATE INDEX payment_attempt_job ON payment_attempt (state) WHERE state IN ('authorised', 'cancelling', 'refunding');
CREATE INDEX payment_attempt_requested ON payment_attempt (call_ms) WHERE state IN ('capture requested', 'cancel requested', 'refund requested');
CREATE INDEX payment_attempt_alert ON payment_attempt (id) WHERE alert <> '';
