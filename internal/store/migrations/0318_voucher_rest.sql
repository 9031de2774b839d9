-- +goose Up
-- What nodes of the release before wrote about vouchers after migration 0311 had
-- copied it, and before 314 (guards.go) refused it.

-- Bookings that they ended release what they reserved.
INSERT INTO voucher_line SELECT 'released/' || l.ref || '/' || l.code, l.code, 'released', -SUM(l.amount), l.ref,
    'the booking ended before vouchers had a history', '', MAX(b.changed_ms)
    FROM voucher_line l JOIN booking b ON b.ref = l.ref
    WHERE l.kind IN ('reserved', 'released') AND b.state NOT IN ('held', 'paying') GROUP BY l.ref, l.code HAVING SUM(l.amount) < 0;

-- Bookings that they confirmed or refunded. What was taken may be more than the
-- voucher has here; the next use corrects that by the catalogue.
INSERT INTO voucher (code) SELECT voucher FROM money_movement WHERE voucher <> '' EXCEPT SELECT code FROM voucher;
INSERT INTO voucher_line SELECT 'issued/rest/' || voucher, voucher, 'issued', SUM(amount), '',
    'used by bookings before vouchers had a history', '', MIN(at_ms) FROM money_movement
    WHERE voucher <> '' AND kind = 'voucher taken' AND key NOT IN (SELECT id FROM voucher_line) GROUP BY voucher;
INSERT INTO voucher_line SELECT key, voucher, CASE kind WHEN 'voucher taken' THEN 'taken' ELSE 'returned' END,
    CASE kind WHEN 'voucher taken' THEN -amount ELSE amount END, ref, cause, '', at_ms FROM money_movement
    WHERE voucher <> '' AND key NOT IN (SELECT id FROM voucher_line);

-- Bookings in progress reserve their amount again with their next step or payment,
-- if the voucher still has it.
DELETE FROM voucher_use;

-- +goose Down
SELECT 1; -- migration 0311 returns the lines to where they came from
