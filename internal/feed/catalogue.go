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
	"strings"
	"time"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/store"
)

// Catalogue imports a catalogue: one entity a line, as an object whose only key
// is its kind, such as {"park":{"id":"HV101",…}}; a delta withdraws by
// {"withdraw":{"kind":"park","id":"HV101"}}. Several files are read as one. When
// the error is ErrRefused the report names the bad rows.
func (im Importer) Catalogue(ctx context.Context, files ...File) (report *Report, err error) {
	start := time.Now()
	c := &catalogueImport{Importer: im, report: &Report{}, named: map[entityID]mention{}}
	if c.full, c.size, err = kindOf(files); err != nil {
		return c.report, fmt.Errorf("import a catalogue: %w", err)
	}
	defer func() { c.report.Took = time.Since(start) }()
	if c.staging, err = im.Store.Stage(ctx, store.CataloguePart, c.full); err != nil {
		return c.report, fmt.Errorf("import a catalogue: %w", err)
	}
	if err = c.run(ctx, files); err != nil {
		return c.report, errors.Join(fmt.Errorf("import a catalogue: %w", err), c.staging.Discard(context.WithoutCancel(ctx)))
	}
	return c.report, nil
}

type entityID struct {
	kind catalogue.Kind
	id   string
}

// place is a line of a file.
type place struct {
	file string
	line int64
}

// mention says where an entity of the import stands.
type mention struct {
	place
	withdrawn bool
}

// reference is a mention of an entity that must be there in the end.
type reference struct {
	to entityID
	place
	column string
}

type catalogueImport struct {
	Importer
	full       bool
	size, read int64 // of the files, in bytes
	report     *Report
	staging    *store.Staging
	named      map[entityID]mention
	references []reference
}

func (c *catalogueImport) run(ctx context.Context, files []File) error {
	for _, file := range files {
		if err := c.readFile(ctx, file); err != nil {
			return err
		}
	}
	if err := c.checkReferences(ctx); err != nil {
		return err
	}
	if c.report.refuseEmpty(c.full, files); c.report.Bad > 0 {
		return ErrRefused
	}
	var err error
	c.report.Change, err = c.staging.Publish(ctx)
	return err
}

func (c *catalogueImport) readFile(ctx context.Context, file File) error {
	reader := bufio.NewReaderSize(file.Reader, 256<<10)
	told := c.read
	for at := (place{file.Name, 1}); ; at.line++ {
		text, size, err := readLine(reader)
		c.read += size
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLong) {
			return fmt.Errorf("read the file: %w", err)
		}
		if size > 0 {
			if wrong, stageErr := c.line(ctx, at, text, err); stageErr != nil {
				return stageErr
			} else if wrong != nil {
				c.report.bad(BadRow{at.file, at.line, wrong.column, wrong.reason})
			}
		}
		if c.read-told >= 1<<20 || errors.Is(err, io.EOF) {
			told = c.read
			c.tell()
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
	}
}

