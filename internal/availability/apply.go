package availability

import (
	"errors"
	"fmt"
	"slices"
)

// decodedChange is a Change that has been decoded and checked.
type decodedChange struct {
	*Change
	unit      int         // its index in its region
	table     *PriceTable // limited to the window, with gaps filled; nil when the prices do not change
	allotment Allotment
}

// UnitError means that a change of a unit type cannot be read.
type UnitError struct {
	Unit int // index in BuildInput.Units
	ID   string
	Err  error
}

// Error returns the unit type's id and the cause.
func (e *UnitError) Error() string { return "change of unit type " + e.ID + ": " + e.Err.Error() }

// Unwrap returns the cause, such as ErrUnreadable.
func (e *UnitError) Unwrap() error { return e.Err }

// Apply applies changes of unit types, in order. Changes of one region are
// applied together, so that each row is copied at most once. A change that
// cannot be read is skipped and reported as a UnitError in the error; all
// others are applied. The next query sees all of them.
func (ix *Index) Apply(changes []Change) error { return ix.apply(changes, true) }

// ErrNoRoom means that a region cannot store the new prices without a rebuild,
// because it has no room for their number of nights, party sizes or amounts.
var ErrNoRoom = errors.New("the region has to be built again")

// ApplyInPlace is like Apply, but never rebuilds a region, which can take half
// a second. Where a region would need a rebuild, none of its changes is applied
// and the error is ErrNoRoom; see Renew.
func (ix *Index) ApplyInPlace(changes []Change) error { return ix.apply(changes, false) }

func (ix *Index) apply(changes []Change, rebuild bool) error {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	defer ix.version.Add(1)
	if len(changes) == 1 { // what a booking brings
		return ix.applyOne(&changes[0], rebuild)
	}
	var errs []error
	batches := map[int32][]decodedChange{}
	var touched []int32
	for i := range changes {
		ch := &changes[i]
		if ch.Unit < 0 || ch.Unit >= len(ix.units) {
			errs = append(errs, ix.applyOne(ch, rebuild))
			continue
		}
		region := ix.locations[ch.Unit].region
		batch, ok := batches[region]
		if !ok {
			touched = append(touched, region)
		}
		// A price table is compared with the index, and later prices depend on
		// its thresholds. So it must not be in a batch with another change of
		// its unit type.
		if slices.ContainsFunc(batch, func(b decodedChange) bool { return b.Unit == ch.Unit && (b.table != nil || ch.PriceTable != nil) }) {
			errs = append(errs, ix.applyTo(int(region), batch, rebuild))
			batch = nil
		}
		d, err := ix.read(ch)
		if err != nil {
			errs = append(errs, &UnitError{ch.Unit, ix.units[ch.Unit].ID, err})
		} else {
			batch = append(batch, d)
		}
		batches[region] = batch
	}
	for _, region := range touched {
		errs = append(errs, ix.applyTo(int(region), batches[region], rebuild))
	}
	return errors.Join(errs...)
}

func (ix *Index) applyOne(ch *Change, rebuild bool) error {
	if ch.Unit < 0 || ch.Unit >= len(ix.units) {
		return fmt.Errorf("change of unit type %d of %d", ch.Unit, len(ix.units))
	}
	d, err := ix.read(ch)
	if err != nil {
		return &UnitError{ch.Unit, ix.units[ch.Unit].ID, err}
	}
	return ix.applyTo(int(ix.locations[ch.Unit].region), []decodedChange{d}, rebuild)
}

