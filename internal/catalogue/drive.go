package catalogue

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Drive is how long it takes to drive from a home to a park.
type Drive struct {
	Minutes int
	Miles   int  // in a straight line
	About   bool // the minutes are an estimate from the miles, to five minutes
}

// DriveTimes are measured times, in minutes, from one outward code to another.
type DriveTimes struct{ minutes map[route]uint16 }

type route struct{ from, to string }

// maxDrive is the longest drive of a table, in minutes: two days.
const maxDrive = 48 * 60

// ParseDriveTimes reads a table of drive times (docs/import.md): CSV with the columns from, to
// and minutes, in any order; from and to are outward codes, the first halves of British
// postcodes. Errors name the line.
func ParseDriveTimes(text []byte) (*DriveTimes, error) {
	rows := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	rows.ReuseRecord, rows.TrimLeadingSpace = true, true
	head, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("read the drive times: the first line has no columns: %w", err)
	}
	column := map[string]int{}
	for i, name := range head {
		column[strings.ToLower(strings.TrimSpace(name))] = i
	}
	for _, name := range []string{"from", "to", "minutes"} {
		if _, ok := column[name]; !ok {
			return nil, fmt.Errorf("read the drive times: line 1: there is no column %q", name)
		}
	}
	table := &DriveTimes{minutes: map[route]uint16{}}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return table, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the drive times: %w", err) // the reader's errors name the line
		}
		if err := table.add(row[column["from"]], row[column["to"]], row[column["minutes"]]); err != nil {
			line, _ := rows.FieldPos(0)
			return nil, fmt.Errorf("read the drive times: line %d: %w", line, err)
		}
	}
}

func (d *DriveTimes) add(from, to, minutes string) error {
	var codes [2]string
	for i, text := range []string{from, to} {
		parts := outwardCode.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(text)))
		if parts == nil || parts[0] != parts[1]+parts[2] {
			return fmt.Errorf("%q is not the first half of a British postcode, such as TR7", text)
		}
		codes[i] = parts[0]
	}
	n, err := strconv.ParseUint(strings.TrimSpace(minutes), 10, 16)
	if err != nil || n > maxDrive {
		return fmt.Errorf("%q is not a whole number of minutes from 0 to %d", minutes, maxDrive)
	}
	key := route{codes[0], codes[1]}
	if _, twice := d.minutes[key]; twice {
		return fmt.Errorf("the drive from %s to %s was stated before", key.from, key.to)
	}
	d.minutes[key] = uint16(n)
	return nil
}

// between returns the minutes of a drive; where the table has only the way back, of that.
func (d *DriveTimes) between(from, to string) (minutes int, ok bool) {
	n, ok := d.minutes[route{from, to}]
	if !ok {
		n, ok = d.minutes[route{to, from}]
	}
	return int(n), ok
}

// driveEnd is where drives to a British park end.
type driveEnd struct {
	park            *ParkInfo
	lat, lon        float64
	outward, island string
}

// Within returns the drives from a home that are near enough, by park, measured where the table
// has them. Parks without position or British postcode are never near, and, without a measured
// time, none across the sea.
func (s *Snapshot) Within(home Outward, table *DriveTimes, near func(Drive) bool) map[string]Drive {
	here, drives := island(home.Code), map[string]Drive{}
	for i := range s.driveEnds {
		end := &s.driveEnds[i]
		miles := distance(end.lat, end.lon, home.Lat, home.Lon) * milesOfDegree
		drive := Drive{Miles: int(math.Round(miles))}
		minutes, measured := table.between(home.Code, end.outward)
		if drive.Minutes = minutes; !measured {
			if here != end.island {
				continue
			}
			drive.Minutes, drive.About = estimate(miles), true
		}
		if near(drive) {
			drives[end.park.ID] = drive
		}
	}
	return drives
}

// milesOfDegree is a degree of latitude.
const milesOfDegree = 69.1

// estimate is about how long a drive takes, to five minutes: a quarter of an hour on small roads,
// and 1.3 minutes for each mile in a straight line, which is 1.25 miles of road at 58 mph. It is
// within a sixth of what route planners say for London to Birmingham, York to Whitby and
// Manchester to Newquay.
func estimate(miles float64) int { return int(math.Round((15+1.3*miles)/5)) * 5 }

// islands are the places of the United Kingdom, and beside it, that no bridge leads to: some
// districts of a postcode area, or all.
var islands = []struct {
	area        string
	first, last int
	name        string
}{
	{"BT", 0, 99, "Northern Ireland"}, {"IM", 0, 99, "Isle of Man"}, {"JE", 0, 99, "Jersey"}, {"GY", 0, 99, "Guernsey"},
	{"HS", 0, 99, "Western Isles"}, {"ZE", 0, 99, "Shetland"}, {"KW", 15, 17, "Orkney"}, {"PO", 30, 41, "Isle of Wight"},
	{"KA", 27, 27, "Arran"}, {"KA", 28, 28, "Cumbrae"}, {"PA", 20, 20, "Bute"}, {"PA", 41, 41, "Gigha"}, {"PA", 42, 49, "Islay"},
	{"PA", 60, 60, "Jura"}, {"PA", 61, 61, "Colonsay"}, {"PA", 62, 75, "Mull"}, {"PA", 76, 76, "Iona"}, {"PA", 77, 77, "Tiree"},
	{"PA", 78, 78, "Coll"}, {"PH", 42, 42, "Eigg"}, {"PH", 43, 43, "Rum"}, {"PH", 44, 44, "Canna"}, {"TR", 21, 25, "Scilly"},
}

// island returns the island of an outward code; "" for Great Britain.
func island(code string) string {
	parts := outwardCode.FindStringSubmatch(code)
	district, err := strconv.Atoi(parts[2])
	for _, i := range islands {
		if err == nil && i.area == parts[1] && i.first <= district && district <= i.last {
			return i.name
		}
	}
	return "" // a district such as 1A is in the middle of London
}
