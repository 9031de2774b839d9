package booking

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// PayLink lets somebody who does not see a booking pay towards it, once. Its token is signed
// (package payment) and not stored.
type PayLink struct {
	ID, Ref string
	// Name is what the guest calls it, such as who is to pay; "" where nobody gave one, or it
	// was erased.
	Name string
	// Amount is what it asks for; 0: all that is left to pay.
	Amount    money.Pence
	CreatedAt time.Time
	ExpiresAt time.Time
	EndedAt   time.Time // zero: it was not taken back
	// Paid and PaidAt are the payment that was made by it, or zero. Returned means that its
	// money went back.
	Paid     money.Pence
	PaidAt   time.Time
	Returned bool
}

// LinkState says what can be done by a link.
type LinkState string

// The states of a link. LinkClosed means that the booking takes no payments, such as after it
// was cancelled.
const (
	LinkOpen     LinkState = "open"
	LinkPaid     LinkState = "paid"
	LinkReturned LinkState = "returned"
	LinkEnded    LinkState = "ended"
	LinkExpired  LinkState = "expired"
	LinkClosed   LinkState = "closed"
)

// State returns the state of a link of a booking.
func (l PayLink) State(b Booking, now time.Time) LinkState {
	switch {
	case l.Returned:
		return LinkReturned
	case !l.PaidAt.IsZero():
		return LinkPaid
	case !l.EndedAt.IsZero():
		return LinkEnded
	case !now.Before(l.ExpiresAt):
		return LinkExpired
	case b.CheckShare() != nil:
		return LinkClosed
	}
	return LinkOpen
}

// LastDay is the last day on which the link can be used.
func (l PayLink) LastDay() date.Date { return date.In(l.ExpiresAt.Add(-time.Second)) }

// Due is what an open link asks for now: never more than is left to pay.
func (l PayLink) Due(b Booking) money.Pence {
	if l.Amount == 0 {
		return b.Outstanding()
	}
	return min(l.Amount, b.Outstanding())
}

// CheckShare returns why others cannot pay towards a booking, as a *Failure whose text is for
// the guest, or nil.
func (b Booking) CheckShare() error {
	switch {
	case b.State == Cancelled || b.State == Refunded:
		return Refuse(WrongState, "This booking has been cancelled.")
	case b.State != Confirmed:
		return Refuse(WrongState, "This booking is not confirmed, so others cannot pay for it.")
	case b.BalanceToOperator() || !b.ErasedAt.IsZero():
		return Refuse(WrongState, "The balance of this booking cannot be paid online.")
	case b.Outstanding() == 0:
		return Refuse(WrongState, "Nothing is left to pay for this booking.")
	}
	return nil
}

// Share is what one link is to ask for, as typed. An empty amount asks for all that is left
// to pay.
type Share struct{ Name, Amount string }

const (
	// mostLinks is how many links of a booking may be open at once.
	mostLinks = 20
	// smallestShare is the smallest amount of a link, unless less is left to pay.
	smallestShare = money.Pence(1_00)
	// longestLinkName is how many characters a name may have.
	longestLinkName = 40
)

// NewLinks checks shares of a booking whose links are given, and returns a new link for each,
// without an id. The open links and the new ones together ask for no more than is left to
// pay, and only one of them for all of it. Failures: Invalid with the fields name1, amount1, …, and
// those of CheckShare.
func (b Booking) NewLinks(links []PayLink, shares []Share, days int, now time.Time) ([]PayLink, error) {
	if err := b.CheckShare(); err != nil {
		return nil, err
	}
	var wrong fields
	free, open, whole := b.Outstanding(), 0, false
	for _, l := range links {
		if l.State(b, now) == LinkOpen {
			open, free, whole = open+1, free-l.Amount, whole || l.Amount == 0
		}
	}
	var added []PayLink
	for i, s := range shares {
		name, amount := fmt.Sprint("name", i+1), fmt.Sprint("amount", i+1)
		at := now.Add(time.Duration(i) * time.Millisecond) // which keeps them in order
		l := PayLink{Ref: b.Ref, Name: Clean(s.Name), CreatedAt: at, ExpiresAt: b.linksEnd(days, now)}
		wrong.when(l.Name == "" && len(shares) > 1, name, "Please enter a name")
		wrong.when(utf8.RuneCountInString(l.Name) > longestLinkName, name, fmt.Sprintf("Please use at most %d characters", longestLinkName))
		if strings.TrimSpace(s.Amount) == "" {
			wrong.when(whole, amount, "Please enter an amount: another link asks for all that is left to pay")
			whole = true
		} else {
			var ok bool
			least := min(smallestShare, b.Outstanding())
			l.Amount, ok = typedAmount(s.Amount, least, max(free, 0))
			wrong.when(!ok && free < least, amount, "Your other links ask for all that is left to pay")
			wrong.when(!ok, amount, "Please enter an amount between "+least.Text()+" and "+max(free, 0).Text())
			free -= l.Amount
		}
		added = append(added, l)
	}
	if len(added) == 0 || open+len(added) > mostLinks {
		return nil, Refuse(InvalidRequest, fmt.Sprintf("At most %d links can be open at once.", mostLinks))
	}
	return added, wrong.failure()
}

// linksEnd is when links that are made now end: after a number of days, at the latest when
// the day begins before which the balance must be paid or, where that has passed, that of the arrival.
func (b Booking) linksEnd(days int, now time.Time) time.Time {
	today := date.In(now)
	last := b.Stay.Arrival
	if due, err := date.Parse(b.BalanceDue); err == nil && due > today {
		last = due
	}
	return max(min(today+date.Date(days)+1, last), today+1).Midnight()
}
