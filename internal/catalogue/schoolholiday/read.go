package schoolholiday

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"holidaymaker/internal/date"
)

// Fault is what is wrong with a row of a file.
type Fault struct {
	Line           int64
	Column, Reason string
}

// columns are the columns of a file, in any order; only the last may be missing.
var columns = []string{"council", "nation", "holiday", "first_day", "last_day", "source"}

// The forms of names, from which addresses and the front end's texts are made.
var (
	councilForm = regexp.MustCompile(`^[A-Za-z][A-Za-z ,.'&-]{0,59}$`)
	holidayForm = regexp.MustCompile(`^[A-Za-z]{1,11}( [A-Za-z]{1,11}){1,4} 20[0-9]{2}$`)
	notInID     = regexp.MustCompile(`[^A-Za-z]+`)
)

// maxDays is how long a holiday may be; summers in Scotland have seven weeks. maxRows
// is enough for eight holidays of ten years in every council.
const (
	maxDays = 70
	maxRows = 20_000
)

// Read reads a file of school holidays, CSV in UTF-8. Rows with a fault are left out of
// the calendar. An import must refuse a file that has one.
func Read(file []byte) (*Calendar, []Fault) {
	r := reader{councils: map[string]*Council{}, lines: map[string]int64{}}
	r.file(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")))
	if r.rows == 0 && len(r.faults) == 0 {
		r.fault(1, "first line", "there are no rows after it")
	}
	var all []Council
	for _, id := range r.order {
		all = append(all, *r.councils[id])
	}
	return newCalendar(all), r.faults
}

// reader is the state of Read.
type reader struct {
	columns  []string // by position
	councils map[string]*Council
	order    []string         // of the councils
	lines    map[string]int64 // where a council's holiday is
	rows     int
	faults   []Fault
}

func (r *reader) fault(line int64, column, reason string, args ...any) {
	r.faults = append(r.faults, Fault{line, column, fmt.Sprintf(reason, args...)})
}

func (r *reader) file(text []byte) {
	lines := csv.NewReader(bytes.NewReader(text))
	lines.FieldsPerRecord = -1
	for {
		cells, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			r.fault(int64(wrong.Line), fmt.Sprintf("character %d", wrong.Column), "%v", wrong.Err)
			return // what follows is read wrongly
		}
		at, _ := lines.FieldPos(0)
		line := int64(at)
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if r.columns == nil {
			if r.header(cells); len(r.faults) > 0 {
				return
			}
			continue
		}
		if strings.Join(cells, "") == "" {
			continue
		}
		if slices.ContainsFunc(cells, func(cell string) bool { return strings.ContainsFunc(cell, unicode.IsControl) }) {
			r.fault(line, "the row", "has a line break or a control character in a cell: take it out")
			continue
		}
		if r.rows++; r.rows > maxRows {
			r.fault(line, "the row", "is one of more than %d: leave out the years that are past", maxRows)
			return
		}
		if len(cells) != len(r.columns) {
			r.fault(line, "the row", "has %d cells and the first line %d: write as many, or export the file again if it was cut off", len(cells), len(r.columns))
			continue
		}
		r.row(line, cells)
	}
	if n := len(text); n > 0 && text[n-1] != '\n' && len(r.faults) == 0 && !r.endsWithDay() {
		r.fault(int64(bytes.Count(text, []byte("\n"))+1), "the last line", "has no line end, so the file may have been cut off: export it again, or end the line if it is complete")
	}
}

// endsWithDay reports whether the last cell of a row has a fixed length, so that one that
// was cut off cannot be read.
func (r *reader) endsWithDay() bool {
	return len(r.columns) > 0 && strings.HasSuffix(r.columns[len(r.columns)-1], "_day")
}

