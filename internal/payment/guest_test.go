package payment_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/date"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
)

// guest is a visitor who does random things: clicks twice, opens a second tab,
// goes back, uses another device, leaves.
type guest struct {
	*life
	random *rand.Rand
	v      booking.Visitor
	view   booking.View
	// payer is who pays: the guest, or somebody else by a link. book is how the payer names the
	// booking.
	payer booking.Visitor
	book  string
}

// node returns the node that gets the next request.
func (g *guest) node() *testworld.World { return oneOf(g.random, g.nodes...) }

func (g *guest) chance(of int) bool { return g.random.IntN(of) == 0 }

func (g *guest) thinks() { time.Sleep(between(g.random, time.Second, 2*time.Minute)) }

// twice does something and, now and then, once more a moment later, while the first
// may still be running.
func (g *guest) twice(do func(node *testworld.World)) {
	var again sync.WaitGroup
	if g.chance(3) {
		node, later := g.node(), between(g.random, time.Microsecond, 3*time.Second)
		again.Go(func() {
			time.Sleep(later)
			do(node)
		})
	}
	do(g.node())
	again.Wait()
}

func (g *guest) visits() {
	time.Sleep(between(g.random, time.Second, time.Hour))
	if !g.holds() {
		return
	}
	for range 1 + g.random.IntN(4) {
		if g.chance(12) {
			return // and never comes back
		}
		if !g.pays() {
			return
		}
		if g.chance(8) {
			_ = g.code(g.node().Payments.Release(context.Background(), g.v, g.view.Ref))
		}
	}
	for g.chance(2) {
		g.changes()
	}
	if g.chance(2) {
		g.cancels()
	}
}

// cancels cancels the booking by its terms, some time after looking at what comes back.
func (g *guest) cancels() {
	g.agrees(func(node *testworld.World) (payment.Plan, error) {
		return node.Payments.PlanCancel(context.Background(), g.v, g.view.Ref)
	}, func(node *testworld.World, hash, key string) error {
		return node.Payments.CancelOwn(context.Background(), g.v, g.view.Ref, hash, key)
	})
}

// changes changes the stay by its terms, likewise.
func (g *guest) changes() {
	wish := booking.Wish{Arrival: testworld.Summer + date.Date(g.random.IntN(5))}
	g.agrees(func(node *testworld.World) (payment.Plan, error) {
		return node.Payments.PlanChange(context.Background(), g.v, g.view.Ref, wish)
	}, func(node *testworld.World, hash, key string) error {
		return node.Payments.ChangeOwn(context.Background(), g.v, g.view.Ref, wish, hash, key)
	})
}

// agrees looks at a plan and does it later, with a new look where it does not hold any more.
func (g *guest) agrees(plan func(*testworld.World) (payment.Plan, error), do func(node *testworld.World, hash, key string) error) {
	ctx, key := context.Background(), uuid.NewString()
	if g.chance(2) {
		time.Sleep(between(g.random, time.Minute, 30*time.Hour)) // a step of the terms may pass
	}
	for range 2 {
		_, err := g.node().Bookings.GetMyBooking(ctx, g.v, booking.Lookup{BookingID: g.view.Ref, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode})
		if g.code(err) != "" {
			return
		}
		p, err := plan(g.node())
		if g.code(err) != "" {
			return
		}
		g.thinks()
		again := false
		g.twice(func(node *testworld.World) {
			code := g.code(do(node, p.Hash(), key))
			g.mu.Lock()
			defer g.mu.Unlock()
			again = code == booking.PriceChanged
		})
		if !again {
			return
		}
	}
}

