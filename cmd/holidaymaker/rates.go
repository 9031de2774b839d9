package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/catalogue/feed"
	"holidaymaker/internal/catalogue/rates"
	"holidaymaker/internal/date"
	"holidaymaker/internal/money"
	"holidaymaker/internal/store"
)

// ratesCommand explains the price of a stay.
func ratesCommand(ctx context.Context, args []string) error {
	o := newOptions("rates", "explain why a stay costs what it costs, or is not sold: rates explain UNIT DATE NIGHTS PARTY")
	db := o.databaseFlags()
	words, err := o.parseAround(args)
	if err != nil {
		return err
	}
	if len(words) != 5 || words[0] != "explain" {
		o.Usage()
		return errors.New("rates: say explain, a unit type, the date of arrival, nights and party size")
	}
	arrival, err := date.ParseAny(words[2])
	if err != nil {
		return fmt.Errorf("rates explain: %w", err)
	}
	nights, nightsErr := strconv.Atoi(words[3])
	party, partyErr := strconv.Atoi(words[4])
	if nightsErr != nil || partyErr != nil || nights < 1 || nights > availability.MaxNights || party < 1 {
		return fmt.Errorf("rates explain: nights are from 1 to %d, the party size is a whole number from 1", availability.MaxNights)
	}
	return db.with(ctx, func(s *store.Store) error {
		return explain(ctx, s, words[1], arrival, nights, party)
	})
}

// explain prints the rules, then what is on sale now.
func explain(ctx context.Context, s *store.Store, unit string, arrival date.Date, nights, party int) error {
	var on store.UnitRates
	known := false
	err := s.View(ctx, func(tx *store.Tx) error {
		return tx.Rates([]string{unit}, func(_ string, r store.UnitRates) error {
			on, known = r, true
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("rates explain: %w", err)
	}
	if !known {
		return fmt.Errorf("rates explain: unit type %s has no prices and no rates: import some, or check its id", unit)
	}
	sheet, err := rates.Decode(on.Rates)
	if err != nil {
		return fmt.Errorf("rates explain %s: %w", unit, err)
	}
	fmt.Printf("%s, %d nights from %s to %s, party of %d\n", unit, nights, arrival.Short(), (arrival + date.Date(nights)).Short(), party)
	if sheet == nil {
		fmt.Println("has no rates: its prices were imported as prices of stays")
	} else {
		for _, rule := range sheet.Explain(date.In(s.Now()), arrival, nights, party).Rules {
			fmt.Println(rule)
		}
	}
	return printPublished(ctx, s, unit, on.Table, arrival, nights, party)
}

// printPublished prints on which nights no unit is left, and what the stay costs.
func printPublished(ctx context.Context, s *store.Store, unit string, prices []byte, arrival date.Date, nights, party int) error {
	all, err := s.UnitNights(ctx, unit, arrival, arrival+date.Date(nights)-1)
	if errors.Is(err, store.ErrNotFound) {
		fmt.Println("the unit type is not on sale")
	} else if err != nil {
		return err
	}
	for _, n := range all {
		if n.Left() == 0 {
			fmt.Printf("%s: no unit left, %d of %d taken, %d closed by hand\n", n.Night.Short(), n.Taken, n.There, n.Closed)
		}
	}
	if len(prices) > 0 {
		table, err := availability.DecodePriceTable(prices)
		if err != nil {
			return err
		}
		price, was, ok := table.Lookup(arrival, nights, party)
		if ok {
			earlier := ""
			if was > 0 {
				earlier = ", was " + was.String()
			}
			fmt.Printf("published price: %s%s\n", price, earlier)
			return printCharges(ctx, s, unit, price, arrival, nights, party)
		}
	}
	fmt.Println("published price: none")
	return nil
}

// printCharges prints what the site adds to a published price for a party of adults without
// dogs. A unit type that is not on sale has none.
func printCharges(ctx context.Context, s *store.Store, id string, price money.Pence, arrival date.Date, nights, party int) error {
	unit, err := s.Unit(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the charges of %s: %w", id, err)
	}
	sum := price
	add := func(name, rule string, amount money.Pence) {
		if amount != 0 {
			sum += amount
			fmt.Printf("+ %s for %s: %s\n", amount, name, rule)
		}
	}
	for _, e := range unit.Park.Charges(unit.Type) {
		add(e.Name, e.Rate().Text(), e.Rate().Of(nights, party, 0))
	}
	for _, l := range unit.Levies {
		add(l.Name, l.Text(), l.Rule(unit.Type.BookingFee).Of(price, arrival, nights, party, 0))
	}
	if sum != price {
		fmt.Printf("price on the site, for adults without dogs: %s\n", sum)
	}
	return nil
}

// writeTemplate writes the spreadsheets of an import into a folder, and keeps files that
// exist.
func writeTemplate(kind string, folder []string) error {
	if kind != "rates" || len(folder) > 1 {
		return errors.New("import --template: say rates and, if you like, a folder")
	}
	into := "."
	if len(folder) == 1 {
		into = folder[0]
	}
	template := feed.RatesTemplate(date.In(machine()))
	for _, file := range []struct {
		name  string
		write func() ([]byte, error)
	}{{"rates.csv", template.CSV}, {"rates.xlsx", template.Workbook}} {
		content, err := file.write()
		if err != nil {
			return fmt.Errorf("import --template: %w", err)
		}
		path := filepath.Join(into, file.name)
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err != nil {
			return fmt.Errorf("import --template: %w", err)
		}
		_, err = f.Write(content)
		if err := errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("import --template: write %s: %w", path, err)
		}
		fmt.Println("wrote", path)
	}
	return nil
}
