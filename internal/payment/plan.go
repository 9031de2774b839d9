package payment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// ChangeKind says what is to be done with a booking that was made.
type ChangeKind string

// The kinds of changes. A refund of a booking that stays begins with why: that decides what
// becomes of its price and of what is left to pay.
const (
	// CancelByTerms gives back what the terms of the booking give.
	CancelByTerms ChangeKind = "cancel by the terms"
	// CancelKeeping gives nothing back now; a part may be refunded later.
	CancelKeeping ChangeKind = "cancel"
	// CancelReturning gives Amount back, CancelReturningAll everything: staff decide.
	CancelReturning    ChangeKind = "cancel and refund a part"
	CancelReturningAll ChangeKind = "cancel and refund"
	// SomethingWrong takes Amount off the price, such as for a heater that was broken. What
	// is left to pay falls first; only what was then paid too much goes back.
	SomethingWrong ChangeKind = "something was wrong"
	// PaidTooMuch gives back Amount of what was paid above the price, or with 0 all of it.
	PaidTooMuch ChangeKind = "paid too much"
	// TakenByMistake gives Amount back, which must be paid again before a new day.
	TakenByMistake ChangeKind = "taken by mistake"
	// ChangeStay gives the booking the stay To by its terms; MoveStay, which is for staff
	// alone, without fee or refund.
	ChangeStay ChangeKind = "change by the terms"
	MoveStay   ChangeKind = "move"
	// CorrectDetails gives the booking the names and contact details Details.
	CorrectDetails ChangeKind = "correct details"
	// SendConfirmation and SendReminder send an e-mail again.
	SendConfirmation ChangeKind = "send the confirmation again"
	SendReminder     ChangeKind = "send a reminder"
)

// Bearer says who bears what is given away: the operator of the park unless it is said.
type Bearer string

// Who may bear it.
const (
	OperatorBears Bearer = "operator"
	WeBear        Bearer = "we"
	HalfEach      Bearer = "half"
)

// ours is the part of an amount that we bear; of an odd one we bear the penny.
func (b Bearer) ours(amount money.Pence) money.Pence {
	switch b {
	case WeBear:
		return amount
	case HalfEach:
		return amount - amount/2
	default:
		return 0
	}
}

// Change is a change of a booking after it was made.
type Change struct {
	Kind   ChangeKind
	Amount money.Pence
	// KeepRest, with CancelReturning, enters the rest as a fee, so that it cannot be
	// refunded later.
	KeepRest bool
	// Bears says who bears what SomethingWrong takes off the price, and what CancelReturning with
	// KeepRest gives back beyond the terms.
	Bears Bearer
	// To is the stay to which ChangeStay and MoveStay go. Where Wish is not nil, To is what it
	// names.
	To   booking.Destination `json:"-"`
	Wish *booking.Wish       `json:",omitempty"`
	// Details are those of CorrectDetails.
	Details booking.Details `json:"-"`
	// Command is the command in the record of what was done; "" is that of the kind.
	Command string
}

// Area says what a line of a plan is about.
type Area string

// The areas of a plan's lines.
const (
	AboutMoney  Area = "money"
	AboutPrice  Area = "price"
	AboutStay   Area = "stay"
	AboutStock  Area = "stock"
	AboutPark   Area = "park"
	AboutEmails Area = "e-mails"
	AboutRecord Area = "record"
	// AboutStatement is what the operator's statement gets, AboutUndo how the change is undone.
	// Only people of the office see these lines.
	AboutStatement Area = "statement"
	AboutUndo      Area = "undo"
)

// Line is a line of a plan, in words for staff.
type Line struct {
	Area Area
	Text string
}

// Part is what becomes of the money of a payment.
type Part struct {
	Attempt string
	Method  Method
	// LastFour are the last digits of the card, or "".
	LastFour string
	// ByLink means that somebody else has paid by a link.
	ByLink bool
	// Back goes back to where it came from, Fee is kept for good.
	Back, Fee money.Pence
	how       partWay
}

// toCard says to which card a part goes, where that is known.
func (p Part) toCard() string {
	if p.LastFour == "" {
		return ""
	}
	return " to card ending " + p.LastFour
}

// partWay is how money goes back.
type partWay int

