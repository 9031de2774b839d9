package ledger

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// Settled is a line of a provider's settlement file.
type Settled struct {
	Line   int
	Order  string // the provider's id of the payment
	Event  Event
	Amount money.Pence
	Day    date.Date
}

// columns lists the accepted names of each column of a settlement file, in
// lower case and without spaces, hyphens and underscores.
var columns = map[string][]string{
	"order":    {"ordercode", "order", "merchantreference", "invoiceid"},
	"event":    {"event", "type", "status", "lastevent"},
	"amount":   {"amount", "grossamount", "gross"},
	"currency": {"currency", "currencycode"},
	"date":     {"date", "settlementdate", "eventdate"},
}

// Event says what a line of a settlement file reports: a kind of movement, or what only
// settlement files have. The ledger has no rows of the latter, so what is in the file is
// always a difference.
type Event string

const (
	captured           = Event(Capture)
	refunded           = Event(Refund)
	refundReversed     = Event(RefundReversed)
	chargeback         = Event("chargeback")
	chargebackReversed = Event("reversed chargeback")
	informationRequest = Event("request for information")
)

// events maps the words in the event column of a settlement file to events.
var events = map[string]Event{
	"CAPTURED": captured, "SETTLED": captured, "SETTLED_BY_MERCHANT": captured, "CAPTURE": captured,
	"REFUNDED": refunded, "REFUNDED_BY_MERCHANT": refunded, "SENT_FOR_REFUND": refunded, "REFUND": refunded,
	"REFUND_FAILED": refundReversed, "REFUND_REVERSED": refundReversed,
	"CHARGED_BACK": chargeback, "CHARGEBACK": chargeback, "CHARGEBACK_REVERSED": chargebackReversed, "INFORMATION_REQUESTED": informationRequest,
}

// maxOrder is the longest order code.
const maxOrder = 128

// settled returns what an event changes at the provider. A reversed refund
// counts as a negative one, because a refund that fails before it is done is
// in the file and not in the ledger.
func settled(event Event, amount money.Pence) (as Event, net money.Pence) {
	switch event {
	case refundReversed:
		return refunded, -amount
	case chargebackReversed:
		return chargeback, -amount
	default:
		return event, amount
	}
}

// Settles reports whether movements of this kind appear in settlement files.
func (k Kind) Settles() bool {
	return k == Capture || k == Refund || k == RefundReversed
}

// ReadSettlement reads a settlement file: CSV with a header and the columns
// order code, event, amount in pounds, currency and date (yyyy-mm-dd).
func ReadSettlement(file io.Reader) ([]Settled, error) {
	r := csv.NewReader(file)
	r.TrimLeadingSpace = true
	header, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("read the header of the settlement file: %w", err)
	}
	at := map[string]int{}
	for name, known := range columns {
		at[name] = slices.IndexFunc(header, func(h string) bool {
			return slices.Contains(known, strings.NewReplacer(" ", "", "-", "", "_", "", "\ufeff", "").Replace(strings.ToLower(h)))
		})
		if at[name] < 0 {
			return nil, fmt.Errorf("the settlement file has no column %s", known[0])
		}
	}
	var all []Settled
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the settlement file: %w", err)
		}
		line, _ := r.FieldPos(0)
		s := Settled{Line: line, Order: strings.TrimSpace(row[at["order"]])}
		word := strings.ToUpper(strings.TrimSpace(row[at["event"]]))
		event, known := events[word]
		amount, amountErr := money.Parse(strings.TrimSpace(row[at["amount"]]))
		day, dayErr := date.ParseISO(strings.TrimSpace(row[at["date"]]))
		switch currency := strings.TrimSpace(row[at["currency"]]); {
		case s.Order == "":
			err = errors.New("it has no order code")
		case strings.ContainsFunc(s.Order, func(r rune) bool { return !unicode.IsPrint(r) }) || len(s.Order) > maxOrder:
			err = fmt.Errorf("%.100q is no order code", s.Order)
		case !known:
			err = fmt.Errorf("the event %.100q is not known", word)
		case currency != "GBP":
			err = fmt.Errorf("the currency is %.100q", currency)
		case amountErr == nil && amount < 0 && (event == captured || event == refundReversed || event == chargebackReversed):
			err = fmt.Errorf("a %s of %s cannot be negative", event, amount)
		default:
			err = errors.Join(amountErr, dayErr)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the settlement file: %w", line, err)
		}
		if amount < 0 {
			amount = -amount // some files write what goes back as negative amounts
		}
		s.Event, s.Amount, s.Day = event, amount, day
		all = append(all, s)
	}
}

