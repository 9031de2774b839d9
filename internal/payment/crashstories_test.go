package payment_test

import (
	"context"
	"time"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
)

// story is what a child process of the crash tests goes through.
type story struct {
	name   string
	rows   string // of the requirements, for titles
	fewest int    // points that there must be
	// everywhere has PostgreSQL killed at every point, too.
	everywhere bool
	// before is done without points.
	before func(p *paying)
	// goes is what the visitor does, and command what a member of staff does. A member of staff
	// whose command was not recorded repeats it.
	goes    func(p *paying)
	command func(p *paying) error
	// waits are the pauses in which the provider goes on.
	waits []time.Duration
	// ends are the endings that are allowed; the last one is that of a run in which
	// nothing is killed.
	ends []ending
}

// ending is what became of the booking, and what its visitor reads about the
// payment.
type ending struct {
	State booking.State
	Paid  money.Pence
	Reads string
}

// run goes through a story.
func (told story) run(p *paying, points *points) {
	p.Helper()
	if told.before != nil {
		told.before(p)
	}
	points.begin()
	if told.goes != nil {
		told.goes(p)
	}
	if told.command != nil {
		if err := told.command(p); err != nil {
			p.Fatal(err)
		}
	}
	p.CallsEnd()
	p.Tick()
	runLoopsAfter(p.World, told.waits...)
}

// cardPays is what is left to pay for a booking of the stories: a voucher pays the
// rest.
const cardPays = testworld.Price - 50_00

// The endings that several stories have.
var (
	notBegun    = ending{}
	notPaid     = ending{State: booking.Expired}
	refused     = ending{booking.Expired, 0, string(booking.PaymentRefused)}
	given       = ending{booking.Expired, 0, string(booking.UnitUnavailable)}
	paidAttempt = ending{booking.Confirmed, cardPays, string(payment.StatusAuthorised)}
)

