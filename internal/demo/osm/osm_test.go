package osm

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/date"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store/storetest"
)

// sample holds 300 made-up rows with the worst that the real table has: names
// of 156 characters, other scripts, markup, no town, no region.
const sample = "testdata/sites-300.csv"

var today = date.Of(2026, 11, 21)

func convert(t *testing.T, table string, day date.Date) (dir string, report *Report) {
	t.Helper()
	file, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	dir = t.TempDir()
	report, err = Convert(context.Background(), file, dir, day)
	if err != nil {
		t.Fatal(err)
	}
	return dir, report
}

// entities reads a catalogue file back.
func entities(t *testing.T, dir string) (e catalogue.Entities) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, CatalogueFile))
	if err != nil {
		t.Fatal(err)
	}
	for text := range bytes.Lines(b) {
		var row map[catalogue.Kind]json.RawMessage
		if err := json.Unmarshal(text, &row); err != nil {
			t.Fatal(err)
		}
		for kind, body := range row {
			one, err := catalogue.Decode(kind, body)
			if err != nil {
				t.Fatal(err)
			}
			e.Add(one)
		}
	}
	return e
}

func TestTheSampleConverts(t *testing.T) {
	dir, report := convert(t, sample, today)
	if report.Rows != 300 || len(report.Unplaced) != 3 || len(report.Unusable) != 0 || report.Parks != 297 {
		t.Errorf("%+v", report)
	}
	for i, name := range []string{"Sin Región de las Islas", "No Such Country Campground", "Ilha Sem Região"} {
		if !strings.Contains(report.Unplaced[i], name) {
			t.Errorf("unplaced: %s, want %s", report.Unplaced[i], name)
		}
	}
	e := entities(t, dir)
	longest, names, operators, channels := 0, map[string]bool{}, map[string]int{}, map[string]bool{}
	for _, p := range e.Parks {
		names[p.Name] = true
		longest = max(longest, utf8.RuneCountInString(p.Name))
		operators[p.OperatorID]++
		if p.Credit != Credit {
			t.Errorf("%s is not credited", p.Name)
		}
		if strings.Contains(p.Info, "<script") {
			t.Errorf("%s: %s", p.Name, p.Info)
		}
	}
	perPark := map[string]int{}
	for _, u := range e.Units {
		channels[u.Channel] = true
		perPark[u.ParkID]++
	}
	for id, n := range perPark {
		if n < 1 || n > 3 {
			t.Errorf("%s has %d unit types, want 1 to 3", id, n)
		}
	}
	for _, name := range []string{"</script><script>alert(1)</script>", "キャンプ場 みずうみ", "مخيم الشاطئ الأزرق", "Camping mit Lücken", `Camping "Zum goldenen, alten Anker"`} {
		if !names[name] {
			t.Errorf("no park is called %s", name)
		}
	}
	if longest != 156 || operators["independent"] == 0 || len(perPark) != 297 {
		t.Errorf("longest name %d, %d independent, %d parks with units", longest, operators["independent"], len(perPark))
	}
	for _, channel := range []string{"ukcaravan", "eurocaravan", "uklodge", "uktouring"} {
		if !channels[channel] {
			t.Errorf("nothing on %s", channel)
		}
	}
	if !slices.ContainsFunc(e.Regions, func(r catalogue.Region) bool { return r.Name == "Channel Islands" }) {
		t.Error("Guernsey and Jersey have no region")
	}
}

