package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"path/filepath"

	"holidaymaker/internal/availability"

	"github.com/duckdb/duckdb-go/v2"
)

// duck is DuckDB inside this process, with two threads. Its table is stored in
// the order of the search.
type duck struct{ statements }

func newDuck(dir string, m *market, unitData []availability.UnitData, ix *availability.Index) *duck {
	connector, err := duckdb.NewConnector(filepath.Join(dir, "baseline.duckdb"), nil)
	must(err)
	db := sql.OpenDB(connector)
	exec := func(text string) {
		if _, err := db.Exec(text); err != nil {
			panic(fmt.Sprintf("%v: %s", err, text))
		}
	}
	exec("SET threads = 2")
	exec("SET preserve_insertion_order = true")
	exec(`CREATE TABLE loaded (channel SMALLINT, nights SMALLINT, region SMALLINT, arrival SMALLINT, unit INTEGER, lo SMALLINT, hi SMALLINT,
		park INTEGER, dogs SMALLINT, features SMALLINT, operator SMALLINT, price INTEGER)`)
	exec(`CREATE TABLE minima (channel SMALLINT, nights SMALLINT, region SMALLINT, dogs SMALLINT, class SMALLINT, arrival SMALLINT, price INTEGER)`)
	conn, err := connector.Connect(context.Background())
	must(err)
	load := func(table string, rows func(put func(...driver.Value))) {
		app, err := duckdb.NewAppenderFromConn(conn, "", table)
		must(err)
		rows(func(row ...driver.Value) { must(app.AppendRow(row...)) })
		must(app.Close())
	}
	load("loaded", func(put func(...driver.Value)) {
		m.eachOpen(unitData, func(s *stay) {
			put(int16(s.channel), int16(s.nights), int16(s.region), int16(s.arrival), int32(s.unit), int16(s.lo), int16(s.hi),
				int32(s.park), int16(bit(s.dogs)), int16(s.features), int16(s.operator), int32(s.price))
		})
	})
	load("minima", func(put func(...driver.Value)) {
		m.eachMinimum(ix, func(r []int) {
			put(int16(r[0]), int16(r[1]), int16(r[2]), int16(r[3]), int16(r[4]), int16(r[5]), int32(r[6]))
		})
	})
	must(conn.Close())
	exec("CREATE TABLE price AS SELECT * FROM loaded ORDER BY channel, nights, region, arrival")
	exec("DROP TABLE loaded")
	return &duck{statements{db, map[string]*sql.Stmt{}}}
}

func (e *duck) name() string { return "duckdb" }

func (e *duck) close() { e.db.Close() }

func (e *duck) search(q *question, a *answer) {
	var args []any
	mark := plain(&args)
	exact := mark(q.day)
	near, after := mark(q.day), mark(q.day)
	regions := func() string {
		if q.region < 0 {
			return ""
		}
		return " AND region = " + mark(q.region)
	}
	text := fmt.Sprintf(`SELECT park, arrival, price, units, count(*) OVER (), count(*) FILTER (WHERE arrival = %s) OVER () FROM (
		SELECT park, arg_min(arrival, near) AS arrival, arg_min(price, near) AS price, arg_min(units, near) AS units FROM (
			SELECT park, arrival, abs(arrival - %s) * 2 + (arrival > %s)::INTEGER AS near, min(price) AS price, count(*) AS units FROM price WHERE `,
		exact, near, after) +
		conditions(q, regions, mark) + fmt.Sprintf(` GROUP BY park, arrival) GROUP BY park)
		ORDER BY abs(arrival - %s), price, park LIMIT %d`, mark(q.day), firstPage)
	e.statements.search(text, args, a)
}

// raw computes a calendar from all prices, to check the table of minima.
func (e *duck) raw(c *calendar) (days []day) {
	text := "SELECT arrival, min(price) FROM price WHERE channel = ? AND nights = ? AND lo <= ? AND hi >= ?"
	args := []any{c.channel, c.nights, c.party, c.party}
	if c.region >= 0 {
		text += " AND region = ?"
		args = append(args, c.region)
	}
	if c.dogs {
		text += " AND dogs = 1"
	}
	e.query(text+" GROUP BY arrival ORDER BY arrival", args, func(rows *sql.Rows) error {
		var d day
		err := rows.Scan(&d.day, &d.price)
		days = append(days, d)
		return err
	})
	flagWeeks(days)
	return days
}
