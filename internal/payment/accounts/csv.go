package accounts

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/export"
)

// WriteCSV writes a statement: a row for each line, then its totals.
func (s Statement) WriteCSV(w io.Writer) error {
	rows := [][]string{{"statement", "operator", "booking", "arrival", "nights", "park", "unit", "gross", "guestPaid", "refunded", "ours", "guest", "bookingFee", "commission", "vat", "due", "levies", "included"}}
	row := func(ref, arrival, nights, park, unit, included string, a Amounts) {
		cells := append([]string{strconv.FormatInt(s.Number, 10), export.Cell(s.OperatorID), export.Cell(ref), arrival, nights, export.Cell(park), export.Cell(unit)}, a.texts()...)
		rows = append(rows, append(cells, a.Levies.String(), export.Cell(included)))
	}
	for _, l := range s.Lines {
		row(l.Shown, l.Arrival.ISO(), strconv.Itoa(l.Nights), l.Park, l.Unit, l.Included, l.Amounts)
	}
	row("Total", "", "", "", "", "", s.Total)
	for _, one := range []struct {
		name   string
		amount money.Pence
	}{{"Opening balance", s.Opening}, {"Remitted", -s.Remitted}, {"Closing balance", s.Closing()}} {
		row(one.name, "", "", "", "", "", Amounts{Due: one.amount})
	}
	return writeRows(w, rows)
}

// texts are the amounts but the levies in the order of the columns.
func (a Amounts) texts() []string {
	var all []string
	for _, amount := range []money.Pence{a.Gross, a.Paid, a.Refunded, a.Ours, a.Guest, a.Fee, a.Commission, a.VAT, a.Due} {
		all = append(all, amount.String())
	}
	return all
}

func writeRows(w io.Writer, rows [][]string) error {
	if err := csv.NewWriter(w).WriteAll(rows); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}
