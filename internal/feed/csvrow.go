package feed

import (
	"bytes"
	"strings"
)

// csvColumn is the meaning of a column of a CSV file.
type csvColumn struct {
	name  string
	party int // the party size of a price or of an earlier price
}

// csvHeader reads the first line of a CSV file, which names the columns: unit,
// arrival, from, to, weekdays, nights, units, withdraw, and price_n and was_n
// for parties of up to n people.
func csvHeader(line []byte) (columns []csvColumn, wrong *fault) {
	seen := map[csvColumn]bool{}
	for cell := range bytes.SplitSeq(line, []byte(",")) {
		name := strings.ToLower(string(unquote(cell)))
		column := csvColumn{name: name}
		switch name {
		case "unit", "arrival", "from", "to", "weekdays", "nights", "units", "withdraw":
		default:
			kind, size, _ := strings.Cut(name, "_")
			party, ok := parseParty([]byte(size))
			if !ok || kind != "price" && kind != "was" {
				return nil, faultf("first line", "there is no column %q", shorten([]byte(name)))
			}
			column = csvColumn{kind, party}
		}
		if seen[column] {
			return nil, faultf("first line", "the column %q is given twice", name)
		}
		seen[column] = true
		columns = append(columns, column)
	}
	if !seen[csvColumn{name: "unit"}] {
		return nil, faultf("first line", "the column unit is missing")
	}
	return columns, nil
}

// csvRow reads one line of a CSV prices file into r. Empty cells are ignored.
func csvRow(line []byte, columns []csvColumn, units map[string]int, r *row) *fault {
	r.reset()
	for i := 0; ; i++ {
		cell, rest, more := bytes.Cut(line, []byte(","))
		if i == len(columns) {
			return faultf("the last column", "the row has more cells than the first line names")
		}
		if text := unquote(cell); len(text) > 0 {
			if wrong := r.setCell(columns[i], text, units); wrong != nil {
				return wrong
			}
		}
		if line = rest; !more {
			return nil
		}
	}
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
	case "price":
		return r.setPrice("price", column.party, text)
	case "was":
		return r.setPrice("was", column.party, text)
	}
	return r.setDate(column.name, text)
}

// unquote removes blanks and one pair of quotation marks around a cell. That is
// enough, because no value of a prices file contains a comma or a quotation
// mark.
func unquote(cell []byte) []byte {
	cell = bytes.TrimSpace(cell)
	if len(cell) >= 2 && cell[0] == '"' && cell[len(cell)-1] == '"' {
		cell = cell[1 : len(cell)-1]
	}
	return cell
}
