package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"holidaymaker/internal/date"
	"holidaymaker/internal/office/find"
	"holidaymaker/internal/office/record"
	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store"
)

const (
	benchParks   = 2000
	benchGuests  = 10_000 // different names and postcodes, some of them frequent
	benchDays    = 1300   // arrivals, of which the last 400 are to come
	findRepeated = 5      // how often each search is made
)

// find measures how long staff wait for a booking among very many, on both databases: for what
// they type, for the record of a booking, and for the lists.
func (r *run) find() {
	if r.cluster != nil {
		r.cluster.create("office")
		r.findOn("postgres", r.cluster.url("office"))
	}
	r.findOn("sqlite", filepath.Join(r.dir, "office"))
}

func (r *run) findOn(name, source string) {
	ctx := context.Background()
	s, err := store.Open(ctx, source, benchNow)
	must(err)
	defer s.Close()
	started := time.Now()
	loadBookings(ctx, s, r.bookings)
	if name == "postgres" { // what PostgreSQL does by itself in time
		raw, err := sql.Open("pgx", source)
		must(err)
		_, err = raw.Exec("VACUUM ANALYZE")
		must(errors.Join(err, raw.Close()))
	}
	r.note("%s: %d bookings with what they are found by, written in %v", name, r.bookings, time.Since(started).Round(time.Second))
	parks := make([]find.Park, benchParks)
	for i := range parks {
		parks[i] = find.Park{ID: fmt.Sprintf("p%d", i), Name: fmt.Sprintf("%s %s", townName(i), []string{"Sands", "Bay", "Point", "Wood"}[i%4])}
	}
	known := find.NewParks(parks)
	service, person := find.New(s.Find(), func() *find.Parks { return known }), &staff.Person{ID: "bench", Name: "Bench", Role: staff.Manager}
	var took []time.Duration
	slowest, at := time.Duration(0), ""
	for _, text := range append(searches(), searchesWithoutResult...) {
		for range findRepeated {
			before := time.Now()
			a, err := service.Find(ctx, find.ScopeOf(person), text)
			must(err)
			took = append(took, time.Since(before))
			if last := took[len(took)-1]; last > slowest {
				slowest, at = last, fmt.Sprintf("%s (%d rows, forgiven: %v)", text, len(a.Rows), a.Forgiven)
			}
		}
	}
	r.note("%s: a search takes %v, p99 %v; the slowest %v: %s", name, p50(took).Round(10*time.Microsecond), quantile(took, .99).Round(10*time.Microsecond), slowest.Round(10*time.Microsecond), at)
	r.set("find_p99_"+name, quantile(took, .99).Seconds()*1e3)
	r.set("record_p99_"+name, timesOf(200, func(i int) {
		_, err := record.New(s.Records()).Open(ctx, person, record.RefIn{Ref: benchRef(i * 4999 % r.bookings)})
		must(err)
	}))
	r.set("lists_p99_"+name, timesOf(100, func(i int) {
		_, arrivals := service.Arrivals(ctx, person, find.ArrivalsIn{Park: parks[i].ID, Day: date.In(benchNow()).ISO(), Part: "in_house"})
		must(arrivals)
	}, func(int) {
		_, today := service.Today(ctx, person, find.NoInput{})
		must(today)
	}, func(int) {
		_, overdue := service.Overdue(ctx, person, find.ListIn{})
		must(overdue)
	}, func(int) {
		_, unanswered := service.Unanswered(ctx, person, find.ListIn{})
		must(unanswered)
	}))
}

// timesOf returns the largest p99 of several things that are done some times, in milliseconds.
func timesOf(times int, all ...func(i int)) (p99 float64) {
	for _, do := range all {
		var took []time.Duration
		for i := range times {
			before := time.Now()
			do(i)
			took = append(took, time.Since(before))
		}
		p99 = max(p99, quantile(took, .99).Seconds()*1e3)
	}
	return p99
}

func benchRef(k int) string { return fmt.Sprint(1_000_000_000 + k) }

