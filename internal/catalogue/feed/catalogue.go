package feed

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store"
)

// Catalogue imports a catalogue. Each line is an object with one key, the kind
// of the entity, such as {"park":{"id":"HV101",…}}. In a delta the row
// {"withdraw":{"kind":"park","id":"HV101"}} withdraws an entity. A CSV file has an
// entity a row, see readCSV. Several files are read as if they were one. When it
// returns ErrRefused, the report lists the bad rows.
func (im Importer) Catalogue(ctx context.Context, files ...File) (report *Report, err error) {
	start := time.Now()
	c := &catalogueImport{Importer: im, report: &Report{}, files: files}
	if c.full, c.size, err = kindOf(files); err != nil {
		return c.report, fmt.Errorf("import a catalogue: %w", err)
	}
	c.links = newLinks(im.Temp, !c.full, maxLinkMemory)
	defer func() { c.report.Took = time.Since(start) }()
	defer func() { err = errors.Join(err, c.links.close()) }()
	if c.staging, err = im.Store.Stage(ctx, store.CataloguePart, c.full); err != nil {
		return c.report, fmt.Errorf("import a catalogue: %w", err)
	}
	if err = c.run(ctx); err != nil {
		return c.report, errors.Join(fmt.Errorf("import a catalogue: %w", err), c.staging.Discard(context.WithoutCancel(ctx)))
	}
	if c.DryRun {
		return c.report, c.staging.Discard(context.WithoutCancel(ctx))
	}
	return c.report, nil
}

type catalogueImport struct {
	Importer
	files      []File
	full       bool
	size, read int64 // of the files, in bytes
	withdrawn  bool  // a row withdraws an entity
	report     *Report
	staging    *store.Staging
	links      *links
}

func (c *catalogueImport) run(ctx context.Context) error {
	for number := range c.files {
		if err := c.readFile(ctx, number); err != nil {
			return err
		}
	}
	if err := c.checkLinks(ctx); err != nil {
		return err
	}
	if c.report.refuseEmpty(c.full, c.files); c.report.Bad > 0 {
		return ErrRefused
	}
	if err := c.countWithdrawn(ctx); err != nil {
		return err
	}
	return c.publish(ctx, c.staging, c.report, c.full)
}

func (c *catalogueImport) readFile(ctx context.Context, number int) error {
	file := c.files[number]
	reader := bufio.NewReaderSize(file.Reader, 256<<10)
	if err := skipMark(reader); err != nil {
		return err
	}
	if file.CSV {
		return c.readCSV(ctx, number, reader)
	}
	reported := c.read
	for at := (lineRef{number, 1}); ; at.line++ {
		text, size, err := readLine(reader)
		c.read += size
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLong) {
			return fmt.Errorf("read the file: %w", err)
		}
		if size > 0 {
			if wrong, stageErr := c.line(ctx, at, text, err); stageErr != nil {
				return stageErr
			} else if wrong != nil {
				c.report.bad(BadRow{file.Name, at.line, wrong.column, wrong.reason})
			}
		}
		if c.read-reported >= 1<<20 || errors.Is(err, io.EOF) {
			reported = c.read
			c.reportProgress()
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
	}
}

func (c *catalogueImport) reportProgress() {
	if c.Progress == nil {
		return
	}
	p := Progress{Read: c.read, Size: c.size, Rows: c.report.Rows, Bad: c.report.Bad}
	if p.Size > 0 {
		p.Share = float64(p.Read) / float64(p.Size)
	}
	c.Progress(p)
}

var errLong = errors.New("line too long")

// readLine returns the next line without its line end, and the number of bytes
// read. For a line longer than maxLine it skips the line and returns errLong.
func readLine(r *bufio.Reader) (line []byte, size int64, err error) {
	for {
		part, partErr := r.ReadSlice('\n')
		size += int64(len(part))
		if size <= maxLine {
			line = append(line, part...)
		}
		if errors.Is(partErr, bufio.ErrBufferFull) {
			continue
		}
		if partErr == nil && size > maxLine {
			partErr = errLong
		}
		return bytes.TrimSpace(line), size, partErr
	}
}

// line imports one line. wrong is the reason where the line cannot be imported.
func (c *catalogueImport) line(ctx context.Context, at lineRef, text []byte, readErr error) (wrong *fault, err error) {
	if errors.Is(readErr, errLong) {
		c.report.Rows++
		return faultf("character 1", "the line has more than %d bytes", maxLine), nil
	}
	if len(text) == 0 {
		return nil, nil
	}
	c.report.Rows++
	if wrong := checkText(text); wrong != nil {
		return wrong, nil
	}
	kind, body, wrong := unwrap(text)
	if wrong != nil {
		return wrong, nil
	}
	return c.entity(ctx, at, kind, body)
}

// entity imports one entity, or its withdrawal.
func (c *catalogueImport) entity(ctx context.Context, at lineRef, kind string, body []byte) (wrong *fault, err error) {
	if kind == "withdraw" {
		return c.withdraw(ctx, at, body)
	}
	if !slices.Contains(catalogue.Kinds, catalogue.Kind(kind)) {
		return faultf("kind", "expected one of %v, not %q", catalogue.Kinds, shorten([]byte(kind))), nil
	}
	entity, decodeErr := catalogue.Decode(catalogue.Kind(kind), body)
	if decodeErr != nil {
		return jsonFault(decodeErr), nil
	}
	if err := entity.Validate(); err != nil {
		return jsonFault(err), nil
	}
	if wrong := insecurePicture(entity); wrong != nil {
		return wrong, nil
	}
	for _, doubt := range doubts(entity) {
		c.report.doubt(BadRow{c.files[at.file].Name, at.line, doubt.column, doubt.reason})
	}
	return nil, c.take(ctx, at, entity)
}