// holds starts a booking and enters the details.
func (g *guest) holds() bool {
	ctx := context.Background()
	unit := oneOf(g.random, "last", "last", "caravan", "boat", "euro", "flex", "flex")
	request := booking.StartRequest{OfferID: testworld.OfferOf(unit), Party: testworld.Couple}
	g.twice(func(node *testworld.World) {
		view, err := node.Bookings.Start(ctx, g.v, request)
		if g.code(err) != "" {
			return
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.view.Ref != "" && g.view.Ref != view.Ref {
			g.t.Errorf("one visitor's double click made the bookings %s and %s", g.view.Ref, view.Ref)
		}
		g.view = view
	})
	if g.view.Ref == "" {
		return false
	}
	g.mu.Lock()
	g.refs = append(g.refs, g.view.Ref)
	g.mu.Unlock()
	g.thinks()
	for _, step := range []func() (booking.View, error){
		func() (booking.View, error) {
			return g.node().Bookings.SetExtras(ctx, g.v, g.view.Ref, booking.Choice{Quantities: map[string]int{"LIN": g.random.IntN(3)}})
		},
		func() (booking.View, error) {
			return g.node().Bookings.SetUserDetails(ctx, g.v, g.view.Ref, testworld.Jo)
		},
		func() (booking.View, error) {
			return g.node().Bookings.SetPartyDetails(ctx, g.v, g.view.Ref, testworld.Members, false)
		},
		func() (booking.View, error) { return g.entersCode() },
	} {
		if g.chance(40) {
			return false // leaves
		}
		if _, err := step(); g.code(err) != "" {
			return false
		}
		g.thinks()
	}
	return true
}

// entersCode enters one of the codes, or none. A code that cannot be used changes
// nothing.
func (g *guest) entersCode() (booking.View, error) {
	d, err := g.node().Bookings.SetDiscount(context.Background(), g.v, g.view.Ref, oneOf(g.random, "", "", "SPRING20", "GIFT50", "GIFT50", "GIFTALL", "GIFTBIG"))
	if g.code(err) == booking.DiscountInvalid {
		err = nil
	}
	return d.View, err
}

// pays tries to pay once, for a new booking or towards a balance. It reports
// whether the guest goes on.
func (g *guest) pays() bool {
	ctx := context.Background()
	g.thinks()
	request, ok := g.request()
	if !ok {
		return false
	}
	var p payment.Prepared
	g.twice(func(node *testworld.World) {
		got, err := node.Payments.Prepay(ctx, g.payer, request)
		if g.code(err) != "" {
			return
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		if p.ID != "" && p.ID != got.ID {
			g.t.Errorf("one key has the attempts %s and %s", p.ID, got.ID)
		}
		p = got
	})
	if p.ID == "" {
		return true // the method is off, an order was not created, or the price has changed
	}
	if g.chance(8) { // a second tab
		other := request
		other.Key, other.Method = uuid.NewString(), oneOf(g.random, payment.Card, payment.Wallet)
		if second, err := g.node().Payments.Prepay(ctx, g.payer, other); g.code(err) == "" && g.chance(2) {
			p = second
		}
	}
	g.thinks()
	switch p.Method {
	case payment.Card:
		g.byCard(p)
	case payment.Wallet:
		g.byWallet(p)
	default:
		g.twice(func(node *testworld.World) {
			g.reads(p)(node.Payments.Confirm(ctx, g.payer, p.ID, g.book, payment.Result{}))
		})
	}
	g.waits(p)
	return true
}

// request returns a pre-payment request with the amounts that the guest sees.
func (g *guest) request() (payment.Request, bool) {
	ctx := context.Background()
	view, err := g.node().Bookings.Load(ctx, g.v, g.view.Ref)
	switch g.code(err) {
	case "":
		g.view, g.payer, g.book = view, g.v, view.Ref
		r := testworld.RequestFor(view, oneOf(g.random, booking.PayFull, booking.PayDeposit))
		r.Method = oneOf(g.random, payment.Card, payment.Wallet)
		return r, true
	case booking.WrongState: // it is confirmed, or over
	default:
		return payment.Request{}, false
	}
	if g.chance(2) { // another device
		g.v = testworld.Visitor()
	}
	found, err := g.node().Bookings.GetMyBooking(ctx, g.v, booking.Lookup{BookingID: g.view.Ref, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode})
	if g.code(err) != "" || found.Outstanding() == 0 {
		return payment.Request{}, false
	}
	if g.payer, g.book = g.v, g.view.Ref; g.chance(3) {
		return g.shares(found)
	}
	amount := found.Outstanding()
	if amount > 30_00 && g.chance(2) {
		amount = 20_00
	}
	return payment.Request{BookID: g.view.Ref, Option: booking.PayTopUp, TopUp: amount.String(), Expected: amount,
		Method: oneOf(g.random, payment.Card, payment.Wallet), Key: uuid.NewString()}, true
}

// shares has somebody else pay by a link, which may be taken back, or had by two people at once.
func (g *guest) shares(found booking.Existing) (payment.Request, bool) {
	ctx := context.Background()
	if open := slices.DeleteFunc(found.Links, func(l booking.PayLink) bool { return l.State(found.Booking, found.Now) != booking.LinkOpen }); len(open) == 0 {
		amount, key := oneOf(g.random, "", "15", found.Outstanding().String()), uuid.NewString()
		g.twice(func(node *testworld.World) {
			_ = g.code(node.Payments.MakeLinks(ctx, g.v, g.view.Ref, []booking.Share{{Name: "Sam", Amount: amount}}, key))
		})
	}
	found, err := g.node().Bookings.ReadOwn(ctx, g.v, g.view.Ref)
	if g.code(err) != "" || len(found.Links) == 0 {
		return payment.Request{}, false
	}
	link := oneOf(g.random, found.Links...)
	g.payer, g.book = testworld.Visitor(), g.node().Payments.LinkToken(link.ID)
	if g.chance(6) {
		_ = g.code(g.node().Payments.EndLink(ctx, g.v, g.view.Ref, link.ID))
	}
	shared, err := g.node().Payments.OpenLink(ctx, g.book)
	if g.code(err) != "" {
		shared.Amount = 15_00 // a page that was open before
	}
	return payment.Request{BookID: g.book, Option: booking.PayTopUp, Expected: shared.Amount, Email: oneOf(g.random, "", "sam@mail.example"),
		Method: oneOf(g.random, payment.Card, payment.Wallet), Key: uuid.NewString()}, true
}

// cardNames are the names on cards; most choose a fault of the provider.
var cardNames = []string{"P O'Neill", "P O'Neill", "P O'Neill", "P O'Neill", "REFUSED", "ERROR", "SIM_TIMEOUT_BEFORE", "SIM_TIMEOUT_AFTER", "SIM_HTTP500",
	"SIM_HTTP401", "SIM_BAD_XML", "SIM_RISK_CANCEL", "SIM_CANCEL_TOO_LATE", "SIM_LATE", "SIM_LATE_MODIFY", "SIM_LATE_INQUIRY", "SIM_WRONG_AMOUNT",
	"SIM_WRONG_CURRENCY", "SIM_MODIFY_HTTP500", "SIM_MODIFY_HANG", "SIM_MODIFY_BAD_XML", "SIM_APPEARS_LATE", "SIM_REFUND_FAILED", "SIM_REFUND_REVERSED",
	"SIM_NOTIFY_LOST", "SIM_NOTIFY_LATE", "SIM_NOTIFY_TWICE", "SIM_SECOND_CHALLENGE", "SIM_SLOW_8S"}

func (g *guest) byCard(p payment.Prepared) {
	ctx := context.Background()
	number, name := oneOf(g.random, goodCard, goodCard, goodCard, challengedCard, challengedCard, failingCard, unprovenCard), oneOf(g.random, cardNames...)
	var frame *payment.Frame
	g.twice(func(node *testworld.World) {
		a, err := node.Pay(g.payer, g.book, p.ID, number, name)
		g.reads(p)(a, err)
		g.mu.Lock()
		defer g.mu.Unlock()
		if a.Challenge != nil {
			frame = a.Challenge
		}
	})
	if frame == nil || g.chance(6) { // or the guest closes the bank's page
		return
	}
	g.thinks()
	back := g.node().AskBank(frame, oneOf(g.random, "approve", "approve", "decline"))
	if g.chance(8) {
		return // closed after the answer, before the return
	}
	var result payment.Result
	g.twice(func(node *testworld.World) {
		got, err := node.Payments.Return(ctx, back.Get("TransactionId"), back.Get("MD"))
		if g.code(err) == "" {
			g.mu.Lock()
			result = got
			g.mu.Unlock()
		}
	})
	if g.chance(6) {
		return // closed before the page was shown
	}
	g.twice(func(node *testworld.World) {
		g.reads(p)(node.Payments.Confirm(ctx, g.payer, p.ID, g.book, result))
	})
}

// walletFaults are what guests choose at the wallet; "" is no fault.
var walletFaults = []string{"", "", "", "", "SIM_WALLET_DECLINED", "SIM_WALLET_DECLINES_ALL", "SIM_WALLET_REFUSED", "SIM_WALLET_PENDING", "SIM_WALLET_PENDING_DENIED", "SIM_WALLET_DROP_BEFORE",
	"SIM_WALLET_DROP_AFTER", "SIM_WALLET_HTTP500", "SIM_WALLET_BAD_JSON", "SIM_WALLET_HTTP401", "SIM_WALLET_WRONG_AMOUNT", "SIM_WALLET_WRONG_CURRENCY",
	"SIM_WALLET_REVERSED", "SIM_WALLET_SLOW_8S", "SIM_WALLET_REFUND_PENDING", "SIM_WALLET_REFUND_FAILED", "SIM_WALLET_REFUND_HANG", "SIM_WALLET_HOOK_TWICE",
	"SIM_WALLET_HOOK_LOST"}

func (g *guest) byWallet(p payment.Prepared) {
	ctx := context.Background()
	if g.chance(6) {
		return // closes the wallet's page
	}
	decision := oneOf(g.random, "approve", "approve", "approve", "cancel")
	back := g.node().AtWallet(p.Wallet, decision, oneOf(g.random, walletFaults...))
	if g.chance(6) {
		return // closes it after the decision
	}
	if decision == "cancel" {
		_ = g.code(g.node().Payments.WalletCancelled(ctx, back.Get("att")))
		return
	}
	g.twice(func(node *testworld.World) {
		g.comesBack(p)
		_ = g.code(node.Payments.WalletReturned(ctx, back.Get("att"), back.Get("token")))
	})
	if g.chance(6) {
		return
	}
	g.twice(func(node *testworld.World) {
		g.comesBack(p)
		g.reads(p)(node.Payments.Confirm(ctx, g.payer, p.ID, g.book, payment.Result{Order: back.Get("token")}))
	})
}

// comesBack notes that the guest's browser comes back from the wallet, which may start
// a capture.
func (g *guest) comesBack(p payment.Prepared) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.back[p.ID] = append(g.back[p.ID], time.Now())
}

// waits reads the payment's state until the guest knows it or gives up, and may
// press Back.
func (g *guest) waits(p payment.Prepared) {
	ctx := context.Background()
	read := g.reads(p)
	for range g.random.IntN(6) {
		if read(g.node().Payments.Status(ctx, g.payer, p.ID, g.book)) {
			return
		}
		g.thinks()
	}
	if g.chance(2) {
		read(g.node().Payments.Recall(ctx, g.payer, p.ID, g.book))
	}
}

// reads notes what a guest reads about an attempt. The function reports whether it
// is final.
func (g *guest) reads(p payment.Prepared) func(payment.Answer, error) bool {
	return func(a payment.Answer, err error) bool {
		paid := a.Status == payment.StatusAuthorised
		switch g.code(err) {
		case "":
			if !paid {
				return false
			}
		case booking.PaymentRefused, booking.ThreeDSFailed, booking.UnitUnavailable:
		default:
			return false
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		if before, read := g.told[p.ID]; read && before != paid {
			g.t.Errorf("attempt %s was read as paid: %v, and then as paid: %v", p.ID, before, paid)
		}
		g.told[p.ID] = paid
		return true
	}
}
