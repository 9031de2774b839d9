package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking/myholidays"
	"holidaymaker/internal/operations/outbox"
)

// MyHolidays returns the store through the interface of package myholidays.
func (s *Store) MyHolidays() myholidays.Store { return holidaysStore{s} }

type holidaysStore struct{ *Store }

func (s holidaysStore) Holds(ctx context.Context, email string) (held bool, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		found, err := tx.leftUnder(email)
		held = found.Subscriptions+found.Messages+found.Watches > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("find what is held under an address: %w", err)
	}
	return held, nil
}

func (s holidaysStore) Held(ctx context.Context, email string) (held myholidays.Held, err error) {
	err = s.View(ctx, func(tx *Tx) (err error) {
		held = myholidays.Held{}
		if held.Subscriptions, err = Select(tx, readSubscriber, "SELECT "+subscriberColumns+" FROM newsletter WHERE email_key = $1", email); err != nil {
			return err
		}
		held.Consents, err = Select(tx, func(scan func(into ...any) error) (c myholidays.Consent, err error) {
			var at int64
			err = scan(&at, &c.Source, &c.Newspaper, &c.Wording)
			c.At = instant(at)
			return c, err
		}, "SELECT at_ms, source, newspaper, wording FROM newsletter_consent WHERE email_key = $1 ORDER BY at_ms, source, newspaper, wording", email)
		if err != nil {
			return err
		}
		if held.Messages, err = Select(tx, readMessage, "SELECT "+messageColumns+" FROM contact_message WHERE email_key = $1 ORDER BY created_ms, reference", email); err != nil {
			return err
		}
		held.Watches, err = tx.watchesOf("w.email_key = $1", email)
		return err
	})
	if err != nil {
		return held, fmt.Errorf("read what is held under an address: %w", err)
	}
	return held, nil
}

func (s holidaysStore) AskErasure(ctx context.Context, email string, job func(at time.Time) outbox.Job) error {
	err := s.Update(ctx, func(tx *Tx) error {
		added, err := tx.Exec("INSERT INTO erasure_request (email_key, asked_ms) VALUES ($1, $2) ON CONFLICT (email_key) DO NOTHING", email, tx.NowMs())
		if err != nil || added == 0 {
			return err
		}
		return tx.Enqueue(job(tx.Now()))
	})
	if err != nil {
		return fmt.Errorf("record a request for erasure: %w", err)
	}
	return nil
}

func (s holidaysStore) Erasure(ctx context.Context, email string) (found myholidays.ErasureRequest, err error) {
	err = s.View(ctx, func(tx *Tx) (err error) {
		found, err = readErasure(tx.QueryRow("SELECT email_key, asked_ms FROM erasure_request WHERE email_key = $1", email).Scan)
		if errors.Is(err, ErrNotFound) {
			err = nil
		}
		return err
	})
	if err != nil {
		return found, fmt.Errorf("read a request for erasure: %w", err)
	}
	return found, nil
}

func readErasure(scan func(into ...any) error) (r myholidays.ErasureRequest, err error) {
	var asked int64
	err = scan(&r.Email, &asked)
	r.AskedAt = instant(asked)
	return r, err
}

// ErasureRequests lists the requests for erasure that staff have not carried out, the oldest
// first.
func (s *Store) ErasureRequests(ctx context.Context) (all []myholidays.ErasureRequest, err error) {
	err = s.View(ctx, func(tx *Tx) (err error) {
		all, err = Select(tx, readErasure, "SELECT email_key, asked_ms FROM erasure_request ORDER BY asked_ms, email_key")
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list requests for erasure: %w", err)
	}
	return all, nil
}

// EndErasureRequest removes a request that staff have carried out.
func (s *Store) EndErasureRequest(ctx context.Context, email string) error {
	err := s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("DELETE FROM erasure_request WHERE email_key = $1", email)
		return err
	})
	if err != nil {
		return fmt.Errorf("end a request for erasure: %w", err)
	}
	return nil
}

func (s holidaysStore) AddLink(ctx context.Context, link, email string) error {
	err := s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("INSERT INTO holidays_link (link, email_key, made_ms) VALUES ($1, $2, $3)", link, email, tx.NowMs())
		return err
	})
	if err != nil {
		return fmt.Errorf("add a link to My Holidays: %w", err)
	}
	return nil
}

func (s holidaysStore) Open(ctx context.Context, link, browser string, life time.Duration) (ok bool, err error) {
	err = s.Update(ctx, func(tx *Tx) error {
		used, err := tx.Exec("UPDATE holidays_link SET used_ms = $1 WHERE link = $2 AND used_ms = 0 AND made_ms > $3", tx.NowMs(), link, tx.NowMs()-life.Milliseconds())
		if ok = used > 0; err != nil || !ok {
			return err
		}
		_, err = tx.Exec("INSERT INTO holidays_access (browser, email_key, opened_ms, used_ms) SELECT $1, email_key, used_ms, used_ms FROM holidays_link WHERE link = $2", browser, link)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("open a link to My Holidays: %w", err)
	}
	return ok, nil
}

func (s holidaysStore) Touch(ctx context.Context, browser string, opened, used time.Duration) (email string, ok bool, err error) {
	err = s.Update(ctx, func(tx *Tx) error {
		err := tx.QueryRow("SELECT email_key FROM holidays_access WHERE browser = $1 AND opened_ms > $2 AND used_ms > $3"+tx.ForUpdate(),
			browser, tx.NowMs()-opened.Milliseconds(), tx.NowMs()-used.Milliseconds()).Scan(&email)
		if ok = err == nil; errors.Is(err, ErrNotFound) {
			return nil
		}
		if err == nil {
			_, err = tx.Exec("UPDATE holidays_access SET used_ms = $1 WHERE browser = $2", tx.NowMs(), browser)
		}
		return err
	})
	if err != nil {
		return "", false, fmt.Errorf("read the access to My Holidays: %w", err)
	}
	return email, ok, nil
}

func (s holidaysStore) End(ctx context.Context, browser string) error {
	err := s.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec("DELETE FROM holidays_access WHERE browser = $1", browser)
		return err
	})
	if err != nil {
		return fmt.Errorf("end the access to My Holidays: %w", err)
	}
	return nil
}
