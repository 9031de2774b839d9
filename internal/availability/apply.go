package availability

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"holidaymaker/internal/date"
)

// order is a Change that has been read and checked.
type order struct {
	*Change
	unit      int    // in its region
	sheet     *Sheet // in the window, holes filled; nil when the prices stay
	allotment Allotment
}

// edit is a new price of one slot: 0 withdraws.
type edit struct {
	cell  int // nights × days
	slot  int
	price uint32
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

// nightsOf returns the first and the last night in the window whose stock an
// order may change.
func (ix *Index) nightsOf(o *order) (lo, hi int, ok bool) {
	if o.Change.Allotment != nil {
		return 0, ix.nights - 1, true
	}
	if len(o.Taken) == 0 {
		return 0, 0, false
	}
	first, last := o.Taken[0].Night, o.Taken[0].Night
	for _, t := range o.Taken {
		first, last = min(first, t.Night), max(last, t.Night)
	}
	lo, hi = max(0, int(first-ix.first)), min(ix.nights-1, int(last-ix.first))
	return lo, hi, lo <= hi
}

// editsOf appends what an order changes in the rows; ok is false when the
// region cannot hold it.
func (ix *Index) editsOf(g *region, o *order, edits []edit) (all []edit, ok bool) {
	from, to := int(g.start[o.unit]), int(g.end[o.unit])
	if o.sheet != nil {
		if !g.fits(o.sheet, from, to) {
			return edits, false
		}
		edits = ix.differences(g, o.sheet, from, to, edits)
	}
	start := len(edits)
	for _, s := range o.Prices {
		n := g.nightsIndex(s.Nights)
		if n < 0 {
			return edits, false
		}
		above := uint32(0)
		cell := n*g.days + int(s.Arrival-ix.first)
		for k := len(s.Prices) - 1; k >= 0; k-- {
			if s.Prices[k] != 0 {
				above = s.Prices[k]
			}
			edits = append(edits, edit{cell, from + k, above})
		}
	}
	slices.Reverse(edits[start:]) // thresholds ascend again, but so the last stay comes first
	slices.SortStableFunc(edits[start:], func(a, b edit) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.slot, b.slot)) })
	edits = append(edits[:start], slices.CompactFunc(edits[start:], func(a, b edit) bool { return a.cell == b.cell && a.slot == b.slot })...)
	for _, e := range edits {
		if e.price == 0 {
			continue
		}
		if _, ok := g.codes.add(e.price); !ok {
			return edits, false
		}
	}
	return edits, true
}

// fits tells whether a sheet has the thresholds of its unit type's slots and
// no new durations.
func (g *region) fits(s *Sheet, from, to int) bool {
	if len(s.keys) == 0 {
		return true
	}
	if len(s.keys) != to-from {
		return false
	}
	for i, k := range s.keys {
		if int(g.keys[g.slots[from+i].highest]) != k {
			return false
		}
	}
	return !slices.ContainsFunc(s.Nights(), func(n int) bool { return g.nightsIndex(n) < 0 })
}

// differences appends the prices in which a sheet differs from the rows.
func (ix *Index) differences(g *region, s *Sheet, from, to int, edits []edit) []edit {
	for n, nights := range g.nights {
		cells := s.prices[int(nights)]
		for day := range g.days {
			r := g.rows[n*g.days+day].Load()
			if r == nil && cells == nil {
				continue
			}
			for slot := from; slot < to; slot++ {
				old, new := uint32(0), uint32(0)
				if code, ok := g.codeOf(r, slot); ok {
					old = g.penceOf(code)
				}
				if cells != nil {
					new = cells[day*(to-from)+slot-from].price
				}
				if old != new {
					edits = append(edits, edit{n*g.days + day, slot, new})
				}
			}
		}
	}
	return edits
}

// restock writes the stock that an order brings.
func (ix *Index) restock(o *order) {
	st := &ix.stocks[o.Unit]
	if o.Change.Allotment != nil {
		before, _ := DecodeAllotment(st.allotment)
		for i := range ix.nights {
			st.put(i, o.allotment.At(ix.first+date.Date(i))-st.taken(i, before, ix.first))
		}
		st.allotment = slices.Clone(o.Change.Allotment)
	}
	for _, t := range o.Taken {
		if night := int(t.Night - ix.first); night >= 0 && night < ix.nights {
			st.put(night, allotmentAt(st.allotment, t.Night)-t.Units)
		}
	}
}

