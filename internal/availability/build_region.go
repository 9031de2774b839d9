package availability

import (
	"fmt"
	"math/bits"
)

// buildRegion builds a region from the data of its unit types and stores it. It
// reports a unit type whose data cannot be read to unreadable and builds it
// without prices; where unreadable is nil, it returns an error.
func (ix *Index) buildRegion(regionIndex int, data []UnitData, unreadable func(int, error)) error {
	channelRegion := &ix.channelRegions[regionIndex]
	tables := make([]unitTables, len(data))
	var prices priceSet
	for position := range data {
		unit := channelRegion.units[position]
		unpacked, err := data[position].decode(&ix.units[unit])
		if err != nil && unreadable == nil {
			return fmt.Errorf("unit type %s: %w", ix.units[unit].ID, err)
		}
		if err != nil {
			unreadable(int(unit), err)
			unpacked, data[position].Allotment = unitTables{}, nil
		}
		tables[position] = unpacked
		for _, table := range unpacked.prices {
			prices.addAll(table.prices)
		}
		ix.stocks[unit].reset(ix.first, ix.nights, data[position].Allotment, unpacked.allotment, data[position].Booked)
	}
	region := ix.plan(channelRegion, tables)
	region.codes = newCodes(prices.sorted())
	region.shift = region.codes.shift()
	builder := &regionBuilder{ix: ix, region: region, rows: make([]*row, len(region.rows)), next: make([]int32, len(region.rows))}
	for i := range tables {
		for _, table := range tables[i].prices {
			builder.count(table)
		}
	}
	builder.allot()
	for unit := range tables {
		builder.put(unit, &tables[unit])
	}
	for at, row := range builder.rows {
		if row != nil {
			region.fillRanks(row)
			region.rows[at].Store(row)
		}
	}
	ix.regions[regionIndex].Store(region)
	return nil
}

// regionBuilder builds a region. It first counts the prices of each row, so
// that each row is allocated once, with its exact size.
type regionBuilder struct {
	ix     *Index
	region *region
	rows   []*row
	next   []int32  // by row: first the number of prices, then how many are written
	runs   []int    // of the unit type that put writes, see unitStock.runs
	codes  []uint32 // of its distinct prices
}

// firstDay returns the day on which a series begins, in the window of the index.
func (b *regionBuilder) firstDay(table *packed, series *series) int {
	return int(table.first-b.ix.first) + series.first
}

// count counts the prices of a unit type by row.
func (b *regionBuilder) count(table *packed) {
	for i := range table.series {
		series := &table.series[i]
		row := b.next[b.region.nightsIndex(series.nights)*b.region.days:][:b.region.days]
		first := b.firstDay(table, series)
		for at, word := range series.days {
			for ; word != 0; word &= word - 1 {
				if day := first + 8*at + bits.TrailingZeros8(word); day >= 0 && day < len(row) {
					row[day]++
				}
			}
		}
	}
}

// allot makes the rows in one block of memory, by nights and date, so that the
// rows of a search are next to each other.
func (b *regionBuilder) allot() {
	words := 0
	for _, prices := range b.next {
		if prices > 0 {
			words += b.region.rowWords(int(prices))
		}
	}
	block := make([]uint64, words)
	for at, prices := range b.next {
		if prices > 0 {
			size := b.region.rowWords(int(prices))
			b.rows[at], block = newRow(block[:size:size]), block[size:]
		}
		b.next[at] = 0
	}
}

// put writes the prices of a unit type. Unit types come in the order of their
// slots, so each price is appended to its row.
func (b *regionBuilder) put(unit int, tables *unitTables) {
	if len(tables.prices) == 0 {
		return
	}
	region := b.region
	stock := &b.ix.stocks[region.units[unit]]
	b.runs = stock.runs(0, b.ix.nights-1, MaxNights, b.runs)
	firstSlot := int(region.unitStart[unit])
	for _, table := range tables.prices {
		b.codes = region.codes.translate(table.prices, b.codes)
		for i := range table.series {
			series := &table.series[i]
			b.putSeries(table, series, firstSlot+series.threshold)
		}
		firstSlot += len(table.thresholds)
	}
	var was []wasPrice
	table := tables.prices[0]
	for _, w := range table.was {
		series := &table.series[w.series]
		if day := int(table.first-b.ix.first) + w.day; day >= 0 && day < region.days {
			was = append(was, wasPrice{wasKey(day, series.nights, series.threshold), w.pence})
		}
	}
	stock.setWas(was)
}

// putSeries writes the prices of one series into its slot of each row.
func (b *regionBuilder) putSeries(table *packed, series *series, slot int) {
	region := b.region
	nightsIndex := region.nightsIndex(series.nights)
	rows, next := b.rows[nightsIndex*region.days:][:region.days], b.next[nightsIndex*region.days:][:region.days]
	dogs := int(region.slots[slot].dogs)
	word, bit := slot>>6, uint64(1)<<(slot&63)
	codesAt, shift, width := region.codesAt(), region.shift, 64>>region.shift
	first, i := b.firstDay(table, series), -1
	for at, days := range series.days {
		for ; days != 0; days &= days - 1 {
			i++
			day := first + 8*at + bits.TrailingZeros8(days)
			if day < 0 || day >= len(rows) {
				continue
			}
			// at, not data: the size of a row is a line of the cache that nothing
			// else here needs. count has visited the same prices.
			place, row := table.priceIndex(series, i), rows[day]
			*row.at(region.pricedAt(word)) |= bit
			rank := int(next[day])
			next[day]++
			*row.at(codesAt + rank>>shift) |= uint64(b.codes[place]) << (rank & (1<<shift - 1) * width)
			if b.runs[day] < series.nights {
				continue
			}
			*row.at(openAt(word)) |= bit
			for class := int(region.slots[slot].lowest); class <= int(region.slots[slot].highest); class++ {
				lower(&region.pence[region.at(nightsIndex, dogs, class, day)], table.prices[place])
			}
		}
	}
}
