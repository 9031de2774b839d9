package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/ledger"
	"holidaymaker/internal/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// older creates databases whose last migration is that of a number, and runs
// statements on them.
func older(t *testing.T, last int64, statements ...string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	sources := map[string]string{"SQLite": dir, "PostgreSQL": storetest.EmptyPostgreSQL(t).Source}
	for name, source := range sources {
		db, provider := migrations(t, name, source)
		_, err := provider.UpTo(context.Background(), last)
		for _, statement := range statements {
			if err == nil {
				_, err = db.Exec(statement)
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return sources
}

// migrations opens a database, which the caller closes, and what migrates it. On SQLite
// source is its folder.
func migrations(t *testing.T, name, source string) (*sql.DB, *goose.Provider) {
	t.Helper()
	driver, dialect := "pgx", goose.DialectPostgres
	if name == "SQLite" {
		driver, dialect, source = "sqlite", goose.DialectSQLite3, filepath.Join(source, "holidaymaker.db")
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	provider, err := goose.NewProvider(dialect, db, os.DirFS("migrations"), goose.WithGoMigrations(store.GuardMigrations(name == "PostgreSQL")...))
	if err != nil {
		t.Fatal(err)
	}
	return db, provider
}

// attemptBefore returns the SQL of a payment attempt in the older schema.
func attemptBefore(seq int, state string, live bool, amount int) string {
	return fmt.Sprintf(`INSERT INTO payment_attempt (id, ref, seq, state, live, method, amount, order_code, client_key, holder,
		created_ms, expires_ms, sent_ms, settled_ms, check_ms, detail)
		VALUES ('P%d', '0123456789', %d, '%s', %t, 'worldpay', %d, '0123456789-%02d', 'key-%d', 'holder', 1000, 2000, 1500, 1600, 0,
		'{"option":"deposit","authorised":{},"challenge":{}}')`, seq, seq, state, live, amount, seq, seq)
}

// A database from before the migrations 0170 to 0250, with a booking, attempts
// in every state, jobs, prices and a counted failure, must migrate without
// losing anything.
func TestADatabaseOfAnOlderSchemaIsBroughtUpToDate(t *testing.T) {
	states := []string{"created", "challenge", "sending", "completing", "unknown", "authorised", "paid", "refused", "unproven", "failed",
		"abandoned", "cancelling", "cancelled", "refunding", "refunded"}
	statements := []string{
		`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, amount_paid, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('0123456789', '01234-56789', 'confirmed', 'holder', '', 'start', 'e-mail', 'U1', '2026-07-17', 3,
			'', 18900, 4900, '{"offer":"o","discount":{}}', '{"contact":{"email":"jo@example.test"}}', 1000, 2000, 1600, 1600)`,
		`INSERT INTO generation (id, kind, complete, state, live_since, touched_ms) VALUES ('g', 'prices', TRUE, 'live', 1, 1000)`,
		`INSERT INTO price (unit_type, generation, sheet, allotment) VALUES ('U1', 'g', 'sheet', 'allotment')`,
		`INSERT INTO outbox (id, kind, job_key, payload, state, due_ms, tries, created_ms)
			VALUES ('j', 'payment.capture', 'P6', '{"attempt":"P6"}', 'due', 1000, 0, 1000)`,
		`INSERT INTO voucher_use (ref, code, amount, redeemed) VALUES ('0123456789', 'GIFT', 700, TRUE)`,
		`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, amount_paid, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('HELD', 'HELD', 'held', 'holder', '', 'start-held', '', 'U1', '2026-07-17', 3,
			'', 18900, 0, '{"offer":"o","discount":{"kind":"voucher","code":"GIFT"}}', '{"contact":{}}', 1000, 2000, 0, 1600)`,
		`INSERT INTO voucher_use (ref, code, amount, redeemed) VALUES ('HELD', 'GIFT', 300, FALSE)`,
		`INSERT INTO strike (id, key, at_ms) VALUES ('s', 'key', 1000)`,
	}
	for i, state := range states {
		statements = append(statements, attemptBefore(i+1, state, i == 0, 100*i))
	}
	for name, source := range older(t, 160, statements...) {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			now := func() time.Time { return time.UnixMilli(5000) }
			s, err := store.Open(ctx, source, now)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			err = s.Payments().View(ctx, func(tx payment.Tx) error {
				b, err := tx.Booking("0123456789")
				if err != nil || b.State != booking.Confirmed || b.AmountPaid != 3500 || b.Contact.Email != "jo@example.test" {
					t.Errorf("booking %+v, %v", b, err)
				}
				attempts, err := tx.Attempts("0123456789")
				if err != nil || len(attempts) != len(states) {
					t.Fatalf("%d attempts, %v", len(attempts), err)
				}
				for i, a := range attempts {
					want := payment.State(states[i])
					if now, renamed := map[payment.State]payment.State{"unproven": payment.StateAuthenticationFailed, "paid": payment.StateCaptured,
						"refunding": payment.StateCancelling}[want]; renamed {
						want = now
					}
					if a.State != want || a.Seq != i+1 || int(a.Amount) != 100*i || a.OrderCode != fmt.Sprintf("0123456789-%02d", i+1) {
						t.Errorf("attempt %+v, want state %s", a, want)
					}
				}
				movements, err := tx.Movements("0123456789")
				sums := ledger.Sum(movements)
				// 1,100 pence of the 4,900 are of no attempt: paid elsewhere.
				if want := (ledger.Sums{Charged: 3800, Captured: 2000, Refunded: 1400, Corrected: 1100, Voucher: 700}); err != nil || sums != want {
					t.Errorf("ledger %+v, want %+v, %v", sums, want, err)
				}
				if err := ledger.Check(movements); err != nil {
					t.Error(err)
				}
				if v, err := tx.Voucher("GIFT"); err != nil || v.Left() != 0 { // what the catalogue has issued is added with the next use
					t.Errorf("%s of the voucher is left, %v", v.Left(), err)
				}
				lines, err := tx.VoucherLinesOf("HELD")
				if use := ledger.VoucherUses(lines)["GIFT"]; err != nil || use != (ledger.VoucherUse{Reserved: 300}) {
					t.Errorf("a booking in progress has %+v of the voucher, %v", use, err)
				}
				n, err := tx.Failures("key", time.Minute)
				if err != nil || n != 1 {
					t.Errorf("%d failures, %v", n, err)
				}
				withoutJob, err := tx.WithoutJob(10) // the authorised one has its job
				if err != nil || fmt.Sprint(withoutJob) != "[P12 P14]" {
					t.Errorf("without a job: %v, %v", withoutJob, err)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			jobs, err := s.Outbox().Lease(ctx, []string{payment.JobCapture}, 10, time.Minute)
			if err != nil || len(jobs) != 1 || jobs[0].Key != "P6" {
				t.Errorf("jobs %v, %v", jobs, err)
			}
			status, err := s.Outbox().Status(ctx)
			if want := []outbox.Status{{Kind: payment.JobCapture, Depth: 1, Oldest: time.UnixMilli(1000).UTC()}}; err != nil || fmt.Sprint(status) != fmt.Sprint(want) {
				t.Errorf("status %v, %v", status, err)
			}
			err = s.View(ctx, func(tx *store.Tx) error {
				provider, err := tx.Provider()
				if err != nil || provider != store.ProviderUnknown {
					t.Errorf("provider %q, %v", provider, err)
				}
				return tx.UnitPrices([]string{"U1"}, func(p store.UnitPrices) error {
					if string(p.Table) != "sheet" || string(p.Allotment) != "allotment" || p.Digest != "" {
						t.Errorf("prices %+v", p)
					}
					return nil
				})
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := s.Probe(ctx, "node"); err != nil {
				t.Error(err)
			}
			openWalletAttempts(t, s)
			if name == "PostgreSQL" {
				duringARollingUpgrade(t, s)
			}
		})
	}
}

// openWalletAttempts writes what a node of the release before the wallet writes
// about an attempt at the wallet, which it takes for ended. It must fail, because a
// second payment of the booking could start then.
func openWalletAttempts(t *testing.T, s *store.Store) {
	t.Helper()
	exec := func(statement string) error {
		return s.Update(context.Background(), func(tx *store.Tx) error { _, err := tx.Exec(statement); return err })
	}
	for i, state := range []string{"approval", "pending"} {
		ref := fmt.Sprintf("W%d", i)
		err := errors.Join(
			exec(fmt.Sprintf(`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
				attempt, total, amount_paid, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
				VALUES ('%s', '%s', 'paying', 'holder', '', 'start-%s', 'e-mail', 'U1', '2026-07-17', 3,
				'%s', 18900, 0, '{"offer":"o","discount":{}}', '{"contact":{"email":"jo@example.test"}}', 1000, 2000, 0, 1600)`, ref, ref, ref, ref)),
			exec(fmt.Sprintf(`INSERT INTO payment_attempt (id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder,
				created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail)
				VALUES ('%s', '%s', 1, '%s', TRUE, 'paypal', 100, '%s', 'order-%s', 'key', 'holder', 1000, 2000, 1500, 1500, 0, 1, '', '{}')`, ref, ref, state, ref, ref)))
		if err != nil {
			t.Fatal(err)
		}
		if exec("UPDATE payment_attempt SET live = FALSE, check_ms = 9000, detail = '{}' WHERE id = '"+ref+"'") == nil {
			t.Errorf("an attempt in state '%s' is not open any more", state)
		}
	}
}

// duringARollingUpgrade writes what a node of the previous release writes
// while both releases run, and reads it.
func duringARollingUpgrade(t *testing.T, s *store.Store) {
	t.Helper()
	err := s.Update(context.Background(), func(tx *store.Tx) error {
		for _, statement := range []string{
			"INSERT INTO strike (id, key, at_ms) VALUES ('s2', 'key', 4000)",
			"INSERT INTO strike_turn (key, at_ms) VALUES ('key', 4000) ON CONFLICT (key) DO UPDATE SET at_ms = excluded.at_ms",
			"INSERT INTO strike_turn (key, at_ms) VALUES ('key', 4001) ON CONFLICT (key) DO UPDATE SET at_ms = excluded.at_ms",
			"DELETE FROM strike_turn WHERE at_ms < 4000",
			"UPDATE booking SET amount_paid = 3500 WHERE ref = '0123456789'", // what it has read
		} {
			if _, err := tx.Exec(statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// Payments are prepared and taken by nodes alone that know the ledger and the
	// states of now.
	for _, statement := range []string{
		"UPDATE payment_attempt SET state = 'authorised' WHERE id = 'P3'",
		"UPDATE payment_attempt SET state = 'paid' WHERE id = 'P6'",
		attemptBefore(99, "created", false, 100),
	} {
		err = s.Update(context.Background(), func(tx *store.Tx) error { _, err := tx.Exec(statement); return err })
		if err == nil {
			t.Errorf("a node of before the ledger did %s", statement)
		}
	}
	err = s.Payments().View(context.Background(), func(tx payment.Tx) error {
		n, err := tx.Failures("key", time.Minute)
		if err != nil || n != 2 {
			t.Errorf("%d failures, %v", n, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Before migration 0311 the ledger had what bookings took of vouchers and gave back,
// and a table had what they reserved.
func TestADatabaseWithReturnedAndReservedVouchersIsBroughtUpToDate(t *testing.T) {
	made := func(ref, state string, confirmed int) string {
		return fmt.Sprintf(`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, amount_paid, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('%[1]s', '%[1]s', '%[2]s', 'holder', '', 'start-%[1]s', '', 'U1', '2026-07-17', 3,
			'', 18900, 0, '{"offer":"o","discount":{"kind":"voucher","code":"GIFT"}}', '{"contact":{}}', 1000, 2000, %[3]d, 1600)`, ref, state, confirmed)
	}
	moved := func(ref, kind, code string, amount int) string {
		return fmt.Sprintf(`INSERT INTO money_movement VALUES ('%s/%s/%s', '%s', '', '%s', %d, '', '%s', '', 'test', 1600)`, kind, ref, code, ref, kind, amount, code)
	}
	for name, source := range older(t, 310,
		made("REFUNDED", "refunded", 1600), moved("REFUNDED", "voucher taken", "GIFT", 7_00), moved("REFUNDED", "voucher returned", "GIFT", 7_00),
		made("CONFIRMED", "confirmed", 1600), moved("CONFIRMED", "voucher taken", "GIFT", 5_00),
		made("HELD", "held", 0), `INSERT INTO voucher_use (ref, code, amount, redeemed) VALUES ('HELD', 'GIFT', 300, FALSE)`,
		made("ALONE", "refunded", 1600), moved("ALONE", "voucher taken", "BACK", 2_00), moved("ALONE", "voucher returned", "BACK", 2_00),
	) {
		t.Run(name, func(t *testing.T) {
			s := storetest.Database{Name: name, Source: source}.Open(t)
			uses := func() map[string]ledger.VoucherUse {
				of := map[string]ledger.VoucherUse{}
				err := s.Payments().View(t.Context(), func(tx payment.Tx) error {
					for _, ref := range []string{"REFUNDED", "CONFIRMED", "HELD", "ALONE"} {
						lines, err := tx.VoucherLinesOf(ref)
						if err != nil {
							return err
						}
						for code, use := range ledger.VoucherUses(lines) {
							of[ref+" "+code] = use
						}
					}
					for _, code := range []string{"GIFT", "BACK"} {
						v, err := tx.Voucher(code)
						if err != nil || v.Check() != nil || v.Left() != 0 { // what the catalogue has issued is added with the next use
							t.Errorf("voucher %+v: %v, %v", v, v.Check(), err)
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				return of
			}
			want := map[string]ledger.VoucherUse{"REFUNDED GIFT": {}, "CONFIRMED GIFT": {Taken: 5_00}, "HELD GIFT": {Reserved: 3_00}, "ALONE BACK": {}}
			if got := uses(); !maps.Equal(got, want) {
				t.Errorf("bookings have %+v of vouchers, want %+v", got, want)
			}
			// What was reserved can be taken.
			err := s.Payments().Update(t.Context(), func(tx payment.Tx) error { return tx.RedeemVoucher("HELD") })
			want["HELD GIFT"] = ledger.VoucherUse{Taken: 3_00}
			if got := uses(); err != nil || !maps.Equal(got, want) {
				t.Errorf("after a payment bookings have %+v of vouchers, want %+v, %v", got, want, err)
			}
		})
	}
}

// Another brand's program must not change the schema of a database with bookings.
func TestAnOlderDatabaseOfAnotherBrandIsNotMigrated(t *testing.T) {
	sources := older(t, 340,
		`CREATE TABLE brand (code text NOT NULL)`,
		`INSERT INTO brand (code) VALUES ('SN')`,
		`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, amount_paid, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('R1', 'R1', 'confirmed', '', '', '', '', 'U1', '2026-07-17', 3, '', 100, 100, '{}', '{}', 1, 1, 1, 1)`)
	for name, source := range sources {
		t.Run(name, func(t *testing.T) {
			s, err := store.Open(t.Context(), source, time.Now, store.ForBrand("BF"))
			if err == nil {
				_ = s.Close()
			}
			if !errors.Is(err, store.ErrOtherBrand) {
				t.Errorf("another brand: %v", err)
			}
			db, provider := migrations(t, name, source)
			version, err := provider.GetDBVersion(t.Context())
			if err := errors.Join(err, db.Close()); err != nil || version != 340 {
				t.Errorf("afterwards the schema has version %d, want 340: %v", version, err)
			}
		})
	}
}
