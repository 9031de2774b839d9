package payment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
)

// linkRequest asks to pay an amount by a link.
func linkRequest(token string, amount money.Pence) payment.Request {
	return payment.Request{BookID: token, Option: booking.PayTopUp, Method: payment.Card, Expected: amount, Email: "sam@mail.example", Key: uuid.NewString()}
}

// shared is a booking of which the deposit is paid, and the links of shares of the balance of £140.
func shared(t *testing.T, w *testworld.World, v booking.Visitor, shares ...booking.Share) (view booking.View, links []booking.PayLink) {
	t.Helper()
	view = w.Paid(v, w.Booked(v, "flex"), booking.PayDeposit)
	w.Tick()
	if err := w.Payments.MakeLinks(t.Context(), v, view.Ref, shares, uuid.NewString()); err != nil {
		t.Fatal(err)
	}
	return view, linksOf(t, w, v, view.Ref)
}

func linksOf(t *testing.T, w *testworld.World, v booking.Visitor, ref string) []booking.PayLink {
	t.Helper()
	found, err := w.Bookings.ReadOwn(t.Context(), v, ref)
	if err != nil {
		t.Fatal(err)
	}
	return found.Links
}

// paysBy pays an amount by a link with a good card, and returns the code of a failure.
func paysBy(t *testing.T, w *testworld.World, token string, amount money.Pence) booking.Code {
	t.Helper()
	friend := testworld.Visitor()
	p, err := w.Payments.Prepay(t.Context(), friend, linkRequest(token, amount))
	if err != nil {
		return codeOf(t, err)
	}
	a, err := w.Pay(friend, token, p.ID, goodCard, "S Lee")
	if err == nil && (a.Status != payment.StatusAuthorised || !a.ByLink || a.ConfirmationID != "" || a.Outstanding != 0 || a.DueDate != "") {
		t.Errorf("the payer reads %+v", a)
	}
	return codeOf(t, err)
}

func TestSomebodyPaysByALink(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view, links := shared(t, w, v, booking.Share{Name: "Sam", Amount: "£60"}, booking.Share{Name: "Rest"})
		sam, rest := w.Payments.LinkToken(links[0].ID), w.Payments.LinkToken(links[1].ID)
		seen, err := w.Payments.OpenLink(t.Context(), sam)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "seen", seen, payment.Shared{Park: view.Stay.ParkName, Arrival: view.Stay.Arrival, Nights: 3, Amount: 60_00, LastDay: links[0].LastDay()})
		want(t, "another amount", paysBy(t, w, sam, 50_00), booking.PriceChanged)
		want(t, "no such link", paysBy(t, w, strings.ToUpper(sam), 60_00), booking.NotFound)
		want(t, "paid", paysBy(t, w, sam, 60_00), "")
		want(t, "paid again", paysBy(t, w, sam, 60_00), booking.WrongState)
		w.Tick()
		want(t, "what is left", codeOf(t, func() error { _, err := w.Payments.OpenLink(t.Context(), sam); return err }()), booking.WrongState)
		want(t, "the rest", paysBy(t, w, rest, 80_00), "")
		w.Tick()
		links = linksOf(t, w, v, view.Ref)
		o := state(t, w, view.Ref)
		want(t, "left to pay", o.Booking.Outstanding(), 0)
		for i, amount := range []money.Pence{60_00, 80_00} {
			want(t, links[i].Name, links[i].State(o.Booking, w.Clock.Now()), booking.LinkPaid)
			want(t, links[i].Name, links[i].Paid, amount)
		}
		want(t, "receipts to payers", len(w.Emails.Jobs(booking.EmailPayerPaid)), 2)
		want(t, "receipts to the guest", len(w.Emails.Jobs(booking.EmailReceipt)), 2)
		for _, job := range w.Emails.Jobs(booking.EmailPayerPaid) {
			if !strings.Contains(job.Payload, "sam@mail.example") || strings.Contains(job.Payload, testworld.Jo.Email) || strings.Contains(job.Payload, `"shown":"`+view.Shown) {
				t.Errorf("the payer's e-mail has %s", job.Payload)
			}
		}
		// What a payer paid goes back to the payer.
		p, err := w.Payments.PlanCancel(t.Context(), v, view.Ref)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Payments.CancelOwn(t.Context(), v, view.Ref, p.Hash(), uuid.NewString()); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		if jobs := w.Emails.Jobs(booking.EmailPayerRefunded); len(jobs) != 2 {
			t.Errorf("%d payers were told of their refunds", len(jobs))
		}
		want(t, "after the cancellation", paysBy(t, w, rest, 80_00), booking.WrongState)
		books{t: t, World: w}.check()
	})
}