// frequent are surnames with how many in 10,000 people have them; forenames likewise.
var (
	frequent  = map[string]int{"Smith": 120, "Jones": 75, "Williams": 55, "Brown": 53, "Taylor": 50, "Davies": 38, "Wilson": 36, "Evans": 32, "Thomas": 30, "Johnson": 29, "Roberts": 27, "Walker": 26, "Wright": 26, "Robinson": 25, "Thompson": 25, "White": 24, "Hughes": 23, "Edwards": 22, "Green": 21, "Martin": 20, "Wood": 20, "Harris": 19, "Clarke": 19, "Jackson": 18, "Marsh": 12, "Mason": 11, "Matthews": 10, "Marshall": 12}
	forenames = []string{"James", "John", "Mary", "Susan", "Peter", "Helen", "Joanne", "David", "Margaret", "Smita", "Martin", "Jacob", "Oliver", "Grace", "Ruth", "Neil"}
	syllables = []string{"al", "ash", "bar", "ber", "cot", "dal", "ell", "far", "gar", "hal", "ken", "lin", "mor", "nor", "pen", "rad", "sel", "tor", "wal", "yel"}
)

func townName(i int) string {
	n := len(syllables)
	name := syllables[i%n] + syllables[i/n%n] + syllables[i/n/n%n]
	return strings.ToUpper(name[:1]) + name[1:]
}

// searches are what staff type, drawn with a fixed seed: common names and two letters among
// them.
func searches() (all []string) {
	draw := rand.New(rand.NewPCG(28, 3))
	for name := range frequent {
		all = append(all, name, name[:2], name[:3], strings.ToLower(name[:4]), forenames[draw.IntN(len(forenames))]+" "+name,
			name+" "+townName(draw.IntN(benchParks)), name+" 18 jul", name+fmt.Sprintf(" £%d", 400+draw.IntN(900)), name[:2]+" "+forenames[draw.IntN(len(forenames))][:2],
			name+" "+fmt.Sprint(1000+draw.IntN(9000)))
	}
	for range 30 {
		k := draw.IntN(1_000_000)
		all = append(all, benchRef(k), benchRef(k)[:7], fmt.Sprintf("07%09d", k), fmt.Sprintf("07%09d", k)[:8], fmt.Sprintf("guest%d@post.example", k), fmt.Sprintf("£%d", 400+draw.IntN(900)),
			fmt.Sprint(1000+draw.IntN(9000)), townName(draw.IntN(benchParks)), fmt.Sprintf("LS%d", draw.IntN(99)), forenames[draw.IntN(len(forenames))])
	}
	return append(all, "18 jul", "tomorrow", "jo", "ma", "sm", "wi", "ja", "smith jones", "smith walker £50", "mary smith tomorrow")
}

// searchesWithoutResult have typing errors, or find nothing.
var searchesWithoutResult = []string{"smiht", "wiliams", "joness", "thopmson 18 jul", "guest77@psot.example", "zzyzx", "smith zzyzx", "£999999.99", "smith marsh £1 4421"}

// loadBookings writes bookings with their terms. The database draws them from small tables of
// people and days, because a million rows are too many to send.
func loadBookings(ctx context.Context, s *store.Store, count int) {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	must(s.Update(ctx, func(tx *store.Tx) error {
		run := func(query string, args ...any) {
			_, err := tx.Exec(query, args...)
			must(err)
		}
		run("CREATE TABLE bench_person (i BIGINT PRIMARY KEY, surname TEXT NOT NULL, forename TEXT NOT NULL)")
		run("CREATE TABLE bench_day (i BIGINT PRIMARY KEY, day TEXT NOT NULL, number BIGINT NOT NULL)")
		var names []string
		for name, many := range frequent {
			for range many {
				names = append(names, name)
			}
		}
		for i := 0; len(names) < benchGuests; i++ {
			names = append(names, townName(i/2)+"worth")
		}
		draw := rand.New(rand.NewPCG(1, 1))
		draw.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for i, name := range names {
			run("INSERT INTO bench_person VALUES ($1, $2, $3)", i, name, forenames[draw.IntN(len(forenames))])
		}
		for i, first := 0, date.In(benchNow())-date.Date(benchDays-400); i < benchDays; i++ {
			run("INSERT INTO bench_day VALUES ($1, $2, $3)", i, (first + date.Date(i)).ISO(), int(first)+i)
		}
		run("DROP INDEX booking_term_found")
		run("DROP INDEX booking_term_name")
		run(insertBenchBookings, count)
		run(insertBenchMoney)
		for _, term := range benchTerms {
			run("INSERT INTO booking_term (ref, kind, term, arrival) SELECT b.ref, " + term + " FROM booking b JOIN bench_person p ON p.i = CAST(b.attempt AS BIGINT) WHERE b.confirmed_ms > 0")
		}
		run("CREATE INDEX booking_term_found ON booking_term (kind, term, arrival, ref)")
		run("CREATE INDEX booking_term_name ON booking_term (substr(term, 1, 2), arrival, term, ref) WHERE kind = 'name'")
		return nil
	}))
}

