package store_test

import (
	"context"
	"strings"
	"testing"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func change(s *store.Store, query string, args ...any) error {
	return s.Update(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
}

// insertBooking and insertAttempt are the SQL of a row, without the numbers at its end.
const (
	insertBooking = `INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, attempt, terms, person,
		nights, total, started_ms, expires_ms, confirmed_ms, changed_ms) VALUES `
	insertAttempt = `INSERT INTO payment_attempt (id, ref, state, live, method, order_code, provider_ref, client_key, holder, alert, detail,
		seq, amount, created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms) VALUES `
)

// What no program may write, whatever its faults: the database itself refuses it. The tests of
// the ledger and of vouchers have more.
func TestTheDatabaseItselfRefuses(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		s := db.Open(t)
		for _, query := range []string{
			"INSERT INTO stock (unit_type, night, taken) VALUES ('U1', '2026-07-17', 1)",
			"INSERT INTO stock_closure (id, unit_type, first_night, last_night, units, by_whom, why, at_ms) VALUES ('C1', 'U1', '2026-07-17', '2026-07-18', 1, 'Jo', 'roof', 1)",
			"INSERT INTO statement (number, operator, seq, body) VALUES (1, 'HAV', 1, '{}')",
			"INSERT INTO remittance (id, operator, amount, bank_day, reference, by_whom, at_ms) VALUES ('R1', 'HAV', 1, '2026-07-17', 'BACS', 'Fi', 1)",
			"INSERT INTO generation (id, kind, complete, state, touched_ms) VALUES ('G1', 'prices', TRUE, 'live', 1)",
			insertBooking + "('R1', 'R1', 'paying', 'h', '', 'start', '', 'U1', '2026-07-17', 'A1', '{}', '', 3, 100, 1, 1, 0, 1)",
			insertAttempt + "('A1', 'R1', 'sending', TRUE, 'worldpay', 'R1-1', 'P1', 'k1', 'h', '', '{}', 1, 100, 1, 1, 1, 1, 0, 1)",
			"INSERT INTO money_movement (key, ref, attempt, kind, amount, method, provider_ref, cause, at_ms) VALUES ('fee/R1', 'R1', '', 'fee', 1, '', '', '', 1)",
			"INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms) VALUES ('J1', 'email', '1', '', 'due', 1, 0, 1)",
			"INSERT INTO payment_provider (id, name, recorded_ms) VALUES (1, 'live', 1)",
			"INSERT INTO operator_action (id, at_ms, by_whom, why, command, ref, attempt, done) VALUES ('O1', 1, 'Jo', 'asked', 'erase', '', '', '')",
			"INSERT INTO newsletter (email_key, email, first_name, referer, token, source, newspaper, wording, signed_up_ms) VALUES ('a@b', 'a@b', '', '', 'T1', '', '', '', 1)",
			"INSERT INTO brand (code) VALUES ('BF')",
		} {
			if err := change(s, query); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
		}
		for what, queries := range map[string][]string{
			"a text in a column of numbers": {
				"UPDATE stock SET taken = 'many'", "UPDATE change_counter SET number = 'one'", "UPDATE generation SET swept = 'maybe'", "UPDATE generation SET prepared = 'all'",
				"UPDATE booking SET nights = 'some'", "UPDATE booking SET total = '£100'", "UPDATE booking SET started_ms = 'then', expires_ms = 'later'",
				"UPDATE payment_attempt SET sent_ms = 'now'", "UPDATE payment_attempt SET amount = '1,000'", "UPDATE payment_attempt SET live = 'y e s'",
				"UPDATE outbox SET created_ms = 'yesterday'", "UPDATE outbox SET tries = 'many'", "UPDATE outbox SET due_ms = due_ms || 'x'",
				"INSERT INTO stock (unit_type, night, taken) VALUES ('U1', '2026-07-18', 'many')",
				"INSERT INTO money_movement (key, ref, attempt, kind, amount, method, provider_ref, cause, at_ms) VALUES ('k', 'R1', '', 'fee', '£1', '', '', '', 1)",
				"INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms) VALUES ('J2', 'email', '2', '', 'due', 0, 0, 'now')",
			},
			"nothing where something is needed":  {"UPDATE booking SET total = NULL", "UPDATE payment_attempt SET amount = NULL", "INSERT INTO brand (code) VALUES (NULL)"},
			"fewer booked units than none":       {"UPDATE stock SET taken = taken - 2", "INSERT INTO stock (unit_type, night, taken) VALUES ('U2', '2026-07-17', -1)"},
			"fewer closed units than none":       {"UPDATE stock SET closed = -1"},
			"another history of what was closed": {"UPDATE stock_closure SET units = 2", "DELETE FROM stock_closure"},
			"another statement or remittance than was made": {
				"UPDATE statement SET body = ''", "DELETE FROM statement", "UPDATE remittance SET amount = 2", "DELETE FROM remittance",
				"INSERT INTO statement (number, operator, seq, body) VALUES (1, 'OTHER', 1, '{}')", "INSERT INTO statement (number, operator, seq, body) VALUES (2, 'HAV', 1, '{}')",
				"INSERT INTO remittance (id, operator, amount, bank_day, reference, by_whom, at_ms) VALUES ('R2', 'HAV', 5, '2026-07-17', 'BACS', 'Fi', 1)",
				"INSERT INTO remittance (id, operator, amount, bank_day, reference, by_whom, at_ms) VALUES ('R2', 'HAV', 0, '2026-07-18', 'BACS', 'Fi', 1)",
			},
			"a closure of no units, of nobody, without a reason, or that ends before it begins": {
				"INSERT INTO stock_closure (id, unit_type, first_night, last_night, units, by_whom, why, at_ms) VALUES ('C2', 'U1', '2026-07-17', '2026-07-18', 0, 'Jo', 'roof', 1)",
				"INSERT INTO stock_closure (id, unit_type, first_night, last_night, units, by_whom, why, at_ms) VALUES ('C2', 'U1', '2026-07-17', '2026-07-18', 1, '', 'roof', 1)",
				"INSERT INTO stock_closure (id, unit_type, first_night, last_night, units, by_whom, why, at_ms) VALUES ('C2', 'U1', '2026-07-17', '2026-07-18', 1, 'Jo', '', 1)",
				"INSERT INTO stock_closure (id, unit_type, first_night, last_night, units, by_whom, why, at_ms) VALUES ('C2', 'U1', '2026-07-17', '2026-07-16', 1, 'Jo', 'roof', 1)",
			},
			"a state that does not exist": {
				"UPDATE booking SET state = 'paid'", "UPDATE payment_attempt SET state = 'paid', live = FALSE", "UPDATE outbox SET state = 'waiting'", "UPDATE generation SET state = 'published'",
			},
			"an attempt whose state says something else than live": {"UPDATE payment_attempt SET live = FALSE", "UPDATE payment_attempt SET state = 'refused'"},
			"a second open booking of one start": {
				insertBooking + "('R2', 'R2', 'held', 'h', '', 'start', '', 'U1', '2026-07-17', '', '{}', '', 3, 100, 1, 1, 0, 1)",
			},
			"a second open attempt of a booking": {
				insertAttempt + "('A2', 'R1', 'created', TRUE, 'worldpay', 'R1-2', '', 'k2', 'h', '', '{}', 2, 100, 1, 1, 0, 0, 0, 1)",
			},
			"a second attempt of one number, key, order or order of the provider": {
				insertAttempt + "('A2', 'R1', 'failed', FALSE, 'worldpay', 'R1-2', '', 'k2', 'h', '', '{}', 1, 100, 1, 1, 0, 0, 0, 0)",
				insertAttempt + "('A2', 'R1', 'failed', FALSE, 'worldpay', 'R1-2', '', 'k1', 'h', '', '{}', 2, 100, 1, 1, 0, 0, 0, 0)",
				insertAttempt + "('A2', 'R1', 'failed', FALSE, 'worldpay', 'R1-1', '', 'k2', 'h', '', '{}', 2, 100, 1, 1, 0, 0, 0, 0)",
				insertAttempt + "('A2', 'R1', 'failed', FALSE, 'worldpay', 'R1-2', 'P1', 'k2', 'h', '', '{}', 2, 100, 1, 1, 0, 0, 0, 0)",
			},
			"an attempt without a booking, or of less than nothing": {
				insertAttempt + "('A2', 'NONE', 'failed', FALSE, 'worldpay', 'R1-2', '', 'k2', 'h', '', '{}', 2, 100, 1, 1, 0, 0, 0, 0)",
				insertAttempt + "('A2', 'R1', 'failed', FALSE, 'worldpay', 'R1-2', '', 'k2', 'h', '', '{}', 2, -1, 1, 1, 0, 0, 0, 0)",
			},
			"money without its row in the ledger": {
				"UPDATE payment_attempt SET state = 'authorised', live = FALSE", "UPDATE payment_attempt SET state = 'captured', live = FALSE",
			},
			"a booking that goes before its money":                  {"DELETE FROM booking"},
			"another provider beside the recorded one":              {"INSERT INTO payment_provider (id, name, recorded_ms) VALUES (2, 'live', 1)"},
			"what staff did, changed, removed, or without a reason": {"UPDATE operator_action SET why = 'x'", "DELETE FROM operator_action", "INSERT INTO operator_action (id, at_ms, by_whom, why, command, ref, attempt, done) VALUES ('O2', 1, 'Jo', '', 'erase', '', '', '')", "INSERT INTO operator_action (id, at_ms, by_whom, why, command, ref, attempt, done) VALUES ('O2', 1, '', 'asked', 'erase', '', '', '')"},
			"one job twice": {"INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms) VALUES ('J2', 'email', '1', '', 'due', 1, 0, 1)"},
			"one token for two addresses": {
				"INSERT INTO newsletter (email_key, email, first_name, referer, token, source, newspaper, wording, signed_up_ms) VALUES ('c@d', 'c@d', '', '', 'T1', '', '', '', 1)",
			},
		} {
			for _, query := range queries {
				if err := change(s, query); err == nil {
					t.Errorf("%s was accepted: %s", what, query)
				}
			}
		}
		if err := change(s, "UPDATE outbox SET created_ms = $1, tries = tries + 1", 5); err != nil {
			t.Error(err)
		}
	})
}

