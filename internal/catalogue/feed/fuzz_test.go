package feed

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
)

// FuzzCells proves that a line is cut into the cells that encoding/csv reads.
func FuzzCells(f *testing.F) {
	for _, seed := range []string{"a,b,c", `"a,b",c`, ` a , "b""c" `, "é,\xff", `"`, ""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.ContainsAny(line, "\r\n") {
			return // a line has none
		}
		cells, wrong := csvCells(line, nil)
		reader := csv.NewReader(bytes.NewReader(line))
		reader.TrimLeadingSpace = true
		want, err := reader.Read()
		if wrong != nil || err != nil {
			return
		}
		if len(cells) != len(want) {
			t.Fatalf("%q has %d cells, want %d", line, len(cells), len(want))
		}
		for i := range cells {
			if string(cells[i]) != strings.TrimSpace(want[i]) {
				t.Fatalf("cell %d of %q is %q, want %q", i, line, cells[i], want[i])
			}
		}
	})
}

// FuzzBooking proves that a booking that is taken has what it is found by.
func FuzzBooking(f *testing.F) {
	f.Add([]byte(`{"booking":"MT482915","channel":"ukcaravan","park":"HV101","parkName":"Sandy Bay","unit":"HV101-G3","unitName":"Gold Caravan","arrival":"2027-07-17","nights":7,"adults":2,"total":"612.00","paid":"100.00","contact":{"surname":"Shah","email":"priya@mail.example","postcode":"YO11 2AB"}}`))
	f.Add([]byte(`{"booking":{}}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if b, wrong := readBooking(line); wrong == nil && (b.Total < 0 || b.AmountPaid < 0 || b.Stay.Nights < 1) {
			t.Fatalf("%q is taken: %+v", line, b)
		}
	})
}
