package record

import (
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/payment/ledger"
)

// entry is a line of the timeline with its time.
type entry struct {
	at time.Time
	RecordEntry
}

// The people of a timeline who have no name.
const (
	bySystem = "system"
	byGuest  = "guest"
)

// timeline is everything that happened, the latest first. Somebody without sums sees nothing
// of the money, somebody without names no notes, and somebody of a park only the notes that
// the park sees.
func (p parts) timeline(scope find.Scope) []RecordEntry {
	all := slices.Concat(p.booked(), p.mailed(), p.told(), p.checked())
	if scope.Sums {
		all = slices.Concat(all, p.moved(), p.attempted(), p.acted(), p.notDone())
	}
	if scope.Names {
		all = append(all, p.noted(scope.Parks != nil)...)
	}
	slices.SortStableFunc(all, func(a, b entry) int { return b.at.Compare(a.at) })
	entries := make([]RecordEntry, len(all))
	for i, e := range all {
		e.At = instant(e.at)
		entries[i] = e.RecordEntry
	}
	return entries
}

func (p parts) booked() (all []entry) {
	b := p.booking
	title, who := "Booking begun", byGuest
	if b.Imported {
		title, who = "Imported from another system", bySystem
	}
	all = append(all, entry{b.StartedAt, RecordEntry{ID: "begun", Who: who, Kind: "booked", Title: title, Text: b.Stay.Title()}})
	if !b.ConfirmedAt.IsZero() && !b.Imported {
		all = append(all, entry{b.ConfirmedAt, RecordEntry{ID: "confirmed", Who: bySystem, Kind: "booked", Title: "Booking confirmed"}})
	}
	if !b.ErasedAt.IsZero() {
		all = append(all, entry{b.ErasedAt, RecordEntry{ID: "erased", Who: bySystem, Kind: "change", Title: "Personal details erased"}})
	}
	return all
}

// moneyTitles say what a movement of money is, with its amount.
var moneyTitles = map[ledger.Kind]string{
	ledger.Charge: "%s paid", ledger.Refund: "%s went back", ledger.RefundReversed: "Return of %s failed: it is here again",
	ledger.AuthorisationCancelled: "%s was released, not taken", ledger.Fee: "%s kept as a fee", ledger.Correction: "%s corrected",
	ledger.VoucherTaken: "%s paid by voucher", ledger.VoucherReturned: "%s back on the voucher",
}

// moved are the movements of money; a capture is the second half of a charge.
func (p parts) moved() (all []entry) {
	for _, m := range p.movements {
		title, said := moneyTitles[m.Kind]
		if !said {
			continue
		}
		who := bySystem
		if m.Kind == ledger.Charge || m.Kind == ledger.VoucherTaken {
			who = byGuest
		}
		text := m.Cause
		state := ""
		if i := slices.IndexFunc(p.attempts, func(a payment.Attempt) bool { return a.ID == m.Attempt }); i >= 0 {
			text, state = joined(cardText(p.attempts[i]), m.Cause), string(p.attempts[i].State)
		}
		all = append(all, entry{m.At, RecordEntry{ID: m.Key, Who: who, Kind: "money", Title: strings.Replace(title, "%s", pounds(m.Amount), 1), Text: text, State: state}})
	}
	return all
}

// attempted are the payments of which no money came.
func (p parts) attempted() (all []entry) {
	for _, a := range p.attempts {
		switch a.State {
		case payment.StateRefused, payment.StateAuthenticationFailed, payment.StateFailed, payment.StateAbandoned, payment.StateUnknown, payment.StatePending:
			all = append(all, entry{a.CreatedAt, RecordEntry{ID: a.ID, Who: byGuest, Kind: "money",
				Title: "Payment of " + pounds(a.Amount) + ": " + string(a.State), Text: joined(cardText(a), a.Note), State: string(a.State)}})
		default: // in the ledger, or not tried yet
		}
	}
	return all
}

// acted is what staff have done by hand, and guests by a plan.
func (p parts) acted() (all []entry) {
	for _, a := range p.actions {
		title := strings.TrimPrefix(a.Command, "booking ")
		if title != "" {
			title = strings.ToUpper(title[:1]) + title[1:]
		}
		all = append(all, entry{a.At, RecordEntry{ID: a.ID, Who: a.By, Kind: "change", Title: title, Text: a.Done, Why: a.Why}})
	}
	return all
}

