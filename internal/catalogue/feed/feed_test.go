package feed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

var today = date.Of(2026, time.July, 1)

func noon() time.Time { return today.Midnight().Add(12 * time.Hour) }

const landscape = `{"feature":{"key":"pool","name":"Indoor pool","group":"1"}}
{"offer":{"urn":"OFF1","label":"Kids go free"}}
{"region":{"id":"12","name":"Cornwall","country":"GB"}}
{"operator":{"id":"HAV","name":"Havens","deposit":{"type":"fixed","amount":"49.00"}}}

{"park":{"id":"P1","name":"Sandy Bay","region":"12","operator":"HAV","country":"GB","features":["pool"]}}
{"unit":{"id":"U1","park":"P1","channel":"ukcaravan","name":"Gold","sleeps":6,"offers":["OFF1"]}}
{"unit":{"id":"U2","park":"P1","channel":"ukcaravan","name":"Silver","sleeps":4}}
{"code":{"code":"SUMMER10","kind":"discount","percent":10,"operators":["HAV"]}}
`

func full(text string) File {
	return File{Reader: strings.NewReader(text), Size: int64(len(text)), Full: true}
}
func delta(text string) File { return File{Reader: strings.NewReader(text)} }
func asCSV(f File) File      { f.CSV = true; return f }

func importer(t *testing.T, db storetest.Database) Importer {
	t.Helper()
	im := Importer{Store: db.Open(t, noon), Temp: t.TempDir()}
	good(t, "catalogue")(im.Catalogue(context.Background(), full(landscape)))
	return im
}

// good returns a check that an import was published.
func good(t *testing.T, what string) func(*Report, error) *Report {
	return func(r *Report, err error) *Report {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v %v", what, err, r.BadRows)
		}
		return r
	}
}

