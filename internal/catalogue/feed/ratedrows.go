package feed

// ratedRows are the rows of prices files that are for unit types whose prices or units come
// from rates. They are bad, because the rates would replace them whenever they are compiled
// again, unless another row of the import withdraws the unit type and so its rates.
type ratedRows struct {
	withdrawn map[int]bool // unit types by number
	first     map[int]foundRow
	count     map[int]int64
}

func (r *ratedRows) withdraw(unit int) {
	if r.withdrawn == nil {
		r.withdrawn = map[int]bool{}
	}
	r.withdrawn[unit] = true
}

// add adds a row.
func (r *ratedRows) add(unit int, row BadRow) {
	r.merge(unit, foundRow{lineRef{0, row.Line}, row}, 1)
}

func (r *ratedRows) merge(unit int, first foundRow, count int64) {
	if r.first == nil {
		r.first, r.count = map[int]foundRow{}, map[int]int64{}
	}
	if r.count[unit] == 0 {
		r.first[unit] = first
	}
	r.count[unit] += count
}

// addBlock adds the rows of a block of a file, which begins after a line of it.
func (r *ratedRows) addBlock(more ratedRows, number int, file File, after int64) {
	for unit := range more.withdrawn {
		r.withdraw(unit)
	}
	for unit, row := range more.first {
		row.File = file.Name
		row.Line += after
		row.at = lineRef{number, row.Line}
		r.merge(unit, row, more.count[unit])
	}
}

// bad returns the bad rows: of each unit type the first, and the number of all.
func (r *ratedRows) bad() (found badRows) {
	for unit, row := range r.first {
		if !r.withdrawn[unit] {
			found.add(row.at, row.BadRow)
			found.count += r.count[unit] - 1
		}
	}
	return found
}
