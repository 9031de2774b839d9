package mail

import (
	"bytes"
	"embed"
	"fmt"
	html "html/template"
	"strconv"
	"strings"
	text "text/template"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
)

//go:embed templates/*
var files embed.FS

var (
	htmlLetters = html.Must(html.New("").ParseFS(files, "templates/*.html"))
	textLetters = text.Must(text.New("").ParseFS(files, "templates/*.txt"))
)

// bookedView is what the letter about a booking shows.
type bookedView struct {
	Brand             Brand
	Title, Lead       string
	Greeting          string
	Reference         string
	Place, Where      string
	CheckIn, CheckOut string
	Stay              string
	Rows              []row
	Balance           row // the dark row at the end; no label: nothing is left
	Paid              bool
	Picture           string
	Account           string
	Reason            string
}

// row is one line of the sums.
type row struct {
	Label, Amount string
	Saving, Sum   bool
}

func (m *Mailer) aboutBooking(b booking.Booking, l booking.Letter, receipt bool) (letter, error) {
	v := bookedView{
		Brand: m.config.Brand, Title: "Your holiday booking has been confirmed!", Reference: b.Shown,
		Greeting: "Dear " + b.Contact.Forename,
		Lead: "here is everything for your stay at " + b.Stay.ParkName +
			". Keep this email; you need the reference at the gate.",
		Place: joined(b.Stay.UnitDesc, b.Stay.ParkName), Where: b.Stay.Place,
		CheckIn: day(b.Stay.Arrival), CheckOut: day(b.Stay.Departure()),
		Stay: fmt.Sprintf("%d night stay, %s", b.Stay.Nights, guests(b.Party)),
		Rows: sums(b, l), Picture: picture(m.config.Brand.SiteURL, b.Stay.ParkID),
		Account: m.config.Brand.SiteURL + "/login",
		Reason:  "You receive this email because you booked with us; it is not advertising.",
	}
	subject := "Your holiday booking " + b.Shown
	if receipt {
		v.Title, subject = "Your payment has been received", "Your holiday payment for booking "+b.Shown
		v.Lead = "thank you for your payment towards your stay at " + b.Stay.ParkName + "."
	}
	v.Balance, v.Paid = balance(b, l)
	return both(subject, "booking", v)
}

// sums lists the amounts of a booking as the price breakdown does.
func sums(b booking.Booking, l booking.Letter) []row {
	rows := []row{{Label: "Accommodation Price", Amount: booking.Pounds(b.Stay.Price)}}
	full := b.Stay.Price
	for _, e := range b.Extras {
		rows = append(rows, row{Label: e.Name + " × " + strconv.Itoa(e.Quantity), Amount: booking.Pounds(e.TotalCost())})
		full += e.TotalCost()
	}
	if taken := full - b.Total; taken > 0 {
		rows = append(rows, row{Label: "Discount (" + b.Discount.Code + ")", Amount: "−" + booking.Pounds(taken), Saving: true})
	}
	return append(rows,
		row{Label: "Total cost", Amount: booking.Pounds(b.Total), Sum: true},
		row{Label: "Amount paid", Amount: booking.Pounds(l.Paid)})
}

// balance is what was left to pay when the letter fell due.
func balance(b booking.Booking, l booking.Letter) (r row, paid bool) {
	left := max(0, b.Total-l.Paid)
	switch {
	case left == 0:
		return row{}, true
	case b.BalanceToOperator():
		return row{Label: "The balance is payable direct to the park operator", Amount: booking.Pounds(left)}, false
	}
	r = row{Label: "Left to pay later", Amount: booking.Pounds(left)}
	if due, err := date.Parse(b.BalanceDue); err == nil {
		r.Label += ", before " + due.Time().Format("Mon 2 January")
	}
	return r, false
}

// referencesView is what the letter about forgotten references shows.
type referencesView struct {
	Brand      Brand
	Title      string
	References []string
	Account    string
	Reason     string
}

func (m *Mailer) aboutReferences(r booking.References) (letter, error) {
	return both("Your booking references", "references", referencesView{
		Brand: m.config.Brand, Title: "Your booking references", References: r.Refs,
		Account: m.config.Brand.SiteURL + "/login",
		Reason:  "You receive this email because somebody asked for the booking references of this address; it is not advertising.",
	})
}

// both writes a letter in its two forms.
func both(subject, name string, view any) (letter, error) {
	var h, t bytes.Buffer
	if err := htmlLetters.ExecuteTemplate(&h, name+".html", view); err != nil {
		return letter{}, fmt.Errorf("write the letter %s: %w", name, err)
	}
	if err := textLetters.ExecuteTemplate(&t, name+".txt", view); err != nil {
		return letter{}, fmt.Errorf("write the letter %s: %w", name, err)
	}
	return letter{subject: subject, html: h.String(), text: t.String()}, nil
}

// picture is the address of a park's drawn picture.
func picture(site, parkID string) string {
	if parkID == "" {
		return ""
	}
	return site + "/images/parks/" + parkID[:1] + "/" + parkID + "/1.svg"
}

func day(d date.Date) string { return d.Time().Format("Mon 2 Jan 2006") }

func guests(p booking.Party) string {
	s := strconv.Itoa(p.Size()) + " guest"
	if p.Size() != 1 {
		s += "s"
	}
	if p.Dogs {
		s += " + dogs"
	}
	return s
}

func joined(parts ...string) string {
	present := parts[:0:0]
	for _, p := range parts {
		if p != "" {
			present = append(present, p)
		}
	}
	return strings.Join(present, ", ")
}
