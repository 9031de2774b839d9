-- What PostgreSQL refuses beside the constraints of the tables. sqlite/0001_rules.sql has the
-- same rules, by the same names.
--
-- The WHEN of a trigger selects the rows that are looked at: PostgreSQL tests it without
-- calling a function, which costs more than most updates. A rule that reads other rows has
-- a function of its own.

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation';
END $$;

-- The ledger, the history of vouchers, the record of what staff did and what they closed,
-- statements and remittances are only added to.

CREATE TRIGGER money_movement_is_not_changed BEFORE UPDATE ON money_movement
FOR EACH ROW EXECUTE FUNCTION refuse('a movement of money is never changed');

CREATE TRIGGER money_movement_is_not_removed BEFORE DELETE ON money_movement
FOR EACH ROW EXECUTE FUNCTION refuse('a movement of money is never removed');

CREATE TRIGGER voucher_line_is_not_changed BEFORE UPDATE ON voucher_line
FOR EACH ROW EXECUTE FUNCTION refuse('the history of a voucher is never changed');

CREATE TRIGGER voucher_line_is_not_removed BEFORE DELETE ON voucher_line
FOR EACH ROW EXECUTE FUNCTION refuse('the history of a voucher is never removed');

CREATE TRIGGER operator_action_is_not_changed BEFORE UPDATE ON operator_action
FOR EACH ROW EXECUTE FUNCTION refuse('a record of what staff did is never changed');

CREATE TRIGGER operator_action_is_not_removed BEFORE DELETE ON operator_action
FOR EACH ROW EXECUTE FUNCTION refuse('a record of what staff did is never removed');

CREATE TRIGGER office_event_is_not_changed BEFORE UPDATE ON office_event
FOR EACH ROW EXECUTE FUNCTION refuse('an event of the office is never changed');

CREATE TRIGGER office_event_is_not_removed BEFORE DELETE ON office_event
FOR EACH ROW EXECUTE FUNCTION refuse('an event of the office is never removed');

CREATE TRIGGER office_seal_is_not_changed BEFORE UPDATE ON office_seal
FOR EACH ROW EXECUTE FUNCTION refuse('a seal is never changed');

CREATE TRIGGER office_seal_is_not_removed BEFORE DELETE ON office_seal
FOR EACH ROW EXECUTE FUNCTION refuse('a seal is never removed');

CREATE TRIGGER office_sealed_is_not_changed BEFORE UPDATE ON office_sealed
FOR EACH ROW EXECUTE FUNCTION refuse('a seal is never changed');

CREATE TRIGGER office_sealed_is_not_removed BEFORE DELETE ON office_sealed
FOR EACH ROW EXECUTE FUNCTION refuse('a seal is never removed');

CREATE TRIGGER office_event_value_is_only_erased BEFORE UPDATE ON office_event_value
FOR EACH ROW WHEN (NEW.text <> '' OR NEW.digest_key <> '' OR NEW.digest <> OLD.digest OR NEW.field <> OLD.field OR NEW.event <> OLD.event OR NEW.place <> OLD.place)
EXECUTE FUNCTION refuse('a value of an event is only erased');

CREATE TRIGGER office_event_value_is_not_removed BEFORE DELETE ON office_event_value
FOR EACH ROW EXECUTE FUNCTION refuse('a value of an event is only erased');

CREATE TRIGGER stock_closure_is_not_changed BEFORE UPDATE ON stock_closure
FOR EACH ROW EXECUTE FUNCTION refuse('the history of what was closed is never changed');

CREATE TRIGGER stock_closure_is_not_removed BEFORE DELETE ON stock_closure
FOR EACH ROW EXECUTE FUNCTION refuse('the history of what was closed is never removed');

CREATE TRIGGER statement_is_not_changed BEFORE UPDATE ON statement
FOR EACH ROW EXECUTE FUNCTION refuse('a statement is frozen');

CREATE TRIGGER statement_is_not_removed BEFORE DELETE ON statement
FOR EACH ROW EXECUTE FUNCTION refuse('a statement is frozen');

CREATE TRIGGER statement_line_is_not_changed BEFORE UPDATE ON statement_line
FOR EACH ROW EXECUTE FUNCTION refuse('a statement is frozen');

CREATE TRIGGER statement_line_is_not_removed BEFORE DELETE ON statement_line
FOR EACH ROW EXECUTE FUNCTION refuse('a statement is frozen');

CREATE TRIGGER remittance_is_not_changed BEFORE UPDATE ON remittance
FOR EACH ROW EXECUTE FUNCTION refuse('a remittance is never changed');

CREATE TRIGGER remittance_is_not_removed BEFORE DELETE ON remittance
FOR EACH ROW EXECUTE FUNCTION refuse('a remittance is never changed');

-- An attempt takes no money without its rows in the ledger. There are two functions, because
-- PostgreSQL would plan one condition for both again for every payment: a plan for the known
-- state is cheaper. The conditions name that of the index (attempt <> ''): without it, a plan
-- for any attempt reads the whole ledger.

CREATE FUNCTION payment_attempt_has_its_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.attempt <> '' AND m.kind = 'charge') THEN
        RAISE EXCEPTION 'the ledger has no row for this payment' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER payment_attempt_has_its_charge BEFORE UPDATE ON payment_attempt
FOR EACH ROW WHEN (NEW.amount > 0 AND NEW.state IN ('authorised', 'capture requested', 'captured'))
EXECUTE FUNCTION payment_attempt_has_its_charge();

CREATE FUNCTION payment_attempt_has_its_capture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.attempt <> '' AND m.kind = 'capture') THEN
        RAISE EXCEPTION 'the ledger has no row for this payment' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER payment_attempt_has_its_capture BEFORE UPDATE ON payment_attempt
FOR EACH ROW WHEN (NEW.amount > 0 AND NEW.state = 'captured')
EXECUTE FUNCTION payment_attempt_has_its_capture();

-- Nothing is spent that a voucher does not have.

CREATE FUNCTION voucher_line_is_covered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.amount + (SELECT COALESCE(SUM(l.amount), 0) FROM voucher_line l WHERE l.code = NEW.code) < 0 THEN
        RAISE EXCEPTION 'the voucher has less left' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER voucher_line_is_covered BEFORE INSERT ON voucher_line
FOR EACH ROW WHEN (NEW.amount < 0)
EXECUTE FUNCTION voucher_line_is_covered();

-- A booking that is no longer open has taken or released what it reserved.

CREATE FUNCTION booking_keeps_no_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT SUM(l.amount) FROM voucher_line l WHERE l.ref = NEW.ref AND l.kind IN ('reserved', 'released')) <> 0 THEN
        RAISE EXCEPTION 'the booking still reserves an amount of a voucher' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER booking_keeps_no_voucher BEFORE UPDATE OF state ON booking
FOR EACH ROW WHEN (NEW.state NOT IN ('held', 'paying'))
EXECUTE FUNCTION booking_keeps_no_voucher();

-- 30 % of a page of bookings is kept for later versions of its rows: an update that finds room
-- there, and changes no column of an index, writes no index.
ALTER TABLE booking SET (fillfactor = 70);

-- The beginning of a term, and of the key of a job, is a range of its bytes, in whatever order
-- the database sorts words.
ALTER TABLE booking_term ALTER COLUMN term TYPE TEXT COLLATE "C";
ALTER TABLE outbox ALTER COLUMN job_key TYPE TEXT COLLATE "C";