// onSale lists the ids of a kind.
func onSale(t *testing.T, im Importer, kind catalogue.Kind) string {
	t.Helper()
	var ids []string
	err := im.Store.View(context.Background(), func(tx *store.Tx) (err error) {
		ids, err = tx.EntityIDs(kind)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(ids, " ")
}

// staysOnSale lists what a unit type sells, one word for each stay.
func staysOnSale(t *testing.T, im Importer, unit string) string {
	t.Helper()
	var words []string
	err := im.Store.View(context.Background(), func(tx *store.Tx) error {
		return tx.Prices([]string{unit}, func(_ string, table, allotment []byte) error {
			if len(table) == 0 {
				return nil
			}
			s, err := availability.DecodePriceTable(table)
			if err != nil {
				return err
			}
			a, err := availability.DecodeAllotment(allotment)
			for p := range s.All() {
				word := fmt.Sprintf("%s/%d/%d=%s", p.Arrival.ISO()[5:], p.Nights, s.Thresholds()[p.Threshold], p.Price)
				if p.Was != 0 {
					word += "<" + p.Was.String()
				}
				words = append(words, fmt.Sprintf("%s*%d", word, a.At(p.Arrival)))
			}
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(words, " ")
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

const summerRows = `{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"129.00","6":189.5},"was":{"2":"159.00"}}
{"unit":"U2","from":"2026-07-17","to":"2026-07-31","weekdays":"fri mon","nights":4,"prices":{"4":"99.00"}}
{"unit":"U1","from":"2026-07-17","to":"2026-08-31","units":3}
{"unit":"U2","from":"2026-07-17","to":"2026-07-20","units":2}
{"unit":"U1","from":"2026-06-30","to":"2026-07-02","nights":3,"prices":{"2":"50"}}
`

const summerCSV = "\ufeffUnit,from,to,weekdays,nights,units,price_2,price_4,price_6,was_2\r\n" +
	"U1,2026-07-17,,,3,,129.00,,189.5,159.00\r\n" +
	"\"U2\",2026-07-17,2026-07-31,fri mon,4,,,99.00\r\n" +
	"U1,2026-07-17,2026-08-31,,,3\r\n\r\n" +
	"U2,2026-07-17,2026-07-20,,,2\r\n" +
	"U1,2026-06-30,2026-07-02,,3,,50\r\n"

func TestAPriceFeedChangesOrReplacesPrices(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		for name, file := range map[string]File{"NDJSON": full(summerRows), "CSV": asCSV(full(summerCSV))} {
			report := good(t, name)(im.Prices(context.Background(), file))
			if report.Rows != 5 || report.Prices != 2+5+3 || report.Past != 1 || report.Units != 2 {
				t.Errorf("%s: report %+v", name, report)
			}
			same(t, name+" U1", staysOnSale(t, im, "U1"), "07-01/3/2=50.00*0 07-02/3/2=50.00*0 07-17/3/2=129.00<159.00*3 07-17/3/6=189.50*3")
			same(t, name+" U2", staysOnSale(t, im, "U2"), "07-17/4/4=99.00*2 07-20/4/4=99.00*2 07-24/4/4=99.00*0 07-27/4/4=99.00*0 07-31/4/4=99.00*0")
		}
		good(t, "delta")(im.Prices(context.Background(), delta(`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"4":"100.00"}}
{"unit":"U1","from":"2026-07-01","to":"2026-07-02","nights":3,"prices":{"2":0}}
{"unit":"U1","from":"2026-07-10","to":"2026-07-17","units":1}
{"unit":"U2","withdraw":true}`)))
		same(t, "U1 after a delta", staysOnSale(t, im, "U1"), "07-17/3/4=100.00*1")
		same(t, "U2 after a withdrawal", staysOnSale(t, im, "U2"), "")
		good(t, "delta")(im.Prices(context.Background(), delta(`{"unit":"U2","arrival":"2026-07-17","nights":2,"prices":{"4":"1"}}`)))
		same(t, "U1 left alone", staysOnSale(t, im, "U1"), "07-17/3/4=100.00*1")
		same(t, "U2 again", staysOnSale(t, im, "U2"), "07-17/2/4=1.00*0")
		good(t, "full")(im.Prices(context.Background(), full(`{"unit":"U2","arrival":"2026-07-18","nights":2,"prices":{"4":"2"}}`)))
		same(t, "U1 left out of a full file", staysOnSale(t, im, "U1"), "")
		same(t, "U2 in a full file", staysOnSale(t, im, "U2"), "07-18/2/4=2.00*0")
	})
}

func TestBadPriceRowsAreNamedAndNothingIsPublished(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	good(t, "prices")(im.Prices(context.Background(), full(summerRows)))
	before := staysOnSale(t, im, "U1")
	bad := []string{
		`{"unit":"U9","arrival":"2026-07-17","nights":3,"prices":{"2":"1"}}`, `unit: there is no unit type "U9" in the catalogue`,
		`{"unit":"U1","arrival":"2026-02-31","nights":3,"prices":{"2":"1"}}`, `arrival: expected yyyy-mm-dd, not "2026-02-31"`,
		`{"unit":"U1","arrival":"2026-07-17","nights":64,"prices":{"2":"1"}}`, `nights: expected 1 to 63, not "64"`,
		`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"1.234"}}`, `prices of party size 2: expected pounds with at most two decimals, not "1.234"`,
		`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"-1"}}`, `prices of party size 2: expected pounds with at most two decimals, not "-1"`,
		`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":-0}}`, `prices of party size 2: expected pounds with at most two decimals, not "-0"`,
		`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"0":"1"}}`, `prices: expected a party size of 1 to 66, not "0"`,
		`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"10"},"was":{"2":"9"}}`, `was: the earlier price of party size 2 is not higher than the price`,
		`{"unit":"U1","arrival":"2026-07-17","nights":3,"prices":{"2":"10"},"was":{"4":"9"}}`, `was: party size 4 has an earlier price but no price`,
		`{"unit":"U1","from":"2026-07-17","to":"2026-07-16","nights":3,"prices":{"2":"1"}}`, `to: is before from`,
		`{"unit":"U1","from":"2026-07-17","to":"2036-07-17","nights":3,"prices":{"2":"1"}}`, `to: is more than 1200 days ahead`,
		`{"unit":"U1","arrival":"2026-07-17","from":"2026-07-17","nights":3,"prices":{"2":"1"}}`, `arrival: cannot be combined with from and to`,
		`{"unit":"U1","from":"2026-07-17","weekdays":"friday","nights":3,"prices":{"2":"1"}}`, `weekdays: expected names such as "mon fri", not "friday"`,
		`{"unit":"U1","from":"2026-07-17","nights":3}`, `prices: is missing`,
		`{"unit":"U1","from":"2026-07-17","prices":{"2":"1"}}`, `nights: is missing`,
		`{"from":"2026-07-17","nights":3,"prices":{"2":"1"}}`, `unit: is missing`,
		`{"unit":"U1","from":"2026-07-17","units":3,"nights":2}`, `units: must be in a row of its own, without nights and prices`,
		`{"unit":"U1","withdraw":true}`, `withdraw: is for deltas only: a full file withdraws whatever it does not contain`,
		`{"unit":"U1","price":1}`, `price: there is no such field`,
		`{"unit":"U1","nights":3,`, `character 25: expected a field's name and ':'`,
		`{"unit":"U1"} x`, `character 15: expected the end of the line`,
		`nonsense`, `character 1: expected an object`,
	}
	var text strings.Builder
	var want []string
	for i := 0; i < len(bad); i += 2 {
		text.WriteString(`{"unit":"U1","from":"2026-07-17","units":9}` + "\n" + bad[i] + "\n")
		want = append(want, fmt.Sprintf("line %d, %s", i+2, bad[i+1]))
	}
	report, err := im.Prices(context.Background(), full(text.String()))
	if !errors.Is(err, ErrRefused) {
		t.Errorf("error %v", err)
	}
	var got []string
	for _, b := range report.BadRows {
		got = append(got, b.String())
	}
	same(t, "bad rows", strings.Join(got, "\n"), strings.Join(want, "\n"))
	same(t, "still on sale", staysOnSale(t, im, "U1"), before)

	for header, want := range map[string]string{
		"unit,colour": `line 1, first line: there is no column "colour" (column 2)`,
		"unit,unit":   `line 1, first line: the column "unit" is given twice`,
		"from":        "line 1, first line: the column unit is missing",
		"unit,price_": `line 1, first line: there is no column "price_" (column 2)`,
		"unit;from":   `line 1, first line: the columns are not separated by commas: save the file as 'CSV UTF-8 (comma delimited)'`,
	} {
		report, err := im.Prices(context.Background(), asCSV(full(header+"\nU1,1\n")))
		if !errors.Is(err, ErrRefused) || report.BadRows[0].String() != want {
			t.Errorf("%s: %v, %v", header, report.BadRows, err)
		}
	}
}

func TestManyBadRowsAreCountedAndSomeNamed(t *testing.T) {
	im := importer(t, storetest.SQLite(t))
	report, err := im.Prices(context.Background(), full(strings.Repeat("x\n", 300_000)))
	if !errors.Is(err, ErrRefused) || report.Bad != 300_000 || len(report.BadRows) != MaxBadRows || report.BadRows[99].Line != 100 {
		t.Errorf("%v: %d bad rows, %d named", err, report.Bad, len(report.BadRows))
	}
}

// Any line is read or refused: none makes the parsers panic.
func TestNoLineCrashesTheParsers(t *testing.T) {
	units := map[string]int{"U1": 0}
	columns, wrong := csvHeader([]byte("unit,arrival,from,to,weekdays,nights,units,withdraw,price_2,was_2"), priceColumn, "unit")
	if wrong != nil {
		t.Fatal(wrong)
	}
	lines := strings.Split(strings.TrimSpace(summerRows), "\n")
	rapid.Check(t, func(t *rapid.T) {
		line := []byte(rapid.SampledFrom(lines).Draw(t, "line"))
		for range rapid.IntRange(0, 6).Draw(t, "edits") {
			at := rapid.IntRange(0, len(line)-1).Draw(t, "at")
			switch rapid.IntRange(0, 2).Draw(t, "edit") {
			case 0:
				line[at] = rapid.Byte().Draw(t, "byte")
			case 1:
				line = line[:at+1]
			case 2:
				line = slices.Concat(line[:at], line[at/2:])
			}
		}
		var r row
		// The parser accepts more than JSON allows, such as the number 007, but
		// never a row that is cut off.
		if wrong := jsonRow(line, units, &r); wrong == nil && !bytes.HasSuffix(bytes.TrimRight(line, " \t\r"), []byte("}")) {
			t.Fatalf("read %q", line)
		}
		_, _, _ = csvRow(line, columns, units, &r, nil) // it must not panic or loop
	})
}

// TestRowsMayComeInAnyOrder compares the import of random rows, some of them
// kept in temporary files, with a simple model.
func TestRowsMayComeInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kept := spill{parent: "", maxBytes: rapid.SampledFrom([]int{1, 200, 1 << 20}).Draw(t, "memory")}
		defer kept.close()
		type stay struct {
			unit    int
			arrival date.Date
			nights  int
			party   int
		}
		plain := map[stay]money.Pence{}
		units := map[[2]int]int{}
		p := parser{unitTypes: unitTypes{numbers: map[string]int{"A": 0, "B": 1, "C": parts}}, today: today, full: true}
		ids := slices.Sorted(maps.Keys(p.numbers))
		for range rapid.IntRange(1, 40).Draw(t, "rows") {
			var r row
			r.reset()
			id := rapid.SampledFrom(ids).Draw(t, "unit")
			r.unit = p.numbers[id]
			r.from = today + date.Date(rapid.IntRange(-5, 20).Draw(t, "from"))
			r.to = r.from + date.Date(rapid.IntRange(0, 15).Draw(t, "run"))
			if rapid.Bool().Draw(t, "allotment") {
				r.units = rapid.IntRange(0, 5).Draw(t, "units")
				for night := r.from; night <= r.to; night++ {
					units[[2]int{r.unit, int(night)}] = r.units
				}
			} else {
				r.weekdays = uint8(rapid.IntRange(1, everyDay).Draw(t, "weekdays"))
				r.nights = rapid.IntRange(1, 3).Draw(t, "nights")
				for _, party := range rapid.SliceOfNDistinct(rapid.IntRange(1, 5), 1, 3, rapid.ID).Draw(t, "parties") {
					r.party(party).price = money.Pence(rapid.IntRange(0, 500).Draw(t, "price"))
				}
				n := int64(0)
				for d := r.from; d <= r.to; d++ {
					if r.weekdays>>d.Weekday()&1 == 0 {
						continue
					}
					n++
					for party := 1; party <= 5; party++ {
						delete(plain, stay{r.unit, d, r.nights, party})
					}
					for _, p := range r.prices {
						if p.price > 0 && d >= today {
							plain[stay{r.unit, d, r.nights, p.party}] = p.price
						}
					}
				}
				if got := r.days(r.from); got != n {
					t.Fatalf("%d days counted, want %d", got, n)
				}
			}
			kept.add(r.unit, r.pack(nil))
			if err := kept.relieve(); err != nil {
				t.Fatal(err)
			}
		}
		got := map[stay]money.Pence{}
		for part := range parts {
			rows, err := kept.read(part)
			if err != nil {
				t.Fatal(err)
			}
			for unit, packed := range rows {
				table, allotment, err := merge(packed, store.UnitRates{}, today)
				if err != nil {
					t.Fatal(err)
				}
				if table == nil {
					continue
				}
				s, err := availability.DecodePriceTable(table)
				if err != nil {
					t.Fatal(err)
				}
				for p := range s.All() {
					got[stay{unit, p.Arrival, p.Nights, s.Thresholds()[p.Threshold]}] = p.Price
				}
				a, err := availability.DecodeAllotment(allotment)
				for night := today; night < today+50; night++ {
					if err != nil || a.At(night) != units[[2]int{unit, int(night)}] {
						t.Fatalf("unit %d has %d on %s, want %d", unit, a.At(night), night, units[[2]int{unit, int(night)}])
					}
				}
			}
		}
		if !maps.Equal(got, plain) {
			t.Fatalf("imported %v, want %v", got, plain)
		}
	})
}

// TestManyRowsInAnyOrderDuringHolds imports several blocks of shuffled rows
// while holds are made.
func TestManyRowsInAnyOrderDuringHolds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		im := importer(t, db)
		var rows []string
		for day := range 500 {
			for n := 1; n <= 20; n++ {
				for _, unit := range []string{"U1", "U2"} {
					rows = append(rows, fmt.Sprintf(`{"unit":%q,"arrival":%q,"nights":%d,"prices":{"2":"%d.00","4":"%d.50"}}`,
						unit, (today+1+date.Date(day)).ISO(), n, 10*n, 20*n))
				}
			}
		}
		rand.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		rows = append(rows, `{"unit":"U1","from":"2026-07-01","to":"2027-12-31","units":1000}`)
		text := strings.Join(rows, "\n")
		good(t, "first")(im.Prices(context.Background(), full(text)))

		// Each time the import reports progress, a booking is made: the import
		// must not lock the stock for longer than it takes to write a block of
		// rows.
		other := db.Open(t, noon)
		stop, held := make(chan struct{}), make(chan struct{})
		var holder sync.WaitGroup
		holder.Go(func() {
			for i := 0; ; i++ {
				err := other.GroupCommit(context.Background(), func(tx *store.Tx) error {
					_, err := tx.TakeNights("U1", today+date.Date(1+i%300), 3)
					return err
				})
				if err != nil {
					t.Error(err)
				}
				select {
				case <-stop:
					return
				case held <- struct{}{}:
				default:
				}
			}
		})
		var shares []float64
		im.Progress = func(p Progress) {
			shares = append(shares, p.Share)
			for range 2 { // twice: the second hold surely began after the report
				select {
				case <-held:
				case <-time.After(20 * time.Second):
					t.Errorf("no hold while the import stood at %.2f", p.Share)
				}
			}
		}
		report := good(t, "second")(im.Prices(context.Background(), full(text)))
		close(stop)
		holder.Wait()
		if report.Prices != 40_000 || report.Rows != int64(len(rows)) {
			t.Errorf("report %+v", report)
		}
		if !slices.IsSorted(shares) || len(shares) < 3 || shares[len(shares)-1] != 1 {
			t.Errorf("progress %v", shares)
		}
	})
}
