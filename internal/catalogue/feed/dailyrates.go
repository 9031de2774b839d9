package feed

import (
	"context"
	"errors"
	"maps"
	"slices"

	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/store"
)

// DailyRates compiles the rates again whose prices depend on the day. One goroutine uses it.
type DailyRates struct {
	Importer Importer

	day    date.Date
	failed map[string]error // on that day, by unit type
}

const (
	// dailyPiece is how many unit types are published together: so few that nodes change
	// their index and need not build another one.
	dailyPiece = 200
	// dailyRead is how many of them are in memory together.
	dailyRead = 50
)

// Failed returns the unit types that could not be compiled today, with the reasons. They
// keep the prices that they have. They are tried again tomorrow.
func (d *DailyRates) Failed() map[string]error { return d.failed }

// Compile compiles and publishes some of the unit types that were compiled for a day
// before today, and reports whether there are more. It holds the lock of imports no
// longer than that, so pause before the next call: other imports get their turn. While
// another import runs, it does nothing: try again later.
func (d *DailyRates) Compile(ctx context.Context) (more bool, err error) {
	if today := date.In(d.Importer.Store.Now()); today != d.day {
		d.day, d.failed = today, map[string]error{}
	}
	if late, err := d.late(ctx); err != nil || len(late) == 0 {
		return false, err
	}
	err = d.Importer.staged(ctx, "the rates of the day", false, &Report{}, func(staging *store.Staging) error {
		late, err := d.late(ctx) // another node may just have compiled them
		if err != nil {
			return err
		}
		more = len(late) > dailyPiece
		return d.publish(ctx, staging, late[:min(len(late), dailyPiece)])
	})
	if errors.Is(err, store.ErrBusy) {
		return false, nil
	}
	return more && err == nil, err
}

// late returns the unit types to compile. It forgets failures that an import has mended.
func (d *DailyRates) late(ctx context.Context) (ids []string, err error) {
	err = d.Importer.Store.View(ctx, func(tx *store.Tx) (err error) {
		ids, err = tx.RatesBefore(d.day)
		return err
	})
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(d.failed, func(id string, _ error) bool {
		_, found := slices.BinarySearch(ids, id)
		return !found
	})
	return slices.DeleteFunc(ids, func(id string) bool { return d.failed[id] != nil }), nil
}

// publish compiles and publishes unit types.
func (d *DailyRates) publish(ctx context.Context, staging *store.Staging, ids []string) error {
	compiled := 0
	for piece := range slices.Chunk(ids, dailyRead) {
		live, err := d.Importer.ratesOf(ctx, piece)
		if err != nil {
			return err
		}
		for _, id := range piece {
			now, err := recompile(live[id], d.day)
			if err != nil {
				d.failed[id] = err
				continue
			}
			if err := staging.PutRates(ctx, id, now); err != nil {
				return err
			}
			compiled++
		}
	}
	if compiled == 0 {
		return staging.Discard(context.WithoutCancel(ctx))
	}
	_, err := staging.Publish(ctx)
	return err
}

func recompile(live store.UnitRates, today date.Date) (now store.UnitRates, err error) {
	err = loop.Catch(func() error {
		sheet, err := rates.Decode(live.Rates)
		if err != nil {
			return err
		}
		if sheet, err = sheet.Add(nil, today); err != nil {
			return err
		}
		now, _, err = compileSheet(sheet, live, live.Allotment, today)
		now.Source = live.Source
		return err
	})
	return now, err
}
