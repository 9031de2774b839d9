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

// apply applies changes; rebuild says whether it may rebuild a region.
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
		change := &changes[i]
		if change.Unit < 0 || change.Unit >= len(ix.units) {
			errs = append(errs, ix.applyOne(change, rebuild))
			continue
		}
		region := ix.locations[change.Unit].region
		batch, ok := batches[region]
		if !ok {
			touched = append(touched, region)
		}
		// A price table is compared with the index, and later prices depend on
		// its thresholds. So it must not be in a batch with another change of
		// its unit type.
		if slices.ContainsFunc(batch, func(earlier decodedChange) bool {
			return earlier.Unit == change.Unit && (earlier.table != nil || change.PriceTable != nil)
		}) {
			errs = append(errs, ix.applyTo(int(region), batch, rebuild))
			batch = nil
		}
		decoded, err := ix.read(change)
		if err != nil {
			errs = append(errs, &UnitError{change.Unit, ix.units[change.Unit].ID, err})
		} else {
			batch = append(batch, decoded)
		}
		batches[region] = batch
	}
	for _, region := range touched {
		errs = append(errs, ix.applyTo(int(region), batches[region], rebuild))
	}
	return errors.Join(errs...)
}

func (ix *Index) applyOne(change *Change, rebuild bool) error {
	if change.Unit < 0 || change.Unit >= len(ix.units) {
		return fmt.Errorf("change of unit type %d of %d", change.Unit, len(ix.units))
	}
	decoded, err := ix.read(change)
	if err != nil {
		return &UnitError{change.Unit, ix.units[change.Unit].ID, err}
	}
	return ix.applyTo(int(ix.locations[change.Unit].region), []decodedChange{decoded}, rebuild)
}

// read decodes and checks a change.
func (ix *Index) read(change *Change) (decoded decodedChange, err error) {
	at := ix.locations[change.Unit]
	decoded = decodedChange{Change: change, unit: int(at.unit)}
	if len(change.PriceTable) > 0 {
		if decoded.table, err = DecodePriceTable(change.PriceTable); err != nil {
			return decoded, err
		}
		decoded.table = decoded.table.Trim(ix.first, ix.days)
		decoded.table.fillGaps()
		decoded.table = decoded.table.bySize(ix.units[change.Unit].charges(nil))
	} else if change.PriceTable != nil {
		decoded.table = &PriceTable{first: ix.first, days: ix.days}
	}
	thresholds := ix.thresholds(&decoded, ix.regions[at.region].Load())
	for _, stay := range change.Prices {
		switch day := int(stay.Arrival - ix.first); {
		case day < 0 || day >= ix.days || stay.Nights < 1 || stay.Nights > MaxNights:
			return decoded, fmt.Errorf("stay of %d nights from %s is outside the window", stay.Nights, stay.Arrival)
		case thresholds == 0 || len(stay.Prices) != thresholds || stay.Was != nil && len(stay.Was) != thresholds:
			return decoded, fmt.Errorf("%d prices for %d thresholds", len(stay.Prices), thresholds)
		case slices.Max(stay.Prices) > uint32(MaxPrice):
			return decoded, fmt.Errorf("price of %d pence: want at most %d", slices.Max(stay.Prices), MaxPrice)
		}
	}
	if change.Allotment != nil {
		if decoded.allotment, err = DecodeAllotment(change.Allotment); err != nil {
			return decoded, err
		}
	}
	return decoded, nil
}

// thresholds returns how many thresholds single prices of a change must have.
func (ix *Index) thresholds(change *decodedChange, region *region) int {
	if change.table != nil && len(change.table.thresholds) > 0 {
		return len(change.table.thresholds)
	}
	return region.thresholdsOf(change.unit)
}

// applyTo applies changes of one region. It edits rows where the region has
// slots, nights and codes for them. Otherwise it rebuilds the region if rebuild
// allows that.
func (ix *Index) applyTo(regionIndex int, changes []decodedChange, rebuild bool) error {
	region := ix.regions[regionIndex].Load()
	var edits []edit
	for j := range changes {
		var ok bool
		if edits, ok = ix.editsOf(region, &changes[j], edits); !ok {
			if !rebuild {
				return fmt.Errorf("%s: %w", region.id, ErrNoRoom)
			}
			return ix.rebuildRegion(regionIndex, changes)
		}
	}
	for j := range changes {
		change := &changes[j]
		if from, to, ok := ix.nightsOf(change); ok {
			ix.runsBefore = ix.stocks[change.Unit].runs(from, to, region.longest(), ix.runsBefore)
			ix.applyStock(change)
			ix.runsAfter = ix.stocks[change.Unit].runs(from, to, region.longest(), ix.runsAfter)
			ix.updateOpen(region, change.unit, max(0, from-region.longest()+1))
		}
		ix.setEarlierPrices(region, change)
	}
	ix.editRows(region, edits)
	return nil
}

// rebuildRegion builds a region again from its own data, with changes applied.
func (ix *Index) rebuildRegion(regionIndex int, changes []decodedChange) error {
	region := ix.regions[regionIndex].Load()
	tables := make([]*PriceTable, len(region.units))
	data := make([]UnitData, len(region.units))
	for position, unit := range region.units {
		tables[position], _, data[position].Booked = ix.unitData(int(unit))
		data[position].Allotment = ix.stocks[unit].allotment
	}
	for _, change := range changes {
		changed := &data[change.unit]
		if change.table != nil {
			tables[change.unit] = change.table
		}
		for _, stay := range change.Prices {
			tables[change.unit].setStay(stay)
		}
		if change.Change.Allotment != nil {
			changed.Allotment = change.Change.Allotment
		}
		for _, booked := range change.Booked {
			changed.Booked = append(slices.DeleteFunc(changed.Booked, func(night BookedNight) bool { return night.Night == booked.Night }), booked)
		}
	}
	for position, table := range tables {
		if table != nil && len(table.thresholds) > 0 {
			data[position].PriceTable = table.Encode()
		}
	}
	// The index has made these bytes itself, or has read them before.
	if err := ix.buildRegion(regionIndex, data, nil); err != nil {
		return fmt.Errorf("rebuild region %s: %w", region.id, err)
	}
	ix.rebuildChannelMinima(ix.channels[region.channel])
	return nil
}

// setStay sets the prices of a stay, which read has already checked.
func (t *PriceTable) setStay(stay Stay) {
	for threshold, price := range stay.Prices {
		was := uint32(0)
		if stay.Was != nil {
			was = stay.Was[threshold]
		}
		_ = t.Set(stay.Arrival, stay.Nights, threshold, pence(price), pence(was)) // read has checked the ranges
	}
}