// insertBenchBookings writes $1 bookings; attempt holds which person has booked.
const insertBenchBookings = `INSERT INTO booking (ref, shown, state, holder, address, start_key, email_key, unit_type, arrival, nights,
	attempt, total, terms, person, started_ms, expires_ms, confirmed_ms, changed_ms)
	WITH RECURSIVE n(k) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT k + 1 FROM n WHERE k < $1 - 1)
	SELECT CAST(1000000000 + k AS TEXT), CAST(1000000000 + k AS TEXT), 'confirmed', '', '', 'bench' || CAST(k AS TEXT), '', 'unit', d.day, 7,
	CAST(p.i AS TEXT), 40000 + k % 900 * 100,
	'{"stay":{"channel":"uklodge","parkId":"p' || CAST(k % 2000 AS TEXT) || '","parkName":"Park","unitTypeId":"unit","unitDesc":"Lodge","arrival":' || CAST(d.number AS TEXT)
		|| ',"nights":7,"price":"' || CAST(400 + k % 900 AS TEXT) || '.00"},"party":{"adults":2},"discount":{},"balanceDue":"01/01/2027"}',
	'{"contact":{"Surname":"' || p.surname || '","Forename":"' || p.forename || '","Email":"guest' || CAST(k AS TEXT) || '@post.example","Telephone":"07' || substr(CAST(1000000000 + k AS TEXT), 2)
		|| '","Postcode":"LS' || CAST(p.i % 99 AS TEXT) || ' 4TH"}}', 1, 1, 1, 1
	FROM n JOIN bench_person p ON p.i = k * 7919 % 10000 JOIN bench_day d ON d.i = k * 31 % 1300`

// insertBenchMoney writes a deposit for each of them.
const insertBenchMoney = `INSERT INTO money_movement (key, ref, attempt, kind, amount, method, provider_ref, cause, at_ms)
	SELECT 'charge/' || ref, ref, '', 'charge', 5000 + total / 100 % 300 * 100, 'worldpay', '', '', 1 FROM booking`

// benchTerms are the terms of a booking: kind, text and arrival.
var benchTerms = []string{"'ref', b.ref, b.arrival", "'name', lower(p.surname), b.arrival", "'forename', lower(p.forename), b.arrival",
	"'email', 'guest' || CAST(CAST(b.ref AS BIGINT) - 1000000000 AS TEXT) || '@post.example', b.arrival", "'phone', '07' || substr(b.ref, 2), b.arrival",
	"'postcode', 'ls' || CAST(p.i % 99 AS TEXT) || '4th', b.arrival", "'park', 'p' || CAST((CAST(b.ref AS BIGINT) - 1000000000) % 2000 AS TEXT), b.arrival",
	"'sum', CAST(b.total AS TEXT), b.arrival", "'sum', CAST(-5000 - b.total / 100 % 300 * 100 + b.total AS TEXT), b.arrival",
	"'card', CAST(1000 + CAST(b.ref AS BIGINT) * 7 % 9000 AS TEXT), b.arrival",
	// A hundredth of the balances are overdue.
	"'due', CASE WHEN b.total % 9100 = 0 THEN '2026-01-01' ELSE '2099-01-01' END, b.arrival"}