const (
	byRefund  partWay = iota // of captured money
	byRelease                // the authorisation is cancelled
	whenTaken                // a refund as soon as it is captured
)

// Plan is what a change does. It is worked out before the change is done, shown, and worked
// out again when it is done: the change is made only if its Hash is still the same.
type Plan struct {
	Ref, Attempt string // the booking and the payment that it is about, or ""
	Shown        string // the reference as visitors see it
	Lines        []Line
	Parts        []Part // newest payment first
	// Settlement is that of a cancellation by the terms, and Vouchers what goes back to
	// vouchers; the amounts are in Settled.
	Settlement booking.Settlement
	Vouchers   []VoucherFacts
	Settled    *booking.Settled
	// Rebooked is what becomes of the booking that gets another stay, or nil. What goes back
	// is in Parts.
	Rebooked *booking.Rebooking
	// Corrected is the booking with corrected details, or nil.
	Corrected *booking.Booking

	command string        // in the record of what was done
	event   booking.Event // "": the booking stays
	reduces money.Pence   // taken off the price
	ours    money.Pence   // of that, or of what goes back beyond the terms, what we bear
	send    string        // the kind of the e-mail that is sent
	due     date.Date     // before which what goes back must be paid again
}

// Hash identifies what the plan does and shows: every line, every amount and every day. The lines
// about statement and undo follow from the others, and a node may not know the first.
func (p Plan) Hash() string {
	var s strings.Builder
	p.Lines = slices.DeleteFunc(slices.Clone(p.Lines), func(l Line) bool { return l.Area == AboutStatement || l.Area == AboutUndo })
	fmt.Fprintf(&s, "%s|%s|%+v|%+v|%+v|%+v|%s|%s|%s|%s|%d", p.Ref, p.Attempt, p.Lines, p.Parts, p.Settlement, p.Vouchers, p.event, p.reduces, p.ours, p.send, p.due)
	if p.Settled != nil {
		fmt.Fprintf(&s, "|%+v", *p.Settled)
	}
	if c := p.Corrected; c != nil {
		fmt.Fprintf(&s, "|%+v|%+v", c.Contact, c.Members)
	}
	if r := p.Rebooked; r != nil {
		a := r.After
		fmt.Fprintf(&s, "|%+v|%+v|%+v|%+v|%s|%s|%s|%s|%s", a.Stay, a.Party, a.Extras, a.Discount, a.Total, a.BalanceDue, r.Fee, r.Kept, r.EndedCode)
	}
	sum := sha256.Sum256([]byte(s.String()))
	return hex.EncodeToString(sum[:16])
}

// Steps are the lines as texts.
func (p Plan) Steps() (texts []string) {
	for _, l := range p.Lines {
		texts = append(texts, l.Text)
	}
	return texts
}

func (p *Plan) say(about Area, format string, args ...any) {
	p.Lines = append(p.Lines, Line{about, fmt.Sprintf(format, args...)})
}

// add adds a line for the record.
func (p *Plan) add(format string, args ...any) { p.say(AboutRecord, format, args...) }

// PlanOf works out what a change does. It reads only its arguments and changes nothing. Its
// error is a *booking.Failure or a Refusal that says why the change is not possible now.
func PlanOf(f Facts, c Change) (p Plan, err error) {
	p.Ref, p.Shown, p.command = f.Booking.Ref, f.Booking.Shown, c.command()
	if f.Booking.Attempt != "" && c.deed() != "details" && c.deed() != "send" {
		return p, errInProgress // money and stay wait until the outcome of the payment is known
	}
	switch c.Kind {
	case CancelByTerms:
		err = p.cancelByTerms(f)
	case CancelKeeping:
		err = p.cancelKeeping(f)
	case CancelReturning:
		err = p.cancelReturning(f, c)
	case CancelReturningAll:
		err = p.cancelReturningAll(f)
	case SomethingWrong, PaidTooMuch, TakenByMistake:
		err = p.refundKept(f, c)
	case ChangeStay, MoveStay:
		err = p.rebook(f, c)
	case CorrectDetails:
		err = p.correct(f, c.Details)
	case SendConfirmation:
		err = p.sendAgain(f, booking.EmailConfirmation)
	case SendReminder:
		err = p.sendAgain(f, booking.EmailBalance)
	default:
		err = Refusal("there is no change '" + string(c.Kind) + "'")
	}
	return p, err
}

