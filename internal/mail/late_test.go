package mail_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// topUp looks a booking up, as visitors do who come back, and prepares a further payment.
func topUp(t *testing.T, w *testworld.World, v booking.Visitor, view booking.View, amount money.Pence, method payment.Method) payment.Prepared {
	t.Helper()
	if _, err := w.Bookings.GetMyBooking(context.Background(), v, booking.Lookup{BookingID: view.Ref, Surname: testworld.Jo.Surname, Postcode: testworld.Jo.Postcode}); err != nil {
		t.Fatal(err)
	}
	p, err := w.Payments.Prepay(context.Background(), v, payment.Request{BookID: view.Ref, Option: booking.PayTopUp, TopUp: amount.String(), Expected: amount,
		Method: method, Key: uuid.NewString()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// paysMore pays an amount towards a booking by card.
func paysMore(t *testing.T, w *testworld.World, v booking.Visitor, view booking.View, amount money.Pence) {
	t.Helper()
	if _, err := w.Pay(v, view.Ref, topUp(t, w, v, view, amount, payment.Card).ID, testworld.GoodCard, "P O'Neill"); err != nil {
		t.Fatal(err)
	}
	w.Tick()
}

// lacks fails the test if a text has any of the parts.
func lacks(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if strings.Contains(text, p) {
			t.Errorf("%q in:\n%s", p, text)
		}
	}
}

// E-mails that wait while the mail server is down say what is paid and left to pay when
// they are sent.
func TestLateEmailsHaveTodaysAmounts(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view, _ := paidBy(t, w, v, booking.PayDeposit, "P O'Neill")
	paysMore(t, w, v, view, 100_00)
	confirmation, receipt := w.Emails.Jobs(booking.EmailConfirmation)[0], w.Emails.Jobs(booking.EmailReceipt)[0]
	contains(t, sent(t, w, confirmation), "Amount paid: £149", "Left to pay later, before Fri 8th May 2026: £40")
	contains(t, sent(t, w, receipt), "your payment of £100", "Amount paid: £149", "Left to pay later, before Fri 8th May 2026: £40")
	goTo(w, time.Date(2026, time.May, 8, 9, 0, 0, 0, time.UTC))
	text := sent(t, w, receipt)
	contains(t, text, "Left to pay; it was due before Fri 8th May 2026: £40")
	lacks(t, text, "later")
	paysMore(t, w, v, view, 40_00)
	for _, job := range []outbox.Job{confirmation, receipt} {
		text := sent(t, w, job)
		contains(t, text, "Amount paid: £189", "Paid.")
		lacks(t, text, "Left to pay")
	}
}

// A payment that the provider has taken back is not called paid, and the e-mail about it
// asks for nothing that the visitor has done since.
func TestLateEmailsAboutALostPayment(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view, lost := paidBy(t, w, v, booking.PayFull, "SIM_RISK_CANCEL")
	confirmation, about := w.Emails.Jobs(booking.EmailConfirmation)[0], w.Emails.Jobs(booking.EmailPaymentLost)[0]
	contains(t, sent(t, w, confirmation), "Amount paid: £0", "£189")
	contains(t, sent(t, w, about), "no money has been taken for it", "still booked. Please call us, or pay under My Booking.")
	paysMore(t, w, v, view, 189_00)
	text := sent(t, w, about)
	contains(t, text, "no money has been taken for it", "still booked.", "Amount paid: £189")
	lacks(t, text, "Please call us, or pay")

	if err := w.Payments.Resolve(context.Background(), lost.ID, payment.OutcomeCaptured, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	if text := sent(t, w, about); text != "" {
		t.Errorf("the payment was captured after all: %s", text)
	}
}

// The balance of a compulsory deposit is not paid here, so a lost deposit cannot be paid
// again under My Booking. It is still ours, and only the rest is the operator's.
func TestALostDepositOfAnOperatorsBooking(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := w.Booked(v, "euro")
	if _, err := w.Pay(v, view.Ref, w.Prepared(v, view, booking.PayDeposit).ID, testworld.GoodCard, "SIM_RISK_CANCEL"); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	text := sent(t, w, w.Emails.Jobs(booking.EmailPaymentLost)[0])
	contains(t, text, "still booked. Please call us.", "Amount paid: £0", "Deposit still to be paid to us: £47.25",
		"The balance is payable direct to the park operator: £141.75", "The balance is taken by the village in euros.")
	lacks(t, text, "pay under")
	contains(t, sent(t, w, w.Emails.Jobs(booking.EmailConfirmation)[0]), "Deposit still to be paid to us: £47.25", "the park operator: £141.75")
}

// A member of staff returns what the provider could not return.
func TestARefundThatWasMadeElsewhere(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view, p := paidBy(t, w, v, booking.PayFull, "SIM_REFUND_FAILED")
	if err := w.Payments.Change(context.Background(), view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	w.Clock.Advance(time.Hour)
	w.Tick()
	if jobs := w.Emails.Jobs(booking.EmailRefunded); len(jobs) != 0 {
		t.Fatalf("the refund failed: %v", jobs)
	}
	if err := w.Payments.Resolve(context.Background(), p.ID, payment.OutcomeRefunded, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	text := sent(t, w, w.Emails.Jobs(booking.EmailRefunded)[0])
	contains(t, text, "We have refunded £189", "in another way than you paid")
	lacks(t, text, "the way you paid. Your bank")
}

// What was paid too much after a move is not to be called about once it is refunded.
func TestALateEmailAboutAMoveToACheaperStay(t *testing.T) {
	const call = "You have paid £39 more than it costs now; please call us about it."
	ctx, w, v := context.Background(), testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view, _ := paidBy(t, w, v, booking.PayFull, "P O'Neill")
	testworld.Publish(t, w.Store, 150_00)
	if err := w.Payments.Move(ctx, view.Ref, booking.Destination{Arrival: testworld.Summer + 1}, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	moved := w.Emails.Jobs(booking.EmailChanged)[0]
	contains(t, sent(t, w, moved), call)
	if err := w.Payments.Change(ctx, view.Ref, payment.Change{Kind: payment.PaidTooMuch}, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	lacks(t, sent(t, w, moved), call) // it is under way
	w.Tick()
	text := sent(t, w, moved)
	contains(t, text, "Amount paid: £150", "Paid.")
	lacks(t, text, call)
}

// While PayPal checks a payment, nobody is asked to pay, and after a denial nobody who
// has paid otherwise since.
func TestNothingIsAskedForWhilePayPalChecksAPayment(t *testing.T) {
	ctx, w, v := context.Background(), testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view, _ := paidBy(t, w, v, booking.PayDeposit, "P O'Neill")
	goTo(w, time.Date(2026, time.April, 24, 9, 0, 0, 0, time.UTC))
	remind := func() int {
		t.Helper()
		n, err := w.Bookings.Remind(ctx)
		if err != nil {
			t.Fatal(err)
		}
		w.Tick()
		return n
	}
	if remind() != 1 {
		t.Fatal("no reminder is due")
	}
	reminder := w.Emails.Jobs(booking.EmailBalance)[0]
	p := topUp(t, w, v, view, 140_00, payment.Wallet)
	query := w.AtWallet(p.Wallet, "approve", "SIM_WALLET_PENDING_DENIED")
	if _, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, payment.Result{Order: query.Get("token")}); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	m, _ := newMailer(t, w)
	if err := m.Handlers()[reminder.Kind].Do(ctx, reminder); !errors.Is(err, outbox.ErrNotYet) || remind() != 0 {
		t.Errorf("asked for a payment that is being checked: %v", err)
	}
	w.Clock.Advance(3 * time.Hour)
	w.Tick()
	contains(t, sent(t, w, reminder), "£140 is left to pay")
	denied := w.Emails.Jobs(booking.EmailPaymentDenied)[0]
	contains(t, sent(t, w, denied), "still booked. Please pay another way under My Booking")
	paysMore(t, w, v, view, 140_00)
	text := sent(t, w, denied)
	contains(t, text, "no money has been taken", "still booked.")
	lacks(t, text, "Please pay another way")
}

// A reminder that the mail server delayed waits while PayPal checks a payment, without
// counting as a failure, and is sent once PayPal has denied it.
func TestADelayedReminderWaitsForPayPal(t *testing.T) {
	storetest.Any(t, func(t *testing.T, db storetest.Database) {
		ctx, w, v := context.Background(), testworld.New(t, db), testworld.Visitor()
		view, _ := paidBy(t, w, v, booking.PayDeposit, "P O'Neill")
		goTo(w, time.Date(2026, time.April, 24, 9, 0, 0, 0, time.UTC))
		if n, err := w.Bookings.Remind(ctx); n != 1 || err != nil {
			t.Fatalf("%d reminders, %v", n, err)
		}
		m, dir := newMailer(t, w)
		kinds := testworld.Kinds(w.Payments, w.Emails.Take)
		kinds[booking.EmailBalance] = m.Handlers()[booking.EmailBalance]
		p := topUp(t, w, v, view, 140_00, payment.Wallet)
		query := w.AtWallet(p.Wallet, "approve", "SIM_WALLET_PENDING_DENIED")
		if _, err := w.Payments.Confirm(ctx, v, p.ID, view.Ref, payment.Result{Order: query.Get("token")}); err != nil {
			t.Fatal(err)
		}
		w.Outbox = outbox.New(outbox.Config{Store: w.Store.Outbox(), Kinds: kinds})
		reminders := func() []string {
			t.Helper()
			w.Tick()
			names, err := filepath.Glob(filepath.Join(dir, "*.eml"))
			if err != nil {
				t.Fatal(err)
			}
			return names
		}
		if names := reminders(); len(names) != 0 {
			t.Fatalf("asked for a payment that is being checked: %v", names)
		}
		status, err := w.Store.Outbox().Status(ctx)
		if err != nil || len(status) != 1 || status[0].Kind != booking.EmailBalance || status[0].Depth != 1 || status[0].Failing+status[0].GivenUp != 0 {
			t.Fatalf("the reminder does not wait: %+v, %v", status, err)
		}
		w.Clock.Advance(3 * time.Hour)
		reminders() // PayPal has denied the payment
		w.Clock.Advance(time.Hour)
		names := reminders()
		if len(names) != 1 {
			t.Fatalf("the reminder was lost: %v", names)
		}
		text, err := os.ReadFile(names[0])
		if err != nil {
			t.Fatal(err)
		}
		contains(t, string(text), "140 is left to pay")
	})
}

// What a voucher has paid is a line of its own, and the times are those that were bought.
func TestTheConfirmationSaysWhatAVoucherHasPaid(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view := w.BookedMuch(v, map[string]int{"LCO": 1}, "GIFTBIG")
	if _, err := w.Payments.Confirm(context.Background(), v, w.Prepared(v, view, booking.PayFull).ID, view.Ref, payment.Result{}); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	text := sent(t, w, w.Emails.Jobs(booking.EmailConfirmation)[0])
	contains(t, text, "Accommodation Price: £189", "Late check-out × 1: £35", "Voucher (GIFTBIG): −£224", "Total cost: £0", "Amount paid: £0", "Paid.",
		"from 4pm", "by midday", "3 night stay, 2 guests + 2 dogs", "Before you travel:", "- Please arrive by 10pm.",
		"- The lead guest must be 21 or over on the day of arrival.", "- Where dogs are welcome, at most 2 dogs.",
		"- The pool closes on Thursday mornings.", "- Barbecues & fires off the grass.")
	lacks(t, text, "by 10am", "Discount (")
}

func TestTheConfirmationSaysWhatThePriceIncludes(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	w.Paid(v, w.BookedAs(v, booking.StartRequest{OfferID: testworld.OfferOf("caravan"), Party: booking.Party{Adults: 2},
		Promo: testworld.OfPromotion, PercentOff: 15}), booking.PayFull)
	text := sent(t, w, w.Emails.Jobs(booking.EmailConfirmation)[0])
	contains(t, text, "Accommodation Price: £160.65", "(15% off with your code words)", "you need the reference when you arrive")
	lacks(t, text, "dogs") // the party has none
}

// Whoever corrects names or contact details, the guest is told, also after the stay was moved.
func TestCorrectedDetailsAreToldToTheGuest(t *testing.T) {
	ctx, w, v := context.Background(), testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view, _ := paidBy(t, w, v, booking.PayFull, "P O'Neill")
	if err := w.Payments.Correct(ctx, v, view.Ref, booking.Details{Contact: booking.Contact{Surname: "Brontë"}}); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	about := w.Emails.Jobs(booking.EmailChanged)[0]
	if err := w.Payments.Move(ctx, view.Ref, booking.Destination{Arrival: testworld.Summer + 1}, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	contains(t, sent(t, w, about), "names or contact details of your booking at Gannet Sands have been changed in My Booking. If that was not you, please call us.")
}

// Whoever pays by a link gets a receipt without anything of the booking, and the guest one that
// says by which link it was paid.
func TestEmailsAboutAPaymentByALink(t *testing.T) {
	w, v := testworld.New(t, storetest.SQLite(t)), testworld.Visitor()
	view, _ := paidBy(t, w, v, booking.PayDeposit, "P O'Neill")
	if err := w.Payments.MakeLinks(t.Context(), v, view.Ref, []booking.Share{{Name: "Sam", Amount: "60"}}, uuid.NewString()); err != nil {
		t.Fatal(err)
	}
	found, err := w.Bookings.ReadOwn(t.Context(), v, view.Ref)
	if err != nil {
		t.Fatal(err)
	}
	token, payer := w.Payments.LinkToken(found.Links[0].ID), testworld.Visitor()
	p, err := w.Payments.Prepay(t.Context(), payer, payment.Request{BookID: token, Option: booking.PayTopUp, Expected: 60_00, Method: payment.Card, Email: "sam@mail.example", Key: uuid.NewString()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pay(payer, token, p.ID, testworld.GoodCard, "S Lee"); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	contains(t, sent(t, w, w.Emails.Jobs(booking.EmailReceipt)[0]), "A payment has been received", "£60 has been paid towards your stay", "by the link for Sam.", "Amount paid: £109")
	receipt := sent(t, w, w.Emails.Jobs(booking.EmailPayerPaid)[0])
	contains(t, receipt, "Your payment of £60 has been received", "Hello, thank you.", p.ID)
	lacks(t, receipt, view.Shown, "Priya", "O'Neill", "/login", "booked with us")
	if err := w.Payments.Change(t.Context(), view.Ref, payment.Change{Kind: payment.CancelReturningAll}, testworld.Staff); err != nil {
		t.Fatal(err)
	}
	w.Tick()
	refund := sent(t, w, w.Emails.Jobs(booking.EmailPayerRefunded)[0])
	contains(t, refund, "We have refunded £60", "Your bank may need a few days")
	lacks(t, refund, view.Shown, "Priya")
	contains(t, sent(t, w, w.Emails.Jobs(booking.EmailRefunded)[0])+sent(t, w, w.Emails.Jobs(booking.EmailRefunded)[1]), "£60 that was paid for your stay", "by the link for Sam, to whoever paid it.")
}
