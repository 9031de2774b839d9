-- +goose Up
-- One row for each booking. terms is what was agreed and person is personal
-- data, both as JSON. person is emptied when a hold ends without payment.
-- holder, address, start_key and email_key are digests.
CREATE TABLE booking (
    ref          TEXT    PRIMARY KEY,
    shown        TEXT    NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('held', 'paying', 'confirmed', 'expired', 'cancelled', 'refunded')),
    holder       TEXT    NOT NULL,
    address      TEXT    NOT NULL,
    start_key    TEXT    NOT NULL,
    email_key    TEXT    NOT NULL,
    unit_type    TEXT    NOT NULL,
    arrival      TEXT    NOT NULL,
    nights       INTEGER NOT NULL,
    attempt      TEXT    NOT NULL,
    total        BIGINT  NOT NULL,
    amount_paid  BIGINT  NOT NULL,
    terms        TEXT    NOT NULL,
    person       TEXT    NOT NULL,
    started_ms   BIGINT  NOT NULL,
    expires_ms   BIGINT  NOT NULL,
    confirmed_ms BIGINT  NOT NULL, -- 0: not confirmed
    changed_ms   BIGINT  NOT NULL
);
CREATE UNIQUE INDEX booking_start ON booking (start_key) WHERE state IN ('held', 'paying');
CREATE INDEX booking_holder ON booking (holder, started_ms) WHERE state IN ('held', 'paying');
CREATE INDEX booking_address ON booking (address) WHERE state IN ('held', 'paying');
CREATE INDEX booking_overdue ON booking (expires_ms) WHERE state = 'held';
CREATE INDEX booking_email ON booking (email_key) WHERE email_key <> '';
CREATE INDEX booking_stay ON booking (unit_type, arrival);

-- The amount that a booking uses of a voucher: reserved with the hold, redeemed
-- when the booking is confirmed. The rows of voucher exist only to be locked.
CREATE TABLE voucher (code TEXT PRIMARY KEY);
CREATE TABLE voucher_use (
    ref      TEXT    NOT NULL REFERENCES booking (ref),
    code     TEXT    NOT NULL,
    amount   BIGINT  NOT NULL CHECK (amount > 0),
    redeemed BOOLEAN NOT NULL,
    PRIMARY KEY (ref, code)
);
CREATE INDEX voucher_use_code ON voucher_use (code);

-- Counted failures, by a digest of what failed.
CREATE TABLE strike (
    id    TEXT   PRIMARY KEY,
    key   TEXT   NOT NULL,
    at_ms BIGINT NOT NULL
);
CREATE INDEX strike_key ON strike (key, at_ms);
CREATE INDEX strike_at ON strike (at_ms);

-- Which cookie may see which looked-up booking, and when it last did.
CREATE TABLE booking_grant (
    holder  TEXT   NOT NULL,
    ref     TEXT   NOT NULL REFERENCES booking (ref),
    used_ms BIGINT NOT NULL,
    PRIMARY KEY (holder, ref)
);
CREATE INDEX booking_grant_used ON booking_grant (used_ms);

-- +goose Down
DROP TABLE booking_grant;
DROP TABLE strike;
DROP TABLE voucher_use;
DROP TABLE voucher;
DROP TABLE booking;
