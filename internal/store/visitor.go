package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"holidaymaker/internal/marketing/visitor"
	"holidaymaker/internal/operations/outbox"
	"holidaymaker/internal/operations/retention"
)

// Visitors returns the store through the interfaces of the packages visitor and retention.
func (s *Store) Visitors() interface {
	visitor.Store
	retention.Visitors
} {
	return visitorStore{s}
}

type visitorStore struct{ store *Store }

const subscriberColumns = "email, first_name, referer, source, newspaper, wording, token, signed_up_ms, confirmed_ms, unsubscribed_ms"

func readSubscriber(scan func(into ...any) error) (s visitor.Subscriber, err error) {
	var signed, confirmed, ended int64
	err = scan(&s.Email, &s.FirstName, &s.Brand, &s.Source, &s.Newspaper, &s.Wording, &s.Token, &signed, &confirmed, &ended)
	s.SignedUpAt, s.ConfirmedAt, s.UnsubscribedAt = instant(signed), instant(confirmed), instant(ended)
	return s, err
}

func (v visitorStore) SignUp(ctx context.Context, s visitor.SignUp) error {
	err := v.store.Update(ctx, func(tx *Tx) error { return tx.signUp(s) })
	if err != nil {
		return fmt.Errorf("sign up for the newsletter: %w", err)
	}
	return nil
}

func (tx *Tx) signUp(s visitor.SignUp) error {
	key := strings.ToLower(s.Email)
	_, err := tx.Exec(`INSERT INTO newsletter (email_key, email, first_name, referer, source, newspaper, wording, token, signed_up_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (email_key) DO NOTHING`,
		key, s.Email, s.FirstName, s.Brand, s.Source, s.Newspaper, s.Wording, rand.Text(), tx.NowMs())
	if err != nil {
		return err
	}
	var token string
	var mailed, confirmed, ended int64
	err = tx.QueryRow("SELECT token, mailed_ms, confirmed_ms, unsubscribed_ms FROM newsletter WHERE email_key = $1"+tx.ForUpdate(), key).
		Scan(&token, &mailed, &confirmed, &ended)
	if err != nil {
		return err
	}
	// The newest time of each consent is the evidence, also where no e-mail follows.
	_, err = tx.Exec(`INSERT INTO newsletter_consent (email_key, at_ms, source, newspaper, wording) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (email_key, source, newspaper, wording) DO UPDATE SET at_ms = excluded.at_ms`, key, tx.NowMs(), s.Source, s.Newspaper, s.Wording)
	pause := visitor.AskAgain
	switch {
	case confirmed > mailed:
		pause = visitor.Repeat // the owner has answered the last e-mail
	case ended > 0:
		pause = visitor.AskAgainAfterEnd
	}
	if err != nil || confirmed > ended || mailed > tx.NowMs()-pause.Milliseconds() {
		return err
	}
	// An objection stands until the owner of the address confirms the new sign-up.
	_, err = tx.Exec(`UPDATE newsletter SET first_name = CASE WHEN $1 = '' THEN first_name ELSE $1 END, source = $2, newspaper = $3, wording = $4,
		signed_up_ms = $5, mailed_ms = $5 WHERE email_key = $6`,
		s.FirstName, s.Source, s.Newspaper, s.Wording, tx.NowMs(), key)
	if err != nil {
		return err
	}
	return tx.askToConfirm(token)
}

func (v visitorStore) Subscriber(ctx context.Context, token string) (found visitor.Subscriber, ok bool, err error) {
	err = v.store.View(ctx, func(tx *Tx) (err error) {
		found, ok, err = tx.subscriber(token)
		return err
	})
	if err != nil {
		return found, false, fmt.Errorf("find a subscriber: %w", err)
	}
	return found, ok, nil
}

func (tx *Tx) subscriber(token string) (found visitor.Subscriber, ok bool, err error) {
	found, err = readSubscriber(tx.QueryRow("SELECT "+subscriberColumns+" FROM newsletter WHERE token = $1", token).Scan)
	if errors.Is(err, ErrNotFound) {
		return found, false, nil
	}
	return found, err == nil, err
}

func (v visitorStore) Confirm(ctx context.Context, token string) (ok bool, err error) {
	return v.change(ctx, token, "confirm a subscription", func(found visitor.Subscriber) (string, bool) {
		return "confirmed_ms", found.Active() || found.Pending()
	})
}

func (v visitorStore) Unsubscribe(ctx context.Context, token string) (ok bool, err error) {
	return v.change(ctx, token, "end a subscription", func(visitor.Subscriber) (string, bool) { return "unsubscribed_ms", true })
}

