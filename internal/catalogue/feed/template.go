package feed

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
)

// Template is a sheet of rates to begin with: every kind of row, for one unit type.
type Template struct {
	Header []string
	Rows   [][]string
}

// templateRows are the rows of the template as cells by column. YYYY is the year after
// that of today.
var templateRows = []string{
	"kind=season season=low from=YYYY-03-01 to=YYYY-05-27",
	"kind=season season=high from=YYYY-05-28 to=YYYY-09-03",
	"kind=season season=low from=YYYY-09-04 to=YYYY-10-31",
	"kind=night season=low price_2=60.00 price_4=70.00 price_6=80.00",
	"kind=night season=low weekdays=fri,sat price_2=80.00 price_4=95.00 price_6=110.00",
	"kind=night season=high price_2=100.00 price_4=120.00 price_6=140.00",
	"kind=person season=high party=6 upto=8 amount=6.50",
	"kind=stay season=low min=2 max=14",
	"kind=stay season=high min=3 max=21 arrive=fri,mon depart=fri,mon",
	"kind=stay from=YYYY-10-20 to=YYYY-10-31 stays=4,7",
	"kind=stay from=YYYY-05-28 to=YYYY-05-30 through=3",
	"kind=longer nights=7 percent=10",
	"kind=late season=low days=14 percent=20",
	"kind=fee amount=25.00",
	"kind=round amount=1.00",
	"kind=closed from=YYYY-06-14 to=YYYY-06-17",
	"kind=units from=YYYY-03-01 to=YYYY-10-31 units=4",
	"kind=price from=YYYY-08-28 to=YYYY-08-28 nights=7 price_6=999.00",
}

var templateHeader = strings.Fields("kind unit season from to weekdays price_2 price_4 price_6 party upto amount nights percent days min max through maxthrough stays arrive depart units")

// RatesTemplate returns the template with dates of the next year.
func RatesTemplate(today date.Date) Template {
	t := Template{Header: templateHeader}
	year := strconv.Itoa(today.Time().Year() + 1)
	for _, text := range templateRows {
		cells := make([]string, len(t.Header))
		for field := range strings.FieldsSeq(text) {
			column, value, _ := strings.Cut(field, "=")
			for i, name := range t.Header {
				switch {
				case name == column:
					cells[i] = strings.NewReplacer("YYYY", year, ",", " ").Replace(value)
				case name == "unit" && !strings.Contains(text, "kind=season"):
					cells[i] = templateUnit
				}
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// templateUnit is the unit type of the template, which nobody has.
const templateUnit = "YOUR-UNIT-ID"

// CSV returns the template as CSV.
func (t Template) CSV() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(append([][]string{t.Header}, t.Rows...)); err != nil {
		return nil, fmt.Errorf("write the template as CSV: %w", err)
	}
	return b.Bytes(), nil
}

// Workbook returns the template as .xlsx: amounts and dates are numbers, so that they
// can be filled down.
func (t Template) Workbook() ([]byte, error) {
	book := excelize.NewFile()
	defer book.Close()
	if err := t.fill(book); err != nil {
		return nil, fmt.Errorf("write the template as .xlsx: %w", err)
	}
	b, err := book.WriteToBuffer()
	if err != nil {
		return nil, fmt.Errorf("write the template as .xlsx: %w", err)
	}
	return b.Bytes(), nil
}

func (t Template) fill(book *excelize.File) error {
	const sheet = "rates"
	if err := book.SetSheetName(book.GetSheetName(0), sheet); err != nil {
		return err
	}
	bold, err := book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	days, amounts := "yyyy-mm-dd", "0.00"
	dates, err := book.NewStyle(&excelize.Style{CustomNumFmt: &days})
	if err != nil {
		return err
	}
	pounds, err := book.NewStyle(&excelize.Style{CustomNumFmt: &amounts})
	if err != nil {
		return err
	}
	w, err := book.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	if err := w.SetColWidth(1, len(t.Header), 12); err != nil {
		return err
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	header := make([]any, len(t.Header))
	for i, name := range t.Header {
		header[i] = excelize.Cell{StyleID: bold, Value: name}
	}
	if err := w.SetRow("A1", header); err != nil {
		return err
	}
	for n, row := range t.Rows {
		cells := make([]any, len(row))
		for i, text := range row {
			cells[i] = templateCell(t.Header[i], text, dates, pounds)
		}
		if err := w.SetRow(fmt.Sprintf("A%d", n+2), cells); err != nil {
			return err
		}
	}
	return w.Flush()
}

// templateCell returns a cell with the type that a spreadsheet gives it.
func templateCell(column, text string, dates, pounds int) any {
	if text == "" {
		return nil
	}
	if _, price := rates.PriceColumn(column); price || column == "amount" {
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			return excelize.Cell{StyleID: pounds, Value: n}
		}
	}
	if day, err := time.Parse("2006-01-02", text); err == nil {
		return excelize.Cell{StyleID: dates, Value: day}
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return text
}
