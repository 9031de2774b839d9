package feed

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// csvColumn is the meaning of a column of a CSV file.
type csvColumn struct {
	name  string // "" for a column without a name, which must be empty
	party int    // the party size of a price or of an earlier price
}

// csvHeader reads the first line of a CSV file, which names the columns. of returns the
// meaning of one; required is the column that a file must have. Spreadsheets leave
// columns without a name behind; eachCell requires that these are empty.
func csvHeader(line []byte, of func(name string) (csvColumn, bool), required string) (columns []csvColumn, wrong *fault) {
	cells, wrong := csvCells(line, nil)
	if wrong != nil {
		return nil, &fault{"first line", wrong.reason}
	}
	return columnsOf(cells, of, required)
}

// columnsOf is csvHeader for the cells of the line.
func columnsOf(cells [][]byte, of func(name string) (csvColumn, bool), required string) (columns []csvColumn, wrong *fault) {
	seen := map[csvColumn]bool{}
	for i, cell := range cells {
		name := strings.ToLower(string(cell))
		if name == "" {
			columns = append(columns, csvColumn{})
			continue
		}
		column, ok := of(name)
		switch {
		case !ok && len(cells) == 1 && strings.ContainsAny(name, ";\t"):
			return nil, faultf("first line", "the columns are not separated by commas: save the file as 'CSV UTF-8 (comma delimited)'")
		case !ok:
			return nil, faultf("first line", "there is no column %q (column %d)", shorten([]byte(name)), i+1)
		}
		if seen[column] {
			return nil, faultf("first line", "the column %q is given twice", name)
		}
		seen[column] = true
		columns = append(columns, column)
	}
	if !seen[csvColumn{name: required}] {
		return nil, faultf("first line", "the column %s is missing", required)
	}
	return columns, nil
}

// priceColumn returns the column of a prices file: unit, arrival, from, to, weekdays,
// nights, units, withdraw, and price_n and was_n for parties of up to n people.
func priceColumn(name string) (csvColumn, bool) {
	switch name {
	case "unit", "arrival", "from", "to", "weekdays", "nights", "units", "withdraw":
		return csvColumn{name: name}, true
	}
	kind, size, _ := strings.Cut(name, "_")
	party, ok := parseParty([]byte(size))
	return csvColumn{kind, party}, ok && (kind == "price" || kind == "was")
}

// csvRow reads one line of a CSV prices file into r. Empty cells are ignored. blank means
// that all cells are empty. cells is used again for every line.
func csvRow(line []byte, columns []csvColumn, units map[string]int, r *row, cells [][]byte) (_ [][]byte, blank bool, wrong *fault) {
	r.reset()
	if cells, wrong = csvCells(line, cells[:0]); wrong != nil {
		return cells, false, wrong
	}
	blank, wrong = eachCell(cells, columns, func(column csvColumn, text []byte) *fault { return r.setCell(column, text, units) })
	return cells, blank, wrong
}

// eachCell calls do with every cell of a line that is not empty. blank means that all
// are.
func eachCell(cells [][]byte, columns []csvColumn, do func(column csvColumn, text []byte) *fault) (blank bool, wrong *fault) {
	blank = true
	for i, text := range cells {
		if len(text) == 0 {
			continue
		}
		blank = false
		switch {
		case i >= len(columns):
			return false, faultf(fmt.Sprintf("column %d", i+1), "%q is in a column that the first line does not have", shorten(text))
		case columns[i].name == "":
			return false, faultf(fmt.Sprintf("column %d", i+1), "%q is in a column without a name", shorten(text))
		}
		if wrong := do(columns[i], text); wrong != nil {
			return false, wrong
		}
	}
	return blank, nil
}