// change sets the time of a step of a subscription where it is allowed. A step that
// was made is not made again.
func (v visitorStore) change(ctx context.Context, token, what string, step func(visitor.Subscriber) (column string, ok bool)) (ok bool, err error) {
	err = v.store.Update(ctx, func(tx *Tx) error {
		found, there, err := tx.subscriber(token)
		if err != nil || !there {
			ok = false
			return err
		}
		column, allowed := step(found)
		ok = allowed
		if !allowed || column == "confirmed_ms" && found.Active() || column == "unsubscribed_ms" && !found.Active() && !found.Pending() {
			return nil
		}
		_, err = tx.Exec("UPDATE newsletter SET "+column+" = $1 WHERE token = $2", tx.NowMs(), token)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("%s: %w", what, err)
	}
	return ok, nil
}

// Overwrite is that of the store.
func (v visitorStore) Overwrite(ctx context.Context) error { return v.store.Overwrite(ctx) }

// SubscribersAfter lists the subscribers to whom newsletters may be sent, by
// address.
func (e exports) SubscribersAfter(ctx context.Context, afterEmail string, limit int) (found []visitor.Subscriber, err error) {
	err = e.store.View(ctx, func(tx *Tx) (err error) {
		found, err = Select(tx, readSubscriber, "SELECT "+subscriberColumns+` FROM newsletter
			WHERE confirmed_ms > unsubscribed_ms AND email_key > $1 ORDER BY email_key LIMIT $2`, strings.ToLower(afterEmail), limit)
		return err
	})
	return found, err
}

const messageColumns = "reference, name, email, phone, booking_ref, message, created_ms"

func readMessage(scan func(into ...any) error) (m visitor.Message, err error) {
	var sent int64
	err = scan(&m.Reference, &m.Name, &m.Email, &m.Phone, &m.BookingRef, &m.Text, &sent)
	m.SentAt = instant(sent)
	return m, err
}

func (v visitorStore) AddMessage(ctx context.Context, m visitor.Message) (reference string, err error) {
	err = v.store.Update(ctx, func(tx *Tx) error {
		reference, err = tx.addMessage(m)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("store a message: %w", err)
	}
	return reference, nil
}

// referenceTries is how many random references are tried. One in a million is
// taken for each message of the last year.
const referenceTries = 50

func (tx *Tx) addMessage(m visitor.Message) (string, error) {
	key := strings.ToLower(m.Email)
	equal, err := Select(tx, readText, `SELECT reference FROM contact_message WHERE email_key = $1 AND message = $2 AND name = $3 AND phone = $4
		AND booking_ref = $5 AND created_ms > $6`, key, m.Text, m.Name, m.Phone, m.BookingRef, tx.NowMs()-visitor.Repeat.Milliseconds())
	if err != nil {
		return "", err
	}
	if len(equal) > 0 {
		return equal[0], nil
	}
	for range referenceTries {
		number, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
		if err != nil {
			return "", err
		}
		reference := fmt.Sprintf("C%06d", number)
		added, err := tx.Exec(`INSERT INTO contact_message (`+messageColumns+`, email_key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (reference) DO NOTHING`,
			reference, m.Name, m.Email, m.Phone, m.BookingRef, m.Text, tx.NowMs(), key)
		if err != nil {
			return "", err
		}
		if added == 1 {
			return reference, tx.Enqueue(outbox.Job{Kind: visitor.EmailMessage, Key: fmt.Sprint(reference, "/", tx.NowMs()), Payload: visitor.Job{Reference: reference}.Payload()})
		}
	}
	return "", errors.New("all references of messages are taken")
}

func (v visitorStore) Message(ctx context.Context, reference string) (m visitor.Message, ok bool, err error) {
	err = v.store.View(ctx, func(tx *Tx) (err error) {
		m, err = readMessage(tx.QueryRow("SELECT "+messageColumns+" FROM contact_message WHERE reference = $1", reference).Scan)
		return err
	})
	if errors.Is(err, ErrNotFound) {
		return m, false, nil
	}
	if err != nil {
		return m, false, fmt.Errorf("find a message: %w", err)
	}
	return m, true, nil
}

// askToConfirm has an e-mail sent that asks to confirm a sign-up.
func (tx *Tx) askToConfirm(token string) error {
	return tx.Enqueue(outbox.Job{Kind: visitor.EmailConfirmSignUp, Key: fmt.Sprint(token, "/", tx.NowMs()), Payload: visitor.Job{Token: token}.Payload()})
}

func (v visitorStore) DiscardSignUps(ctx context.Context, before time.Time) (int, error) {
	n, err := v.store.changeInBatches(ctx, `DELETE FROM newsletter WHERE email_key IN
		(SELECT email_key FROM newsletter WHERE confirmed_ms = 0 AND unsubscribed_ms = 0 AND signed_up_ms < $1 AND mailed_ms < $1 LIMIT $2)`,
		before.UnixMilli(), sweepRows)
	if err != nil {
		return n, fmt.Errorf("discard unconfirmed sign-ups: %w", err)
	}
	if _, err := v.store.changeInBatches(ctx, `DELETE FROM newsletter_consent WHERE email_key IN (SELECT c.email_key FROM newsletter_consent c
		WHERE NOT EXISTS (SELECT 1 FROM newsletter n WHERE n.email_key = c.email_key) LIMIT $1)`, sweepRows); err != nil {
		return n, fmt.Errorf("discard consents of nobody: %w", err)
	}
	return n, nil
}

func (v visitorStore) DiscardMessages(ctx context.Context, before time.Time) (int, error) {
	n, err := v.store.changeInBatches(ctx, `DELETE FROM contact_message WHERE reference IN
		(SELECT reference FROM contact_message WHERE created_ms < $1 LIMIT $2)`, before.UnixMilli(), sweepRows)
	if err != nil {
		return n, fmt.Errorf("discard old messages: %w", err)
	}
	return n, nil
}

func (v visitorStore) TrimFormer(ctx context.Context) (int, error) {
	n, err := v.store.changeInBatches(ctx, `UPDATE newsletter SET first_name = $1, newspaper = $1 WHERE email_key IN
		(SELECT email_key FROM newsletter WHERE unsubscribed_ms > 0 AND unsubscribed_ms >= confirmed_ms AND unsubscribed_ms >= signed_up_ms AND (first_name <> $1 OR newspaper <> $1) LIMIT $2)`, "", sweepRows)
	if err != nil {
		return n, fmt.Errorf("remove the names of former subscribers: %w", err)
	}
	return n, nil
}