// cancelByTerms gives back what the terms give: the newest payment first, and what is left
// of it to the voucher.
func (p *Plan) cancelByTerms(f Facts) error {
	if err := f.Booking.CheckCancel(f.Today); err != nil {
		return err
	}
	var voucher money.Pence
	for _, v := range f.Vouchers {
		voucher += v.Taken
	}
	p.Settlement = f.Booking.SettlementOn(f.Today, voucher)
	all := p.Settlement.Kept == 0
	if err := f.settled(!all); err != nil {
		return err
	}
	p.say(AboutMoney, "by the terms: %s £%s of £%s goes back", p.Settlement.Rule, p.Settlement.Back, p.Settlement.Back+p.Settlement.Kept)
	back := min(p.Settlement.Back, f.Booking.AmountPaid)
	toVoucher := p.Settlement.Back - back
	p.Settled = &booking.Settled{Rule: p.Settlement.Rule, Money: back, MoneyKept: f.Booking.AmountPaid - back, Voucher: toVoucher, VoucherKept: voucher - toVoucher}
	if err := p.withdraw(f, booking.RefundMade); err != nil {
		return err
	}
	if all {
		p.uncaptured(f, true)
	} else if back > f.refundable() {
		return booking.Refuse(booking.WrongState, "We cannot return this amount online. Please call us.")
	}
	p.divide(f, back, !all)
	return nil
}

// cancelKeeping gives nothing back. Only an authorisation that was not captured is
// cancelled.
func (p *Plan) cancelKeeping(f Facts) error {
	if err := p.withdraw(f, booking.CancelAsked); err != nil {
		return err
	}
	p.uncaptured(f, false)
	return nil
}

// cancelReturningAll gives everything back. Of a booking that has ended, it refunds again
// what failed to be refunded.
func (p *Plan) cancelReturningAll(f Facts) error {
	total := f.refundable()
	if err := p.end(f, booking.RefundMade, total); err != nil {
		return err
	}
	p.uncaptured(f, true)
	p.divide(f, total, false)
	return nil
}

// cancelReturning gives an amount back, and keeps the rest for now or for good.
func (p *Plan) cancelReturning(f Facts, c Change) error {
	total := f.refundable()
	switch {
	case f.unsettled() != nil:
		return f.unsettled()
	case c.Amount < 0 || c.Amount == 0 && !c.KeepRest:
		return Refusal("say how much goes back")
	case c.Amount > total:
		return errOnly(total)
	}
	event := booking.RefundMade
	if c.Amount < total && !c.KeepRest {
		event = booking.CancelAsked
	}
	if c.KeepRest && f.Booking.State == booking.Confirmed {
		p.Settled = &booking.Settled{Money: c.Amount, MoneyKept: total - c.Amount}
		for _, v := range f.Vouchers {
			p.Settled.Voucher += v.Taken
		}
		p.against(f, c.Bears)
	}
	if err := p.end(f, event, c.Amount); err != nil {
		return err
	}
	p.divide(f, c.Amount, c.KeepRest)
	return nil
}

// against says who bears what goes back beyond the terms of the booking.
func (p *Plan) against(f Facts, bears Bearer) {
	terms := f.Booking.SettlementOn(f.Today, p.Settled.Voucher)
	if beyond := terms.Kept - p.Settled.MoneyKept; beyond > 0 && bears != "" {
		p.ours = bears.ours(beyond)
		p.Settled.Ours = p.ours
		p.say(AboutMoney, "by the terms £%s of £%s would go back: this is £%s more, of which we bear £%s", terms.Back, terms.Back+terms.Kept, beyond, p.ours)
	}
}