// csvCells appends the cells of a line, without the blanks around them. Most lines have
// no quotation marks and are cut at their commas; encoding/csv reads the others.
func csvCells(line []byte, cells [][]byte) ([][]byte, *fault) {
	if wrong := checkUTF8(line); wrong != nil {
		return cells, wrong
	}
	if bytes.IndexByte(line, '"') < 0 {
		for {
			cell, rest, more := bytes.Cut(line, []byte(","))
			cells = append(cells, bytes.TrimSpace(cell))
			if line = rest; !more {
				return cells, nil
			}
		}
	}
	reader := csv.NewReader(bytes.NewReader(line))
	reader.TrimLeadingSpace = true
	texts, err := reader.Read()
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		return cells, faultf(fmt.Sprintf("character %d", wrong.Column), "%v", wrong.Err)
	} else if err != nil && !errors.Is(err, io.EOF) {
		return cells, faultf("character 1", "%v", err)
	}
	for _, text := range texts {
		cells = append(cells, bytes.TrimSpace([]byte(text)))
	}
	return cells, nil
}

// checkUTF8 refuses a line that is not UTF-8.
func checkUTF8(line []byte) *fault {
	if utf8.Valid(line) {
		return nil
	}
	if bytes.HasPrefix(line, []byte{0xff, 0xfe}) || bytes.HasPrefix(line, []byte{0xfe, 0xff}) {
		return faultf("character 1", "the file is UTF-16: save it as UTF-8 (in spreadsheets 'CSV UTF-8')")
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(line[at:])
		if r == utf8.RuneError && size == 1 {
			return faultf(fmt.Sprintf("character %d", at+1),
				"the byte 0x%02X is not UTF-8 but perhaps Windows-1252: save the file as UTF-8 (in spreadsheets 'CSV UTF-8')", line[at])
		}
		at += size
	}
}

// checkEnd refuses the last line of a CSV file where it has no line end and may have
// been cut off: it is shorter than the first line, or its last cell could be the
// beginning of a longer one. line is the text of the line.
func checkEnd(line []byte, cells [][]byte, columns []csvColumn) *fault {
	const advice = "export the file again, or end the line if it is complete"
	if len(cells) < len(columns) {
		return faultf("the last line", "has %d cells of %d and no line end, so the file may have been cut off: %s", len(cells), len(columns), advice)
	}
	last := cells[len(cells)-1]
	if len(last) == 0 || len(cells) > len(columns) || line[len(line)-1] == '"' {
		return nil
	}
	switch column := columns[len(cells)-1]; column.name {
	case "withdraw", "arrival", "from", "to":
		return nil // their length is fixed
	case "price", "was":
		if point := bytes.IndexByte(last, '.'); point >= 0 && len(last)-point == 3 {
			return nil
		}
	}
	return faultf("the last line", "has no line end, so its last cell %q may have been cut off: %s", shorten(last), advice)
}

func (r *row) setCell(column csvColumn, text []byte, units map[string]int) *fault {
	switch column.name {
	case "unit":
		return r.setUnit(text, units)
	case "weekdays":
		return r.setWeekdays(bytes.ToLower(text))
	case "nights":
		return r.setNights(text)
	case "units":
		return r.setUnits(text)
	case "withdraw":
		if string(bytes.ToLower(text)) != "true" {
			return faultf("withdraw", "expected true or nothing, not %q", shorten(text))
		}
		r.withdraw = true
		return nil
	case "price", "was":
		return r.setPrice(column.name, column.party, plainAmount(text))
	}
	return r.setDate(column.name, text)
}

// plainAmount removes what spreadsheets add to an amount: a pound sign, and commas
// between groups of three digits. Commas elsewhere stay, so that money.Parse refuses them.
func plainAmount(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("£"))
	if bytes.IndexByte(text, ',') < 0 {
		return text
	}
	whole, decimals, point := bytes.Cut(text, []byte("."))
	groups := bytes.Split(whole, []byte(","))
	for i, group := range groups {
		if i > 0 && len(group) != 3 || i == 0 && (len(group) < 1 || len(group) > 3) {
			return text
		}
	}
	plain := bytes.Join(groups, nil)
	if point {
		plain = append(append(plain, '.'), decimals...)
	}
	return plain
}