func (r *reader) header(cells []string) {
	for _, cell := range cells {
		name := strings.ToLower(cell)
		switch {
		case len(cells) == 1 && strings.ContainsAny(name, ";\t"):
			r.fault(1, "first line", "the columns are not separated by commas: save the file as 'CSV UTF-8 (comma delimited)'")
		case !slices.Contains(columns, name):
			r.fault(1, "first line", "there is no column %q: write %s", cell, strings.Join(columns, ","))
		case slices.Contains(r.columns, name):
			r.fault(1, "first line", "the column %s is given twice", name)
		}
		r.columns = append(r.columns, name)
	}
	for _, name := range columns[:len(columns)-1] {
		if len(r.faults) == 0 && !slices.Contains(r.columns, name) {
			r.fault(1, "first line", "the column %s is missing: write %s", name, strings.Join(columns, ","))
		}
	}
}

// row adds a holiday to its council, or a fault.
func (r *reader) row(line int64, cells []string) {
	before := len(r.faults)
	cell := func(column string) string { return cells[slices.Index(r.columns, column)] }
	council := r.council(line, cell("council"), cell("nation"))
	written := cell("holiday")
	if first := strings.ToLower(strings.SplitN(written, " ", 2)[0]); !holidayForm.MatchString(written) || first == "day" || first == "weekend" {
		r.fault(line, "holiday", "is %q: write two to five words and the year, such as October half term 2027", written)
	}
	holiday := Holiday{Name: strings.ReplaceAll(strings.ToLower(written), " ", "-")}
	holiday.From = r.day(line, "first_day", cell("first_day"))
	holiday.To = r.day(line, "last_day", cell("last_day"))
	if len(r.faults) > before {
		return
	}
	year := strconv.Itoa(holiday.From.Time().Year())
	switch {
	case !strings.HasSuffix(holiday.Name, year):
		r.fault(line, "holiday", "is %q, and the first day is in %s: write the year of the first day", written, year)
	case holiday.To < holiday.From:
		r.fault(line, "last_day", "is before the first day, %s: write the last day without school", holiday.From.ISO())
	case holiday.To-holiday.From >= maxDays:
		r.fault(line, "last_day", "makes %d days: a holiday has %d at most", holiday.To-holiday.From+1, maxDays)
	}
	for _, other := range council.holidays {
		at := r.lines[Key(other, council.ID+council.Nation)]
		switch {
		case other.Name == holiday.Name:
			r.fault(line, "holiday", "is in line %d already: leave one of them out", at)
		case holiday.From <= other.To && holiday.To >= other.From:
			r.fault(line, "first_day", "the holiday has days of that in line %d: correct the days of one of them", at)
		}
	}
	if len(r.faults) == before {
		council.holidays = append(council.holidays, holiday)
		r.lines[Key(holiday, council.ID+council.Nation)] = line
	}
}

// council returns the council of a row.
func (r *reader) council(line int64, name, nation string) *Council {
	if !slices.Contains(Nations, nation) {
		r.fault(line, "nation", "is %q: write %s", nation, strings.Join(Nations, ", "))
	}
	if name != "" && !councilForm.MatchString(name) {
		r.fault(line, "council", "is %q: write its name in letters of the English alphabet, 60 at most", name)
	}
	id := strings.Trim(notInID.ReplaceAllString(name, "-"), "-")
	key := id
	if id == "" {
		key = "." + nation
	}
	council := r.councils[key]
	switch {
	case council == nil:
		council = &Council{ID: id, Name: name, Nation: nation}
		r.councils[key] = council
		r.order = append(r.order, key)
	case council.Name != name:
		r.fault(line, "council", "is %q, and was %q in a line before: write one of them everywhere", name, council.Name)
	case council.Nation != nation:
		r.fault(line, "nation", "is %q, and was %q for this council in a line before: write one of them everywhere", nation, council.Nation)
	}
	return council
}

func (r *reader) day(line int64, column, text string) date.Date {
	day, err := date.ParseISO(text)
	if err != nil {
		r.fault(line, column, "is %q: write a day such as 2027-10-23", text)
	}
	return day
}
