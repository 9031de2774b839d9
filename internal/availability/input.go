package availability

import "holidaymaker/internal/date"

// AllRegions is the region id that stands for every region of a channel.
const AllRegions = "all-regions"

// BuildInput is everything that an Index is built from.
type BuildInput struct {
	First date.Date // first arrival date, tomorrow in London
	Days  int       // number of arrival dates
	Parks []Park
	Units []Unit

	// HiddenRegions never show in answers over all regions, nor in the
	// documents (region "15"); their parks still answer for themselves.
	HiddenRegions []string

	// Load reads what a set of unit types sells. Build calls it once for
	// each region of a channel, from several goroutines, with indexes into
	// Units; load calls yield for each of them that sells something, in any
	// order. The bytes must not change afterwards. Nil: Unit.Data is used.
	Load func(units []int, yield func(unit int, s UnitData)) error

	// Unreadable is called, one call at a time, for each unit type whose data
	// cannot be read. The unit type is then in the index without prices: it is
	// not on sale. Nil: such data is an error of Build.
	Unreadable func(unit int, err error)

	// Version is where Index.Version begins: greater than any that an index
	// before it has answered, so that no cache takes new prices for old ones.
	Version uint64
}

// Park is a park as the index knows it.
type Park struct {
	ID       string
	SortName string // changes parks of the same price; compared byte by byte
	Region   string
	Operator string
}

// Unit is a unit type as the index knows it.
type Unit struct {
	ID       string
	Channel  string
	Park     int // index in BuildInput.Parks
	Dogs     bool
	Features []string // of the unit type and its park together
	Offers   []string // urns
	Data     UnitData // when BuildInput.Load is nil
}

// UnitData is what a unit type sells: the bytes of its PriceTable and its Allotment,
// and the units that are taken, by night.
type UnitData struct {
	PriceTable, Allotment []byte
	Booked                []BookedNight // nights that are missing have none taken
}

// Change is what happens to one unit type. Fields that are nil stay as they
// are.
type Change struct {
	Unit       int           // index in BuildInput.Units, see Index.Unit
	PriceTable []byte        // its new prices, whole; an empty, non-nil slice sells nothing
	Prices     []Stay        // single new prices, applied after PriceTable
	Allotment  []byte        // its new allotment, whole
	Booked     []BookedNight // units taken now, on these nights; other nights keep theirs
}

// Stay is the prices of one arrival date and number of nights: all thresholds
// at once, in the order of the price table's. A price of 0 withdraws.
type Stay struct {
	Arrival date.Date
	Nights  int
	Prices  []uint32 // pence
	Was     []uint32 // pence; nil when none has an earlier price
}
