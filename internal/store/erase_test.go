package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"holidaymaker/internal/booking"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/payment"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// An e-mail that waits is found by the address that it carries, whatever it is about.
func TestEraseFindsEveryWaitingEmailOfAnAddress(t *testing.T) {
	payload := func(of any) string {
		text, err := json.Marshal(of)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	storetest.Each(t, func(t *testing.T, db storetest.Database) {
		ctx, s := context.Background(), db.Open(t)
		err := s.Update(ctx, func(tx *store.Tx) error {
			return errors.Join(
				tx.Enqueue(outbox.Job{Kind: booking.EmailReferences, Key: "r", Payload: payload(booking.References{Email: "Sam@mail.example"})}),
				tx.Enqueue(outbox.Job{Kind: booking.EmailPaymentDenied, Key: "d", Payload: payload(booking.PaymentNote{Email: "sam@mail.example", Forename: "Sam"})}),
				tx.Enqueue(outbox.Job{Kind: booking.EmailPaymentDenied, Key: "other", Payload: payload(booking.PaymentNote{Email: "jo@mail.example"})}),
				tx.Enqueue(outbox.Job{Kind: booking.EmailReceipt, Key: "row", Payload: payload(booking.EmailJob{Ref: "7K3QX-9F2MA"})}))
		})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Erase(ctx, "sam@mail.example", payment.StaffMember{By: "Jo", Why: "asked by letter"})
		if err != nil || found.Jobs != 2 {
			t.Errorf("%+v, %v", found, err)
		}
		left, err := s.WaitingJobs(ctx, 10)
		if err != nil || len(left) != 2 || left[0].Key != "other" || left[1].Key != "row" {
			t.Errorf("left: %v, %v", left, err)
		}
	})
}