// take stages a valid entity and records its links.
func (c *catalogueImport) take(ctx context.Context, at lineRef, entity catalogue.Entity) error {
	key := entityID{entity.EntityKind(), entity.EntityID()}
	if err := c.links.addNamed(linkDefined, key, at); err != nil {
		return err
	}
	for _, r := range references(entity) {
		if err := c.links.add(link{kind: linkNeeded, to: r.to, from: key, at: at, column: r.column}); err != nil {
			return err
		}
	}
	c.report.Entities++
	if c.report.Bad > 0 {
		return nil // the import will be refused: the rest is read only to find more bad rows
	}
	// Encoded again, so that all rows in the database have the same form.
	written, err := json.Marshal(entity)
	if err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	return c.staging.Put(ctx, key.kind, key.id, written)
}

// unwrap returns the only key of a line's object, and its value.
func unwrap(text []byte) (kind string, body json.RawMessage, wrong *fault) {
	if !json.Valid(text) {
		if end := endOfValue(text); end > 0 && end < len(text) {
			return "", nil, faultf(fmt.Sprintf("character %d", end+1), "there is more text after the object")
		}
		var value json.RawMessage
		return "", nil, jsonFault(json.Unmarshal(text, &value)) // its error has the position
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return "", nil, faultf("character 1", "expected an object, not %s", jsonWord(text))
	}
	names := 0
	for d.More() {
		name, err := d.Token()
		if err == nil {
			err = d.Decode(&body)
		}
		if err != nil {
			return "", nil, jsonFault(err)
		}
		kind, _ = name.(string) // always ok: an object's keys are strings
		names++
	}
	if names != 1 {
		return "", nil, faultf("character 1", `expected an object with one key, the kind, such as {"park":{…}}`)
	}
	return kind, body, nil
}

// endOfValue returns where the first JSON value of a text ends, or 0 when the
// text has no complete value.
func endOfValue(text []byte) int {
	d := json.NewDecoder(bytes.NewReader(text))
	var first json.RawMessage
	if err := d.Decode(&first); err != nil {
		return 0
	}
	rest := bytes.TrimLeft(text[d.InputOffset():], " \t\r\n")
	return len(text) - len(rest)
}

// jsonWord names the type of a JSON value.
func jsonWord(text []byte) string {
	switch text[0] {
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}

// withdrawal is the body of a row that withdraws an entity.
type withdrawal struct {
	Kind catalogue.Kind `json:"kind"`
	ID   string         `json:"id"`
}

func (c *catalogueImport) withdraw(ctx context.Context, at lineRef, body []byte) (*fault, error) {
	var w withdrawal
	if err := catalogue.CheckFields(body, w); err != nil {
		return jsonFault(err), nil
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return jsonFault(err), nil
	}
	switch {
	case c.full:
		return faultf("withdraw", "is for deltas only: a full file withdraws whatever it does not contain"), nil
	case !slices.Contains(catalogue.Kinds, w.Kind):
		return faultf("kind", "expected one of %v, not %q", catalogue.Kinds, shorten([]byte(w.Kind))), nil
	case w.ID == "":
		return faultf("id", "is missing"), nil
	}
	c.report.Entities++
	c.withdrawn = true
	if err := c.links.addNamed(linkWithdrawn, entityID{w.Kind, w.ID}, at); err != nil {
		return nil, err
	}
	return nil, c.staging.Put(ctx, w.Kind, w.ID, nil)
}

// checkLinks adds bad rows for entities that the import contains twice, for
// references to entities that will not exist, and for withdrawals of entities
// that others still need.
func (c *catalogueImport) checkLinks(ctx context.Context) error {
	if !c.full {
		if err := c.readLive(ctx); err != nil {
			return err
		}
	}
	found, err := c.links.check(c.files)
	if err != nil {
		return err
	}
	c.report.addSorted(found, c.files)
	return nil
}

// readLive records the entities that are on sale. Where the import withdraws
// anything, it also records what they refer to.
func (c *catalogueImport) readLive(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, store.BulkDeadline)
	defer cancel()
	return c.Store.View(ctx, func(tx *store.Tx) error {
		return tx.Entities(func(kind catalogue.Kind, id string, body []byte) error {
			var entity catalogue.Entity
			if c.withdrawn {
				// An entity that cannot be read is not on sale, so its
				// references do not count.
				entity, _ = catalogue.Read(kind, body)
			}
			return c.links.addLive(entityID{kind, id}, entity)
		})
	})
}

// jsonFault describes where JSON cannot be read, or which field is wrong.
func jsonFault(err error) *fault {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var invalid *catalogue.Invalid
	switch {
	case errors.As(err, &invalid):
		return &fault{invalid.Field, invalid.Reason}
	case errors.As(err, &syntax):
		return faultf(fmt.Sprintf("character %d", syntax.Offset), "%v", syntax)
	case errors.As(err, &kind):
		return faultf(cmp.Or(kind.Field, "character 1"), "expected %s, not %s", jsonName(kind.Type), kind.Value)
	}
	return faultf("character 1", "%v", err)
}

// jsonName is the JSON type that a field needs.
func jsonName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	default:
		return "a number"
	}
}
