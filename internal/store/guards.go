package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/pressly/goose/v3"
)

// guard is a rule that a trigger enforces: what the database itself refuses. create and
// drop write the trigger for each database.
type guard struct {
	name, table, on string // on: the events of the trigger, such as UPDATE
	// rows selects the rows that are looked at, by their own columns; "": all. PostgreSQL
	// tests it without calling a function, which costs more than most updates.
	rows string
	// when selects which of them are refused; "": all.
	when    string
	message string // of the refusal
}

// movementGuards keep the ledger append-only.
var movementGuards = []guard{
	{"money_movement_is_not_changed", "money_movement", "UPDATE", "", "", "a movement of money is never changed"},
	{"money_movement_is_not_removed", "money_movement", "DELETE", "", "", "a movement of money is never removed"},
}

// actionGuards keep the record of what staff do append-only.
var actionGuards = []guard{
	{"operator_action_is_not_changed", "operator_action", "UPDATE", "", "", "a record of what staff did is never changed"},
	{"operator_action_is_not_removed", "operator_action", "DELETE", "", "", "a record of what staff did is never removed"},
}

// chargeGuard refuses that an attempt takes money without its row in the ledger.
// A node of before the ledger that still runs fails there; the attempt is then
// settled by a newer node.
var chargeGuard = guard{"payment_attempt_has_its_charge", "payment_attempt", "UPDATE",
	"NEW.amount > 0 AND NEW.state IN ('authorised', 'paid')",
	`NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.kind = 'charge')
	OR NEW.state = 'paid' AND NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.kind = 'capture')`,
	"the ledger has no row for this payment"}

// requestGuard is chargeGuard for the states of migration 0262.
var requestGuard = guard{chargeGuard.name, chargeGuard.table, chargeGuard.on,
	"NEW.amount > 0 AND NEW.state IN ('authorised', 'capture requested', 'captured')",
	`NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.kind = 'charge')
	OR NEW.state = 'captured' AND NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.kind = 'capture')`,
	chargeGuard.message}

// moneyGuards replace requestGuard by two: one for the charge, one for the capture. PostgreSQL would
// plan one condition for both again for every payment, because a plan for the known state is cheaper.
var moneyGuards = []guard{
	{requestGuard.name, requestGuard.table, requestGuard.on, requestGuard.rows, withoutMovement("charge"), requestGuard.message},
	{"payment_attempt_has_its_capture", requestGuard.table, requestGuard.on, "NEW.amount > 0 AND NEW.state = 'captured'",
		withoutMovement("capture"), requestGuard.message},
}

// withoutMovement is the condition that the ledger has no row of a kind for an attempt.
// It repeats the condition of the index of attempts (attempt is not empty): without that, a plan
// for any attempt does not use the index but reads the whole ledger.
func withoutMovement(kind string) string {
	return "NOT EXISTS (SELECT 1 FROM money_movement m WHERE m.attempt = NEW.id AND m.attempt <> '' AND m.kind = '" + kind + "')"
}

// voucherGuards keep the history of vouchers append-only and complete: nothing is
// spent that a voucher does not have, and a booking that is no longer open has
// taken or released what it reserved. They also prevent that a node of the version
// before writes about vouchers where nodes of this version do not look.
var voucherGuards = []guard{
	{"voucher_line_is_not_changed", "voucher_line", "UPDATE", "", "", "the history of a voucher is never changed"},
	{"voucher_line_is_not_removed", "voucher_line", "DELETE", "", "", "the history of a voucher is never removed"},
	{"voucher_line_is_covered", "voucher_line", "INSERT",
		"NEW.amount < 0", "NEW.amount + (SELECT COALESCE(SUM(l.amount), 0) FROM voucher_line l WHERE l.code = NEW.code) < 0", "the voucher has less left"},
	{"booking_keeps_no_voucher", "booking", "UPDATE OF state",
		"NEW.state NOT IN ('held', 'paying')",
		"(SELECT SUM(l.amount) FROM voucher_line l WHERE l.ref = NEW.ref AND l.kind IN ('reserved', 'released')) <> 0",
		"the booking still reserves an amount of a voucher"},
	{"voucher_use_has_ended", "voucher_use", "INSERT", "", "", "vouchers are in voucher_line"},
	{"money_movement_has_no_voucher", "money_movement", "INSERT", "NEW.voucher <> ''", "", "vouchers are in voucher_line"},
}

// create returns the statements that create a guard.
func (g guard) create(postgres bool) []string {
	if !postgres {
		var conditions []string
		for _, condition := range []string{g.rows, g.when} {
			if condition != "" {
				conditions = append(conditions, "("+condition+")")
			}
		}
		return []string{fmt.Sprintf("CREATE TRIGGER %s BEFORE %s ON %s%s BEGIN SELECT RAISE(ABORT, '%s'); END",
			g.name, g.on, g.table, whenAny(strings.Join(conditions, " AND ")), g.message)}
	}
	return []string{
		fmt.Sprintf(`CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF %s THEN RAISE EXCEPTION '%s' USING ERRCODE = 'check_violation'; END IF;
			IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
			RETURN NEW; END $$`, g.name, cmp.Or(g.when, "TRUE"), g.message),
		fmt.Sprintf("CREATE TRIGGER %[1]s BEFORE %[2]s ON %[3]s FOR EACH ROW%[4]s EXECUTE FUNCTION %[1]s()", g.name, g.on, g.table, whenAny(g.rows)),
	}
}

// whenAny is the WHEN of a trigger, or nothing where there is no condition.
func whenAny(condition string) string {
	if condition == "" {
		return ""
	}
	return " WHEN (" + condition + ")"
}