func TestTheSampleImports(t *testing.T) {
	dir, report := convert(t, sample, today)
	s := storetest.SQLite(t).Open(t, func() time.Time { return today.Midnight().Add(9 * time.Hour) })
	im := feed.Importer{Store: s, Temp: t.TempDir()}
	for _, part := range []struct {
		name string
		read func(context.Context, ...feed.File) (*feed.Report, error)
	}{{CatalogueFile, im.Catalogue}, {PricesFile, im.Prices}} {
		file, err := os.Open(filepath.Join(dir, part.name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		got, err := part.read(context.Background(), feed.File{Reader: file, Full: true})
		if err != nil {
			t.Fatalf("%s: %v %+v", part.name, err, got.BadRows)
		}
		if part.name == PricesFile && (got.Prices != int64(report.Prices) || got.Units != int64(report.Units) || got.Past != 0) {
			t.Errorf("imported %+v, written %+v", got, report)
		}
	}
}

func TestSameTableSameBytes(t *testing.T) {
	a, _ := convert(t, sample, today)
	b, _ := convert(t, sample, today)
	for _, name := range []string{CatalogueFile, PricesFile} {
		x, err1 := os.ReadFile(filepath.Join(a, name))
		y, err2 := os.ReadFile(filepath.Join(b, name))
		if err1 != nil || err2 != nil || !bytes.Equal(x, y) {
			t.Errorf("%s differs from one time to the next", name)
		}
	}
}

func TestOnlyTheLargestOperatorsAreKept(t *testing.T) {
	var sites []*site
	for i := range 400 {
		for range i%200 + 1 {
			sites = append(sites, &site{operator: "Company " + string(rune('A'+i%200%26)) + strings.Repeat("x", i%200/26)})
		}
	}
	sites = append(sites, &site{})
	companies := keepLargest(sites)
	if len(companies) != companiesKept+1 || companies[0].ID != "independent" || sites[len(sites)-1].company != "independent" {
		t.Errorf("%d operators", len(companies))
	}
	if sites[0].company != "independent" {
		t.Error("the smallest operator was kept")
	}
}

func TestRowsThatCannotBeUsedAreReported(t *testing.T) {
	head := strings.Join(Columns, ",") + "\n"
	pad := strings.Repeat(",", len(Columns)-6)
	for table, want := range map[string]struct{ parks, unusable int }{
		head: {0, 0},
		head + "node/1,Camp,50,1,FR,camp_site" + pad + "\nnode/1,Camp,50,1,FR,camp_site" + pad + "\n": {1, 1},
		head + "node/x,Camp,50,1,FR,camp_site" + pad + "\nway/2,,50,1,FR,camp_site" + pad + "\n":      {0, 2},
		head + "node/1,Camp,north,1,FR,camp_site" + pad + "\nnode/2,Camp,50,NaN,FR,camp_site\n":       {0, 2},
		head + "node/1,Ca\"mp,50,1,FR,camp_site\nnode/2,Camp,50,1,FR,camp_site\n":                     {1, 1},
	} {
		report, err := Convert(context.Background(), strings.NewReader(table), t.TempDir(), today)
		if err != nil || report.Parks != want.parks || len(report.Unusable) != want.unusable {
			t.Errorf("%q: %+v, %v", table, report, err)
		}
	}
	for _, table := range []string{"", "name,lat\nCamp,50\n"} {
		if _, err := Convert(context.Background(), strings.NewReader(table), t.TempDir(), today); err == nil {
			t.Errorf("%q was taken for a table", table)
		}
	}
}

func TestPricesRiseWithNightsAndParty(t *testing.T) {
	bands := bandsOf(demo.Window(today))
	rapid.Check(t, func(t *rapid.T) {
		u := unit{rate: money.Pence(rapid.IntRange(1300, 9500).Draw(t, "rate"))}
		b := bands[rapid.IntRange(0, len(bands)-1).Draw(t, "band")]
		last := money.Pence(0)
		for nights := 1; nights <= longest; nights++ {
			p := u.price(b, nights, 0, 100)
			if p < last || u.price(b, nights, 1, 100) < p || u.price(b, nights, 0, 85) >= p {
				t.Fatalf("%d nights: %s after %s, reduced %s", nights, p, last, u.price(b, nights, 0, 85))
			}
			last = p
		}
	})
}

func TestBandsCoverTheWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, days := demo.Window(today + date.Date(rapid.IntRange(0, 800).Draw(t, "day")))
		next := first
		for _, b := range bandsOf(first, days) {
			if b.from != next || b.to < b.from {
				t.Fatalf("a band from %s to %s, want it from %s", b.from, b.to, next)
			}
			next = b.to + 1
		}
		if next != first+date.Date(days) {
			t.Fatalf("bands end on %s", next-1)
		}
	})
}

// TestTheRealTable needs the real table, which HOLIDAYMAKER_OSM names; by
// default it lies beside the checkout. Without it the sample has to do.
func TestTheRealTable(t *testing.T) {
	table := cmp.Or(os.Getenv("HOLIDAYMAKER_OSM"), "../../../../shared/data/osm-holiday-parks.csv")
	if _, err := os.Stat(table); err != nil {
		t.Logf("no real table: %v", err)
		return
	}
	dir, report := convert(t, table, today)
	if report.Prices < 32_000_000 || report.Prices > 48_000_000 {
		t.Errorf("%d prices, want 40 million ± 20 %%", report.Prices)
	}
	if lost := len(report.Unplaced) + len(report.Unusable); lost*100 > report.Rows {
		t.Errorf("%d of %d rows fit nowhere, want at most 1 %%", lost, report.Rows)
	}
	e := entities(t, dir)
	if len(e.Operators) != companiesKept+1 {
		t.Errorf("%d operators", len(e.Operators))
	}
	if _, problems := catalogue.NewSnapshot(&e); len(problems) > 0 {
		t.Error(problems[0], len(problems))
	}
	nights := map[string]bool{}
	file, err := os.Open(filepath.Join(dir, PricesFile))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	channel := map[string]string{}
	for _, u := range e.Units {
		channel[u.ID] = u.Channel
	}
	lines := bufio.NewScanner(file)
	for range 150_000 {
		var row struct {
			Unit   string
			Nights int
		}
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &row) != nil {
			break
		}
		if row.Nights > 0 && channel[row.Unit] == "eurocaravan" {
			nights[string(rune('A'+row.Nights))] = true
		}
	}
	if len(nights) != 19 {
		t.Errorf("eurocaravan is let for %d durations, want 3 to 21 nights", len(nights))
	}
}
