package main

import (
	"database/sql"
	"fmt"
	"strings"

	"holidaymaker/internal/availability"
)

// engine answers searches and calendars over one market.
type engine interface {
	name() string
	search(q *question, a *answer)
	calendar(c *calendar) []day
	close()
}

// searching and asking return the work whose time is measured. For the index
// that does not include writing the answer in the form in which engines are
// compared.
func searching(e engine, list []question) func(int) {
	if m, ok := e.(*inMemory); ok {
		return func(i int) { m.ix.Search(&list[i].query, &m.a) }
	}
	var a answer
	return func(i int) { e.search(&list[i], &a) }
}

func asking(e engine, list []calendar) func(int) {
	if m, ok := e.(*inMemory); ok {
		return func(i int) { m.days = m.ix.Calendar(list[i].query, m.days[:0]) }
	}
	return func(i int) { e.calendar(&list[i]) }
}

// inMemory is the index of the product.
type inMemory struct {
	ix   *availability.Index
	a    availability.Answer
	days []availability.Day
	out  []day
}

func (e *inMemory) name() string { return "index" }

func (e *inMemory) close() {}

func (e *inMemory) search(q *question, a *answer) {
	e.ix.Search(&q.query, &e.a)
	a.total, a.exact, a.read, a.rows = e.a.Total, e.a.Exact, e.a.Read, a.rows[:0]
	for i := range e.a.Rows {
		r := &e.a.Rows[i]
		a.rows = append(a.rows, found{r.Park, int(r.Date - firstArrival), int(r.Price), r.Units})
	}
}

func (e *inMemory) calendar(c *calendar) []day {
	e.days = e.ix.Calendar(c.query, e.days[:0])
	e.out = e.out[:0]
	for _, d := range e.days {
		e.out = append(e.out, day{int(d.Date - firstArrival), int(d.Price), d.CheapestInWeek})
	}
	return e.out
}

// The columns of the table of prices, one row per price that is on sale.
// PostgreSQL and SQLite read them through a covering index in the order
// channel, nights, region, arrival; DuckDB's table is stored in that order.
const priceColumns = "channel, nights, region, arrival, unit, lo, hi, park, dogs, features, operator, price"

// The columns of the table of minima, the cheapest prices per arrival date.
const minimaColumns = "channel, nights, region, dogs, class, arrival, price"

// conditions writes the WHERE clause of a question. It contains only what the
// question asks, so that a baseline does no needless work. mark returns the
// next placeholder; values are never part of the text, because each text is a
// prepared statement.
func conditions(q *question, regions func() string, mark func(arg any) string) string {
	var w strings.Builder
	fmt.Fprintf(&w, "channel = %s AND nights = %s", mark(q.channel), mark(q.nights))
	w.WriteString(regions())
	if q.flex == 0 {
		fmt.Fprintf(&w, " AND arrival = %s", mark(q.day))
	} else {
		fmt.Fprintf(&w, " AND arrival BETWEEN %s AND %s", mark(q.day-q.flex), mark(q.day+q.flex))
	}
	fmt.Fprintf(&w, " AND lo <= %s AND hi >= %s", mark(q.party), mark(q.party))
	if q.dogs {
		w.WriteString(" AND dogs = 1")
	}
	if q.features != 0 {
		fmt.Fprintf(&w, " AND (features & %s) = %s", mark(q.features), mark(q.features))
	}
	if q.operators != nil {
		w.WriteString(" AND operator IN (")
		for i, o := range q.operators {
			if i > 0 {
				w.WriteString(", ")
			}
			w.WriteString(mark(o))
		}
		w.WriteString(")")
	}
	return w.String()
}

// numbered returns PostgreSQL's placeholders ($1, $2, …), plain returns
// question marks.
func numbered(args *[]any) func(any) string {
	return func(arg any) string {
		*args = append(*args, arg)
		return fmt.Sprintf("$%d", len(*args))
	}
}

func plain(args *[]any) func(any) string {
	return func(arg any) string {
		*args = append(*args, arg)
		return "?"
	}
}

// statements keeps the prepared statements of a database/sql engine.
type statements struct {
	db   *sql.DB
	kept map[string]*sql.Stmt
}

func (s *statements) query(text string, args []any, scan func(*sql.Rows) error) {
	st := s.kept[text]
	if st == nil {
		var err error
		if st, err = s.db.Prepare(text); err != nil {
			panic(fmt.Sprintf("%v: %s", err, text))
		}
		s.kept[text] = st
	}
	rows, err := st.Query(args...)
	must(err)
	defer rows.Close()
	for rows.Next() {
		must(scan(rows))
	}
	must(rows.Err())
}

func (s *statements) search(text string, args []any, a *answer) {
	*a = answer{rows: a.rows[:0]}
	s.query(text, args, func(rows *sql.Rows) error {
		var f found
		err := rows.Scan(&f.park, &f.day, &f.price, &f.units, &a.total, &a.exact)
		a.rows = append(a.rows, f)
		return err
	})
}

func (s *statements) calendar(c *calendar) (days []day) {
	args := []any{c.channel, c.nights, c.region, bit(c.dogs), class(c.party)}
	s.query("SELECT arrival, price FROM minima WHERE channel = ? AND nights = ? AND region = ? AND dogs = ? AND class = ? ORDER BY arrival",
		args, func(rows *sql.Rows) error {
			var d day
			err := rows.Scan(&d.day, &d.price)
			days = append(days, d)
			return err
		})
	flagWeeks(days)
	return days
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// class returns the party size whose price a party pays.
func class(party int) int { return (party + 1) / 2 * 2 }

// eachOpen yields the prices on sale of a market as rows. It reuses the stay
// that it yields.
func (m *market) eachOpen(unitData []availability.UnitData, yield func(*stay)) {
	for u := range unitData {
		s, err := availability.DecodePriceTable(unitData[u].PriceTable)
		must(err)
		a, err := availability.DecodeAllotment(unitData[u].Allotment)
		must(err)
		m.stays(u, s, a, func(row *stay) {
			if row.open {
				yield(row)
			}
		})
	}
}

// eachMinimum yields the rows of the table of minima.
func (m *market) eachMinimum(ix *availability.Index, yield func(row []int)) {
	for t := range trades {
		regions := []int{-1}
		for r := range trades[t].regions {
			regions = append(regions, regionID(t, r))
		}
		for _, region := range regions {
			for _, nights := range trades[t].nights {
				for _, dogs := range []bool{false, true} {
					for party := 2; party <= 8; party += 2 {
						q := availability.CalendarQuery{Channel: trades[t].channel, Region: regionName(region), Nights: nights, Party: party, Dogs: dogs}
						for _, d := range ix.Calendar(q, nil) {
							yield([]int{t, nights, region, bit(dogs), party, int(d.Date - firstArrival), int(d.Price)})
						}
					}
				}
			}
		}
	}
}
