package rates_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"

	"pgregory.net/rapid"
)

// begin is the day from which random sheets have dates: a Tuesday.
const begin = date.Date(20824)

// drawRow draws a row of a random sheet.
func drawRow(t *rapid.T) rates.Row {
	kind := rapid.SampledFrom([]rates.Kind{rates.KindNight, rates.KindNight, rates.KindNight, rates.KindPerson, rates.KindStay, rates.KindStay,
		rates.KindLonger, rates.KindLate, rates.KindFee, rates.KindRound, rates.KindClosed, rates.KindOpen, rates.KindPrice}).Draw(t, "kind")
	row := rates.Row{Kind: kind}
	number := func(low, high int) int { return rapid.IntRange(low, high).Draw(t, "number") }
	amount := func(low, high int) money.Pence { return money.Pence(number(low, high)) }
	if kind != rates.KindRound {
		for range number(0, 2) {
			from := begin + date.Date(number(-5, 70))
			row.When = append(row.When, rates.Period{From: from, To: from + date.Date(number(0, 30))})
		}
	}
	switch kind {
	case rates.KindNight, rates.KindPrice:
		row.Weekdays = rates.Weekdays(number(0, 127))
		size := 0
		for range number(1, 3) {
			size += number(1, 3)
			price := amount(1, 9999)
			if kind == rates.KindPrice && number(0, 4) == 0 {
				price = 0
			}
			row.Prices = append(row.Prices, rates.PartyPrice{Party: size, Price: price})
		}
		row.Nights = number(1, 9)
		if kind == rates.KindPrice {
			row.When = append(row.When, rates.Period{From: begin + 3, To: begin + 4})
		} else if len(row.When) == 0 {
			row.When = []rates.Period{{From: begin, To: begin + 80}}
		}
	case rates.KindPerson:
		row.Party = number(1, 5)
		row.UpTo = row.Party + number(1, 4)
		row.Amount = amount(0, 999)
	case rates.KindStay:
		row.Weekdays = rates.Weekdays(number(0, 127))
		for _, field := range []*int{&row.Min, &row.Max, &row.Through, &row.MaxThrough} {
			if number(0, 2) == 0 {
				*field = number(1, 12)
			}
		}
		if number(0, 2) == 0 {
			row.Stays = rapid.Uint64().Draw(t, "stays") | 2
		}
		for _, field := range []*rates.Weekdays{&row.Arrive, &row.Depart} {
			if number(0, 3) == 0 {
				*field = rates.Weekdays(128 | number(0, 127))
			}
		}
	case rates.KindLonger:
		row.Nights = number(1, 10)
		if number(0, 1) == 0 {
			row.Percent = money.Percent(number(0, 9999))
		} else {
			row.Amount = amount(0, 9999)
		}
	case rates.KindLate:
		row.Days, row.Percent = number(1, 60), money.Percent(number(0, 9999))
	case rates.KindFee:
		row.Amount = amount(0, 5000)
	case rates.KindRound:
		row.Amount = rapid.SampledFrom([]money.Pence{1, 5, 10, 100, 500, 33}).Draw(t, "step")
	}
	return row
}

// naive prices one stay for one party, as the rules are written, row by row.
type naive struct {
	rows  rates.Sheet
	today date.Date
}

func (n naive) covers(r rates.Row, d date.Date) bool {
	in := len(r.When) == 0
	for _, p := range r.When {
		in = in || p.From <= d && d <= p.To
	}
	return in && (r.Weekdays == 0 || r.Weekdays>>d.Weekday()&1 == 1)
}

// last returns the last row for a date that gives something.
func (n naive) last(d date.Date, gives func(rates.Row) bool) (found *rates.Row) {
	for i, row := range n.rows {
		if gives(row) && n.covers(row, d) {
			found = &n.rows[i]
		}
	}
	return found
}

