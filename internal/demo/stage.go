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

// ErrForeign says that the database sells something else than a demo, which is
// left alone.
var ErrForeign = errors.New("the database holds a catalogue that is not the demo's")

// Stage brings a database up to the demo as it is on a day, and reports whether
// it changed anything: the catalogue when it is missing or another demo's, the
// prices and allotments when their window is not the day's. Both go live whole,
// beside a running server; what bookings took stays taken. Where another
// process does the same, Stage waits for it. A database with a catalogue of
// somebody else is ErrForeign.
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
		select { // another process is at it
		case <-ctx.Done():
			return changed, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// lack is what of the demo a database has not, the first of it.
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

// pricesOf tells whether the live prices are those of a day's window, by those
// of the first and the last unit type: a smaller demo lacks the last.
func (d *Demo) pricesOf(tx *store.Tx, today date.Date) (fresh bool, err error) {
	first, days := Window(today)
	units := d.Entities.Units
	seen := 0
	err = tx.Prices([]string{units[0].ID, units[len(units)-1].ID}, func(_ string, sheet, _ []byte) error {
		live, err := availability.DecodeSheet(sheet)
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

// bodies is the catalogue as the database keeps it.
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

// stageWhole stages a generation that takes the place of all before it.
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

// priced is what one unit type sells, encoded.
type priced struct {
	unitType         string
	sheet, allotment []byte
}

// stagePrices makes the prices on all processors while one goroutine writes.
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
					p := priced{u.ID, d.Sheet(u.ID, first, days).Encode(), d.Allotment(u.ID, first, days).Encode()}
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
				if err := g.PutPrices(ctx, p.unitType, p.sheet, p.allotment); err != nil {
					return err
				}
			}
			return nil
		})
		return group.Wait()
	})
}