// notDone is what people had agreed to, and what was not possible any more when its minute was over,
// or what a second person has refused.
func (p parts) notDone() (all []entry) {
	for _, d := range p.deeds {
		if d.State != payment.DeedRefused {
			continue
		}
		who := bySystem
		if d.Due.IsZero() { // it never waited for its minute
			who = d.Second
		}
		all = append(all, entry{d.Ended, RecordEntry{ID: d.ID, Who: who, Kind: "change", Title: "Not done",
			Text: d.By + " " + d.Text + ": " + d.Note, Why: d.Why, State: string(d.State)}})
	}
	return all
}

// mailTitles name the e-mails to the guest.
var mailTitles = map[string]string{
	booking.EmailConfirmation: "Confirmation", booking.EmailReceipt: "Receipt", booking.EmailPaymentLost: "E-mail about a payment that was lost",
	booking.EmailCancelled: "E-mail about the cancellation", booking.EmailRefunded: "E-mail about money that went back",
	booking.EmailVoucher: "E-mail about the voucher", booking.EmailChanged: "E-mail about a change", booking.EmailBalance: "Reminder of the balance",
	booking.EmailPaymentPending: "E-mail about a payment that is pending", booking.EmailPaymentDenied: "E-mail about a payment that was denied",
	booking.EmailReleased: "E-mail about an amount that was released", booking.EmailUnacknowledged: "E-mail: the park has not answered",
}

func (p parts) mailed() (all []entry) {
	for _, m := range p.mails {
		if title, ok := mailTitles[m.Kind]; ok {
			all = append(all, entry{m.At, RecordEntry{ID: m.Kind + "/" + m.Key, Who: bySystem, Kind: "mail", Title: title, State: m.State}})
		}
	}
	return all
}

// told is what the park was told, and what it has answered.
func (p parts) told() (all []entry) {
	for _, r := range p.reservations {
		partner, _, _ := strings.Cut(r.Partner, "/")
		add := func(at time.Time, what, title, text string) {
			if !at.IsZero() {
				all = append(all, entry{at, RecordEntry{ID: "park/" + r.Partner + "/" + what, Who: bySystem, Kind: "park", Title: title, Text: joined(partner, text)}})
			}
		}
		number := ""
		if r.Number != "" {
			number = "number " + r.Number
		}
		switch {
		case r.Refused == r.Version:
			add(r.SentAt, "refused", "Park refused", r.Refusal)
		case r.Delivered < r.Version || r.AckedAt.IsZero():
			add(r.SentAt, "sent", "Park told, no answer yet", r.Error)
		}
		add(r.AckedAt, "acknowledged", "Park acknowledged", joined(number, r.Warning))
	}
	return all
}

func (p parts) checked() (all []entry) {
	for _, e := range p.checks {
		all = append(all, entry{e.At, RecordEntry{ID: "check/" + instant(e.At), Who: e.By, Kind: "check", Title: "Caller checked", Text: strings.Join(e.Fields, " and ") + " matched"}})
	}
	return all
}

// noted are the notes, special requests and answers; forPark: those that the park sees.
func (p parts) noted(forPark bool) (all []entry) {
	for _, n := range p.notes {
		if forPark && !n.ParkSees {
			continue
		}
		title := map[NoteKind]string{Plain: "Note", Special: "Special request", Yes: "Park answered: yes", No: "Park answered: no"}[n.Kind]
		text := n.Text
		if text == "" && !p.booking.ErasedAt.IsZero() {
			text = "Erased on " + date.In(p.booking.ErasedAt).Long() + "."
		}
		all = append(all, entry{n.At, RecordEntry{ID: n.ID, Who: n.By, Kind: "note", Title: title, Text: text, Pinned: n.Pinned, ParkSees: n.ParkSees}})
	}
	return all
}

// requests are the special requests, each with the park's latest answer.
func (p parts) requests() []Request {
	all := []Request{}
	for _, n := range p.notes {
		switch n.Kind {
		case Special:
			all = append(all, Request{ID: n.ID, Text: n.Text, State: "asked"})
		case Yes, No:
			if i := slices.IndexFunc(all, func(r Request) bool { return r.ID == n.About }); i >= 0 {
				all[i].State, all[i].Answer = string(n.Kind), n.Text
			}
		case Plain:
		}
	}
	return all
}
