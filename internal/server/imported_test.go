package server_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/date"
	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/demo/osm"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
)

// priceRow is a row of the prices file as described in docs/import.md.
type priceRow struct {
	Unit, Arrival, From, To, Weekdays string
	Nights, Units                     int
	Prices                            map[string]money.Pence
}

// naive computes searches directly from the rows of a feed, without an index,
// by the words of the specification.
type naive struct {
	parks  map[string]string // park by unit type
	names  map[string]string // of parks, see plain
	units  map[string][]string
	prices map[string]map[string]map[int]money.Pence // by unit type, "arrival/nights", party size
	left   map[string]map[date.Date]int
}

type hit struct {
	park  string
	day   date.Date
	price money.Pence
}

// readLines calls each with every line of a file.
func readLines(t *testing.T, path string, each func([]byte) error) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if err := each(lines.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
}

func readNaively(t *testing.T, dir string) *naive {
	n := &naive{map[string]string{}, map[string]string{}, map[string][]string{}, map[string]map[string]map[int]money.Pence{}, map[string]map[date.Date]int{}}
	readLines(t, filepath.Join(dir, osm.CatalogueFile), func(line []byte) error {
		var row struct {
			Park *catalogue.Park
			Unit *catalogue.UnitType
		}
		err := json.Unmarshal(line, &row)
		if row.Park != nil {
			n.names[row.Park.ID] = plain(row.Park.Name)
		}
		if row.Unit != nil {
			n.parks[row.Unit.ID] = row.Unit.ParkID
			n.units[row.Unit.Channel] = append(n.units[row.Unit.Channel], row.Unit.ID)
		}
		return err
	})
	readLines(t, filepath.Join(dir, osm.PricesFile), func(line []byte) error {
		var row priceRow
		if err := json.Unmarshal(line, &row); err != nil {
			return err
		}
		return n.add(row)
	})
	return n
}

func (n *naive) add(row priceRow) error {
	if n.prices[row.Unit] == nil {
		n.prices[row.Unit], n.left[row.Unit] = map[string]map[int]money.Pence{}, map[date.Date]int{}
	}
	first, err := date.ParseISO(cmp.Or(row.From, row.Arrival))
	if err != nil {
		return err
	}
	last, err := date.ParseISO(cmp.Or(row.To, row.From, row.Arrival))
	for day := first; day <= last; day++ {
		weekday := strings.ToLower(day.Weekday().String()[:3])
		switch {
		case row.Prices == nil:
			n.left[row.Unit][day] = row.Units
		case row.Weekdays == "" || strings.Contains(row.Weekdays, weekday):
			sizes := map[int]money.Pence{}
			for size, price := range row.Prices {
				size, _ := strconv.Atoi(size)
				sizes[size] = price
			}
			n.prices[row.Unit][fmt.Sprint(day, "/", row.Nights)] = sizes
		}
	}
	return err
}

// price returns what a party pays for a stay in a unit type, or 0 where it is
// not sold.
func (n *naive) price(unit string, day date.Date, nights, party int) money.Pence {
	for night := day; night < day+date.Date(nights); night++ {
		if n.left[unit][night] < 1 {
			return 0
		}
	}
	sizes := n.prices[unit][fmt.Sprint(day, "/", nights)]
	for size := party; size <= 40; size++ {
		if price, ok := sizes[size]; ok {
			return price
		}
	}
	return 0
}

// search checks every price. For each park it finds the nearest day (the
// earlier of two equally near ones) and the cheapest price on it. It sorts by
// days away, price and name.
func (n *naive) search(channel string, asked date.Date, today date.Date, nights, party int) []hit {
	found := map[string]hit{}
	for away := range date.Date(8) {
		for _, day := range []date.Date{asked - away, asked + away} {
			on := map[string]money.Pence{}
			for _, unit := range n.units[channel] {
				park := n.parks[unit]
				if _, nearer := found[park]; nearer || day <= today {
					continue
				}
				if price := n.price(unit, day, nights, party); price > 0 && (on[park] == 0 || price < on[park]) {
					on[park] = price
				}
			}
			for park, price := range on {
				found[park] = hit{park, day, price}
			}
		}
	}
	var hits []hit
	for _, h := range found {
		hits = append(hits, h)
	}
	away := func(h hit) date.Date { return max(h.day-asked, asked-h.day) }
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(away(a), away(b)), cmp.Compare(a.price, b.price), cmp.Compare(n.names[a.park], n.names[b.park]), cmp.Compare(a.park, b.park))
	})
	return hits
}

// plain returns a name without case and accents, as it is sorted.
func plain(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(name)))
}

// importSample imports the sample of real parks into a data directory.
func importSample(t *testing.T, dir string, today date.Date) *naive {
	t.Helper()
	table, err := os.Open("../demo/osm/testdata/sites-300.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	files := t.TempDir()
	if _, err := osm.Convert(context.Background(), table, files, today); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(context.Background(), dir, testclock.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	im := feed.Importer{Store: s, Temp: t.TempDir()}
	importFile(t, filepath.Join(files, osm.CatalogueFile), im.Catalogue)
	importFile(t, filepath.Join(files, osm.PricesFile), im.Prices)
	return readNaively(t, files)
}

func importFile(t *testing.T, path string, read func(context.Context, ...feed.File) (*feed.Report, error)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := read(context.Background(), feed.File{Reader: file, Full: true}); err != nil {
		t.Fatal(err)
	}
}

func TestSearchesOfAnImportedCatalogueAnswerAsTheFeedSays(t *testing.T) {
	dir, today := t.TempDir(), date.In(testclock.Now())
	feeds := importSample(t, dir, today)
	r, err := launch(dir, sandbox)
	if err != nil {
		t.Fatal(err)
	}
	defer r.stop()
	v, answered := r.visitor(t), 0
	for _, channel := range catalogue.Channels {
		for _, ask := range []struct {
			days          date.Date
			nights, party int
		}{{1, 3, 2}, {30, 7, 2}, {200, 4, 4}, {240, 7, 5}, {400, 14, 3}} {
			asked := today + ask.days
			want := feeds.search(channel.Code, asked, today, ask.nights, ask.party)
			got := v.get("/api/search", "channel", channel.Code, "region", "all-regions", "date", asked.String(),
				"nights", strconv.Itoa(ask.nights), "adults", strconv.Itoa(ask.party)).ok(t)
			rows := got.list("results")
			if len(rows) != len(want) || fmt.Sprint(got.at("count")) != strconv.Itoa(len(want)) {
				t.Fatalf("%s %s %+v: %v rows, count %v; the feed has %d", channel.Code, asked, ask, len(rows), got.at("count"), len(want))
			}
			for i, h := range want {
				row := rows[i].(map[string]any)
				if row["price"] != h.price.String() || row["date"] != h.day.String() || row["parkId"] != h.park {
					t.Fatalf("%s %s %+v: row %d is %v on %v for %v; the feed says %v", channel.Code, asked, ask, i, row["parkId"], row["date"], row["price"], h)
				}
				answered++
			}
		}
	}
	if answered < 500 {
		t.Errorf("only %d rows were compared", answered)
	}
}
