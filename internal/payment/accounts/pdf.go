package accounts

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/go-pdf/fpdf"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// WritePDF writes a statement as a document on A4, which is also the VAT invoice of our
// commission and booking fees. The same statement always gives the same bytes.
func (s Statement) WritePDF(w io.Writer) error {
	d := statementDocument{newDocument("L", "Statement "+strconv.FormatInt(s.Number, 10), s.To.Name, s.IssuedAt), s}
	d.head()
	d.table()
	d.sums()
	if err := d.Output(w); err != nil {
		return fmt.Errorf("write statement %d as PDF: %w", s.Number, err)
	}
	return nil
}

// document is a document on A4.
type document struct {
	*fpdf.Fpdf
	// text is a text in the encoding of the built-in fonts. Letters that they lack become dots.
	text func(string) string
}

// newDocument begins a document of a time, whose pages say at their foot what it is and for whom.
func newDocument(orientation, title, whom string, at time.Time) document {
	page := fpdf.New(orientation, "mm", "A4", "")
	d := document{page, page.UnicodeTranslatorFromDescriptor("")}
	d.SetCreationDate(at.UTC())
	d.SetModificationDate(at.UTC())
	d.SetCatalogSort(true)
	d.SetTitle(title, true)
	d.SetMargins(15, 15, 15)
	d.SetAutoPageBreak(true, 18)
	d.SetFooterFunc(func() {
		d.SetY(-13)
		d.SetFont("Helvetica", "", 8)
		d.CellFormat(0, 5, d.text(fmt.Sprintf("%s, %s, page %d", title, whom, d.PageNo())), "", 0, "R", false, 0, "")
	})
	d.AddPage()
	return d
}

// parties writes who the document is from and for, beside each other.
func (d document) parties(from, to Party, apart float64) {
	top, lines := d.GetY(), 0
	for i, party := range []Party{from, to} {
		d.SetXY(15+float64(i)*apart, top)
		text := append([]string{[]string{"From", "To"}[i], party.Name}, party.Address...)
		if party.VATNumber != "" {
			text = append(text, "VAT number "+party.VATNumber)
		}
		lines = max(lines, len(text))
		d.MultiCell(apart-10, 4.5, d.text(strings.Join(text, "\n")), "", "L", false)
	}
	d.SetY(top + 4.5*float64(lines) + 6)
}

func (d document) line(height float64, text string) {
	d.CellFormat(0, height, d.text(text), "", 1, "L", false, 0, "")
}

// statementDocument is the document of a statement.
type statementDocument struct {
	document
	s Statement
}

func (d statementDocument) head() {
	s := d.s
	d.SetFont("Helvetica", "B", 16)
	d.line(9, fmt.Sprintf("Statement and VAT invoice %d", s.Number))
	d.SetFont("Helvetica", "", 9)
	period := "Until " + s.Last.String()
	if s.First.Date != 0 {
		period = s.First.String() + " to " + s.Last.String()
	}
	d.line(5, fmt.Sprintf("%s. Issued on %s, which is the tax date.", period, date.In(s.IssuedAt)))
	d.Ln(3)
	d.parties(s.From, s.To, 130)
}

// columns are the widths and titles of the table, in millimetres.
var columns = []struct {
	title string
	width float64
}{{"Booking", 26}, {"Arrival", 18}, {"Nights", 11}, {"Stay", 42}, {"Levies", 15}, {"Gross", 18}, {"Paid here", 18}, {"Refunded", 18}, {"Ours", 15}, {"Guest", 15}, {"Fee", 14}, {"Commission", 20}, {"VAT", 17}, {"Due", 20}}

func (d statementDocument) row(cells []string, border string) {
	for i, c := range columns {
		align := "R"
		if i < 4 {
			align = "L"
		}
		text := d.text(cells[i])
		for i == 3 && d.GetStringWidth(text) > c.width-2 {
			text = text[:len(text)-1]
		}
		d.CellFormat(c.width, 5.5, text, border, 0, align, false, 0, "")
	}
	d.Ln(-1)
}

func (d statementDocument) table() {
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	heading := func() {
		d.SetFont("Helvetica", "B", 8)
		d.row(titles, "B")
		d.SetFont("Helvetica", "", 8)
	}
	heading()
	for _, l := range d.s.Lines {
		if _, height := d.GetPageSize(); d.GetY() > height-26 {
			d.AddPage()
			heading()
		}
		d.row(append([]string{l.Shown, l.Arrival.String(), strconv.Itoa(l.Nights), l.Park + ", " + l.Unit, l.Levies.String()}, l.texts()...), "")
	}
	d.SetFont("Helvetica", "B", 8)
	d.row(append([]string{"Total", "", "", "", d.s.Total.Levies.String()}, d.s.Total.texts()...), "T")
}

func (d statementDocument) sums() {
	s := d.s
	d.Ln(4)
	d.SetFont("Helvetica", "", 9)
	for _, one := range []struct {
		name   string
		amount money.Pence
	}{
		{"Opening balance", s.Opening}, {"Remitted since the last statement", -s.Remitted}, {"Due for this period", s.Total.Due}, {"Closing balance", s.Closing()},
		{"Visitor levies within the gross, for your councils", s.Total.Levies},
		{"Commission without VAT", s.Total.Commission}, {"VAT on commission", s.Total.VAT},
		{"Booking fees, VAT included", s.Total.Fee}, {"VAT within the booking fees", s.Total.FeeVAT},
	} {
		d.CellFormat(80, 5, d.text(one.name), "", 0, "L", false, 0, "")
		d.CellFormat(28, 5, d.text("£"+one.amount.String()), "", 1, "R", false, 0, "")
	}
	if s.Closing() < 0 {
		d.line(6, "A negative closing balance is due from you to us.")
	}
	d.Ln(2)
	d.line(5, "Guests' money is held for you: we sell as your agent. Commission and booking fees are ours.")
}
