package main

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"

	"holidaymaker/internal/availability"

	_ "modernc.org/sqlite"
)

// sqlite is SQLite inside this process: a WITHOUT ROWID table in the order of
// the search, with a large cache and memory-mapped files.
type sqlite struct{ statements }

func newSQLite(dir string, m *market, unitData []availability.UnitData, ix *availability.Index) *sqlite {
	db, err := sql.Open("sqlite", filepath.Join(dir, "baseline.sqlite")+"?_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=cache_size(-600000)&_pragma=mmap_size(8000000000)")
	must(err)
	db.SetMaxOpenConns(1)
	for _, text := range []string{
		"CREATE TABLE price (" + priceColumns + ", PRIMARY KEY (channel, nights, region, arrival, unit, lo)) WITHOUT ROWID",
		"CREATE TABLE minima (" + minimaColumns + ", PRIMARY KEY (channel, nights, region, dogs, class, arrival)) WITHOUT ROWID",
	} {
		_, err := db.Exec(text)
		must(err)
	}
	tx, err := db.Begin()
	must(err)
	load := func(table string, columns int, rows func(put func(...any))) {
		st, err := tx.Prepare("INSERT INTO " + table + " VALUES (?" + strings.Repeat(",?", columns-1) + ")")
		must(err)
		rows(func(row ...any) {
			_, err := st.Exec(row...)
			must(err)
		})
	}
	load("price", 12, func(put func(...any)) {
		m.eachOpen(unitData, func(s *stay) {
			put(s.channel, s.nights, s.region, s.arrival, s.unit, s.lo, s.hi, s.park, bit(s.dogs), s.features, s.operator, int64(s.price))
		})
	})
	load("minima", 7, func(put func(...any)) {
		m.eachMinimum(ix, func(r []int) { put(r[0], r[1], r[2], r[3], r[4], r[5], r[6]) })
	})
	must(tx.Commit())
	_, err = db.Exec("ANALYZE")
	must(err)
	return &sqlite{statements{db, map[string]*sql.Stmt{}}}
}

func (e *sqlite) name() string { return "sqlite" }

func (e *sqlite) close() { e.db.Close() }

func (e *sqlite) search(q *question, a *answer) {
	var args []any
	mark := plain(&args)
	// The placeholders of the outer query come first in the text.
	day := func() string { return mark(q.day) }
	head := fmt.Sprintf(`SELECT park, arrival, price, units, count(*) OVER (), count(*) FILTER (WHERE arrival = %s) OVER () FROM (
		SELECT park, arrival, price, units, min(abs(arrival - %s) * 2 + (arrival > %s)) FROM (
			SELECT park, arrival, min(price) AS price, count(*) AS units FROM price WHERE `, day(), day(), day())
	regions := func() string {
		if q.region >= 0 {
			return " AND region = " + mark(q.region)
		}
		var list []string
		for r := range trades[q.channel].regions {
			list = append(list, mark(regionID(q.channel, r)))
		}
		return " AND region IN (" + strings.Join(list, ", ") + ")"
	}
	text := head + conditions(q, regions, mark) + fmt.Sprintf(` GROUP BY park, arrival) GROUP BY park)
		ORDER BY abs(arrival - %s), price, park LIMIT %d`, day(), firstPage)
	e.statements.search(text, args, a)
}