func (n naive) closed(d date.Date) bool {
	row := n.last(d, func(r rates.Row) bool { return r.Kind == rates.KindClosed || r.Kind == rates.KindOpen })
	return row != nil && row.Kind == rates.KindClosed
}

// night returns what a night costs for a party; 0: not sold.
func (n naive) night(d date.Date, party int) money.Pence {
	night := n.last(d, func(r rates.Row) bool { return r.Kind == rates.KindNight })
	if night == nil || n.closed(d) {
		return 0
	}
	of := func(size int) money.Pence {
		for _, p := range night.Prices {
			if p.Party >= size {
				return p.Price
			}
		}
		return 0
	}
	person := n.last(d, func(r rates.Row) bool { return r.Kind == rates.KindPerson })
	if person == nil || of(person.Party) == 0 || party <= person.Party {
		return of(party)
	}
	if party > person.UpTo {
		return 0
	}
	return of(person.Party) + money.Pence(party-person.Party)*person.Amount
}

func (n naive) allowed(arrival date.Date, nights int) bool {
	stay := func(d date.Date, gives func(rates.Row) bool) *rates.Row {
		return n.last(d, func(r rates.Row) bool { return r.Kind == rates.KindStay && gives(r) })
	}
	departure := arrival + date.Date(nights)
	if r := stay(arrival, func(r rates.Row) bool { return r.Arrive != 0 }); r != nil && r.Arrive>>arrival.Weekday()&1 == 0 {
		return false
	}
	if r := stay(departure, func(r rates.Row) bool { return r.Depart != 0 }); r != nil && r.Depart>>departure.Weekday()&1 == 0 {
		return false
	}
	if r := stay(arrival, func(r rates.Row) bool { return r.Min != 0 }); r != nil && nights < r.Min {
		return false
	}
	most := 28
	if r := stay(arrival, func(r rates.Row) bool { return r.Max != 0 }); r != nil {
		most = r.Max
	}
	if r := stay(arrival, func(r rates.Row) bool { return r.Stays != 0 }); nights > most || r != nil && r.Stays>>nights&1 == 0 {
		return false
	}
	for d := arrival; d < departure; d++ {
		if r := stay(d, func(r rates.Row) bool { return r.Through != 0 }); r != nil && nights < r.Through {
			return false
		}
		if r := stay(d, func(r rates.Row) bool { return r.MaxThrough != 0 }); r != nil && nights > r.MaxThrough {
			return false
		}
	}
	return true
}

// sum adds up the nights for a party; ok is false where one is not sold.
func (n naive) sum(arrival date.Date, nights, party int) (sum money.Pence, ok bool) {
	for d := arrival; d < arrival+date.Date(nights); d++ {
		price := n.night(d, party)
		if price == 0 {
			return 0, false
		}
		sum += price
	}
	return sum, true
}

// after applies discounts, rounding and fee, in fractions.
func (n naive) after(sum money.Pence, arrival date.Date, nights int) money.Pence {
	var longer, late *rates.Row
	step, fee := money.Pence(1), money.Pence(0)
	for i, r := range n.rows {
		covers := n.covers(r, arrival)
		switch {
		case r.Kind == rates.KindLonger && covers && r.Nights <= nights && (longer == nil || r.Nights >= longer.Nights):
			longer = &n.rows[i]
		case r.Kind == rates.KindLate && covers && r.Days >= int(arrival-n.today) && (late == nil || r.Days <= late.Days):
			late = &n.rows[i]
		case r.Kind == rates.KindFee && covers:
			fee = r.Amount
		case r.Kind == rates.KindRound:
			step = r.Amount
		}
	}
	price := new(big.Rat).SetInt64(int64(sum))
	less := func(percent money.Percent) { price.Mul(price, big.NewRat(10_000-int64(percent), 10_000)) }
	if longer != nil {
		price.Sub(price, new(big.Rat).SetInt64(int64(longer.Amount)))
		less(longer.Percent)
	}
	if late != nil {
		less(late.Percent)
	}
	steps := price.Quo(price, new(big.Rat).SetInt64(int64(step)))
	steps.Add(steps, big.NewRat(1, 2)) // half up, then the whole part
	whole := new(big.Int).Div(steps.Num(), steps.Denom()).Int64()
	if whole <= 0 {
		return 0
	}
	return money.Pence(whole)*step + fee
}

