package ledger

import (
	"strings"
	"testing"
)

// FuzzSettlement proves that whatever a file holds, each of its rows is an order with an
// amount that is not negative, or the file is refused.
func FuzzSettlement(f *testing.F) {
	const header = "order code,event,amount,currency,date\n"
	for _, seed := range []string{header + "P1,CAPTURED,49.00,GBP,2027-01-02\n", header + "P1,REFUNDED,-49.00,GBP,2027-01-02\n", header + "\"P,1\",CAPTURED,x,EUR,\n", "\ufeff" + header, "", "a\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, file string) {
		rows, err := ReadSettlement(strings.NewReader(file))
		if err != nil {
			return
		}
		for _, row := range rows {
			if row.Order == "" || row.Amount < 0 || row.Line < 2 {
				t.Fatalf("%+v", row)
			}
		}
	})
}
