package feed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"holidaymaker/internal/catalogue/rates"
)

// readRateLines reads a file of CSV or NDJSON, a row each line.
func readRateLines(file File, take func(line int64, cells []rates.Cell, wrong *fault) error) error {
	text := bufio.NewReaderSize(file.Reader, 64<<10)
	if err := skipMark(text); err != nil {
		return err
	}
	var columns []csvColumn
	var cells [][]byte
	for line := int64(1); ; line++ {
		b, size, err := readLine(text)
		last := errors.Is(err, io.EOF)
		if err != nil && !last && !errors.Is(err, errLong) {
			return fmt.Errorf("read the file: %w", err)
		}
		var row []rates.Cell
		var wrong *fault
		switch {
		case size > maxLine:
			wrong = faultf("character 1", "the line has more than %d bytes", maxLine)
		case file.CSV && line == 1:
			if columns, wrong = csvHeader(b, rateColumn, "kind"); wrong != nil {
				return take(line, nil, wrong)
			}
		case len(b) == 0:
		case file.CSV:
			if cells, wrong = csvCells(b, cells[:0]); wrong == nil {
				row, wrong = rateCells(cells, columns)
			}
			if cut := checkEnd(b, cells, columns); last && cut != nil && len(cells) > 0 {
				wrong = cut
			}
		default:
			row, wrong = ratesOfJSON(b)
		}
		if size > 0 && (len(row) > 0 || wrong != nil) {
			if err := take(line, row, wrong); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
	}
}

// rateColumn returns the column of a rates file.
func rateColumn(name string) (csvColumn, bool) {
	if party, ok := rates.PriceColumn(name); ok {
		return csvColumn{"price", party}, true
	}
	return csvColumn{name: name}, rates.IsColumn(name)
}

// rateCells returns the cells of a line that are not empty.
func rateCells(cells [][]byte, columns []csvColumn) (row []rates.Cell, wrong *fault) {
	_, wrong = eachCell(cells, columns, func(column csvColumn, text []byte) *fault {
		name := column.name
		switch name {
		case "price":
			name = fmt.Sprintf("price_%d", column.party)
			text = plainAmount(text)
		case "amount":
			text = plainAmount(text)
		}
		row = append(row, rates.Cell{Column: name, Text: string(text)})
		return nil
	})
	return row, wrong
}

// ratesOfJSON reads a line such as {"night":{"unit":"L1","prices":{"2":"100.00"}}}.
func ratesOfJSON(line []byte) (row []rates.Cell, wrong *fault) {
	if wrong := checkText(line); wrong != nil {
		return nil, wrong
	}
	s := scanner{b: line}
	if !s.take('{') {
		return nil, s.unexpected("expected an object with the kind of the row")
	}
	kind, ok := s.text()
	if !ok || !s.take(':') || !s.take('{') {
		return nil, s.unexpected("expected the kind of the row and an object, such as {\"night\":{…}}")
	}
	row = append(row, rates.Cell{Column: "kind", Text: string(kind)})
	for first := true; !s.take('}'); first = false {
		if !first && !s.take(',') {
			return nil, s.unexpected("expected ',' or '}'")
		}
		key, ok := s.text()
		if !ok || !s.take(':') {
			return nil, s.unexpected("expected a field's name and ':'")
		}
		if string(key) == "prices" {
			if row, wrong = s.ratePrices(row); wrong != nil {
				return nil, wrong
			}
			continue
		}
		if _, price := rates.PriceColumn(string(key)); price || !rates.IsColumn(string(key)) || string(key) == "kind" {
			return nil, faultf(shorten(key), "there is no such field")
		}
		text, ok := s.value()
		if !ok {
			return nil, faultf(shorten(key), "expected a number, or a text in quotation marks without escapes")
		}
		if text != "" { // like an empty cell of CSV
			row = append(row, rates.Cell{Column: string(key), Text: text})
		}
	}
	if !s.take('}') || s.peek() != 0 || s.at < len(s.b) {
		return nil, s.unexpected("expected '}' and the end of the line")
	}
	return row, nil
}

// value reads a text, without blanks around it, or a number.
func (s *scanner) value() (string, bool) {
	text, ok := s.text()
	if !ok {
		text, ok = s.number()
	}
	return string(bytes.TrimSpace(text)), ok
}

// ratePrices reads an object that maps party sizes to amounts.
func (s *scanner) ratePrices(row []rates.Cell) ([]rates.Cell, *fault) {
	if !s.take('{') {
		return nil, faultf("prices", "expected an object of party sizes and amounts")
	}
	for first := true; !s.take('}'); first = false {
		if !first && !s.take(',') {
			return nil, s.unexpected("expected ',' or '}'")
		}
		size, ok := s.text()
		if !ok || !s.take(':') {
			return nil, s.unexpected("expected a party size and ':'")
		}
		if _, ok := rates.PriceColumn("price_" + string(size)); !ok {
			return nil, faultf("prices", "expected a party size, not %q", shorten(size))
		}
		amount, ok := s.value()
		if !ok {
			return nil, faultf("prices", "expected an amount for party size %s", size)
		}
		if amount != "" {
			row = append(row, rates.Cell{Column: "price_" + string(size), Text: amount})
		}
	}
	return row, nil
}
