package api

import (
	"strconv"
	"sync"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// resultWriter appends the JSON of answers about prices to a buffer that begins
// with the envelope. The parts that no search changes come encoded.
type resultWriter struct {
	view  *View
	today date.Date
	out   []byte

	criteria criteria // of a search
	stay     []byte   // what its rows of one date have in common, encoded
	touched  byte     // sum of what fetch read, so that the compiler keeps the reads
}

// writerMax is the largest buffer, in bytes, that is kept for the next answer: a
// search of 2,000 parks fits, a price document of a whole channel does not.
const writerMax = 2 << 20

var writers = sync.Pool{New: func() any { return new(resultWriter) }}

// newWriter returns a writer with a buffer that earlier answers may have grown.
func newWriter(v *View, today date.Date) *resultWriter {
	w := writers.Get().(*resultWriter)
	w.view, w.today, w.out = v, today, append(w.out[:0], envelope...)
	return w
}

// encoded is what has been written.
func (w *resultWriter) encoded() Encoded { return Encoded{JSON: w.out[len(envelope):], writer: w} }

// close ends the envelope and gives the whole of it.
func (w *resultWriter) close() []byte {
	w.text("}")
	return w.out
}

func (w *resultWriter) text(s string)   { w.out = append(w.out, s...) }
func (w *resultWriter) int(n int)       { w.out = strconv.AppendInt(w.out, int64(n), 10) }
func (w *resultWriter) string(s string) { w.out = append(w.out, encode(s)...) }

// plain appends a string that needs no escaping: ids of ours and numbers.
func (w *resultWriter) plain(s string) {
	w.out = append(append(append(w.out, '"'), s...), '"')
}

func (w *resultWriter) day(d date.Date) {
	w.out = append(d.Append(append(w.out, '"')), '"')
}

func (w *resultWriter) amount(p money.Pence) {
	w.out = append(p.Append(append(w.out, '"')), '"')
}

// appendDeposit appends the deposit of a stay, nothing where none is allowed.
func appendDeposit(out []byte, rule *catalogue.Deposit, price money.Pence, arrival, today date.Date) []byte {
	if deposit, ok := booking.DepositOffered(*rule, price, arrival, today); ok {
		return deposit.Append(out)
	}
	return out
}