// Difference is one thing on which the settlement file and the ledger disagree.
type Difference struct {
	Order          string
	Event          Event
	File, Ledger   money.Pence
	Lines, Entries int // how many rows the file and the ledger have
}

// String describes the difference in one line.
func (d Difference) String() string {
	switch {
	case d.Entries == 0:
		return fmt.Sprintf("%s: %s of £%s is in the file and not in the ledger", d.Order, d.Event, d.File)
	case d.Lines == 0:
		return fmt.Sprintf("%s: %s of £%s is in the ledger and not in the file", d.Order, d.Event, d.Ledger)
	}
	return fmt.Sprintf("%s: %s of £%s in the file (%d lines), of £%s in the ledger (%d rows)", d.Order, d.Event, d.File, d.Lines, d.Ledger, d.Entries)
}

// settleDays is how many days after a movement the provider may settle it.
const settleDays = 3

// Reconcile compares a settlement file with rows of the ledger. The caller must
// pass all rows about the orders in the file, and all rows of the days that the
// file covers. Rows of the last days of the file need not be in it, because
// they may be settled later. Rows of other days may be in another file, even
// if this one has the same order.
func Reconcile(file []Settled, rows []Movement) []Difference {
	type key struct {
		order string
		event Event
	}
	found := map[key]*Difference{}
	elsewhere := map[key][]money.Pence{} // rows that another file may have
	of := func(order string, event Event) *Difference {
		about := key{order, event}
		if found[about] == nil {
			found[about] = &Difference{Order: order, Event: event}
		}
		return found[about]
	}
	var first, last date.Date
	for i, line := range file {
		event, amount := settled(line.Event, line.Amount)
		difference := of(line.Order, event)
		difference.File += amount
		difference.Lines++
		if i == 0 || line.Day < first {
			first = line.Day
		}
		last = max(last, line.Day)
	}
	for _, row := range rows {
		if !row.Kind.Settles() {
			continue
		}
		event, amount := settled(Event(row.Kind), row.Amount)
		about := key{row.ProviderRef, event}
		_, named := found[about]
		day := date.In(row.At)
		covered := len(file) > 0 && day >= first && day <= last-settleDays
		if named && !covered {
			elsewhere[about] = append(elsewhere[about], amount)
		}
		if named || covered {
			difference := of(row.ProviderRef, event)
			difference.Ledger += amount
			difference.Entries++
		}
	}
	var differ []Difference
	for about, difference := range found {
		if about.event == informationRequest || !addUp(difference.Ledger-difference.File, elsewhere[about]) {
			differ = append(differ, *difference)
		}
	}
	slices.SortFunc(differ, func(a, b Difference) int {
		if c := strings.Compare(a.Order, b.Order); c != 0 {
			return c
		}
		return strings.Compare(string(a.Event), string(b.Event))
	})
	return differ
}

// addUp reports whether some of the amounts, or none of them, have a sum. An
// order has few: of many it tries only all and none.
func addUp(sum money.Pence, amounts []money.Pence) bool {
	if sum == 0 {
		return true
	}
	if len(amounts) > 12 {
		for _, amount := range amounts {
			sum -= amount
		}
		return sum == 0
	}
	return len(amounts) > 0 && (addUp(sum-amounts[0], amounts[1:]) || addUp(sum, amounts[1:]))
}
