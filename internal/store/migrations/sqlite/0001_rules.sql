-- What SQLite refuses beside the constraints of the tables. postgres/0001_rules.sql has the
-- same rules, by the same names.

-- The ledger, the history of vouchers, the record of what staff did and what they closed,
-- statements and remittances are only added to.

CREATE TRIGGER money_movement_is_not_changed BEFORE UPDATE ON money_movement
BEGIN SELECT RAISE(ABORT, 'a movement of money is never changed'); END;

CREATE TRIGGER money_movement_is_not_removed BEFORE DELETE ON money_movement
BEGIN SELECT RAISE(ABORT, 'a movement of money is never removed'); END;

CREATE TRIGGER voucher_line_is_not_changed BEFORE UPDATE ON voucher_line
BEGIN SELECT RAISE(ABORT, 'the history of a voucher is never changed'); END;

CREATE TRIGGER voucher_line_is_not_removed BEFORE DELETE ON voucher_line
BEGIN SELECT RAISE(ABORT, 'the history of a voucher is never removed'); END;

CREATE TRIGGER operator_action_is_not_changed BEFORE UPDATE ON operator_action
BEGIN SELECT RAISE(ABORT, 'a record of what staff did is never changed'); END;

CREATE TRIGGER operator_action_is_not_removed BEFORE DELETE ON operator_action
BEGIN SELECT RAISE(ABORT, 'a record of what staff did is never removed'); END;

CREATE TRIGGER office_event_is_not_changed BEFORE UPDATE ON office_event
BEGIN SELECT RAISE(ABORT, 'an event of the office is never changed'); END;

CREATE TRIGGER office_event_is_not_removed BEFORE DELETE ON office_event
BEGIN SELECT RAISE(ABORT, 'an event of the office is never removed'); END;

CREATE TRIGGER office_seal_is_not_changed BEFORE UPDATE ON office_seal
BEGIN SELECT RAISE(ABORT, 'a seal is never changed'); END;

CREATE TRIGGER office_seal_is_not_removed BEFORE DELETE ON office_seal
BEGIN SELECT RAISE(ABORT, 'a seal is never removed'); END;

CREATE TRIGGER office_sealed_is_not_changed BEFORE UPDATE ON office_sealed
BEGIN SELECT RAISE(ABORT, 'a seal is never changed'); END;

CREATE TRIGGER office_sealed_is_not_removed BEFORE DELETE ON office_sealed
BEGIN SELECT RAISE(ABORT, 'a seal is never removed'); END;

CREATE TRIGGER office_event_value_is_only_erased BEFORE UPDATE ON office_event_value
WHEN NEW.text <> '' OR NEW.digest_key <> '' OR NEW.digest <> OLD.digest OR NEW.field <> OLD.field OR NEW.event <> OLD.event OR NEW.place <> OLD.place
BEGIN SELECT RAISE(ABORT, 'a value of an event is only erased'); END;

CREATE TRIGGER office_event_value_is_not_removed BEFORE DELETE ON office_event_value
BEGIN SELECT RAISE(ABORT, 'a value of an event is only erased'); END;

CREATE TRIGGER stock_closure_is_not_changed BEFORE UPDATE ON stock_closure
BEGIN SELECT RAISE(ABORT, 'the history of what was closed is never changed'); END;

CREATE TRIGGER stock_closure_is_not_removed BEFORE DELETE ON stock_closure
BEGIN SELECT RAISE(ABORT, 'the history of what was closed is never removed'); END;

CREATE TRIGGER statement_is_not_changed BEFORE UPDATE ON statement
BEGIN SELECT RAISE(ABORT, 'a statement is frozen'); END;

CREATE TRIGGER statement_is_not_removed BEFORE DELETE ON statement
BEGIN SELECT RAISE(ABORT, 'a statement is frozen'); END;

CREATE TRIGGER statement_line_is_not_changed BEFORE UPDATE ON statement_line
BEGIN SELECT RAISE(ABORT, 'a statement is frozen'); END;

CREATE TRIGGER statement_line_is_not_removed BEFORE DELETE ON statement_line
BEGIN SELECT RAISE(ABORT, 'a statement is frozen'); END;

CREATE TRIGGER remittance_is_not_changed BEFORE UPDATE ON remittance
BEGIN SELECT RAISE(ABORT, 'a remittance is never changed'); END;

CREATE TRIGGER remittance_is_not_removed BEFORE DELETE ON remittance
BEGIN SELECT RAISE(ABORT, 'a remittance is never changed'); END;

-- An attempt takes no money without its rows in the ledger. The conditions name that of the
-- index (attempt <> ''): without it the whole ledger would be read.

CREATE TRIGGER payment_attempt_has_its_charge BEFORE UPDATE ON payment_attempt
WHEN NEW.amount > 0 AND NEW.state IN ('authorised', 'capture requested', 'captured')
    AND NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.attempt <> '' AND m.kind = 'charge')
BEGIN SELECT RAISE(ABORT, 'the ledger has no row for this payment'); END;

CREATE TRIGGER payment_attempt_has_its_capture BEFORE UPDATE ON payment_attempt
WHEN NEW.amount > 0 AND NEW.state = 'captured'
    AND NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.attempt <> '' AND m.kind = 'capture')
BEGIN SELECT RAISE(ABORT, 'the ledger has no row for this payment'); END;

-- Nothing is spent that a voucher does not have.

CREATE TRIGGER voucher_line_is_covered BEFORE INSERT ON voucher_line
WHEN NEW.amount < 0
    AND NEW.amount + (SELECT COALESCE(SUM(l.amount), 0) FROM voucher_line l WHERE l.code = NEW.code) < 0
BEGIN SELECT RAISE(ABORT, 'the voucher has less left'); END;

-- A booking that is no longer open has taken or released what it reserved.

CREATE TRIGGER booking_keeps_no_voucher BEFORE UPDATE OF state ON booking
WHEN NEW.state NOT IN ('held', 'paying')
    AND (SELECT SUM(l.amount) FROM voucher_line l WHERE l.ref = NEW.ref AND l.kind IN ('reserved', 'released')) <> 0
BEGIN SELECT RAISE(ABORT, 'the booking still reserves an amount of a voucher'); END;
