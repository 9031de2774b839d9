package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"holidaymaker/internal/store"
)

// database is the value of --data, --db and --clock-offset.
type database struct {
	data, db    *string
	clockOffset *time.Duration
}

// errShiftedClock refuses a shifted clock where real bookings are kept.
var errShiftedClock = errors.New("--clock-offset: the clock can be shifted for a database of serve --demo or --sandbox only, and this one has real bookings")

// databaseFlags adds the flags that select a database.
func (o *options) databaseFlags() database {
	o.inFile["db"] = true
	return database{o.String("data", "data", "directory of the database"), o.String("db", "", "postgres://… instead of SQLite in the data directory"), o.clockOffset()}
}

// clockOffset adds the flag by which a command has the clock of a server that was
// started with it.
func (o *options) clockOffset() *time.Duration {
	return o.Duration("clock-offset", 0, "shifts the clock, as with serve --demo or --sandbox")
}

// machine is the machine's clock. Tests have the clock of their run instead.
var machine store.Clock = time.Now

// shifted returns a clock that is ahead of the machine's.
func shifted(by time.Duration) store.Clock {
	return func() time.Time { return machine().Add(by) }
}

func (d database) source() string {
	if *d.db != "" {
		return *d.db
	}
	return *d.data
}

// existing opens this brand's database without creating or migrating it: commands for
// staff leave that to serve and migrate.
func (d database) existing(ctx context.Context) (*store.Store, error) {
	return openExisting(ctx, d.source(), *d.clockOffset)
}

// with runs a command on the existing database.
func (d database) with(ctx context.Context, command func(*store.Store) error) error {
	s, err := d.existing(ctx)
	if err != nil {
		return err
	}
	return errors.Join(command(s), s.Close())
}

// openExisting is described at existing. The source is a folder or the address of a database.
func openExisting(ctx context.Context, source string, clockOffset time.Duration) (*store.Store, error) {
	s, err := store.Open(ctx, source, shifted(clockOffset), store.Existing())
	if err != nil {
		return nil, err
	}
	brand, err := built()
	if err == nil {
		err = s.CheckBrand(ctx, brand.SiteCode)
	}
	if err == nil && clockOffset != 0 {
		err = refuseRealBookings(ctx, s)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// refuseRealBookings returns an error unless the database's payments are simulated,
// or nothing has been served from it yet.
func refuseRealBookings(ctx context.Context, s *store.Store) error {
	var provider string
	err := s.View(ctx, func(tx *store.Tx) (err error) {
		provider, err = tx.Provider()
		return err
	})
	if err == nil && provider != "" && !strings.HasPrefix(provider, store.ProviderSimulated) {
		err = errShiftedClock
	}
	return err
}

// orNew opens the database without migrating it, or creates one where there is
// none.
func (d database) orNew(ctx context.Context) (*store.Store, error) {
	s, err := d.existing(ctx)
	if errors.Is(err, store.ErrNoDatabase) {
		return store.Open(ctx, d.source(), shifted(*d.clockOffset))
	}
	return s, err
}
