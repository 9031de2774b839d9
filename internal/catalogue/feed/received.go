package feed

import (
	"context"
	"errors"
	"fmt"

	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/store"
)

// Received compiles and publishes the rates that partners have sent (package ari). Unit types
// that cannot be compiled are off sale, because the prices that they had are not those that
// the partner has sent: see store.Unsold.
type Received struct{ Importer Importer }

// Compile compiles and publishes some of the unit types of which partners have sent
// something, and reports whether there are more. It holds the lock of imports no longer than
// that. While another import runs, it does nothing: try again later. A process that is killed
// before it has noted what it published does the same again, which changes nothing.
func (c Received) Compile(ctx context.Context) (more bool, err error) {
	if waiting, err := c.Importer.Store.Uncompiled(ctx, 1); err != nil || len(waiting) == 0 {
		return false, err
	}
	err = c.Importer.staged(ctx, "the rates of partners", false, &Report{}, func(staging *store.Staging) error {
		sent, err := c.Importer.Store.Uncompiled(ctx, dailyRead)
		if err != nil {
			return err
		}
		more = len(sent) == dailyRead
		if err := c.publish(ctx, staging, sent); err != nil {
			return err
		}
		return c.Importer.Store.Compiled(ctx, sent)
	})
	if errors.Is(err, store.ErrBusy) {
		return false, nil
	}
	return more && err == nil, err
}

// publish compiles and publishes unit types, and notes which cannot be sold. It leaves out
// those that are sold by a file, or by what another partner has sent, by now.
func (c Received) publish(ctx context.Context, staging *store.Staging, sent []store.Sent) error {
	var ids []string
	for _, u := range sent {
		ids = append(ids, u.Unit)
	}
	live, err := c.Importer.ratesOf(ctx, ids)
	if err != nil {
		return err
	}
	today, compiled := date.In(c.Importer.Store.Now()), 0
	for i, u := range sent {
		before := live[u.Unit]
		if before.Source != u.Partner && (before.Rates != "" || len(before.Table) > 0 || len(before.Allotment) > 0) {
			continue
		}
		now, wrong := compileSent(u, before, today)
		if wrong != nil {
			sent[i].Error = wrong.Error()
		}
		if err := staging.PutRates(ctx, u.Unit, now); err != nil {
			return err
		}
		compiled++
	}
	if compiled == 0 {
		return staging.Discard(context.WithoutCancel(ctx))
	}
	_, err = staging.Publish(ctx)
	return err
}

// compileSent compiles what a partner has sent. Where that fails, the unit type sells nothing.
func compileSent(u store.Sent, live store.UnitRates, today date.Date) (now store.UnitRates, err error) {
	err = loop.Catch(func() error {
		sheet, err := rates.Decode(u.Rates)
		if err == nil {
			now, _, err = compileSheet(sheet, live, live.Allotment, today)
		}
		return err
	})
	if err != nil {
		now, err = store.UnitRates{Rates: u.Rates, Allotment: live.Allotment}, fmt.Errorf("what partner %s has sent cannot be sold: %w", u.Partner, err)
	}
	now.Source = u.Partner
	return now, err
}
