// Package osm converts a table of real camp and caravan sites from OpenStreetMap
// into the files that `holidaymaker import` reads. The catalogue is real data; the
// prices and allotments are invented. Texts are kept as they are, in any script
// and of any length.
package osm

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// Credit is the attribution that every park has and that must be shown with it.
const Credit = "© OpenStreetMap contributors, ODbL"

// The files that Convert writes.
const (
	CatalogueFile = "catalogue.ndjson"
	PricesFile    = "prices.ndjson"
)

// Report is the result of a conversion.
type Report struct {
	Rows      int // rows of the table, without its header
	Parks     int
	Units     int
	PriceRows int // lines of the prices file
	Prices    int // single prices in them
	// Unplaced lists the rows that fit no region, Unusable those that could not
	// be read, with the reason. All other rows are converted.
	Unplaced []string
	Unusable []string
}

// Convert reads a table (see Columns) and writes CatalogueFile and PricesFile
// into dir, with prices for the eighteen months from the day after today on.
// The same table and day give the same bytes. An error means that the table has
// no usable header, or that reading or writing failed.
func Convert(ctx context.Context, table io.Reader, dir string, today date.Date) (*Report, error) {
	report := &Report{}
	sites, err := read(table, report)
	if err != nil {
		return report, fmt.Errorf("read the table of sites: %w", err)
	}
	companies := keepLargest(sites)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return report, err
	}
	err = write(filepath.Join(dir, CatalogueFile), func(out *bufio.Writer) error {
		return writeCatalogue(ctx, out, sites, companies, report)
	})
	if err == nil {
		err = write(filepath.Join(dir, PricesFile), func(out *bufio.Writer) error {
			return writePrices(ctx, out, sites, today, report)
		})
	}
	return report, err
}

// write writes a file under a temporary name and renames it when it is
// complete.
func write(path string, fill func(*bufio.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write %s: %w", path, err), os.Remove(file.Name()))
		}
	}()
	out := bufio.NewWriterSize(file, 1<<20)
	if err := errors.Join(fill(out), out.Flush(), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// Columns are the columns that a table must have; others are ignored. They are
// OpenStreetMap tags.
var Columns = strings.Fields("osm_id name lat lon country kind town postcode operator capacity stars dogs static_caravans cabins swimming_pool wheelchair internet")

// site is a row of the table that has a region.
type site struct {
	id, name, country, kind, town, postcode string
	lat, lon                                float64
	region                                  catalogue.Region
	operator                                string // as mapped
	company                                 string // id of the operator
	tags                                    map[string]string
	units                                   []unit
}

// yes reports whether a tag says yes, in one of the words that mappers use.
func (s *site) yes(tag string) bool {
	switch strings.ToLower(strings.TrimSpace(s.tags[tag])) {
	case "", "no", "none", "unknown", "private", "discouraged":
		return false
	}
	return true
}

// read reads the rows and gives each its region and unit types.
func read(table io.Reader, report *Report) ([]*site, error) {
	in := csv.NewReader(table)
	in.FieldsPerRecord = -1
	in.ReuseRecord = true
	head, err := in.Read()
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, name := range head {
		at[strings.TrimPrefix(strings.TrimSpace(name), "\ufeff")] = i
	}
	for _, name := range Columns {
		if _, ok := at[name]; !ok {
			return nil, fmt.Errorf("the first line names no column %q", name)
		}
	}
	var sites []*site
	known := map[string]bool{}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return sites, nil
		}
		report.Rows++
		var broken *csv.ParseError
		if errors.As(err, &broken) {
			report.Unusable = append(report.Unusable, fmt.Sprintf("line %d: %v", broken.StartLine, broken.Err))
			continue
		}
		if err != nil {
			return nil, err
		}
		line, _ := in.FieldPos(0)
		s, err := parse(record, at)
		if err == nil && known[s.id] {
			err = errors.New("its osm_id stood in an earlier row")
		}
		if err != nil {
			report.Unusable = append(report.Unusable, fmt.Sprintf("line %d: %v", line, err))
			continue
		}
		known[s.id] = true
		region, ok := regionOf(s)
		if !ok {
			report.Unplaced = append(report.Unplaced, fmt.Sprintf("line %d: %s %s (%s, %g, %g)", line, s.id, s.name, s.country, s.lat, s.lon))
			continue
		}
		s.region = region
		s.units = unitsOf(s)
		sites = append(sites, s)
	}
}

// parse reads one row.
func parse(record []string, at map[string]int) (*site, error) {
	get := func(column string) string {
		if i := at[column]; i < len(record) {
			return clean(record[i])
		}
		return ""
	}
	s := &site{name: get("name"), country: get("country"), kind: get("kind"), town: get("town"), postcode: get("postcode"),
		operator: get("operator"), tags: map[string]string{}}
	kind, number, _ := strings.Cut(get("osm_id"), "/")
	if _, err := strconv.ParseUint(number, 10, 64); err != nil || kind != "node" && kind != "way" && kind != "relation" {
		return nil, fmt.Errorf("osm_id %q: want node/, way/ or relation/ and a number", get("osm_id"))
	}
	s.id = kind[:1] + number
	if s.name == "" {
		return nil, errors.New("name is missing")
	}
	var err1, err2 error
	s.lat, err1 = strconv.ParseFloat(get("lat"), 64)
	s.lon, err2 = strconv.ParseFloat(get("lon"), 64)
	if err1 != nil || err2 != nil || !(s.lat >= -90 && s.lat <= 90 && s.lon >= -180 && s.lon <= 180) {
		return nil, fmt.Errorf("position %q, %q: want degrees", get("lat"), get("lon"))
	}
	for _, tag := range Columns[9:] {
		s.tags[tag] = get(tag)
	}
	return s, nil
}

// clean removes characters that cannot be shown, and cuts a text to the length
// that a catalogue allows.
func clean(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "�")), " ")
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > 300 {
		s = string(r[:299]) + "…"
	}
	return s
}

// line writes one entity in the form that the import reads.
func line(out *bufio.Writer, e catalogue.Entity) error {
	if err := e.Validate(); err != nil {
		return fmt.Errorf("%s %s: %w", e.EntityKind(), e.EntityID(), err)
	}
	b, err := json.Marshal(map[catalogue.Kind]catalogue.Entity{e.EntityKind(): e})
	if err == nil {
		_, err = out.Write(append(b, '\n'))
	}
	return err
}
