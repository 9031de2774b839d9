package feed

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
)

// Limits of a workbook: of the file, of what it unpacks to, and of the sheet that is
// read in memory rather than from a temporary file.
const (
	maxWorkbook       = 64 << 20
	maxWorkbookUnzip  = 512 << 20
	maxWorkbookMemory = 16 << 20
)

// readWorkbook reads the rates of an .xlsx file: its sheet 'rates', or its first one. It
// streams the rows. Dates are read as what the cells mean, whatever they look like.
func readWorkbook(file io.Reader, take func(line int64, cells []rates.Cell, wrong *fault) error) (err error) {
	limited := &io.LimitedReader{R: file, N: maxWorkbook + 1}
	book, err := excelize.OpenReader(limited, excelize.Options{UnzipSizeLimit: maxWorkbookUnzip, UnzipXMLSizeLimit: maxWorkbookMemory})
	if limited.N == 0 {
		return take(1, nil, faultf("the file", "has more than %d MB", maxWorkbook>>20))
	}
	if err != nil {
		return take(1, nil, faultf("the file", "cannot be read as .xlsx, it may have been cut off or have a password: save it again, or as 'CSV UTF-8' (%v)", err))
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	props, err := book.GetWorkbookProps()
	if err != nil {
		return fmt.Errorf("read the workbook's properties: %w", err)
	}
	w := workbook{from1904: props.Date1904 != nil && *props.Date1904}
	sheet := book.GetSheetList()[0]
	for _, name := range book.GetSheetList() {
		if strings.EqualFold(name, "rates") {
			sheet = name
		}
	}
	return w.readSheet(book, sheet, take)
}

// workbook says how to read the cells of a workbook.
type workbook struct{ from1904 bool }

// readSheet reads a sheet twice at the same time: the values of its cells, and how they
// are shown, which tells percentages from other numbers.
func (w workbook) readSheet(book *excelize.File, sheet string, take func(line int64, cells []rates.Cell, wrong *fault) error) error {
	values, err := book.Rows(sheet)
	if err != nil {
		return fmt.Errorf("read sheet %q: %w", sheet, err)
	}
	defer values.Close()
	shown, err := book.Rows(sheet)
	if err != nil {
		return fmt.Errorf("read sheet %q: %w", sheet, err)
	}
	defer shown.Close()
	var columns []csvColumn
	for line := int64(1); values.Next() && shown.Next(); line++ {
		texts, err := values.Columns(excelize.Options{RawCellValue: true})
		looks, lookErr := shown.Columns()
		if err != nil || lookErr != nil {
			return take(line, nil, faultf("the row", "cannot be read: %v", errors.Join(err, lookErr)))
		}
		cells := make([][]byte, len(texts))
		for i, text := range texts {
			cells[i] = []byte(strings.TrimSpace(text))
		}
		if line == 1 {
			var wrong *fault
			if columns, wrong = columnsOf(cells, rateColumn, "kind"); wrong != nil {
				return take(line, nil, wrong)
			}
			continue
		}
		for i := range cells {
			if i < len(columns) && len(cells[i]) > 0 {
				cells[i] = []byte(w.plain(columns[i].name, string(cells[i]), look(looks, i)))
			}
		}
		row, wrong := rateCells(cells, columns)
		if len(row) == 0 && wrong == nil {
			continue
		}
		if err := take(line, row, wrong); err != nil {
			return err
		}
	}
	if err := errors.Join(values.Error(), shown.Error()); err != nil {
		return take(1, nil, faultf("the file", "cannot be read to its end: save it again, or as 'CSV UTF-8' (%v)", err))
	}
	return nil
}

func look(looks []string, i int) string {
	if i < len(looks) {
		return strings.TrimSpace(looks[i])
	}
	return ""
}

// plain returns the text of a cell as a CSV file would have it. value is what the cell
// contains, shown is how the spreadsheet shows it.
func (w workbook) plain(column, value, shown string) string {
	number, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return value
	}
	switch column {
	case "from", "to":
		day, err := excelize.ExcelDateToTime(number, w.from1904)
		if err != nil || number != math.Trunc(number) {
			return value
		}
		return date.Of(day.Year(), day.Month(), day.Day()).ISO()
	case "percent":
		if strings.HasSuffix(shown, "%") {
			number *= 100
		}
	case "price", "amount":
	default:
		return value
	}
	// A cell with 23.35 may contain 23.350000000000001.
	if rounded := math.Round(number*100) / 100; math.Abs(rounded-number) < 1e-7 {
		return strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	return value
}
