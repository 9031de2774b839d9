package availability

import (
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
)

// AllRegions is the region id for every region of a channel.
const AllRegions = "all-regions"

// BuildInput is everything that an Index is built from.
type BuildInput struct {
	First date.Date // first arrival date, tomorrow in London
	Days  int       // number of arrival dates
	Parks []Park
	Units []Unit

	// HiddenRegions are left out of answers over all regions and of the
	// documents (region "15"). Searches within them and for their parks still
	// work.
	HiddenRegions []string

	// Load reads what a set of unit types sells. Build calls it once for each
	// region of a channel, from several goroutines, with indexes into Units. It
	// must call yield for each of them that sells something, in any order, and
	// must not change the bytes afterwards. Where it is nil, Unit.Data is used.
	Load func(units []int, yield func(unit int, data UnitData)) error

	// Unreadable is called, one call at a time, for each unit type whose data
	// cannot be read. The unit type is then in the index without prices, so it
	// is not on sale. Where it is nil, Build returns an error for such data.
	Unreadable func(unit int, err error)

	// Version is the first value of Index.Version. It must be greater than any
	// version of an earlier index, so that no cache uses old prices as new
	// ones.
	Version uint64
}

// Park is what the index knows about a park.
type Park struct {
	ID       string
	SortName string // orders parks with the same price; compared byte by byte
	Region   string
	Operator string
}

// Unit is what the index knows about a unit type.
type Unit struct {
	ID      string
	Channel string
	Park    int // index in BuildInput.Parks
	Dogs    bool
	// Charges are compulsory. They are added to every price of its PriceTable; those per
	// dog to its prices with a dog.
	Charges money.Rates
	// Levies are added to every price too. All of a party count as adults, because prices
	// are by its size.
	Levies   money.Levies
	Features []string // of the unit type and its park together
	Offers   []string // urns
	Data     UnitData // when BuildInput.Load is nil
}

// UnitData is what a unit type sells: the bytes of its PriceTable and its Allotment,
// and the units that are taken, by night.
type UnitData struct {
	PriceTable, Allotment []byte
	Booked                []BookedNight // on missing nights none are booked
}

// Change is a change of one unit type. Fields that are nil do not change.
type Change struct {
	Unit       int           // index in BuildInput.Units, see Index.Unit
	PriceTable []byte        // all its new prices; an empty, non-nil slice means no prices
	Prices     []Stay        // single new prices, applied after PriceTable
	Allotment  []byte        // its whole new allotment
	Booked     []BookedNight // units now booked on these nights; other nights do not change
}

// Stay is the prices of one arrival date and number of nights, for all
// thresholds of the price table in order. A price of 0 withdraws.
type Stay struct {
	Arrival date.Date
	Nights  int
	Prices  []uint32 // pence
	Was     []uint32 // pence; nil when none has an earlier price
}