// refundKept refunds a part of a booking that stays.
func (p *Plan) refundKept(f Facts, c Change) error {
	b := f.Booking
	if slices.ContainsFunc(f.Payments, func(a PaymentFacts) bool { return a.State == StateRefundFailed }) {
		return Refusal("a refund of it has failed: 'payment refund' makes it once more")
	}
	if err := f.unsettled(); err != nil {
		return err
	}
	var back money.Pence
	var err error
	switch c.Kind {
	case SomethingWrong:
		back, err = p.reduce(f, c)
	case PaidTooMuch:
		back, err = p.overpaid(f, c.Amount)
	default:
		back, err = p.mistaken(f, c.Amount)
	}
	if err != nil {
		return err
	}
	if total := f.refundable(); back > total {
		return errOnly(total)
	}
	if b.ToldToPark() {
		p.say(AboutPark, "the park is told, if it takes bookings from us")
	}
	p.divide(f, back, false)
	return nil
}

// reduce takes an amount off the price, and returns what is then paid too much.
func (p *Plan) reduce(f Facts, c Change) (money.Pence, error) {
	before, amount := f.Booking, c.Amount
	if err := before.CheckReduction(amount); err != nil {
		return 0, err
	}
	p.reduces, p.ours = amount, c.Bears.ours(amount)
	b := before.Reduced(amount, p.ours)
	p.say(AboutPrice, "booking %s stays, and its total goes from £%s to £%s", b.Shown, before.Total, b.Total)
	if less := before.Outstanding() - b.Outstanding(); less > 0 {
		p.say(AboutMoney, "£%s less is left to pay", less)
	}
	if p.ours > 0 {
		p.say(AboutPrice, "we bear £%s of that, and the operator £%s", p.ours, amount-p.ours)
	}
	p.tells(b, "that the booking has been changed")
	return max(0, b.AmountPaid-b.Total), nil
}

// overpaid returns what goes back of what was paid too much; 0 asks for all of it.
func (p *Plan) overpaid(f Facts, amount money.Pence) (money.Pence, error) {
	b := f.Booking
	excess := b.AmountPaid - b.Total
	switch {
	case b.State != booking.Confirmed || excess <= 0:
		return 0, Refusal("nothing was paid too much for it")
	case amount < 0 || amount > excess:
		return 0, Refusal("only £" + excess.String() + " was paid too much for it")
	}
	p.say(AboutStay, "booking %s stays: £%s was paid too much for it", b.Shown, excess)
	if amount == 0 {
		amount = excess
	}
	return amount, nil
}

// mistaken returns an amount that was taken by mistake: it is left to pay again.
func (p *Plan) mistaken(f Facts, amount money.Pence) (money.Pence, error) {
	b := f.Booking
	left := max(0, b.Total-(b.AmountPaid-amount))
	switch {
	case b.State != booking.Confirmed:
		return 0, Refusal("it is " + string(b.State) + ": only of a confirmed booking a payment is made again")
	case b.BalanceToOperator():
		return 0, Refusal("its balance is paid to the park operator, so the guest cannot pay us again")
	case b.Stay.Arrival <= f.Today:
		return 0, Refusal("its stay has begun, so there is no day before which it is paid again")
	case amount <= 0:
		return 0, Refusal("say how much was taken by mistake")
	case left == 0:
		return 0, Refusal("that much was paid too much for it: nothing of it is to be paid again")
	}
	p.due = b.DueAgain(f.Today)
	p.say(AboutStay, "booking %s stays, at the same price", b.Shown)
	p.say(AboutMoney, "£%s is then left to pay, before %s", left, p.due.ISO())
	return amount, nil
}

// end cancels a booking before a refund. One that has ended already stays as it is if there
// is something to refund.
func (p *Plan) end(f Facts, event booking.Event, back money.Pence) error {
	_, possible := booking.Next(f.Booking.State, event)
	if ended := f.Booking.State == booking.Cancelled || f.Booking.State == booking.Refunded; ended && !possible && back > 0 {
		return nil
	}
	return p.withdraw(f, event)
}

// withdraw says what an event does to a booking: its state, and the effects of its
// transition.
func (p *Plan) withdraw(f Facts, event booking.Event) error {
	b := f.Booking
	next, ok := booking.Next(b.State, event)
	if !ok {
		return errState
	}
	p.event = event
	p.say(AboutStay, "booking %s becomes %s", b.Shown, next.To)
	for _, effect := range next.Effects {
		switch effect {
		case booking.ReturnNights:
			if !b.Imported && b.Stay.Departure() > f.Today {
				p.say(AboutStock, "its nights go back on sale")
			}
		case booking.ReleaseVoucher:
			p.returnVouchers(f)
		case booking.CancelByEmail:
			p.tells(b, "that the booking has been cancelled")
		case booking.VoucherByEmail:
			if len(p.Vouchers) > 0 {
				p.tells(b, "what is back on the voucher")
			}
		default:
		}
	}
	if b.ToldToPark() {
		p.say(AboutPark, "the park is told, if it takes bookings from us")
	}
	return nil
}