// rewas writes the earlier prices that an order brings.
func (ix *Index) rewas(g *region, o *order) {
	st := &ix.stocks[o.Unit]
	var list []wasPrice
	if o.sheet != nil {
		for p := range o.sheet.All() {
			if p.Was != 0 {
				list = append(list, wasPrice{wasKey(int(p.Arrival-ix.first), p.Nights, p.Threshold), uint32(p.Was)})
			}
		}
		st.setWas(list)
	}
	had := st.was.Load()
	if len(o.Prices) == 0 || had == nil && !slices.ContainsFunc(o.Prices, func(s Stay) bool { return s.Was != nil }) {
		return
	}
	if had != nil {
		list = slices.Clone(*had)
	}
	for _, s := range o.Prices {
		day := int(s.Arrival - ix.first)
		low, high := wasKey(day, s.Nights, 0), wasKey(day, s.Nights, 255)
		list = slices.DeleteFunc(list, func(w wasPrice) bool { return w.key >= low && w.key <= high })
		from := -1 // the threshold that a hole is filled from
		for k := len(s.Prices) - 1; k >= 0; k-- {
			if s.Prices[k] != 0 {
				from = k
			}
			if from >= 0 && s.Was != nil && s.Was[from] > s.Prices[from] {
				list = append(list, wasPrice{low + uint32(k), s.Was[from]})
			}
		}
	}
	st.setWas(list)
}

// editRows writes new prices, row by row, and mends the minima.
func (ix *Index) editRows(g *region, edits []edit) {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.slot, b.slot)) })
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && edits[n].cell == edits[0].cell {
			n++
		}
		ix.editRow(g, edits[:n])
		edits = edits[n:]
	}
}

func (ix *Index) editRow(g *region, edits []edit) {
	cell := edits[0].cell
	nights, day := cell/g.days, cell%g.days
	r := g.rows[cell].Load()
	type step struct {
		slot     int
		old, new uint32
	}
	steps := make([]step, 0, 8)
	changes := make([]slotCode, 0, 8)
	copied := false
	for i, e := range edits {
		if i+1 < len(edits) && edits[i+1].slot == e.slot {
			continue // a later change of the same price
		}
		old, had := uint32(0), false
		if code, ok := g.codeOf(r, e.slot); ok {
			had = true
			if g.open(r, e.slot>>6)>>(e.slot&63)&1 == 1 {
				old = g.penceOf(code)
			}
		}
		new, code := uint32(0), uint32(0)
		if e.price != 0 {
			code, _ = g.codes.find(e.price)
			if ix.isOpen(g, e.slot, nights, day) {
				new = e.price
			}
		}
		if !had && code == 0 {
			continue
		}
		copied = copied || had != (code != 0)
		steps = append(steps, step{e.slot, old, new})
		changes = append(changes, slotCode{e.slot, code})
	}
	if len(changes) == 0 {
		return
	}
	to := r
	if copied {
		to = g.with(r, changes)
	}
	for i, c := range changes {
		if to == nil || c.code == 0 {
			continue
		}
		if !copied {
			g.setCode(to, g.rank(to, c.slot), c.code)
		}
		g.turn(to, c.slot, steps[i].new != 0)
	}
	if copied {
		g.rows[cell].Store(to)
	}
	for _, s := range steps {
		ix.mend(g, nights, day, s.slot, s.old, s.new)
	}
}

// turn opens or closes a slot.
func (s shape) turn(r *row, slot int, open bool) {
	word, bit := s.open(r, slot>>6), uint64(1)<<(slot&63)
	if open != (word&bit != 0) {
		s.setOpen(r, slot>>6, word^bit)
	}
}

func (ix *Index) isOpen(g *region, slot, nights, day int) bool {
	return ix.stocks[g.slots[slot].unit].fewest(day, int(g.nights[nights])) > 0
}

// reopen opens and closes the stays of a unit type whose runs of free nights
// were long enough before, or are now, from one day on; most bookings change
// none.
func (ix *Index) reopen(g *region, unit, first int) {
	from, to := int(g.start[unit]), int(g.end[unit])
	for n, nights := range g.nights {
		for i, run := range ix.after {
			day := first + i
			want := run >= int(nights)
			if day >= g.days || want == (ix.before[i] >= int(nights)) {
				continue
			}
			r := g.rows[n*g.days+day].Load()
			if r == nil {
				continue
			}
			for word := from >> 6; word<<6 < to; word++ {
				mine := rangeBits(from-word<<6, to-word<<6)
				open := g.open(r, word)
				now := open &^ mine
				if want {
					now = open | g.priced(r, word)&mine
				}
				if now != open {
					g.setOpen(r, word, now)
					ix.mendWord(g, r, n, day, word, open^now, want)
				}
			}
		}
	}
}

// mendWord mends the minima after some slots of a word have opened or closed.
func (ix *Index) mendWord(g *region, r *row, n, day, word int, slots uint64, open bool) {
	for ; slots != 0; slots &= slots - 1 {
		slot := word<<6 | bits.TrailingZeros64(slots)
		price := g.penceOf(g.code(r, g.rank(r, slot)))
		if open {
			ix.mend(g, n, day, slot, 0, price)
		} else {
			ix.mend(g, n, day, slot, price, 0)
		}
	}
}

// rangeBits has the bits from one to before another, clipped to a word.
func rangeBits(from, to int) uint64 {
	b := ^uint64(0)
	if from > 0 {
		b <<= from
	}
	if to < 64 {
		b &= 1<<to - 1
	}
	return b
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
