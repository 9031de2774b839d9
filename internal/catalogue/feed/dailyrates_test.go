package feed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

const lateRates = summerRates + "late,U1 U2,,,,,,,,10,5,,,\n"

// daily is DailyRates a minute past the midnight of a day.
type daily struct {
	DailyRates
	t     *testing.T
	clock date.Date
}

func dailyRates(t *testing.T) *daily {
	d := &daily{t: t, clock: today}
	d.Importer = Importer{Store: storetest.SQLite(t).Open(t, func() time.Time { return d.clock.Midnight().Add(time.Minute) }), Temp: t.TempDir()}
	good(t, "catalogue")(d.Importer.Catalogue(context.Background(), full(landscape)))
	return d
}

// compile returns the number of the change that published prices last.
func (d *daily) compile(wantMore bool) (change int64) {
	d.t.Helper()
	if more, err := d.Compile(context.Background()); err != nil || more != wantMore {
		d.t.Errorf("compile: more %v, %v", more, err)
	}
	return d.change()
}

func (d *daily) change() (n int64) {
	d.t.Helper()
	err := d.Importer.Store.View(context.Background(), func(tx *store.Tx) (err error) {
		n, err = tx.LiveSince(store.PricesPart)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

func TestLateDiscountsFollowTheDay(t *testing.T) {
	d := dailyRates(t)
	d.Importer.mustRate(t, asCSV(full(lateRates)))
	first := d.change()
	if d.compile(false) != first {
		t.Error("prices of today are compiled again")
	}
	same(t, "ten days ahead", costs(t, d.Importer, "U1", 11, 2, 2), "145.00")
	d.clock = date.Of(2026, time.July, 6)
	second := d.compile(false)
	same(t, "five days ahead", costs(t, d.Importer, "U1", 11, 2, 2), "133.00<145.00")
	same(t, "six days ahead", costs(t, d.Importer, "U1", 12, 2, 2), "145.00")
	if second == first || d.compile(false) != second {
		t.Errorf("changes %d, %d, %d: want one a day", first, second, d.change())
	}
}

func TestRatesThatCannotBeCompiledAreTriedOnceADay(t *testing.T) {
	d := dailyRates(t)
	d.Importer.mustRate(t, asCSV(full(lateRates)))
	broken := ratesNow(t, d.Importer, "U1")
	broken.Rates = "{"
	staging, err := d.Importer.Store.Stage(t.Context(), store.PricesPart, false)
	if err == nil {
		err = staging.PutRates(t.Context(), "U1", broken)
	}
	if err == nil {
		_, err = staging.Publish(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	d.clock++
	change := d.compile(false)
	first := d.Failed()["U1"]
	if first == nil || len(d.Failed()) != 1 || ratesNow(t, d.Importer, "U2").Compiled != d.clock.ISO() {
		t.Fatalf("failed %v, U2 is of %s", d.Failed(), ratesNow(t, d.Importer, "U2").Compiled)
	}
	same(t, "prices of the day before", costs(t, d.Importer, "U1", 11, 2, 2), "145.00")
	if d.compile(false) != change || !errors.Is(d.Failed()["U1"], first) {
		t.Error("it is tried again on the same day")
	}
	d.clock++
	d.compile(false)
	if d.Failed()["U1"] == nil || errors.Is(d.Failed()["U1"], first) {
		t.Error("it is not tried on the next day")
	}
	d.Importer.mustRate(t, asCSV(full(lateRates)))
	if d.compile(false); len(d.Failed()) != 0 {
		t.Errorf("mended, but %v", d.Failed())
	}
}

func TestRatesOfTheDayArePublishedInPieces(t *testing.T) {
	d := dailyRates(t)
	var units, ids strings.Builder
	for i := range dailyPiece + 1 {
		fmt.Fprintf(&units, `{"unit":{"id":"N%d","park":"P1","channel":"ukcaravan","name":"New","sleeps":4}}`+"\n", i)
		fmt.Fprintf(&ids, "N%d ", i)
	}
	good(t, "catalogue")(d.Importer.Catalogue(t.Context(), delta(units.String())))
	d.Importer.mustRate(t, asCSV(full("kind,unit,from,to,price_2,days,percent\nnight,"+ids.String()+",2026-07-10,2026-07-11,60.00,,\nlate,"+ids.String()+",,,,10,5\n")))
	d.clock++
	first := d.compile(true)
	same(t, "the last one waits", ratesNow(t, d.Importer, "N99").Compiled, (d.clock - 1).ISO())
	d.Importer.mustRate(t, delta(`{"fee":{"unit":"N0","amount":"5.00"}}`))
	if second := d.compile(false); second < first+2 {
		t.Errorf("changes %d and %d, with an import between them", first, second)
	}
	same(t, "the last one", ratesNow(t, d.Importer, "N99").Compiled, d.clock.ISO())
}
