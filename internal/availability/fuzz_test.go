package availability

import "testing"

// FuzzPriceTable proves that bytes are a price table or an error, and that a table is the
// same when it is read again.
func FuzzPriceTable(f *testing.F) {
	table, err := NewPriceTable([]int{2, 4}, 20000, 30)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(table.Encode())
	f.Add([]byte{})
	f.Add([]byte("no table"))
	f.Fuzz(func(t *testing.T, b []byte) {
		table, err := DecodePriceTable(b)
		if err != nil {
			return
		}
		if _, err := DecodePriceTable(table.Encode()); err != nil {
			t.Fatalf("a table that was read cannot be read again: %v", err)
		}
	})
}
