package feed

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/money"
)

// entityColumn is the column of a CSV catalogue that names the kind of a row's entity.
const entityColumn = "entity"

// readCSV reads a catalogue as CSV. The first line names the columns: entity, and fields
// of entities, deposit.type for example. Each row is an entity, or a withdrawal. An empty
// cell means that the field is not given. A list of names has commas or blanks between
// them; lists of objects, such as images, are written as JSON.
func (c *catalogueImport) readCSV(ctx context.Context, number int, file io.Reader) error {
	name, source := c.files[number].Name, &endWatch{reader: file}
	reader := csv.NewReader(source)
	reader.FieldsPerRecord = -1
	header, err := reader.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return c.badCSV(name, err)
	}
	columns, wrong := catalogueHeader(header)
	if wrong != nil {
		c.report.bad(BadRow{name, 1, wrong.column, wrong.reason})
		return nil
	}
	var last []string
	line := 1
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return c.badCSV(name, err)
		}
		line, _ = reader.FieldPos(0)
		if last = cells; !strings.ContainsFunc(strings.Join(cells, ""), func(r rune) bool { return !unicode.IsSpace(r) }) {
			continue
		}
		c.report.Rows++
		wrong, err := c.csvEntity(ctx, lineRef{number, int64(line)}, columns, cells)
		if err != nil {
			return err
		}
		if wrong != nil {
			c.report.bad(BadRow{name, int64(line), wrong.column, wrong.reason})
		}
	}
	if !source.complete && len(last) > 0 && (len(last) < len(columns) || last[len(last)-1] != "") {
		c.report.bad(BadRow{name, int64(line), "the last line", "has no line end, so the file may have been cut off: export the file again, or end the line if it is complete"})
	}
	c.read += source.read
	c.reportProgress()
	return nil
}

// badCSV reports a row that is not CSV, or returns an error of the disk.
func (c *catalogueImport) badCSV(name string, err error) error {
	var wrong *csv.ParseError
	if !errors.As(err, &wrong) {
		return fmt.Errorf("read the file: %w", err)
	}
	c.report.bad(BadRow{name, int64(wrong.StartLine), fmt.Sprintf("character %d of line %d", wrong.Column, wrong.Line), wrong.Err.Error()})
	return nil
}

// endWatch is a reader that knows whether the file ends with a line end.
type endWatch struct {
	reader   io.Reader
	read     int64
	complete bool
}

func (w *endWatch) Read(b []byte) (n int, err error) {
	if n, err = w.reader.Read(b); n > 0 {
		w.complete = b[n-1] == '\n'
		w.read += int64(n)
	}
	return n, err
}

// catalogueHeader checks the names of the columns. Those without a name must be empty.
func catalogueHeader(cells []string) (columns []string, wrong *fault) {
	seen := map[string]bool{}
	for _, cell := range cells {
		name := strings.TrimSpace(cell)
		if wrong := checkUTF8([]byte(cell)); wrong != nil {
			return nil, &fault{"first line", wrong.reason}
		}
		if name != "" && seen[name] {
			return nil, faultf("first line", "the column %q is given twice", name)
		}
		seen[name] = true
		columns = append(columns, name)
	}
	if !seen[entityColumn] {
		return nil, faultf("first line", "the column %s is missing: it says what a row is, park or unit for example", entityColumn)
	}
	return columns, nil
}

// csvEntity imports one row.
func (c *catalogueImport) csvEntity(ctx context.Context, at lineRef, columns, cells []string) (wrong *fault, err error) {
	kind, object := "", map[string]any{}
	for i, column := range columns {
		if column == entityColumn && i < len(cells) {
			kind = strings.TrimSpace(cells[i])
		}
	}
	if kind == "" {
		return faultf(entityColumn, "is missing"), nil
	}
	sample := sampleOf(kind)
	if sample == nil {
		return faultf(entityColumn, "expected one of %v, not %q", catalogue.Kinds, shorten([]byte(kind))), nil
	}
	for i, cell := range cells {
		text := strings.TrimSpace(cell)
		switch {
		case text == "" || i < len(columns) && columns[i] == entityColumn:
			continue
		case i >= len(columns) || columns[i] == "":
			return faultf(fmt.Sprintf("column %d", i+1), "%q is in a column without a name", shorten([]byte(text))), nil
		}
		if wrong := checkUTF8([]byte(text)); wrong != nil {
			return &fault{columns[i], wrong.reason}, nil
		}
		if wrong := setField(object, sample, columns[i], columns[i], text); wrong != nil {
			return wrong, nil
		}
	}
	body, err := json.Marshal(object)
	if err != nil {
		return jsonFault(err), nil
	}
	return c.entity(ctx, at, kind, body)
}

// sampleOf returns the type of a kind of entity, or nil.
func sampleOf(kind string) reflect.Type {
	if kind == "withdraw" {
		return reflect.TypeFor[withdrawal]()
	}
	entity, err := catalogue.Decode(catalogue.Kind(kind), []byte("{}"))
	if err != nil {
		return nil
	}
	return reflect.TypeOf(entity)
}

// setField sets the field of a path, such as deposit.type, from the text of a cell.
func setField(object map[string]any, t reflect.Type, column, path, text string) *fault {
	name, rest, deeper := strings.Cut(path, ".")
	for i := range t.NumField() {
		field := t.Field(i)
		if tag, _, _ := strings.Cut(field.Tag.Get("json"), ","); tag != name {
			continue
		}
		if deeper && field.Type.Kind() == reflect.Struct {
			inner, _ := object[name].(map[string]any)
			if inner == nil {
				inner = map[string]any{}
				object[name] = inner
			}
			return setField(inner, field.Type, column, rest, text)
		}
		if deeper {
			break
		}
		value, expected := cellValue(field.Type, text)
		if expected != "" {
			return faultf(column, "expected %s, not %q", expected, shorten([]byte(text)))
		}
		object[name] = value
		return nil
	}
	return faultf(column, "there is no such field")
}

// cellValue reads a cell as a field's type; expected says what it should be where it
// cannot be read.
func cellValue(t reflect.Type, text string) (value any, expected string) {
	switch {
	case t == reflect.TypeFor[money.Pence]():
		return string(plainAmount([]byte(text))), ""
	case t.Kind() == reflect.String:
		return text, ""
	case t.Kind() == reflect.Bool:
		yes, known := map[string]bool{"true": true, "yes": true, "y": true, "1": true, "false": false, "no": false, "n": false, "0": false}[strings.ToLower(text)]
		if !known {
			return nil, "true or false"
		}
		return yes, ""
	case t == reflect.TypeFor[[]string]():
		return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) }), ""
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Struct:
		if !json.Valid([]byte(text)) {
			return nil, "JSON as in an NDJSON catalogue"
		}
		return json.RawMessage(text), ""
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil || !json.Valid([]byte(text)) {
		return nil, "a number"
	}
	return json.Number(text), ""
}
