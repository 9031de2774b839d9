package availability

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"holidaymaker/internal/date"
)

// MaxUnits is the largest number of units of one type on one night.
const MaxUnits = 30000

// Allotment is the number of units of one unit type on each night, whether
// booked or not. Nights outside it have none.
type Allotment struct {
	First date.Date
	Units []int // for each night from First on; 0 to MaxUnits
}

// BookedNight is how many units of a type are off sale on a night: by holds,
// bookings and what staff have closed, together.
type BookedNight struct {
	Night date.Date
	Units int
}

// At returns the number of units on a night.
func (a Allotment) At(night date.Date) int {
	if i := int(night - a.First); i >= 0 && i < len(a.Units) {
		return a.Units[i]
	}
	return 0
}

// OnEveryNight reports whether there are units on each night of a stay.
func (a Allotment) OnEveryNight(arrival date.Date, nights int) bool {
	for night := range nights {
		if a.At(arrival+date.Date(night)) == 0 {
			return false
		}
	}
	return true
}

// Trim returns the part of the allotment in a window of nights.
func (a Allotment) Trim(first date.Date, nights int) Allotment {
	lo := min(max(0, int(first-a.First)), len(a.Units))
	hi := min(max(lo, int(first-a.First)+nights), len(a.Units))
	return Allotment{a.First + date.Date(lo), slices.Clone(a.Units[lo:hi])}
}

// Merge replaces the nights of a that other covers by the numbers of other.
// Nights between the two that neither covers have no units.
func (a Allotment) Merge(other Allotment) Allotment {
	if len(a.Units) == 0 {
		return Allotment{other.First, slices.Clone(other.Units)}
	}
	if len(other.Units) == 0 {
		return Allotment{a.First, slices.Clone(a.Units)}
	}
	first := min(a.First, other.First)
	end := max(a.First+date.Date(len(a.Units)), other.First+date.Date(len(other.Units)))
	out := Allotment{first, make([]int, end-first)}
	copy(out.Units[a.First-first:], a.Units)
	copy(out.Units[other.First-first:], other.Units)
	return out
}

// Equal reports whether two allotments have the same units every night.
func (a Allotment) Equal(b Allotment) bool {
	x, y := a.withoutEmptyEnds(), b.withoutEmptyEnds()
	return slices.Equal(x.Units, y.Units) && (x.First == y.First || len(x.Units) == 0)
}

// withoutEmptyEnds returns the allotment without the empty nights at both ends.
func (a Allotment) withoutEmptyEnds() Allotment {
	for len(a.Units) > 0 && a.Units[0] == 0 {
		a.First, a.Units = a.First+1, a.Units[1:]
	}
	for len(a.Units) > 0 && a.Units[len(a.Units)-1] == 0 {
		a.Units = a.Units[:len(a.Units)-1]
	}
	return a
}

// Encode returns the binary form: version, first night, number of nights, then
// runs of nights with the same number (units, length). It limits each number to
// 0 to MaxUnits.
func (a Allotment) Encode() []byte {
	b := binary.AppendVarint([]byte{blobVersion}, int64(a.First))
	b = binary.AppendUvarint(b, uint64(len(a.Units)))
	for i := 0; i < len(a.Units); {
		run := 1
		for i+run < len(a.Units) && a.Units[i+run] == a.Units[i] {
			run++
		}
		b = binary.AppendUvarint(b, uint64(min(max(a.Units[i], 0), MaxUnits)))
		b = binary.AppendUvarint(b, uint64(run))
		i += run
	}
	return slices.Clip(sealBlob(b))
}

// DecodeAllotment reads the binary form of an allotment. Empty bytes give an
// allotment without nights; invalid bytes give an error.
func DecodeAllotment(b []byte) (Allotment, error) {
	if len(b) == 0 {
		return Allotment{}, nil
	}
	content, err := openBlob("allotment", b)
	if err != nil {
		return Allotment{}, err
	}
	r := reader{b: content}
	a := Allotment{First: date.Date(r.varint())}
	a.Units = make([]int, 0, r.count(maxDays+MaxNights))
	for r.err == nil && len(a.Units) < cap(a.Units) {
		units, run := r.count(MaxUnits), r.count(cap(a.Units)-len(a.Units))
		if run == 0 {
			r.fail(errors.New("run of no nights"))
		}
		for range run {
			a.Units = append(a.Units, units)
		}
	}
	if r.err != nil {
		return Allotment{}, fmt.Errorf("decode allotment: %w: %w", ErrUnreadable, r.err)
	}
	return a, nil
}

// allotmentAt reads one night of an allotment's bytes, which DecodeAllotment
// has accepted.
func allotmentAt(b []byte, night date.Date) int {
	if len(b) == 0 {
		return 0
	}
	r := reader{b: b[1:]}
	nightsToGo := int64(night) - r.varint()
	if nights := r.uvarint(); nightsToGo < 0 || nightsToGo >= int64(nights) {
		return 0
	}
	for r.err == nil {
		units, run := r.uvarint(), int64(r.uvarint())
		if nightsToGo -= run; nightsToGo < 0 {
			return int(units)
		}
	}
	return 0
}
