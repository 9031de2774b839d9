package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/booking/myholidays"
)

// MyHolidays returns the store through the interface of package myholidays.
func (s *Store) MyHolidays() myholidays.Store { return holidaysStore{s} }

type holidaysStore struct{ *Store }

func (s holidaysStore) Holds(ctx context.Context, email string) (held bool, err error) {
	err = s.View(ctx, func(tx *Tx) error {
		found, _, err := tx.storedUnder(email)
		held = found.Subscriptions+found.Messages+found.Watches > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("find what is held under an address: %w", err)
	}
	return held, nil
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
