package main

import (
	"testing"

	"holidaymaker/internal/payment/ledger"
	"holidaymaker/internal/store"
)

func TestAVoucherIsIssuedAndEndedOnTheRecord(t *testing.T) {
	dir := aDatabase(t)
	run := func(args ...string) error { return voucherCommand(t.Context(), append(args, "--data", dir)) }
	issue := []string{"issue", "--amount", "50", "--expires", "2099-12-31", "--for", "MT482915"}
	for _, refused := range [][]string{
		append(issue, "--yes"),            // no reason
		append(issue, "--why", "flooded"), // nobody to ask
		{"issue", "--amount", "x", "--expires", "2099-12-31", "--for", "x", "--why", "w", "--yes"},
		{"issue", "--amount", "50", "--expires", "soon", "--for", "x", "--why", "w", "--yes"},
		{"issue", "--amount", "50", "--expires", "2020-12-31", "--for", "x", "--why", "w", "--yes"},
		{"issue", "--amount", "50", "--expires", "2099-12-31", "--why", "w", "--yes"},
		{"void", "NONE", "--why", "w", "--yes"}, {"show", "NONE"}, {"give", "NONE"}, {"show"},
	} {
		if err := run(refused...); err == nil {
			t.Errorf("%v was done", refused)
		}
	}
	if err := run(append(issue, "--why", "flooded", "--by", "Jo", "--yes")...); err != nil {
		t.Fatal(err)
	}
	code := ""
	opened(t, dir, func(s *store.Store) {
		err := s.View(t.Context(), func(tx *store.Tx) error { return tx.QueryRow("SELECT code FROM voucher").Scan(&code) })
		if err != nil {
			t.Fatal(err)
		}
	})
	void := []string{"void", code, "--why", "sent twice", "--by", "Al", "--yes"}
	if err := run(void...); err != nil {
		t.Fatal(err)
	}
	if run(void...) == nil {
		t.Error("it was ended twice")
	}
	opened(t, dir, func(s *store.Store) {
		v, err := paymentsOf(s).ShowVoucher(t.Context(), code)
		if err != nil || len(v.Lines) != 2 || v.Left() != 0 || v.Purpose != "MT482915" || v.Until != "2099-12-31" {
			t.Fatalf("%+v, %v", v, err)
		}
		if l := v.Lines[0]; l.Kind != ledger.LineIssued || l.Amount != 50_00 || l.By != "Jo" || l.Cause != "flooded" {
			t.Errorf("issued: %+v", l)
		}
		if l := v.Lines[1]; l.Kind != ledger.LineVoided || l.By != "Al" || l.Cause != "sent twice" {
			t.Errorf("ended: %+v", l)
		}
		actions := 0
		err = s.View(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow("SELECT COUNT(*) FROM operator_action WHERE command LIKE 'voucher %'").Scan(&actions)
		})
		if err != nil || actions != 2 {
			t.Errorf("%d actions, %v", actions, err)
		}
	})
	if err := run("show", code); err != nil {
		t.Error(err)
	}
}
