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

	last  bool  // the file ends with this block
	lines int64 // number of lines, including empty ones
	tally
	bad     []BadRow // the first MaxBadRows bad rows; line numbers begin with 1 in this block
	badAll  int64    // number of all bad rows
	doubts  int64    // number of warnings
	doubted []BadRow // the first warnings
	rated   ratedRows
	packed  []packedRow
	buf     []byte // the bytes of the rows in packed
}

// tally counts what is in rows.
type tally struct {
	rows      int64
	priceRows int64
	stockRows int64
	prices    int64
	past      int64       // prices whose arrival date is in the past; they are ignored
	departed  map[int]int // rows of unit types that have left the catalogue, by number; they are ignored
}

// add adds the counts of further rows.
func (t *tally) add(more tally) {
	t.rows += more.rows
	t.priceRows += more.priceRows
	t.stockRows += more.stockRows
	t.prices += more.prices
	t.past += more.past
	for unit, rows := range more.departed {
		t.depart(unit, rows)
	}
}

func (t *tally) depart(unit, rows int) {
	if t.departed == nil {
		t.departed = map[int]int{}
	}
	t.departed[unit] += rows
}

// packedRow is the position of a row's bytes in block.buf.
type packedRow struct{ unit, start, end int }

// parser reads the rows of blocks.
type parser struct {
	columns []csvColumn // nil for NDJSON
	unitTypes
	today date.Date
	full  bool
}

// parse reads the rows of a block. One worker at a time calls it for a block.
func (p *parser) parse(b *block) {
	var r row
	var cells [][]byte
	for rest := b.text; len(rest) > 0; {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		rest = after
		b.lines++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var blank bool
		var wrong *fault
		cells, blank, wrong = p.row(line, &r, cells, !ended && b.last)
		if blank {
			continue
		}
		b.rows++
		if wrong != nil {
			b.fault(wrong)
			continue
		}
		b.take(&r, p)
	}
	b.text = nil
}

// fault adds a bad row at the line that was read last.
func (b *block) fault(wrong *fault) {
	b.badAll++
	if len(b.bad) < MaxBadRows {
		b.bad = append(b.bad, BadRow{Line: b.lines, Column: wrong.column, Reason: wrong.reason})
	}
}

// take counts a good row and keeps it.
func (b *block) take(r *row, p *parser) {
	b.checkRated(r, p)
	switch {
	case r.units >= 0:
		b.stockRows++
	case !r.withdraw:
		b.priceRows++
	}
	if r.unit >= p.known {
		b.depart(r.unit, 1)
		return
	}
	pricesPerRow := int64(len(r.prices))
	all := pricesPerRow * r.days(r.from)
	b.prices += all
	b.past += all - pricesPerRow*r.days(p.today)
	b.doubt(r)
	start := len(b.buf)
	b.buf = r.pack(b.buf)
	b.packed = append(b.packed, packedRow{r.unit, start, len(b.buf)})
}

// checkRated notes a row of a unit type whose prices or units come from rates.
func (b *block) checkRated(r *row, p *parser) {
	ownsUnits, rated := p.rated[r.unit]
	sender, sent := p.sent[r.unit]
	switch {
	case !rated:
	case r.withdraw:
		b.rated.withdraw(r.unit)
	case sent && (r.units < 0 || ownsUnits):
		b.rated.add(r.unit, BadRow{Line: b.lines, Column: "unit",
			Reason: "partner " + sender + " sends its prices: take the unit type out of the partners file, then withdraw it in a delta"})
	case r.units < 0:
		b.rated.add(r.unit, BadRow{Line: b.lines, Column: "unit",
			Reason: "its prices come from rates: write a price row into its rates file, or withdraw it in a delta"})
	case ownsUnits:
		b.rated.add(r.unit, BadRow{Line: b.lines, Column: "unit",
			Reason: "its units come from rates: write a units row into its rates file, or withdraw it in a delta"})
	}
}

// doubt adds a warning where a price is hardly one.
func (b *block) doubt(r *row) {
	for _, price := range r.prices {
		if reason := doubtfulPrice(price.price, r.nights); reason != "" {
			b.doubts++
			if len(b.doubted) < MaxBadRows {
				b.doubted = append(b.doubted, BadRow{Line: b.lines, Column: fmt.Sprintf("price of party size %d", price.party), Reason: reason})
			}
			return
		}
	}
}

// row reads one line. last means that the file ends with it, without a line end.
func (p *parser) row(line []byte, r *row, cells [][]byte, last bool) (_ [][]byte, blank bool, wrong *fault) {
	if len(line) > maxLine {
		return cells, false, faultf("character 1", "the line has more than %d bytes", maxLine)
	}
	if p.columns != nil {
		if cells, blank, wrong = csvRow(line, p.columns, p.numbers, r, cells); last && !blank && len(cells) > 0 {
			if cut := checkEnd(line, cells, p.columns); cut != nil {
				wrong = cut // the cause of whatever else is wrong with it
			}
		}
	} else {
		wrong = jsonRow(line, p.numbers, r)
	}
	if wrong == nil && !blank {
		wrong = r.check(p.today, p.full)
	}
	return cells, blank, wrong
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
		if end > 0 && !yield(&block{text: text[:end], last: ended, done: make(chan struct{})}) {
			return ctx.Err()
		}
		if ended {
			return nil
		}
	}
}
