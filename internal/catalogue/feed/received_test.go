package feed

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/catalogue/ari"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// sends stores what a partner has sent of U1, as package ari does: a price of each night in
// July and 4 units.
func sends(t *testing.T, s *store.Store, price money.Pence) {
	t.Helper()
	july := []rates.Period{{From: date.Of(2026, time.July, 10), To: date.Of(2026, time.July, 20)}}
	received, err := s.ARI().Received(context.Background(), "haven", "P1", []string{"U1"})
	if err != nil {
		t.Fatal(err)
	}
	sheet := append(received.Sheets["U1"], rates.Row{Kind: rates.KindUnits, When: july, Units: 4}, rates.Row{Kind: rates.KindNight, When: july, Prices: []rates.PartyPrice{{Party: 2, Price: price}}})
	err = s.ARI().Keep(context.Background(), received.Version, map[string]rates.Sheet{"U1": sheet.ByDate(today)}, ari.Receipt{Partner: "haven", Park: "P1", At: s.Now()})
	if err != nil {
		t.Fatal(err)
	}
}

func compiled(t *testing.T, im Importer) {
	t.Helper()
	if more, err := (Received{Importer: im}).Compile(context.Background()); more || err != nil {
		t.Fatal(more, err)
	}
}

// TestWhatPartnersSendIsCompiledLater stores, is killed, compiles, is killed before that is
// noted, and compiles again.
func TestWhatPartnersSendIsCompiledLater(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		sends(t, im.Store, 60_00)
		same(t, "before it is compiled", costs(t, im, "U1", 11, 2, 2), "none")
		im.Store.Close() // killed after the answer
		im.Store = db.Open(t, im.Store.Now)
		staging, err := im.Store.Stage(t.Context(), store.PricesPart, false)
		if err != nil {
			t.Fatal(err)
		}
		compiled(t, im)
		same(t, "while another import runs", costs(t, im, "U1", 11, 2, 2), "none")
		if err := staging.Discard(t.Context()); err != nil {
			t.Fatal(err)
		}
		compiled(t, im)
		same(t, "compiled", costs(t, im, "U1", 11, 2, 2), "120.00")
		if waiting, err := im.Store.Uncompiled(t.Context(), 9); err != nil || len(waiting) != 0 {
			t.Errorf("%v still waits, %v", waiting, err)
		}
		before := ratesNow(t, im, "U1")
		err = im.Store.Update(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec("UPDATE ari_unit SET compiled = 0")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		compiled(t, im)
		after := ratesNow(t, im, "U1")
		same(t, "what is published twice", string(after.Table)+string(after.Allotment)+after.Rates, string(before.Table)+string(before.Allotment)+before.Rates)
		sends(t, im.Store, 50_00)
		compiled(t, im)
		same(t, "a lower price", costs(t, im, "U1", 11, 2, 2), "100.00<120.00")
	})
}

// TestWhatCannotBeSoldIsKnownToAll compiles too many prices on one node; others list the unit
// type, too, until any node has compiled something better or it is withdrawn.
func TestWhatCannotBeSoldIsKnownToAll(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		unsold := func(want int) {
			t.Helper()
			compiled(t, im)
			other := db.Open(t, im.Store.Now)
			defer other.Close()
			if got, err := other.Unsold(t.Context()); err != nil || len(got) != want || want > 0 && !strings.Contains(got["U1"].Error(), "what partner haven has sent cannot be sold: its rates make more than 250,000 prices") {
				t.Errorf("unsold are %v, %v, want %d", got, err, want)
			}
		}
		prices := func(sizes int) {
			t.Helper()
			received, err := im.Store.ARI().Received(t.Context(), "haven", "P1", []string{"U1"})
			if err != nil {
				t.Fatal(err)
			}
			sheet := rates.Sheet{{Kind: rates.KindStay, Max: rates.NoMax}, {Kind: rates.KindNight}}
			for party := range sizes {
				sheet[1].Prices = append(sheet[1].Prices, rates.PartyPrice{Party: party + 1, Price: money.Pence(60_00 + party)})
			}
			if err := im.Store.ARI().Keep(t.Context(), received.Version, map[string]rates.Sheet{"U1": sheet.ByDate(today)}, ari.Receipt{Partner: "haven", Park: "P1", At: im.Store.Now()}); err != nil {
				t.Fatal(err)
			}
		}
		sends(t, im.Store, 60_00)
		unsold(0)
		prices(4)
		unsold(1)
		same(t, "while it cannot be sold", costs(t, im, "U1", 11, 2, 2), "none")
		prices(1)
		unsold(0)
		prices(4)
		unsold(1)
		im.mustRate(t, delta(`{"withdraw":{"unit":"U1"}}`))
		unsold(0)
	})
}

// TestAUnitTypeHasOneSource changes from a file to a partner and back.
func TestAUnitTypeHasOneSource(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		elsewhere := func() bool {
			t.Helper()
			received, err := im.Store.ARI().Received(t.Context(), "haven", "P1", []string{"U1"})
			if err != nil {
				t.Fatal(err)
			}
			return len(received.Elsewhere) > 0
		}
		withdraw := func() {
			t.Helper()
			im.mustRate(t, delta(`{"withdraw":{"unit":"U1"}}`))
		}
		im.mustRate(t, asCSV(full(summerRates)))
		if !elsewhere() {
			t.Error("a file sells it, and a partner may send it")
		}
		withdraw()
		if elsewhere() {
			t.Error("nothing sells it, and a partner may not send it")
		}
		sends(t, im.Store, 60_00)
		compiled(t, im)
		im.mustRate(t, asCSV(full(strings.ReplaceAll(summerRates, "U1", "U2"))))
		same(t, "after a full file without it", costs(t, im, "U1", 11, 2, 2), "120.00")
		report, err := im.Rates(t.Context(), asCSV(full(summerRates)))
		if !errors.Is(err, ErrRefused) || !strings.Contains(report.BadRows[0].Reason, "partner haven sends the rates of U1") {
			t.Errorf("a full file with it: %v, %v", err, report.BadRows)
		}
		withdraw()
		same(t, "withdrawn", costs(t, im, "U1", 11, 2, 2), "none")
		if received, err := im.Store.ARI().Received(t.Context(), "haven", "P1", []string{"U1"}); err != nil || len(received.Sheets["U1"]) != 0 {
			t.Errorf("what was sent before still counts: %v, %v", received.Sheets, err)
		}
		sends(t, im.Store, 65_00) // the partner is connected anew, and sends more before it is compiled
		if received, err := im.Store.ARI().Received(t.Context(), "haven", "P1", []string{"U1"}); err != nil || len(received.Sheets["U1"]) == 0 {
			t.Errorf("what was just stored is forgotten: %v, %v", received.Sheets, err)
		}
		compiled(t, im)
		withdraw()
		sends(t, im.Store, 70_00) // and is not compiled when a file takes over
		im.mustRate(t, asCSV(delta(summerRates)))
		compiled(t, im)
		same(t, "the file's price", costs(t, im, "U1", 11, 2, 2), "145.00")
	})
}
