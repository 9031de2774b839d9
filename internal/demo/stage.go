package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
	"holidaymaker/internal/store"
)

// ErrForeign means that the database has a catalogue that is not a demo. The
// database is not changed.
var ErrForeign = errors.New("the database holds a catalogue that is not the demo's")

// Stage writes the demo of a day to a database and publishes it. It reports
// whether it changed anything. It replaces the catalogue when it is missing or
// that of another demo, and prices and allotments when they are not those of
// the day's window. A server may be running, and bookings are kept. While
// another process stages the same part, Stage waits. It returns ErrForeign when
// the catalogue is not a demo.
func (d *Demo) Stage(ctx context.Context, s *store.Store, today date.Date) (changed bool, err error) {
	for {
		missing, err := d.missing(ctx, s, today)
		if err != nil || missing == nothing {
			return changed, err
		}
		if missing == catalogueMissing {
			err = d.stageCatalogue(ctx, s)
		} else {
			err = d.stagePrices(ctx, s, today)
		}
		if err == nil {
			changed = true
			continue
		}
		if !errors.Is(err, store.ErrBusy) {
			return changed, err
		}
		select { // another process is staging this part
		case <-ctx.Done():
			return changed, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// Check returns ErrForeign where the database has a catalogue that is not a
// demo. It changes nothing.
func (d *Demo) Check(ctx context.Context, s *store.Store, today date.Date) error {
	_, err := d.missing(ctx, s, today)
	return err
}

// lack is the first part of the demo that is missing in a database.
type lack int

const (
	nothing lack = iota
	catalogueMissing
	pricesMissing
)

func (d *Demo) missing(ctx context.Context, s *store.Store, today date.Date) (missing lack, err error) {
	want, err := d.bodies()
	if err != nil {
		return nothing, err
	}
	ctx, cancel := context.WithTimeout(ctx, store.BulkDeadline)
	defer cancel()
	err = s.View(ctx, func(tx *store.Tx) error {
		missing = nothing
		same, others, companies := 0, 0, 0
		err := tx.Entities(func(kind catalogue.Kind, id string, body []byte) error {
			switch wanted, ok := want[entityKey{kind, id}]; {
			case ok && wanted == string(body):
				same++
			case kind == catalogue.KindOperator && !ok:
				companies++
			default:
				others++
			}
			return nil
		})
		switch {
		case err != nil:
			return err
		case companies > 0:
			return ErrForeign
		case same < len(want) || others > 0:
			missing = catalogueMissing
			return nil
		}
		fresh, err := d.pricesOf(tx, today)
		if err == nil && !fresh {
			missing = pricesMissing
		}
		return err
	})
	if err != nil {
		return nothing, fmt.Errorf("look for the demo: %w", err)
	}
	return missing, nil
}

// pricesOf reports whether the published prices are those of a day's window. It
// compares the first and the last unit type only: a smaller demo lacks the last.
func (d *Demo) pricesOf(tx *store.Tx, today date.Date) (fresh bool, err error) {
	first, days := Window(today)
	units := d.Entities.Units
	seen := 0
	err = tx.Prices([]string{units[0].ID, units[len(units)-1].ID}, func(_ string, table, _ []byte) error {
		live, err := availability.DecodePriceTable(table)
		if err != nil {
			return err
		}
		if from, n := live.Window(); from == first && n == days {
			seen++
		}
		return nil
	})
	return seen == 2, err
}

type entityKey struct {
	kind catalogue.Kind
	id   string
}

// bodies returns the catalogue as JSON, in the form stored in the database.
func (d *Demo) bodies() (map[entityKey]string, error) {
	bodies := map[entityKey]string{}
	for e := range d.Entities.All {
		body, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("write %s %s of the demo: %w", e.EntityKind(), e.EntityID(), err)
		}
		bodies[entityKey{e.EntityKind(), e.EntityID()}] = string(body)
	}
	return bodies, nil
}

func (d *Demo) stageCatalogue(ctx context.Context, s *store.Store) error {
	return stageWhole(ctx, s, store.CataloguePart, func(g *store.Staging) error {
		bodies, err := d.bodies()
		if err != nil {
			return err
		}
		for key, body := range bodies {
			if err := g.Put(ctx, key.kind, key.id, []byte(body)); err != nil {
				return err
			}
		}
		return nil
	})
}

// stageWhole stages and publishes a full generation, which replaces all earlier
// ones.
func stageWhole(ctx context.Context, s *store.Store, part store.Part, fill func(*store.Staging) error) error {
	g, err := s.Stage(ctx, part, true)
	if err != nil {
		return err
	}
	err = fill(g)
	if err == nil {
		_, err = g.Publish(ctx)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("stage the demo's %s: %w", part, err), g.Discard(context.WithoutCancel(ctx)))
	}
	return nil
}

// priced is the encoded price table and allotment of a unit type.
type priced struct {
	unitType         string
	table, allotment []byte
}

// stagePrices computes the prices on all processors, while one goroutine writes
// them.
func (d *Demo) stagePrices(ctx context.Context, s *store.Store, today date.Date) error {
	first, days := Window(today)
	return stageWhole(ctx, s, store.PricesPart, func(g *store.Staging) error {
		group, ctx := errgroup.WithContext(ctx)
		made := make(chan priced, 64)
		group.Go(func() error {
			defer close(made)
			makers, ctx := errgroup.WithContext(ctx)
			makers.SetLimit(runtime.GOMAXPROCS(0))
			for _, u := range d.Entities.Units {
				makers.Go(func() error {
					p := priced{u.ID, d.PriceTable(u.ID, first, days).Encode(), d.Allotment(u.ID, first, days).Encode()}
					select {
					case made <- p:
						return nil
					case <-ctx.Done():
						return ctx.Err()
					}
				})
			}
			return makers.Wait()
		})
		group.Go(func() error {
			for p := range made {
				if err := g.PutPrices(ctx, p.unitType, p.table, p.allotment); err != nil {
					return err
				}
			}
			return nil
		})
		return group.Wait()
	})
}