// price returns what a stay costs for a party; 0: not sold.
func (n naive) price(arrival date.Date, nights, party int) money.Pence {
	if row := n.last(arrival, func(r rates.Row) bool { return r.Kind == rates.KindPrice && r.Nights == nights }); row != nil {
		for d := arrival; d < arrival+date.Date(nights); d++ {
			if n.closed(d) {
				return 0
			}
		}
		for _, p := range row.Prices {
			if p.Party >= party && p.Price > 0 {
				return p.Price
			}
		}
		return 0
	}
	if !n.allowed(arrival, nights) {
		return 0
	}
	for size := 1; size <= 12; size++ { // a stay that costs nobody nothing
		if sum, ok := n.sum(arrival, nights, size); ok && n.after(sum, arrival, nights) == 0 {
			return 0
		}
	}
	sum, ok := n.sum(arrival, nights, party)
	if !ok {
		return 0
	}
	return n.after(sum, arrival, nights)
}

func TestCompiledPricesAreThoseOfEachStayByItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rates.Sheet(rapid.SliceOfN(rapid.Custom(drawRow), 1, 12).Draw(t, "rows"))
		today := begin + date.Date(rapid.IntRange(-3, 20).Draw(t, "today"))
		table, err := rows.Compile(today)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := rates.Sheet{}.Add(rows, today)
		if err != nil {
			t.Fatal(err)
		}
		again, err := kept.Compile(today)
		if err != nil {
			t.Fatal(err)
		}
		if table == nil || again == nil {
			if table != again {
				t.Fatal("rows without effect have one")
			}
			table = emptyTable(t)
		} else if !table.Equal(again) {
			t.Fatal("rows without effect have one")
		}
		for arrival := begin - 3; arrival < begin+110; arrival++ {
			for range 6 {
				nights := rapid.IntRange(1, 14).Draw(t, "nights")
				party := rapid.IntRange(1, 10).Draw(t, "party")
				price, _, _ := table.Lookup(arrival, nights, party)
				want := money.Pence(0)
				if arrival > today {
					want = naive{rows, today}.price(arrival, nights, party)
				}
				why := rows.Explain(today, arrival, nights, party)
				if price != want || why.Price != want {
					t.Fatalf("%d nights from %s for %d, today %s: compiled %s, explained %s, want %s\n%s", nights, arrival.ISO(), party, today.ISO(),
						price, why.Price, want, strings.Join(why.Rules, "\n"))
				}
			}
		}
	})
}

func TestRowsByDateSayTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rates.Sheet(rapid.SliceOfN(rapid.Custom(drawRow), 1, 12).Draw(t, "rows"))
		byDate := rows.ByDate(begin)
		want, err := rows.Compile(begin)
		if err != nil {
			t.Fatal(err)
		}
		got, err := byDate.Compile(begin)
		if err != nil {
			t.Fatal(err)
		}
		if (got == nil) != (want == nil) || got != nil && !got.Equal(want) {
			t.Fatalf("by date %+v", byDate)
		}
		if again := append(slices.Clone(byDate), byDate...).ByDate(begin); len(again) > len(byDate)+len(rows) {
			t.Fatalf("%d rows have become %d", len(byDate), len(again))
		}
		if !byDate.Equal(byDate.ByDate(begin)) {
			t.Fatal("rows by date are not those of themselves")
		}
	})
}

func emptyTable(t *rapid.T) *availability.PriceTable {
	table, err := availability.NewPriceTable([]int{1}, begin, 1)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
