package store_test

import (
	"context"
	"testing"

	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

func TestADatabaseKeepsToTheProviderThatTookItsPayments(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		// record calls RecordProvider and checks which provider is recorded.
		record := func(name, want string) {
			t.Helper()
			if got, err := s.RecordProvider(ctx, name); err != nil || got != want {
				t.Errorf("record %q: %q, %v; want %q", name, got, err, want)
			}
		}
		record("simulated a", "simulated a")
		record("simulated b", "simulated a") // another node's simulator
		record(store.ProviderLive, store.ProviderLive)
		record("simulated b", "simulated b") // nothing was paid yet
		record(store.ProviderLive, store.ProviderLive)
		confirm(t, s)
		record("simulated b", store.ProviderLive)
		record(store.ProviderLive, store.ProviderLive)

		set := func(name string) {
			t.Helper()
			err := s.Update(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec("UPDATE payment_provider SET name = $1", name)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		set("simulated a")
		record(store.ProviderLive, "simulated a")
	})
}

// confirm writes a confirmed booking with a payment that was sent to the
// provider.
func confirm(t *testing.T, s *store.Store) {
	t.Helper()
	err := s.Update(context.Background(), func(tx *store.Tx) error {
		if _, err := tx.Exec(`INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
			attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
			VALUES ('R1', 'R1', 'confirmed', '', '', '', '', 'U1', '2026-07-17', 3, '', 100, '{}', '{}', 1, 1, 1, 1)`); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO payment_attempt (id, ref, seq, state, live, method, amount, order_code, provider_ref, client_key, holder,
			created_ms, expires_ms, sent_ms, call_ms, settled_ms, check_ms, alert, detail)
			VALUES ('A1', 'R1', 1, 'captured', FALSE, 'worldpay', 100, 'R1-1', '', 'k', '', 1, 1, 1, 1, 1, 0, '', '{}')`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
