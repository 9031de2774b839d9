package api

import (
	"strconv"
	"sync"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// resultWriter writes the JSON of answers about prices. It appends to a buffer
// that begins with the envelope, and copies the parts that View has already
// encoded.
type resultWriter struct {
	view  *View
	today date.Date
	out   []byte

	criteria criteria // of the search, where the answer is one
	stay     []byte   // encoded: the part that is the same in all rows of one date
	touched  byte     // sum of the bytes that fetch read; without it the compiler would remove the reads
}

// writerMax is the largest buffer, in bytes, that is reused for the next
// answer. A search of 2,000 parks fits; the prices of a whole channel do not.
const writerMax = 2 << 20

var writers = sync.Pool{New: func() any { return new(resultWriter) }}

// newWriter returns a writer. It reuses the buffer of an earlier answer where
// there is one.
func newWriter(v *View, today date.Date) *resultWriter {
	w := writers.Get().(*resultWriter)
	w.view, w.today, w.out = v, today, append(w.out[:0], envelope...)
	return w
}

// encoded returns the data that has been written, without its envelope.
func (w *resultWriter) encoded() Encoded { return Encoded{JSON: w.out[len(envelope):], writer: w} }

// close ends the envelope and returns the whole answer.
func (w *resultWriter) close() []byte {
	w.text("}")
	return w.out
}

func (w *resultWriter) text(s string) { w.out = append(w.out, s...) }
func (w *resultWriter) int(n int)     { w.out = strconv.AppendInt(w.out, int64(n), 10) }
func (w *resultWriter) json(v any)    { w.out = append(w.out, encode(v)...) }

// plain appends a string that needs no escaping, such as one of our ids or a
// number.
func (w *resultWriter) plain(s string) {
	w.out = append(append(append(w.out, '"'), s...), '"')
}

func (w *resultWriter) amount(p money.Pence) {
	w.out = append(p.Append(append(w.out, '"')), '"')
}

// appendDeposit appends the deposit of a stay, or nothing where none is
// allowed.
func appendDeposit(out []byte, rule *catalogue.Deposit, price money.Pence, arrival, today date.Date) []byte {
	if deposit, ok := booking.DepositOffered(*rule, price, arrival, today); ok {
		return deposit.Append(out)
	}
	return out
}

// nesting writes sorted rows as nested JSON objects: rows with the same first keys stand
// in the same objects.
type nesting struct {
	writer *resultWriter
	list   bool     // rows with the same keys are a list
	open   []string // keys of the row before
}

// row begins a row: it closes and opens what its keys do not share with the row before.
// The caller then writes its value.
func (n *nesting) row(keys ...string) {
	same := 0
	for same < len(n.open) && n.open[same] == keys[same] {
		same++
	}
	if len(n.open) > 0 {
		n.close(same)
		n.writer.text(",")
	}
	for at := same; at < len(keys); at++ {
		n.writer.plain(keys[at])
		n.writer.text(":")
		switch {
		case at < len(keys)-1:
			n.writer.text("{")
		case n.list:
			n.writer.text("[")
		}
	}
	n.open = append(n.open[:0], keys...)
}

// close closes what is open behind a number of keys.
func (n *nesting) close(keys int) {
	if n.list && keys < len(n.open) {
		n.writer.text("]")
	}
	for range len(n.open) - 1 - keys {
		n.writer.text("}")
	}
}
