package mail

import (
	"bytes"
	"embed"
	"fmt"
	html "html/template"
	"strconv"
	"strings"
	text "text/template"
	"unicode"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/picture"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// outlook returns HTML that only Outlook for Windows reads. It lays e-mails out as
// Word does, and so knows no greatest width. Templates drop comments, which is why
// this one is made here.
func outlook(markup string) html.HTML {
	return html.HTML("<!--[if mso]>" + markup + "<![endif]-->") //nolint:gosec // the templates' own text
}

//go:embed templates
var templates embed.FS

var (
	htmlEmails = html.Must(html.New("").Funcs(html.FuncMap{"outlook": outlook}).ParseFS(templates, "templates/*.html"))
	textEmails = text.Must(text.New("").ParseFS(templates, "templates/*.txt"))
)

// bookedView is what the e-mail about a booking shows.
type bookedView struct {
	Brand             Brand
	Title, Lead       string
	Greeting          string
	Reference         string
	Place             string   // names of unit and park
	Address           []string // the park's address, one line each
	Directions        string   // URL of a map with directions; "" where the park has no coordinates
	CheckIn, CheckOut moment
	Stay              string
	Before            []string // what the park asks of its guests
	Cancelling        []string // the terms of a cancellation, in sentences
	Provider          string   // name of the company that provides the stay
	Rows              []row
	Balance           row    // the dark row at the end; without a label when nothing is left to pay
	BalanceNote       string // what the operator says about a balance that is paid to it
	Paid              bool
	Alt               string // alternative text of the picture
	Account           string
	Reason            string
}

// moment is a day with a time such as "from 4pm". The time is "" where the park
// has none.
type moment struct{ Day, Time string }

// row is one line of the price breakdown.
type row struct {
	Label, Amount string
	Notes         []string // what the amount includes
	Saving, Sum   bool
}

// facts are what an e-mail about a booking needs beside the booking.
type facts struct {
	today    date.Date
	refunds  []booking.Refund // that are not done yet; only of a move
	received money.Pence      // only of a receipt
	payer    string           // only of a receipt: who has paid by a link
	deposit  money.Pence      // that is to be paid to us; see booking.DepositDue
	details  bool             // only of a change: of names or contact details
	byStaff  bool             // only of such a change
}

// aboutBooking writes the e-mail about a booking that was confirmed, moved or paid
// towards, with the amounts as they are now.
func (m *Mailer) aboutBooking(b booking.Booking, kind string, f facts) (email, error) {
	at, known := m.place(b.Stay)
	v := bookedView{
		Brand: m.config.Brand, Title: "Your holiday booking has been confirmed!", Reference: oneLine(b.Shown),
		Greeting: "Dear " + oneLine(b.Contact.Forename),
		Lead: "here is everything for your stay at " + b.Stay.ParkName +
			". Keep this email; you need the reference when you arrive.",
		Place: b.Stay.Title(), Address: []string{b.Stay.Place},
		CheckIn: moment{Day: day(b.Stay.Arrival)}, CheckOut: moment{Day: day(b.Stay.Departure())},
		Stay: fmt.Sprintf("%d night stay, %s", b.Stay.Nights, guests(b.Party)), Before: b.Stay.Rules.Texts(b.Party.Dogs), Cancelling: b.Stay.CancellationTexts(f.today, b.BalanceToOperator()),
		Rows: sums(b), Alt: "Drawing of the landscape around " + b.Stay.ParkName,
		Account: m.config.Brand.SiteURL + "/login",
		Reason:  "You receive this email because you booked with us; it is not advertising.",
	}
	times := b.Times()
	if known {
		v.setPark(at.Park)
		if times.CheckIn == "" { // imported
			times.CheckIn = at.Park.CheckIn
		}
		if times.CheckOut == "" {
			times.CheckOut = at.Park.CheckOut
		}
	}
	v.Provider = oneLine(b.Stay.OperatorName)
	v.setTimes(times)
	subject := "Your holiday booking " + b.Shown
	switch kind {
	case booking.EmailPaymentLost:
		v.Title, subject = "Your payment could not be completed", "Your payment for booking "+b.Shown+" could not be completed"
		v.Lead = "your bank has not released a payment towards your stay at " + b.Stay.ParkName +
			", and no money has been taken for it. Your holiday is still booked." + askToPay(b)
	case booking.EmailChanged:
		v.Title, subject = "Your holiday booking has been changed", "Your holiday booking "+b.Shown+" has been changed"
		v.Lead = "your stay at " + b.Stay.ParkName + " is now as below. If you did not expect that, please call us."
		if f.details {
			v.Lead = "names or contact details of your booking at " + b.Stay.ParkName + " have been changed in My Booking. If that was not you, please call us."
			if f.byStaff {
				v.Lead = "we have corrected names or contact details of your booking at " + b.Stay.ParkName + ". If you did not ask for that, please call us."
			}
		}
		if extra := overpaid(b, f.refunds); extra > 0 {
			v.Lead += " You have paid " + extra.Text() + " more than it costs now; please call us about it."
		}
	case booking.EmailReceipt:
		v.Title, subject = "Your payment has been received", "Your holiday payment for booking "+b.Shown
		v.Lead = "thank you for your payment of " + f.received.Text() + " towards your stay at " + b.Stay.ParkName + "."
		if f.payer != "" {
			v.Title, v.Lead = "A payment has been received", f.received.Text()+" has been paid towards your stay at "+b.Stay.ParkName+" by "+f.payer+"."
		}
	}
	if f.deposit > 0 {
		v.Rows = append(v.Rows, row{Label: "Deposit still to be paid to us", Amount: f.deposit.Text()})
	}
	v.Balance, v.Paid = balance(b, f)
	if !v.Paid && b.BalanceToOperator() {
		v.BalanceNote = oneLine(b.Stay.Deposit.Message)
	}
	return m.both(subject, "booking", v, landscape(at))
}

// overpaid is what was paid more than a booking costs, and is not being refunded.
func overpaid(b booking.Booking, refunds []booking.Refund) money.Pence {
	extra := b.AmountPaid - b.Total
	for _, r := range refunds {
		if !r.Failed {
			extra -= r.Amount
		}
	}
	return extra
}

// askToPay asks for the payment that the provider has taken back, unless the visitor
// has paid again since.
func askToPay(b booking.Booking) string {
	switch {
	case b.Outstanding() == 0:
		return ""
	case b.BalanceToOperator():
		return " Please call us."
	}
	return " Please call us, or pay under My Booking."
}

// setTimes adds when guests may arrive and must leave.
func (v *bookedView) setTimes(t booking.Times) {
	if t.CheckIn != "" {
		v.CheckIn.Time = "from " + t.CheckIn
	}
	if t.CheckOut != "" {
		v.CheckOut.Time = "by " + t.CheckOut
	}
}

// setPark adds the park's own notes, its address and the way there.
func (v *bookedView) setPark(p catalogue.Park) {
	v.Before = append(v.Before, paragraphs(p.ImportantInfo)...)
	v.Address = p.Address()
	v.Directions = p.DirectionsLink()
}

// place finds the park of a stay. known is false for a park that is not sold
// any more; then only its channel is set.
func (m *Mailer) place(s booking.Stay) (at picture.Place, known bool) {
	if m.config.Place != nil {
		at, known = m.config.Place(s.ParkID)
	}
	at.Channel = s.Channel
	return at, known
}

// sums returns the amounts of a booking in the order of the price breakdown.
func sums(b booking.Booking) []row {
	var rows []row
	for _, line := range b.PriceLines() {
		amount := line.Amount.Text()
		if line.Amount < 0 {
			amount = "−" + (-line.Amount).Text()
		}
		rows = append(rows, row{Label: line.Label, Notes: line.Notes, Amount: amount, Saving: line.Amount < 0})
	}
	return append(rows,
		row{Label: "Total cost", Amount: b.Total.Text(), Sum: true},
		row{Label: "Amount paid", Amount: b.AmountPaid.Text()})
}

// balance returns what is left to pay, without the deposit that has a row of its own.
func balance(b booking.Booking, f facts) (r row, paid bool) {
	left := b.Outstanding()
	switch {
	case left == 0:
		return row{}, true
	case b.BalanceToOperator():
		r = row{Label: "The balance is payable direct to the park operator", Amount: (left - f.deposit).Text()}
		if due, err := date.Parse(b.BalanceDue); err == nil && due > f.today {
			r.Label += ", before " + day(due)
		}
		return r, false
	}
	r = row{Label: "Left to pay later", Amount: left.Text()}
	if due, err := date.Parse(b.BalanceDue); err == nil && due <= f.today {
		r.Label = "Left to pay; it was due before " + day(due)
	} else if err == nil {
		r.Label += ", before " + day(due)
	}
	return r, false
}

// referencesView is what the e-mail about forgotten references shows.
type referencesView struct {
	Brand      Brand
	Title      string
	References []string
	Account    string
	Reason     string
}

func (m *Mailer) aboutReferences(r booking.References) (email, error) {
	return m.both("Your booking references", "references", referencesView{
		Brand: m.config.Brand, Title: "Your booking references", References: r.Refs,
		Account: m.config.Brand.SiteURL + "/login",
		Reason:  "You receive this email because somebody asked for the booking references of this address; it is not advertising.",
	})
}

// noticeView is what the e-mail about a cancellation, a refund or a payment shows.
// Account is "" where the booking cannot be looked up.
type noticeView struct {
	Brand                 Brand
	Title, Greeting, Lead string
	Reference             string
	Account               string
	Reason                string
}

// refundOf is a refund that was made: elsewhere, by a member of staff in another way than it
// was paid.
type refundOf struct {
	amount    money.Pence
	elsewhere bool
	payer     string // who had paid by a link, or ""
}

// aboutChange writes the e-mail about a cancelled booking, a refund, what went back to
// a voucher, or a pending payment. vouchers are what went back to them.
func (m *Mailer) aboutChange(b booking.Booking, kind string, refund refundOf, vouchers []returned) (email, error) {
	stay := stayAt(b.Stay.ParkName, b.Stay.Arrival)
	v := m.noticeTo(b.Contact.Forename, b.Shown)
	v.Title, v.Lead = "Your holiday booking has been cancelled", stay+" has been cancelled. If you did not expect that, please call us."
	subject := "Your holiday booking " + b.Shown + " has been cancelled"
	if b.Settled != nil {
		v.Lead = stay + " has been cancelled." + settledText(*b.Settled) + " If you did not expect that, please call us."
	}
	back, usable := inWords(vouchers)
	if kind == booking.EmailVoucher {
		v.Title, v.Lead = "Your voucher can be used again", stay+" has been cancelled."
		subject = "Your voucher for booking " + b.Shown
		if !usable {
			v.Title = "Please call us about your voucher"
		}
	}
	v.Lead += back
	switch kind {
	case booking.EmailPaymentPending:
		v.Title, subject = "PayPal is checking your payment", "Your payment for booking "+b.Shown+" is being checked"
		v.Lead = "PayPal is still checking your payment for " + stay +
			". We keep the holiday for you meanwhile, and write to you as soon as PayPal has decided. Please do not pay again."
	case booking.EmailRefunded:
		amount := refund.amount.Text()
		v.Title, subject = "We have refunded "+amount, "Your refund for booking "+b.Shown
		v.Lead = "we have refunded " + amount + " of your payment for " + stay
		if refund.payer != "" {
			v.Lead = "we have refunded " + amount + " that was paid for " + stay + " by " + refund.payer
		}
		if refund.elsewhere {
			v.Lead += ", in another way than you paid. If you do not know of it, please call us."
		} else if refund.payer != "" {
			v.Lead += ", to whoever paid it."
		} else {
			v.Lead += ", the way you paid. Your bank may need a few days to show it."
		}
		if b.State == booking.Confirmed && b.Outstanding() > 0 && b.BalanceDue != "" && !b.BalanceToOperator() {
			v.Lead += " Your holiday is still booked. " + b.Outstanding().Text() + " is left to pay" + dueText(b.BalanceDue) + ", under My Booking."
		}
	}
	return m.both(subject, "notice", v)
}

// dueText says before which day something must be paid, given as dd/mm/yyyy.
func dueText(before string) string {
	if due, err := date.Parse(before); err == nil {
		return " before " + day(due)
	}
	return ""
}

// settledText says what became of the money of a booking that was cancelled. What goes back
// to vouchers is said with their codes.
func settledText(s booking.Settled) string {
	text := ""
	if s.Rule != "" {
		text = " The terms of your booking say: “" + s.Rule + "”"
	}
	if s.Money > 0 {
		text += " " + s.Money.Text() + " goes back the way you paid; we write to you when it is done."
	}
	if kept := s.MoneyKept + s.VoucherKept; kept > 0 {
		text += " " + kept.Text() + " of what you paid is kept."
	}
	return text
}

// aboutNotTaken writes the e-mail about a payment that was not made, with the booking
// as it is now.
func (m *Mailer) aboutNotTaken(n booking.PaymentNote, kind string, b booking.Booking) (email, error) {
	if n.Shown == "" {
		return m.aboutLinkPayment(n, kind)
	}
	v, amount, stay := m.noticeTo(n.Forename, n.Shown), n.Amount.Text(), stayAt(n.Park, n.Arrival)
	denied, booked := kind == booking.EmailPaymentDenied, b.State == booking.Confirmed
	subject := "A payment for booking " + n.Shown + " was not taken"
	v.Title = "A payment of " + amount + " was not taken"
	v.Lead = "your bank had reserved " + amount + " for " + stay +
		". We have not taken it, and have asked your bank to release it. It may need a few days to show that."
	if denied {
		subject = "Your payment for booking " + n.Shown + " was not made"
		v.Title = "No payment has been taken"
		v.Lead = "PayPal has not made your payment of " + amount + " for " + stay + ", so no money has been taken."
	}
	switch {
	case booked && denied && b.Outstanding() == 0: // paid another way since
		v.Lead += " Your holiday is still booked."
	case booked && denied:
		v.Lead += " Your holiday is still booked. Please pay another way under My Booking, or call us."
	case booked:
		v.Lead += " Your holiday is booked."
	default:
		v.Lead += " The holiday is not booked."
		v.Account, v.Reason = "", "You receive this email because you have tried to pay; it is not advertising."
		if denied {
			v.Lead += " If you would still like to go, please book again and pay another way."
		}
	}
	return m.both(subject, "notice", v)
}

// aboutLinkPayment writes to whoever has paid by a link, who knows no more of the booking than
// park and day.
func (m *Mailer) aboutLinkPayment(n booking.PaymentNote, kind string) (email, error) {
	v, amount, stay := m.noticeTo("", ""), n.Amount.Text(), "a stay at "+oneLine(n.Park)+" from "+day(n.Arrival)
	v.Greeting, v.Account, v.Reason = "Hello", "", "You receive this email because you gave this address when you paid; it is not advertising."
	switch kind {
	case booking.EmailPayerPaid:
		v.Title = "Your payment of " + amount + " has been received"
		v.Lead = "thank you. You have paid " + amount + " towards " + stay + ". Whoever sent you the link sees that it is paid. If you ring us, say payment " + n.Attempt + "."
	case booking.EmailPayerRefunded:
		v.Title = "We have refunded " + amount
		v.Lead = "we have refunded " + amount + " of what you paid towards " + stay + ", the way you paid. Your bank may need a few days to show it."
	case booking.EmailPaymentDenied:
		v.Title = "No payment has been taken"
		v.Lead = "PayPal has not made your payment of " + amount + " towards " + stay + ", so no money has been taken."
	default:
		v.Title = "A payment of " + amount + " was not taken"
		v.Lead = "your bank had reserved " + amount + " for " + stay + ". We have not taken it, and have asked your bank to release it. It may need a few days to show that."
	}
	return m.both(v.Title, "notice", v)
}

// noticeTo returns the parts that such e-mails have in common.
func (m *Mailer) noticeTo(forename, shown string) noticeView {
	return noticeView{Brand: m.config.Brand, Greeting: "Dear " + oneLine(forename), Reference: oneLine(shown),
		Account: m.config.Brand.SiteURL + "/login", Reason: "You receive this email because you booked with us; it is not advertising."}
}

func stayAt(park string, arrival date.Date) string {
	return "your stay at " + oneLine(park) + " from " + day(arrival)
}

// both writes an e-mail as text and as HTML, with the pictures in the HTML.
func (m *Mailer) both(subject, name string, view any, pictures ...inline) (email, error) {
	var h, t bytes.Buffer
	if err := htmlEmails.ExecuteTemplate(&h, name+".html", view); err != nil {
		return email{}, fmt.Errorf("write the e-mail %s: %w", name, err)
	}
	if err := textEmails.ExecuteTemplate(&t, name+".txt", view); err != nil {
		return email{}, fmt.Errorf("write the e-mail %s: %w", name, err)
	}
	if logo := m.config.Brand.Logo; len(logo.PNG) > 0 {
		pictures = append(pictures, inline{name: "logo", kind: "image/png", data: logo.PNG})
	}
	return email{subject: oneLine(subject), html: h.String(), text: t.String(), pictures: pictures}, nil
}

// oneLine removes characters that could break a header or change the direction
// of the text. Our forms did not check the texts of imported bookings.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
			return -1
		}
		return r
	}, s)
}

func day(d date.Date) string { return d.Short() }

func guests(p booking.Party) string {
	s := strconv.Itoa(p.Size()) + " guest"
	if p.Size() != 1 {
		s += "s"
	}
	if dogs := p.DogsText(); dogs != "" {
		s += " " + dogs
	}
	return s
}
