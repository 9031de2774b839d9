package accounts

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"holidaymaker/internal/money"
)

// WriteCSV writes a statement: a row for each line, then its totals.
func (s Statement) WriteCSV(w io.Writer) error {
	rows := [][]string{{"statement", "operator", "booking", "arrival", "nights", "park", "unit", "gross", "guestPaid", "refunded", "ours", "guest", "bookingFee", "commission", "vat", "due"}}
	row := func(ref, arrival, nights, park, unit string, a Amounts) {
		rows = append(rows, append([]string{strconv.FormatInt(s.Number, 10), Cell(s.OperatorID), Cell(ref), arrival, nights, Cell(park), Cell(unit)}, a.texts()...))
	}
	for _, l := range s.Lines {
		row(l.Shown, l.Arrival.ISO(), strconv.Itoa(l.Nights), l.Park, l.Unit, l.Amounts)
	}
	row("Total", "", "", "", "", s.Total)
	for _, one := range []struct {
		name   string
		amount money.Pence
	}{{"Opening balance", s.Opening}, {"Remitted", -s.Remitted}, {"Closing balance", s.Closing()}} {
		row(one.name, "", "", "", "", Amounts{Due: one.amount})
	}
	return writeRows(w, rows)
}

// texts are the amounts in the order of the columns.
func (a Amounts) texts() []string {
	var all []string
	for _, amount := range []money.Pence{a.Gross, a.Paid, a.Refunded, a.Ours, a.Guest, a.Fee, a.Commission, a.VAT, a.Due} {
		all = append(all, amount.String())
	}
	return all
}

// Cell keeps spreadsheets from reading a text as a formula.
func Cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

func writeRows(w io.Writer, rows [][]string) error {
	if err := csv.NewWriter(w).WriteAll(rows); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}
