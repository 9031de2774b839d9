package feed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"holidaymaker/internal/date"
)

// blockSize is how much of a prices file one worker parses at a time.
const blockSize = 512 << 10

// block is a piece of a file with whole lines, and the result of parsing it.
type block struct {
	text []byte
	done chan struct{}

	lines  int64 // number of lines, including empty ones
	rows   int64
	prices int64
	past   int64    // prices whose arrival date is in the past; they are ignored
	bad    []BadRow // the first MaxBadRows bad rows; line numbers begin with 1 in this block
	badAll int64    // number of all bad rows
	packed []packedRow
	buf    []byte // the bytes of the rows in packed
}

// packedRow is the position of a row's bytes in block.buf.
type packedRow struct{ unit, start, end int }

// parser reads the rows of blocks.
type parser struct {
	columns []csvColumn // nil for NDJSON
	units   map[string]int
	today   date.Date
	full    bool
}

// parse reads the rows of a block. One worker at a time calls it for a block.
func (p *parser) parse(b *block) {
	var r row
	for rest := b.text; len(rest) > 0; {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		rest = after
		b.lines++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		b.rows++
		if wrong := p.row(line, &r); wrong != nil {
			b.badAll++
			if len(b.bad) < MaxBadRows {
				b.bad = append(b.bad, BadRow{Line: b.lines, Column: wrong.column, Reason: wrong.reason})
			}
			continue
		}
		pricesPerRow := int64(len(r.prices))
		all := pricesPerRow * r.days(r.from)
		b.prices += all
		b.past += all - pricesPerRow*r.days(p.today)
		start := len(b.buf)
		b.buf = r.pack(b.buf)
		b.packed = append(b.packed, packedRow{r.unit, start, len(b.buf)})
	}
	b.text = nil
}

func (p *parser) row(line []byte, r *row) *fault {
	var wrong *fault
	if len(line) > maxLine {
		return faultf("character 1", "the line has more than %d bytes", maxLine)
	}
	if p.columns != nil {
		wrong = csvRow(line, p.columns, p.units, r)
	} else {
		wrong = jsonRow(line, p.units, r)
	}
	if wrong == nil {
		wrong = r.check(p.today, p.full)
	}
	return wrong
}

// parseAll cuts the file into blocks and lets workers parse them. It calls take
// with each block, in the order of the file.
func (p *parser) parseAll(ctx context.Context, file io.Reader, workers int, take func(*block) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work := make(chan *block)
	inOrder := make(chan *block, 2*workers)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	for range workers {
		group.Go(func() {
			for b := range work {
				p.parse(b)
				close(b.done)
			}
		})
	}
	var readErr error
	group.Go(func() {
		defer close(work)
		defer close(inOrder)
		readErr = cutBlocks(ctx, file, func(b *block) bool {
			for _, ch := range []chan *block{inOrder, work} {
				select {
				case ch <- b:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	})
	for b := range inOrder {
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := take(b); err != nil {
			return err
		}
	}
	if readErr != nil {
		return readErr
	}
	return ctx.Err()
}

// cutBlocks reads the file and yields blocks of whole lines. It cuts a line
// that is longer than maxLine.
func cutBlocks(ctx context.Context, file io.Reader, yield func(*block) bool) error {
	var rest []byte
	long := false // the rest of a long line is being skipped
	for {
		text := make([]byte, max(blockSize, len(rest)+blockSize/2))
		n := copy(text, rest)
		read, err := io.ReadFull(file, text[n:])
		text = text[:n+read]
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended {
			return fmt.Errorf("read the file: %w", err)
		}
		if long {
			end := bytes.IndexByte(text, '\n') + 1
			if long = end == 0; long {
				end = len(text)
			}
			text = text[end:]
		}
		end := len(text)
		if !ended && !long {
			end = bytes.LastIndexByte(text, '\n') + 1
			if end == 0 && len(text) <= maxLine {
				rest = text
				continue
			}
			if end == 0 {
				end, long = len(text), true
			}
		}
		rest = text[end:]
		if end > 0 && !yield(&block{text: text[:end], done: make(chan struct{})}) {
			return ctx.Err()
		}
		if ended {
			return nil
		}
	}
}
