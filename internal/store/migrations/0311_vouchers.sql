-- +goose Up
-- A voucher that our staff issued has its last day and purpose in this table. A
-- voucher from the catalogue has them in the catalogue; its row here exists only so
-- that a transaction can lock it.
ALTER TABLE voucher ADD COLUMN from_catalogue BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE voucher ADD COLUMN until TEXT NOT NULL DEFAULT ''; -- the last day, ISO; '': no end
ALTER TABLE voucher ADD COLUMN purpose TEXT NOT NULL DEFAULT '';

-- What happened to vouchers: one row for each change, written once and never
-- changed (migration 314, in guards.go, forbids it). amount is what the row does to the balance,
-- so the balance is the sum. ref has no foreign key, because holds that have run
-- out are deleted after some weeks.
CREATE TABLE voucher_line (
    id      TEXT   PRIMARY KEY,
    code    TEXT   NOT NULL REFERENCES voucher (code),
    kind    TEXT   NOT NULL,
    amount  BIGINT NOT NULL,
    ref     TEXT   NOT NULL, -- '': no booking
    cause   TEXT   NOT NULL,
    by_whom TEXT   NOT NULL, -- '': not by our staff
    at_ms   BIGINT NOT NULL,
    CHECK (kind IN ('issued', 'released', 'returned') AND amount > 0
        OR kind IN ('reserved', 'taken') AND amount < 0
        OR kind = 'voided' AND amount <= 0
        OR kind IN ('expired', 'corrected') AND amount <> 0),
    CHECK ((ref <> '') = (kind IN ('reserved', 'released', 'taken', 'returned')))
);
CREATE INDEX voucher_line_code ON voucher_line (code);
CREATE INDEX voucher_line_ref ON voucher_line (ref);
CREATE INDEX voucher_line_at ON voucher_line (at_ms, id);

-- Copies what bookings have reserved and taken. The amounts issued are in the
-- catalogue: here they begin with what was spent, and are corrected when the voucher
-- is next used.
INSERT INTO voucher (code) SELECT voucher FROM money_movement WHERE voucher <> ''
    UNION SELECT code FROM voucher_use EXCEPT SELECT code FROM voucher;
INSERT INTO voucher_line SELECT key, voucher, CASE kind WHEN 'voucher taken' THEN 'taken' ELSE 'returned' END,
    CASE kind WHEN 'voucher taken' THEN -amount ELSE amount END, ref, cause, '', at_ms FROM money_movement WHERE voucher <> '';
INSERT INTO voucher_line SELECT 'reserved/' || u.ref || '/' || u.code, u.code, 'reserved', -u.amount, u.ref,
    'reserved before vouchers had a history', '', b.started_ms FROM voucher_use u JOIN booking b ON b.ref = u.ref WHERE NOT u.redeemed;
INSERT INTO voucher_line SELECT 'issued/' || code, code, 'issued', -SUM(amount), '',
    'used by bookings before vouchers had a history', '', MIN(at_ms) FROM voucher_line GROUP BY code HAVING SUM(amount) < 0;
-- Nodes of the release before may write until migration 314 (guards.go): see 0318.
DELETE FROM voucher_use;

-- +goose Down
INSERT INTO money_movement SELECT id, ref, '', CASE kind WHEN 'taken' THEN 'voucher taken' ELSE 'voucher returned' END, ABS(amount), '', code, '', cause, at_ms
    FROM voucher_line WHERE kind IN ('taken', 'returned') AND id NOT IN (SELECT key FROM money_movement);
INSERT INTO voucher_use SELECT ref, code, -SUM(amount), SUM(CASE WHEN kind IN ('taken', 'returned') THEN amount ELSE 0 END) < 0
    FROM voucher_line WHERE ref <> '' GROUP BY ref, code HAVING SUM(amount) < 0;
DROP TABLE voucher_line;
DELETE FROM voucher WHERE NOT from_catalogue;
ALTER TABLE voucher DROP COLUMN purpose;
ALTER TABLE voucher DROP COLUMN until;
ALTER TABLE voucher DROP COLUMN from_catalogue;