// drop returns the statements that remove a guard.
func (g guard) drop(postgres bool) []string {
	if !postgres {
		return []string{"DROP TRIGGER IF EXISTS " + g.name}
	}
	return []string{"DROP TRIGGER IF EXISTS " + g.name + " ON " + g.table, "DROP FUNCTION IF EXISTS " + g.name + "()"}
}

// paidColumn returns a trigger that keeps booking.amount_paid equal to the ledger's
// sum, for nodes of releases without the ledger. Migration 341 removes it. The column stays as
// long as nodes may run that write a zero to it.
func paidColumn(postgres bool) []string {
	update := "UPDATE booking SET amount_paid = (" + paidSum("NEW.ref") + ") WHERE ref = NEW.ref"
	if !postgres {
		return []string{"CREATE TRIGGER money_movement_is_paid AFTER INSERT ON money_movement BEGIN " + update + "; END"}
	}
	return []string{
		"CREATE FUNCTION money_movement_is_paid() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + update + "; RETURN NULL; END $$",
		"CREATE TRIGGER money_movement_is_paid AFTER INSERT ON money_movement FOR EACH ROW EXECUTE FUNCTION money_movement_is_paid()",
	}
}

// bookingRoom is how much of a page of bookings PostgreSQL fills with new ones, in per
// cent. The rest is for their next versions: an update that finds room in the page of
// the row, and changes no column of an index, writes no index.
const bookingRoom = 70

// lessWritten are the statements of migration 341: the trigger that wrote the booking
// with every payment goes, and requestGuard becomes the two moneyGuards.
func lessWritten(postgres bool) []string {
	all := append(inOrder(postgres), guard{name: "money_movement_is_paid", table: "money_movement"}.drop(postgres)...)
	for _, g := range moneyGuards { // the first one has the name of requestGuard
		all = append(append(all, g.drop(postgres)...), g.create(postgres)...)
	}
	if postgres {
		all = append(all, fmt.Sprintf("ALTER TABLE booking SET (fillfactor = %d)", bookingRoom))
	}
	return all
}

// inOrder locks the tables in the order in which a payment locks them. So a payment on
// another node waits, and there is no deadlock.
func inOrder(postgres bool) []string {
	if !postgres {
		return nil
	}
	return []string{"LOCK TABLE booking, payment_attempt, money_movement IN ACCESS EXCLUSIVE MODE"}
}

// moreWritten reverses lessWritten.
func moreWritten(postgres bool) []string {
	all := inOrder(postgres)
	for _, g := range moneyGuards {
		all = append(all, g.drop(postgres)...)
	}
	all = append(append(all, requestGuard.create(postgres)...), paidColumn(postgres)...)
	sum := "(" + paidSum("booking.ref") + ")"
	all = append(all, "UPDATE booking SET amount_paid = "+sum+" WHERE amount_paid <> "+sum)
	if postgres {
		all = append(all, "ALTER TABLE booking RESET (fillfactor)")
	}
	return all
}

// guardMigrations are the migrations that the two databases write differently.
func guardMigrations(postgres bool) []*goose.Migration {
	run := func(statements ...[]string) *goose.GoFunc {
		return &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			for _, some := range statements {
				for _, statement := range some {
					if _, err := tx.ExecContext(ctx, statement); err != nil {
						return fmt.Errorf("guard the ledger: %w", err)
					}
				}
			}
			return nil
		}}
	}
	var up, down [][]string
	for _, g := range append(movementGuards, chargeGuard) {
		up, down = append(up, g.create(postgres)), append(down, g.drop(postgres))
	}
	paid := guard{name: "money_movement_is_paid", table: "money_movement"}
	// Migration 0262 recreated the table, which dropped its trigger.
	recreated := requestGuard.create(postgres)
	if postgres {
		recreated = append([]string{"DROP FUNCTION " + chargeGuard.name + "()"}, recreated...)
	}
	var actionsUp, actionsDown [][]string
	for _, g := range actionGuards {
		actionsUp, actionsDown = append(actionsUp, g.create(postgres)), append(actionsDown, g.drop(postgres))
	}
	// Migration 0280 recreated the table again.
	recreatedAgain := requestGuard.create(postgres)
	if postgres {
		recreatedAgain = append([]string{"DROP FUNCTION " + requestGuard.name + "()"}, recreatedAgain...)
	}
	var vouchersUp, vouchersDown [][]string
	for _, g := range voucherGuards {
		vouchersUp, vouchersDown = append(vouchersUp, g.create(postgres)), append(vouchersDown, g.drop(postgres))
	}
	// The guards of older databases examined every row; now only those that rows selects.
	var narrowed []string
	for _, g := range append([]guard{requestGuard}, voucherGuards...) {
		if g.rows != "" {
			narrowed = append(append(narrowed, g.drop(postgres)...), g.create(postgres)...)
		}
	}
	return []*goose.Migration{
		numbersMigration(postgres),
		goose.NewGoMigration(341, run(lessWritten(postgres)), run(moreWritten(postgres))),
		goose.NewGoMigration(330, run(narrowed), nil),
		goose.NewGoMigration(314, run(vouchersUp...), run(vouchersDown...)),
		goose.NewGoMigration(291, run(recreatedAgain), run(requestGuard.drop(postgres))),
		goose.NewGoMigration(266, run(actionsUp...), run(actionsDown...)),
		goose.NewGoMigration(264, run(withReversals(postgres)), nil),
		goose.NewGoMigration(263, run(recreated), run(requestGuard.drop(postgres))),
		goose.NewGoMigration(261, run(append(up, paidColumn(postgres))...), run(append(down, paid.drop(postgres))...)),
	}
}