var stories = []story{
	{name: "a card is authorised", rows: "[PAY-24] [PAYFAIL-13] [PAYFAIL-14]", fewest: 12, everywhere: true,
		goes: func(p *paying) {
			p.books()
			p.byCard()
		},
		ends: []ending{notBegun, notPaid, refused, paidAttempt}},
	{name: "an authorised card is captured", rows: "[PAYFAIL-15] [PAYFAIL-16]", fewest: 5,
		before: func(p *paying) {
			p.books()
			p.byCard()
		},
		ends: []ending{paidAttempt}},
	{name: "a card is captured a while after the request", fewest: 6,
		before: func(p *paying) {
			p.books()
			p.byCardNamed("SIM_LATE_MODIFY")
		},
		waits: []time.Duration{20 * time.Minute}, ends: []ending{paidAttempt}},
	{name: "a card is authorised with another amount", fewest: 6,
		before: (*paying).books,
		goes:   func(p *paying) { p.byCardNamed("SIM_WRONG_AMOUNT") },
		ends:   []ending{notPaid, refused, given}},
	{name: "a card's authorisation appears after the payment has failed", fewest: 10, everywhere: true,
		before: (*paying).books,
		goes: func(p *paying) {
			answers := &p.Browser.(watchedProvider).answers.deaf
			answers.Store(true)
			p.byCardNamed("SIM_LATE_INQUIRY")
			p.CallsEnd()
			answers.Store(false)
		},
		waits: []time.Duration{time.Minute, 5 * time.Minute, time.Minute, time.Minute, time.Hour},
		ends:  []ending{notPaid, refused, paidAttempt, given}},
	{name: "the wallet is paid with", rows: "[PAY-24] [PAYFAIL-59]", fewest: 12, everywhere: true,
		goes: func(p *paying) {
			p.books()
			p.byWallet("")
		},
		ends: []ending{notBegun, notPaid, refused, paidAttempt}},
	{name: "a wallet's capture is pending and then completed", fewest: 6,
		before: (*paying).books,
		goes:   func(p *paying) { p.byWallet("SIM_WALLET_PENDING") },
		waits:  []time.Duration{20 * time.Minute},
		ends:   []ending{notPaid, refused, paidAttempt}},
	{name: "a wallet's capture is pending and then denied", fewest: 6,
		before: (*paying).books,
		goes:   func(p *paying) { p.byWallet("SIM_WALLET_PENDING_DENIED") },
		waits:  []time.Duration{20 * time.Minute},
		ends:   []ending{notPaid, refused}},
	{name: "a wallet captures another amount", fewest: 8,
		before: (*paying).books,
		goes:   func(p *paying) { p.byWallet("SIM_WALLET_WRONG_AMOUNT") },
		ends:   []ending{notPaid, refused, given}},
	{name: "an authorised card is cancelled", rows: "[PAYFAIL-71]", fewest: 4, everywhere: true,
		before: func(p *paying) {
			p.books()
			p.byCard()
		},
		command: func(p *paying) error {
			return p.Payments.Change(context.Background(), p.view.Ref, payment.Change{Kind: payment.CancelKeeping}, testworld.Staff)
		},
		ends: []ending{{booking.Cancelled, 0, string(payment.StatusAuthorised)}}},
	{name: "a part of a card's payment is refunded while inquiries lag behind", fewest: 4, everywhere: true,
		before: func(p *paying) { p.settled(func(p *paying) { p.byCardNamed("SIM_LATE_INQUIRY") }) }, command: refunds(50_00),
		ends: []ending{{booking.Cancelled, cardPays - 50_00, string(payment.StatusAuthorised)}}},
	{name: "all of a card's payment is refunded", fewest: 4,
		before: func(p *paying) { p.settled((*paying).byCard) }, command: refunds(0),
		ends: []ending{{booking.Refunded, 0, string(payment.StatusAuthorised)}}},
	{name: "somebody pays by a link", fewest: 8,
		before: func(p *paying) {
			p.books()
			p.Paid(p.v, p.view, booking.PayDeposit)
		},
		goes: (*paying).byLink,
		ends: []ending{{booking.Confirmed, 49_00, string(payment.StatusAuthorised)}, {booking.Confirmed, 49_00, string(booking.PaymentRefused)}, paidAttempt}},
	{name: "a guest cancels by the terms", fewest: 4,
		before:  func(p *paying) { p.settledOf("flex", (*paying).byCard) },
		command: cancelsByTerms,
		ends:    []ending{{booking.Refunded, 4_00, string(payment.StatusAuthorised)}}}, // of £139 by card; £54 are kept, the voucher of £50 first
	{name: "a person of the office refunds a part", fewest: 5, everywhere: true,
		before:  func(p *paying) { p.settled((*paying).byCard) },
		command: refundsInOffice, waits: []time.Duration{2 * time.Minute, time.Minute},
		ends: []ending{{booking.Confirmed, cardPays - usualGoodwill, string(payment.StatusAuthorised)}}},
	{name: "a card's refund fails", fewest: 4,
		before:  func(p *paying) { p.settled(func(p *paying) { p.byCardNamed("SIM_REFUND_FAILED") }) },
		command: refunds(50_00),
		ends:    []ending{{booking.Cancelled, cardPays, string(payment.StatusAuthorised)}}},
	{name: "a part of a wallet's payment is refunded", fewest: 4, everywhere: true,
		before: func(p *paying) { p.settled(func(p *paying) { p.byWallet("") }) }, command: refunds(50_00),
		ends: []ending{{booking.Cancelled, cardPays - 50_00, string(payment.StatusAuthorised)}}},
	{name: "all of a wallet's payment is refunded later", fewest: 4,
		before: func(p *paying) { p.settled(func(p *paying) { p.byWallet("SIM_WALLET_REFUND_PENDING") }) }, command: refunds(0),
		waits: []time.Duration{20 * time.Minute},
		ends:  []ending{{booking.Refunded, 0, string(payment.StatusAuthorised)}}},
}

// refunds is a member of staff's refund of an amount, or of everything.
func refunds(amount money.Pence) func(p *paying) error {
	return func(p *paying) error {
		c := payment.Change{Kind: payment.CancelReturning, Amount: amount}
		if amount == 0 {
			c.Kind = payment.CancelReturningAll
		}
		return p.Payments.Change(context.Background(), p.view.Ref, c, testworld.Staff)
	}
}