func (c *catalogueImport) tell() {
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

// readLine returns the next line without its end, and the bytes that it took. A
// line beyond the bound is passed over and gives errLong.
func readLine(r *bufio.Reader) (line []byte, size int64, err error) {
	for {
		part, partErr := r.ReadSlice('\n')
		size += int64(len(part))
		if size <= lineMost {
			line = append(line, part...)
		}
		if errors.Is(partErr, bufio.ErrBufferFull) {
			continue
		}
		if partErr == nil && size > lineMost {
			partErr = errLong
		}
		return bytes.TrimSpace(line), size, partErr
	}
}

// line takes in one line; wrong says why it cannot be.
func (c *catalogueImport) line(ctx context.Context, at place, text []byte, readErr error) (wrong *fault, err error) {
	if errors.Is(readErr, errLong) {
		c.report.Rows++
		return faultf("character 1", "the line has more than %d bytes", lineMost), nil
	}
	if len(text) == 0 {
		return nil, nil
	}
	c.report.Rows++
	kind, body, wrong := unwrap(text)
	if wrong != nil {
		return wrong, nil
	}
	if kind == "withdraw" {
		return c.withdraw(ctx, at, body)
	}
	if !slices.Contains(catalogue.Kinds, catalogue.Kind(kind)) {
		return faultf("kind", "want one of %v, not %q", catalogue.Kinds, shorten([]byte(kind))), nil
	}
	entity, decodeErr := catalogue.Decode(catalogue.Kind(kind), body)
	if decodeErr != nil {
		return jsonFault(decodeErr), nil
	}
	var invalid *catalogue.Invalid
	if errors.As(entity.Validate(), &invalid) {
		return &fault{invalid.Field, invalid.Reason}, nil
	}
	key := entityID{entity.EntityKind(), entity.EntityID()}
	if wrong := c.once(key, mention{place: at}); wrong != nil {
		return wrong, nil
	}
	c.refer(at, entity)
	c.report.Entities++
	if c.report.Bad > 0 {
		return nil, nil // refused anyway; only more bad rows are of interest
	}
	// Written anew, so that the database holds one form.
	written, err := json.Marshal(entity)
	if err != nil {
		return nil, fmt.Errorf("write %s %s: %w", key.kind, key.id, err)
	}
	return nil, c.staging.Put(ctx, key.kind, key.id, written)
}

// unwrap takes the only key of a line's object and its value.
func unwrap(text []byte) (kind string, body json.RawMessage, wrong *fault) {
	var wrapped map[string]json.RawMessage
	if err := json.Unmarshal(text, &wrapped); err != nil {
		return "", nil, jsonFault(err)
	}
	if len(wrapped) != 1 {
		return "", nil, faultf("character 1", `want an object with one key, the kind, such as {"park":{…}}`)
	}
	for kind, body = range wrapped {
	}
	return kind, body, nil
}

func (c *catalogueImport) once(key entityID, m mention) *fault {
	if before, twice := c.named[key]; twice {
		where := fmt.Sprintf("line %d", before.line)
		if before.file != m.file {
			where += " of " + before.file
		}
		return faultf("id", "%s %s stands in %s already", key.kind, key.id, where)
	}
	c.named[key] = m
	return nil
}

func (c *catalogueImport) withdraw(ctx context.Context, at place, body []byte) (*fault, error) {
	var w struct {
		Kind catalogue.Kind `json:"kind"`
		ID   string         `json:"id"`
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return jsonFault(err), nil
	}
	switch {
	case c.full:
		return faultf("withdraw", "a full file withdraws by leaving out"), nil
	case !slices.Contains(catalogue.Kinds, w.Kind):
		return faultf("kind", "want one of %v, not %q", catalogue.Kinds, shorten([]byte(w.Kind))), nil
	case w.ID == "":
		return faultf("id", "is missing"), nil
	}
	key := entityID{w.Kind, w.ID}
	if wrong := c.once(key, mention{at, true}); wrong != nil {
		return wrong, nil
	}
	c.report.Entities++
	return nil, c.staging.Put(ctx, w.Kind, w.ID, nil)
}

// refer notes what an entity mentions.
func (c *catalogueImport) refer(at place, entity catalogue.Entity) {
	mention := func(kind catalogue.Kind, id, column string) {
		c.references = append(c.references, reference{entityID{kind, id}, at, column})
	}
	switch e := entity.(type) {
	case catalogue.Park:
		mention(catalogue.KindRegion, e.RegionID, "region")
		mention(catalogue.KindOperator, e.OperatorID, "operator")
		for i, key := range e.Features {
			mention(catalogue.KindFeature, key, fmt.Sprintf("features[%d]", i))
		}
	case catalogue.UnitType:
		mention(catalogue.KindPark, e.ParkID, "park")
		for i, key := range e.Features {
			mention(catalogue.KindFeature, key, fmt.Sprintf("features[%d]", i))
		}
		for i, urn := range e.Offers {
			mention(catalogue.KindOffer, urn, fmt.Sprintf("offers[%d]", i))
		}
	case catalogue.Code:
		for i, id := range e.Operators {
			mention(catalogue.KindOperator, id, fmt.Sprintf("operators[%d]", i))
		}
	}
}

// checkReferences finds mentions of what will not be there: neither in the file
// nor, for a delta, on sale already.
func (c *catalogueImport) checkReferences(ctx context.Context) error {
	live := map[entityID]bool{}
	if !c.full {
		err := c.Store.View(ctx, func(tx *store.Tx) error {
			return tx.Entities(func(kind catalogue.Kind, id string, _ []byte) error {
				live[entityID{kind, id}] = true
				return nil
			})
		})
		if err != nil {
			return err
		}
	}
	for _, r := range c.references {
		if m, named := c.named[r.to]; named && !m.withdrawn || !named && live[r.to] {
			continue
		}
		c.report.bad(BadRow{r.file, r.line, r.column, fmt.Sprintf("there is no %s %s", r.to.kind, shorten([]byte(r.to.id)))})
	}
	slices.SortStableFunc(c.report.BadRows, func(a, b BadRow) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return nil
}

// jsonFault says where JSON cannot be read.
func jsonFault(err error) *fault {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return faultf(fmt.Sprintf("character %d", syntax.Offset), "%v", syntax)
	case errors.As(err, &kind):
		return faultf(cmp.Or(kind.Field, "character 1"), "want %s, not %s", jsonName(kind.Type), kind.Value)
	}
	// Of an unknown field the decoder gives but a text.
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return faultf(strings.Trim(name, `"`), "there is no such field")
	}
	return faultf("character 1", "%v", err)
}

// jsonName is the JSON word for what a field wants.
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
