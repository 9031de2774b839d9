-- +goose Up
-- The ledger: one row for each movement of money, written once and never changed
-- (the migration after this one forbids it). key makes a movement unique. Amounts
-- are positive; the kind says which way the money goes.
CREATE TABLE money_movement (
    key          TEXT   PRIMARY KEY,
    ref          TEXT   NOT NULL REFERENCES booking (ref),
    attempt      TEXT   NOT NULL, -- '': not of a payment attempt
    kind         TEXT   NOT NULL CHECK (kind IN ('charge', 'capture', 'authorisation cancelled', 'refund',
        'voucher taken', 'voucher returned', 'fee', 'correction')),
    amount       BIGINT NOT NULL CHECK (amount > 0 OR kind = 'correction' AND amount <> 0),
    method       TEXT   NOT NULL,
    voucher      TEXT   NOT NULL, -- '': not of a voucher
    provider_ref TEXT   NOT NULL,
    cause        TEXT   NOT NULL,
    at_ms        BIGINT NOT NULL
);
CREATE INDEX money_movement_ref ON money_movement (ref);
CREATE INDEX money_movement_attempt ON money_movement (attempt) WHERE attempt <> '';
CREATE INDEX money_movement_voucher ON money_movement (voucher) WHERE voucher <> '';
CREATE INDEX money_movement_at ON money_movement (at_ms, key);

-- What is known of older payments. A payment that was returned was either
-- cancelled or refunded; it counts as refunded.
INSERT INTO money_movement SELECT 'charge/' || id, ref, id, 'charge', amount, method, '', order_code, 'paid before the ledger', settled_ms
    FROM payment_attempt WHERE state IN ('authorised', 'paid', 'refunding', 'refunded') AND amount > 0;
INSERT INTO money_movement SELECT 'capture/' || id, ref, id, 'capture', amount, method, '', order_code, 'paid before the ledger', settled_ms
    FROM payment_attempt WHERE state IN ('paid', 'refunded') AND amount > 0;
INSERT INTO money_movement SELECT 'refund/' || id, ref, id, 'refund', amount, method, '', order_code, 'returned before the ledger', settled_ms
    FROM payment_attempt WHERE state = 'refunded' AND amount > 0;
INSERT INTO money_movement SELECT 'voucher taken/' || ref || '/' || code, ref, '', 'voucher taken', amount, '', code, '',
    'spent before the ledger', (SELECT confirmed_ms FROM booking b WHERE b.ref = u.ref)
    FROM voucher_use u WHERE redeemed;
-- What a booking was paid elsewhere: imported bookings.
INSERT INTO money_movement SELECT 'correction/' || b.ref || '/before the ledger', b.ref, '', 'correction',
    b.amount_paid - COALESCE((SELECT SUM(m.amount) FROM money_movement m WHERE m.ref = b.ref AND m.kind = 'charge'), 0), '', '', '',
    'paid elsewhere before the ledger', b.confirmed_ms
    FROM booking b WHERE b.confirmed_ms > 0
    AND b.amount_paid <> COALESCE((SELECT SUM(m.amount) FROM money_movement m WHERE m.ref = b.ref AND m.kind = 'charge'), 0);

-- +goose Down
DROP TABLE money_movement;