// refundsInOffice is a person who agrees to a refund, and presses twice. It waits for a minute.
func refundsInOffice(p *paying) error {
	ctx, ask := context.Background(), payment.Ask{Change: offPrice(usualGoodwill), Key: "00000000-0000-4000-8000-000000000028", Why: "no heating"}
	_, made, err := p.Payments.Deeds(ctx, p.view.Ref)
	if err != nil {
		return err
	}
	if len(made) == 0 {
		plan, err := p.Payments.Preview(ctx, p.view.Ref, 0, ask.Change, priya)
		if err != nil {
			return err
		}
		ask.Hash = plan.Hash()
	} else {
		ask.Hash = made[0].Hash
	}
	for range 2 {
		if _, err := p.Payments.Do(ctx, p.view.Ref, ask, priya); err != nil {
			return err
		}
	}
	return nil
}

// cancelsByTerms is a guest who looks at what comes back, and agrees to it.
func cancelsByTerms(p *paying) error {
	plan, err := p.Payments.PlanCancel(context.Background(), p.v, p.view.Ref)
	if err != nil {
		return err
	}
	return p.Payments.CancelOwn(context.Background(), p.v, p.view.Ref, plan.Hash(), "00000000-0000-4000-8000-000000000027")
}

// books books the last unit with a voucher, up to the payment.
func (p *paying) books() { p.booksUnit("last") }

func (p *paying) booksUnit(unit string) {
	p.Helper()
	p.view = p.Booked(p.v, unit)
	d, err := p.Bookings.SetDiscount(context.Background(), p.v, p.view.Ref, "GIFT50")
	if err != nil {
		p.Fatal(err)
	}
	p.view = d.View
}

// byCard pays by a card that the bank asks about.
func (p *paying) byCard() {
	p.Helper()
	p.p = p.Prepared(p.v, p.view, booking.PayFull)
	result := p.returns(p.challenged(challengedCard, "P O'Neill"))
	if _, err := p.Payments.Confirm(context.Background(), p.v, p.p.ID, p.view.Ref, result); err != nil {
		p.Fatal(err)
	}
}

// byLink makes a link for all that is left to pay, and pays by it.
func (p *paying) byLink() {
	p.Helper()
	ctx := context.Background()
	if err := p.Payments.MakeLinks(ctx, p.v, p.view.Ref, []booking.Share{{Name: "Sam"}}, "00000000-0000-4000-8000-000000000028"); err != nil {
		p.Fatal(err)
	}
	found, err := p.Bookings.ReadOwn(ctx, p.v, p.view.Ref)
	if err != nil {
		p.Fatal(err)
	}
	token := p.Payments.LinkToken(found.Links[0].ID)
	if p.p, err = p.Payments.Prepay(ctx, p.v, linkRequest(token, found.Outstanding())); err != nil {
		p.Fatal(err)
	}
	if _, err := p.Pay(p.v, token, p.p.ID, goodCard, "S Lee"); codeOf(p.T, err) != "" {
		p.Fatal(err)
	}
}

// byCardNamed pays by a card with a name that chooses a fault.
func (p *paying) byCardNamed(name string) {
	p.Helper()
	p.p = p.Prepared(p.v, p.view, booking.PayFull)
	if _, err := p.card(goodCard, name); codeOf(p.T, err) != "" && codeOf(p.T, err) != booking.UnitUnavailable {
		p.Fatal(err)
	}
}

// byWallet pays by wallet, where a fault is chosen.
func (p *paying) byWallet(fault string) {
	p.Helper()
	p.p = p.PreparedWallet(p.v, p.view, booking.PayFull)
	back := p.AtWallet(p.p.Wallet, "approve", fault)
	if err := p.Payments.WalletReturned(context.Background(), back.Get("att"), back.Get("token")); err != nil {
		p.Fatal(err)
	}
	p.CallsEnd() // so that the page's confirmation always comes after it
	_, err := p.Payments.Confirm(context.Background(), p.v, p.p.ID, p.view.Ref, payment.Result{Order: back.Get("token")})
	if code := codeOf(p.T, err); code != "" && code != booking.UnitUnavailable {
		p.Fatal(err)
	}
}

// settled books, pays, and waits until the provider has the money.
func (p *paying) settled(pays func(p *paying)) { p.settledOf("last", pays) }

func (p *paying) settledOf(unit string, pays func(p *paying)) {
	p.Helper()
	p.booksUnit(unit)
	pays(p)
	p.CallsEnd()
	p.Tick()
	runLoopsAfter(p.World, 20*time.Minute) // inquiries may lag behind
}
