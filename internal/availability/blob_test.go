package availability

import (
	"errors"
	"slices"
	"testing"

	"holidaymaker/internal/date"
)

// A node must not take the blob of a later release for one that it knows.
func TestABlobOfAnotherVersionIsNotRead(t *testing.T) {
	table, err := NewPriceTable([]int{2, 6}, 20000, 30)
	if err != nil {
		t.Fatal(err)
	}
	later := func(b []byte) []byte {
		b = slices.Clone(b[:len(b)-4])
		b[0]++
		return sealBlob(b)
	}
	if _, err := DecodePriceTable(later(table.Encode())); !errors.Is(err, ErrUnreadable) {
		t.Errorf("price table: %v", err)
	}
	nights := Allotment{First: date.Date(20000), Units: slices.Repeat([]int{3}, 40)}
	if _, err := DecodeAllotment(later(nights.Encode())); !errors.Is(err, ErrUnreadable) {
		t.Errorf("allotment: %v", err)
	}
}

func TestDamageToAPriceTableIsNoticed(t *testing.T) {
	table, err := NewPriceTable([]int{6}, 20000, 10)
	if err != nil {
		t.Fatal(err)
	}
	for day := date.Date(20000); day < 20010; day++ {
		if err := table.Set(day, 3, 0, 100_00, 0); err != nil {
			t.Fatal(err)
		}
	}
	whole := table.Encode()
	for at := range whole {
		for bit := range 8 {
			damaged := slices.Clone(whole)
			damaged[at] ^= 1 << bit
			if got, err := DecodePriceTable(damaged); !errors.Is(err, ErrUnreadable) && !got.Equal(table) {
				t.Fatalf("bit %d of byte %d flipped: %v", bit, at, err)
			}
		}
		if _, err := DecodePriceTable(whole[:at]); !errors.Is(err, ErrUnreadable) {
			t.Fatalf("cut to %d bytes: %v", at, err)
		}
	}
}

func TestAnIndexIsBuiltWithoutUnitTypesThatCannotBeRead(t *testing.T) {
	table, err := NewPriceTable([]int{6}, 20000, 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Set(20001, 3, 0, 100_00, 0); err != nil {
		t.Fatal(err)
	}
	nights := Allotment{First: date.Date(20000), Units: slices.Repeat([]int{3}, 40)}.Encode()
	in := BuildInput{First: 20000, Days: 10, Parks: []Park{{ID: "P", Region: "12"}}, Units: []Unit{
		{ID: "good", Channel: "c", Data: UnitData{PriceTable: table.Encode(), Allotment: nights}},
		{ID: "bad table", Channel: "c", Data: UnitData{PriceTable: []byte("rubbish"), Allotment: nights}},
		{ID: "bad allotment", Channel: "c", Data: UnitData{PriceTable: table.Encode(), Allotment: []byte{9}}},
	}}
	if _, err := Build(in); !errors.Is(err, ErrUnreadable) {
		t.Errorf("without Unreadable: %v", err)
	}
	var left []int
	in.Unreadable = func(unit int, err error) {
		if !errors.Is(err, ErrUnreadable) {
			t.Error(err)
		}
		left = append(left, unit)
	}
	ix, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(left)
	if !slices.Equal(left, []int{1, 2}) {
		t.Errorf("left out %v", left)
	}
	for unit, want := range []bool{true, false, false} {
		if _, ok := ix.Offer(unit, 20001, 3, 2); ok != want {
			t.Errorf("%s on sale: %v", in.Units[unit].ID, ok)
		}
	}
	// New data puts the unit type on sale again.
	if err := ix.Apply([]Change{{Unit: 1, PriceTable: table.Encode(), Allotment: nights}}); err != nil {
		t.Fatal(err)
	}
	if _, ok := ix.Offer(1, 20001, 3, 2); !ok {
		t.Error("good data does not bring it back on sale")
	}
}