// A table that is not strict accepts any value in any column.
func TestEveryTableOfSQLiteIsStrict(t *testing.T) {
	err := storetest.SQLite(t).Open(t).View(t.Context(), func(tx *store.Tx) error {
		lax, err := store.Select(tx, func(scan func(into ...any) error) (name string, err error) { return name, scan(&name) },
			"SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'")
		if len(lax) > 0 {
			t.Errorf("not strict: %s; each CREATE TABLE must end with a line of its own (migrate.go)", strings.Join(lax, ", "))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Both databases have the same rules, by name.
func TestBothDatabasesHaveTheSameRules(t *testing.T) {
	rules := func(s *store.Store, query string) (names []string) {
		t.Helper()
		err := s.View(t.Context(), func(tx *store.Tx) (err error) {
			names, err = store.Select(tx, func(scan func(into ...any) error) (name string, err error) { return name, scan(&name) }, query)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	lite := rules(storetest.SQLite(t).Open(t), "SELECT name || ' on ' || tbl_name FROM sqlite_master WHERE type = 'trigger' ORDER BY 1")
	postgres := rules(storetest.PostgreSQL(t).Open(t), "SELECT tgname || ' on ' || tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1")
	if len(lite) == 0 || strings.Join(lite, "\n") != strings.Join(postgres, "\n") {
		t.Errorf("SQLite:\n%s\nPostgreSQL:\n%s", strings.Join(lite, "\n"), strings.Join(postgres, "\n"))
	}
}