// returnVouchers says what goes back to vouchers: all, or what the terms give.
func (p *Plan) returnVouchers(f Facts) {
	for _, v := range f.Vouchers {
		back := v.Taken + v.Reserved
		if p.Settled != nil {
			back = p.Settled.Voucher
			if kept := p.Settled.VoucherKept; kept > 0 {
				p.say(AboutMoney, "£%s of voucher %s is kept", kept, v.Code)
			}
		}
		if back == 0 {
			continue
		}
		v.Taken, v.Reserved = back, 0
		p.Vouchers = append(p.Vouchers, v)
		switch {
		case v.Over:
			p.say(AboutMoney, "£%s goes back to voucher %s, which has expired or was ended: issue another one", back, v.Code)
		case v.Until != "":
			p.say(AboutMoney, "£%s goes back to voucher %s, valid until %s", back, v.Code, v.Until)
		default:
			p.say(AboutMoney, "£%s goes back to voucher %s", back, v.Code)
		}
	}
}

// uncaptured cancels the authorisations of a booking that ends. With refund, a capture in
// progress is refunded when it is done.
func (p *Plan) uncaptured(f Facts, refund bool) {
	for _, a := range slices.Backward(f.Payments) {
		part := Part{Attempt: a.ID, Method: a.Method, LastFour: a.Authorised.LastFour, ByLink: a.Link != "", Back: a.Amount}
		switch {
		case a.Amount == 0:
			continue
		case a.State == StateAuthorised:
			part.how = byRelease
			p.say(AboutMoney, "the authorisation of £%s (payment %s) is cancelled", a.Amount, a.ID)
		case a.State == StateCaptureRequested && refund:
			part.how = whenTaken
			p.say(AboutMoney, "£%s (payment %s) is refunded when it is captured", a.Amount, a.ID)
		default:
			continue
		}
		p.Parts = append(p.Parts, part)
	}
}

// divide refunds an amount of captured money, of the newest payment first. With keep, it
// enters the rest as a fee.
func (p *Plan) divide(f Facts, back money.Pence, keep bool) {
	for _, a := range slices.Backward(f.Payments) {
		part := Part{Attempt: a.ID, Method: a.Method, LastFour: a.Authorised.LastFour, ByLink: a.Link != "", Back: min(back, a.Refundable)}
		back -= part.Back
		rest := a.Refundable - part.Back
		switch {
		case rest == 0:
		case keep:
			part.Fee = rest
			p.say(AboutMoney, "£%s of payment %s is kept as a fee", rest, a.ID)
		case p.event != "" || f.Booking.State != booking.Confirmed:
			p.say(AboutMoney, "£%s of payment %s stays here and can be refunded later", rest, a.ID)
		}
		if part.Back > 0 {
			p.say(AboutMoney, "£%s of payment %s is refunded%s", part.Back, a.ID, part.toCard())
			p.tells(f.Booking, "of £"+part.Back.String()+" that went back, when the provider has done it")
		}
		if part.Back+part.Fee > 0 {
			p.Parts = append(p.Parts, part)
		}
	}
}

// tells says that the guest gets an e-mail.
func (p *Plan) tells(b booking.Booking, what string) {
	if b.Contact.Email != "" {
		p.say(AboutEmails, "the guest is told %s", what)
	}
}

func errOnly(total money.Pence) error {
	return Refusal("only £" + total.String() + " can be refunded now")
}

// record completes the record of a plan that was carried out. It is kept when the digits of cards
// are erased, so it has none.
func (p Plan) record(a Action) Action {
	a.Ref, a.Attempt, a.Done = p.Ref, p.Attempt, strings.Join(p.Steps(), "; ")
	for _, part := range p.Parts {
		if to := part.toCard(); to != "" {
			a.Done = strings.ReplaceAll(a.Done, to, "")
		}
	}
	return a
}
