package mail_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/money"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/server/testworld"
	"holidaymaker/internal/store/storetest"
)

// People of the office send a reminder on any day, and correct an address.
func TestWhatTheOfficeSends(t *testing.T) {
	w, ctx := testworld.New(t, storetest.SQLite(t)), t.Context()
	view, _ := paidBy(t, w, testworld.Visitor(), booking.PayDeposit, "P O'Neill")
	who := payment.Doer{ID: "1", Name: "Priya S", Needs: func(payment.Change, money.Pence) (payment.Need, error) { return payment.NeedNothing, nil }}
	for _, c := range []payment.Change{{Kind: payment.SendReminder}, {Kind: payment.CorrectDetails, Details: booking.Details{Email: "new@example.org"}}} {
		p, err := w.Payments.Preview(ctx, view.Ref, 0, c, who)
		if err == nil {
			_, err = w.Payments.Do(ctx, view.Ref, payment.Ask{Change: c, Hash: p.Hash(), Key: uuid.NewString(), Why: "they rang"}, who)
		}
		if err != nil {
			t.Fatal(err)
		}
		w.Tick()
		w.Clock.Advance(2 * payment.UndoTime)
		w.Tick()
	}
	reminders, moved, changed := w.Emails.Jobs(booking.EmailBalance), w.Emails.Jobs(booking.EmailMoved), w.Emails.Jobs(booking.EmailChanged)
	if len(reminders) != 1 || len(moved) != 1 || len(changed) != 1 {
		t.Fatalf("%d reminders, %d to the old address, %d to the new one", len(reminders), len(moved), len(changed))
	}
	contains(t, sent(t, w, reminders[0]), "£140 is left to pay")
	contains(t, sent(t, w, changed[0]), "we have corrected names or contact details")
	old := sent(t, w, moved[0])
	contains(t, old, "go to another address", "please call us")
	if strings.Contains(old, "new@example.org") || strings.Contains(old, "Gannet") {
		t.Errorf("the old address reads %s", old)
	}
}
