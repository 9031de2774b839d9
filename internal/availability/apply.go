package availability

import (
	"errors"
	"fmt"
	"slices"
)

// order is a Change that has been read and checked.
type order struct {
	*Change
	unit      int    // in its region
	sheet     *Sheet // in the window, holes filled; nil when the prices stay
	allotment Allotment
}

// Apply carries out changes of single unit types, in their order; those of one
// region at once, so that each row is copied at most once. A change that cannot
// be read is left out and named in the error; the others are carried out. The
// next query sees them all.
func (ix *Index) Apply(changes []Change) error {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	defer ix.version.Add(1)
	if len(changes) == 1 { // what a booking brings
		return ix.applyOne(&changes[0])
	}
	var errs []error
	batches := map[int32][]order{}
	var touched []int32
	for i := range changes {
		ch := &changes[i]
		if ch.Unit < 0 || ch.Unit >= len(ix.units) {
			errs = append(errs, ix.applyOne(ch))
			continue
		}
		region := ix.places[ch.Unit].region
		batch, ok := batches[region]
		if !ok {
			touched = append(touched, region)
		}
		// A sheet is compared with what the index holds, and says what the
		// prices after it mean: nothing else of its unit type may wait with it.
		if slices.ContainsFunc(batch, func(b order) bool { return b.Unit == ch.Unit && (b.sheet != nil || ch.Sheet != nil) }) {
			ix.applyTo(int(region), batch)
			batch = nil
		}
		o, err := ix.read(ch)
		if err != nil {
			errs = append(errs, fmt.Errorf("change of unit type %s: %w", ix.units[ch.Unit].ID, err))
		} else {
			batch = append(batch, o)
		}
		batches[region] = batch
	}
	for _, region := range touched {
		ix.applyTo(int(region), batches[region])
	}
	return errors.Join(errs...)
}

func (ix *Index) applyOne(ch *Change) error {
	if ch.Unit < 0 || ch.Unit >= len(ix.units) {
		return fmt.Errorf("change of unit type %d of %d", ch.Unit, len(ix.units))
	}
	o, err := ix.read(ch)
	if err != nil {
		return fmt.Errorf("change of unit type %s: %w", ix.units[ch.Unit].ID, err)
	}
	ix.applyTo(int(ix.places[ch.Unit].region), []order{o})
	return nil
}

// read decodes a change and checks it.
func (ix *Index) read(ch *Change) (o order, err error) {
	at := ix.places[ch.Unit]
	o = order{Change: ch, unit: int(at.unit)}
	if len(ch.Sheet) > 0 {
		if o.sheet, err = DecodeSheet(ch.Sheet); err != nil {
			return o, err
		}
		o.sheet = o.sheet.Trim(ix.first, ix.days)
		o.sheet.fillHoles()
	} else if ch.Sheet != nil {
		o.sheet = &Sheet{first: ix.first, days: ix.days}
	}
	thresholds := ix.thresholds(&o, ix.regions[at.region].Load())
	for _, s := range ch.Prices {
		switch day := int(s.Arrival - ix.first); {
		case day < 0 || day >= ix.days || s.Nights < 1 || s.Nights > MaxNights:
			return o, fmt.Errorf("stay of %d nights from %s is outside the window", s.Nights, s.Arrival)
		case thresholds == 0 || len(s.Prices) != thresholds || s.Was != nil && len(s.Was) != thresholds:
			return o, fmt.Errorf("%d prices for %d thresholds", len(s.Prices), thresholds)
		case slices.Max(s.Prices) > uint32(MaxPrice):
			return o, fmt.Errorf("price of %d pence: want at most %d", slices.Max(s.Prices), MaxPrice)
		}
	}
	if ch.Allotment != nil {
		if o.allotment, err = DecodeAllotment(ch.Allotment); err != nil {
			return o, err
		}
	}
	return o, nil
}

// thresholds counts the thresholds that single prices of an order must have.
func (ix *Index) thresholds(o *order, g *region) int {
	if o.sheet != nil && len(o.sheet.keys) > 0 {
		return len(o.sheet.keys)
	}
	return int(g.end[o.unit] - g.start[o.unit])
}

// applyTo carries out orders for one region, by edits where its slots, nights
// and codes have room for them, else by building it anew.
func (ix *Index) applyTo(i int, orders []order) {
	g := ix.regions[i].Load()
	var edits []edit
	for j := range orders {
		var ok bool
		if edits, ok = ix.editsOf(g, &orders[j], edits); !ok {
			ix.rebuild(i, orders)
			return
		}
	}
	for j := range orders {
		o := &orders[j]
		if lo, hi, ok := ix.nightsOf(o); ok {
			ix.before = ix.stocks[o.Unit].runs(lo, hi, g.longest(), ix.before)
			ix.restock(o)
			ix.after = ix.stocks[o.Unit].runs(lo, hi, g.longest(), ix.after)
			ix.reopen(g, o.unit, max(0, lo-g.longest()+1))
		}
		ix.rewas(g, o)
	}
	ix.editRows(g, edits)
}

// rebuild builds a region anew with orders carried out.
func (ix *Index) rebuild(i int, orders []order) {
	g := ix.regions[i].Load()
	sheets := make([]*Sheet, len(g.units))
	stocks := make([]Stock, len(g.units))
	for j, u := range g.units {
		sheets[j], _, stocks[j].Taken = ix.stock(int(u))
		stocks[j].Allotment = ix.stocks[u].allotment
	}
	for _, o := range orders {
		st := &stocks[o.unit]
		if o.sheet != nil {
			sheets[o.unit] = o.sheet
		}
		for _, s := range o.Prices {
			sheets[o.unit].setStay(s)
		}
		if o.Change.Allotment != nil {
			st.Allotment = o.Change.Allotment
		}
		for _, t := range o.Taken {
			st.Taken = append(slices.DeleteFunc(st.Taken, func(had Taken) bool { return had.Night == t.Night }), t)
		}
	}
	for j, s := range sheets {
		if s != nil && len(s.keys) > 0 {
			stocks[j].Sheet = s.Encode()
		}
	}
	if err := ix.fill(i, stocks); err != nil { // the index made these bytes or has read them before
		panic(fmt.Sprintf("availability: a region does not read its own bytes: %v", err))
	}
	ix.gather(ix.channels[g.channel])
}

// setStay puts the prices of a stay that was checked.
func (s *Sheet) setStay(stay Stay) {
	for k, p := range stay.Prices {
		was := uint32(0)
		if stay.Was != nil {
			was = stay.Was[k]
		}
		_ = s.Set(stay.Arrival, stay.Nights, k, pence(p), pence(was)) // read has checked the ranges
	}
}