func TestALinkThatCannotBeUsed(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view, links := shared(t, w, v, booking.Share{Amount: "100"})
		token := w.Payments.LinkToken(links[0].ID)
		want(t, "without a cookie", codeOf(t, func() error {
			_, err := w.Payments.Prepay(t.Context(), booking.Visitor{}, linkRequest(token, 100_00))
			return err
		}()), booking.NoSession)
		bad := linkRequest(token, 100_00)
		bad.Email = "sam"
		_, err := w.Payments.Prepay(t.Context(), testworld.Visitor(), bad)
		want(t, "no address", codeOf(t, err), booking.Invalid)
		want(t, "more than is left", codeOf(t, w.Payments.MakeLinks(t.Context(), v, view.Ref, []booking.Share{{Amount: "40.01"}}, uuid.NewString())), booking.Invalid)
		want(t, "no name", codeOf(t, w.Payments.MakeLinks(t.Context(), v, view.Ref, []booking.Share{{Amount: "20"}, {Name: "A", Amount: "20"}}, uuid.NewString())), booking.Invalid)
		want(t, "another visitor", codeOf(t, w.Payments.MakeLinks(t.Context(), testworld.Visitor(), view.Ref, []booking.Share{{Amount: "20"}}, uuid.NewString())), booking.NotFound)
		key := uuid.NewString()
		for range 2 {
			want(t, "twice", codeOf(t, w.Payments.MakeLinks(t.Context(), v, view.Ref, []booking.Share{{Amount: "40"}}, key)), "")
		}
		want(t, "links", len(linksOf(t, w, v, view.Ref)), 2)

		// The guest pays all but £30: the link asks for no more than that.
		request := payment.Request{BookID: view.Ref, Option: booking.PayTopUp, TopUp: "110", Expected: 110_00, Method: payment.Card, Key: uuid.NewString()}
		p, err := w.Payments.Prepay(t.Context(), v, request)
		if err != nil {
			t.Fatal(err)
		}
		friend := testworld.Visitor()
		late, err := w.Payments.Prepay(t.Context(), friend, linkRequest(token, 100_00))
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill")
		want(t, "replaced by the link's payment", codeOf(t, err), booking.PaymentRefused)
		if p, err = w.Payments.Prepay(t.Context(), v, request); err == nil {
			request.Key = uuid.NewString()
			p, err = w.Payments.Prepay(t.Context(), v, request)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Pay(friend, token, late.ID, goodCard, "S Lee")
		want(t, "replaced by the guest's payment", codeOf(t, err), booking.PaymentRefused)
		if _, err = w.Pay(v, view.Ref, p.ID, goodCard, "P O'Neill"); err != nil {
			t.Fatal(err)
		}
		w.Tick()
		want(t, "the old sum", paysBy(t, w, token, 100_00), booking.PriceChanged)

		waits, err := w.Payments.Prepay(t.Context(), friend, linkRequest(token, 30_00))
		if err != nil {
			t.Fatal(err)
		}
		want(t, "another's booking", codeOf(t, w.Payments.EndLink(t.Context(), testworld.Visitor(), view.Ref, links[0].ID)), booking.NotFound)
		want(t, "ended", codeOf(t, w.Payments.EndLink(t.Context(), v, view.Ref, links[0].ID)), "")
		_, err = w.Pay(friend, token, waits.ID, goodCard, "S Lee")
		want(t, "ended meanwhile", codeOf(t, err), booking.PaymentRefused)
		want(t, "after its end", paysBy(t, w, token, 30_00), booking.WrongState)
		other := w.Payments.LinkToken(linksOf(t, w, v, view.Ref)[1].ID)
		w.Clock.Advance(15 * 24 * time.Hour)
		want(t, "expired", paysBy(t, w, other, 30_00), booking.WrongState)
		books{t: t, World: w}.check()
	})
}

func TestTwoPayersAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *testworld.World) {
		v := testworld.Visitor()
		view, links := shared(t, w, v, booking.Share{Name: "Sam", Amount: "70"}, booking.Share{Name: "Ali", Amount: "70"})
		var codes [6]booking.Code
		parallel(len(codes), func(i int) { // three have each link
			codes[i] = paysBy(t, w, w.Payments.LinkToken(links[i%2].ID), 70_00)
		})
		w.Tick()
		for _, l := range linksOf(t, w, v, view.Ref) {
			if l.PaidAt.IsZero() { // both lost to the other link's payment
				want(t, "once more", paysBy(t, w, w.Payments.LinkToken(l.ID), 70_00), "")
			}
		}
		w.Tick()
		want(t, "left to pay", state(t, w, view.Ref).Booking.Outstanding(), 0)
		books{t: t, World: w}.check()
	})
}

func TestStaffMakeALinkAndTakeItBack(t *testing.T) {
	anyDatabase(t, func(t *testing.T, w *testworld.World) {
		ctx, v := context.Background(), testworld.Visitor()
		view := w.Paid(v, w.Booked(v, "flex"), booking.PayDeposit)
		token, err := w.Payments.MakeLink(ctx, view.Shown, booking.Share{Amount: "20"}, 3, testworld.Staff)
		if err != nil {
			t.Fatal(err)
		}
		if seen, err := w.Payments.OpenLink(ctx, token); err != nil || seen.Amount != 20_00 {
			t.Errorf("got %+v, %v", seen, err)
		}
		if err := w.Payments.TakeLinkBack(ctx, view.Shown, token, testworld.Staff); err != nil {
			t.Fatal(err)
		}
		_, err = w.Payments.OpenLink(ctx, token)
		want(t, "taken back", codeOf(t, err), booking.WrongState)
		want(t, "recorded", len(state(t, w, view.Ref).Actions), 2)
	})
}