// read decodes and checks a change.
func (ix *Index) read(ch *Change) (d decodedChange, err error) {
	at := ix.locations[ch.Unit]
	d = decodedChange{Change: ch, unit: int(at.unit)}
	if len(ch.PriceTable) > 0 {
		if d.table, err = DecodePriceTable(ch.PriceTable); err != nil {
			return d, err
		}
		d.table = d.table.Trim(ix.first, ix.days)
		d.table.fillHoles()
	} else if ch.PriceTable != nil {
		d.table = &PriceTable{first: ix.first, days: ix.days}
	}
	thresholds := ix.thresholds(&d, ix.regions[at.region].Load())
	for _, s := range ch.Prices {
		switch day := int(s.Arrival - ix.first); {
		case day < 0 || day >= ix.days || s.Nights < 1 || s.Nights > MaxNights:
			return d, fmt.Errorf("stay of %d nights from %s is outside the window", s.Nights, s.Arrival)
		case thresholds == 0 || len(s.Prices) != thresholds || s.Was != nil && len(s.Was) != thresholds:
			return d, fmt.Errorf("%d prices for %d thresholds", len(s.Prices), thresholds)
		case slices.Max(s.Prices) > uint32(MaxPrice):
			return d, fmt.Errorf("price of %d pence: want at most %d", slices.Max(s.Prices), MaxPrice)
		}
	}
	if ch.Allotment != nil {
		if d.allotment, err = DecodeAllotment(ch.Allotment); err != nil {
			return d, err
		}
	}
	return d, nil
}

// thresholds returns how many thresholds single prices of a change must have.
func (ix *Index) thresholds(d *decodedChange, g *region) int {
	if d.table != nil && len(d.table.keys) > 0 {
		return len(d.table.keys)
	}
	return int(g.end[d.unit] - g.start[d.unit])
}

// applyTo applies changes of one region. It edits rows where the region has
// slots, nights and codes for them. Otherwise it rebuilds the region if rebuild
// allows that.
func (ix *Index) applyTo(i int, changes []decodedChange, rebuild bool) error {
	g := ix.regions[i].Load()
	var edits []edit
	for j := range changes {
		var ok bool
		if edits, ok = ix.editsOf(g, &changes[j], edits); !ok {
			if !rebuild {
				return fmt.Errorf("%s: %w", g.id, ErrNoRoom)
			}
			return ix.rebuildRegion(i, changes)
		}
	}
	for j := range changes {
		d := &changes[j]
		if lo, hi, ok := ix.nightsOf(d); ok {
			ix.before = ix.stocks[d.Unit].runs(lo, hi, g.longest(), ix.before)
			ix.applyStock(d)
			ix.after = ix.stocks[d.Unit].runs(lo, hi, g.longest(), ix.after)
			ix.updateOpen(g, d.unit, max(0, lo-g.longest()+1))
		}
		ix.setEarlierPrices(g, d)
	}
	ix.editRows(g, edits)
	return nil
}

// rebuildRegion builds a region again from its own data, with changes applied.
func (ix *Index) rebuildRegion(i int, changes []decodedChange) error {
	g := ix.regions[i].Load()
	tables := make([]*PriceTable, len(g.units))
	stocks := make([]UnitData, len(g.units))
	for j, u := range g.units {
		tables[j], _, stocks[j].Booked = ix.unitData(int(u))
		stocks[j].Allotment = ix.stocks[u].allotment
	}
	for _, d := range changes {
		st := &stocks[d.unit]
		if d.table != nil {
			tables[d.unit] = d.table
		}
		for _, s := range d.Prices {
			tables[d.unit].setStay(s)
		}
		if d.Change.Allotment != nil {
			st.Allotment = d.Change.Allotment
		}
		for _, t := range d.Booked {
			st.Booked = append(slices.DeleteFunc(st.Booked, func(had BookedNight) bool { return had.Night == t.Night }), t)
		}
	}
	for j, s := range tables {
		if s != nil && len(s.keys) > 0 {
			stocks[j].PriceTable = s.Encode()
		}
	}
	// The index has made these bytes itself, or has read them before.
	if err := ix.buildRegion(i, stocks, nil); err != nil {
		return fmt.Errorf("rebuild region %s: %w", g.id, err)
	}
	ix.rebuildChannelMinima(ix.channels[g.channel])
	return nil
}

// setStay sets the prices of a stay, which read has already checked.
func (s *PriceTable) setStay(stay Stay) {
	for k, p := range stay.Prices {
		was := uint32(0)
		if stay.Was != nil {
			was = stay.Was[k]
		}
		_ = s.Set(stay.Arrival, stay.Nights, k, pence(p), pence(was)) // read has checked the ranges
	}
}
