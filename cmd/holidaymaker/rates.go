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
	"holidaymaker/internal/store"
)

// ratesCommand explains the price of a stay.
func ratesCommand(ctx context.Context, args []string) (err error) {
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
	if nightsErr != nil || partyErr != nil || nights < 1 || party < 1 {
		return errors.New("rates explain: nights and party size are whole numbers from 1, such as 7 and 4")
	}
	s, err := db.existing(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return explain(ctx, s, words[1], arrival, nights, party)
}

// onSale is what a unit type sells, and what is taken of it or closed by staff.
type onSale struct {
	store.UnitRates
	known bool
	taken map[date.Date]int
}

func readOnSale(ctx context.Context, s *store.Store, unit string, arrival date.Date) (on onSale, err error) {
	err = s.View(ctx, func(tx *store.Tx) error {
		on = onSale{taken: map[date.Date]int{}}
		booked, err := tx.BookedNights(arrival, nil)
		if err != nil {
			return err
		}
		for _, night := range booked[unit] {
			on.taken[night.Night] = night.Units
		}
		return tx.Rates([]string{unit}, func(_ string, r store.UnitRates) error {
			on.UnitRates, on.known = r, true
			return nil
		})
	})
	return on, err
}

// explain prints the rules, then what is on sale now.
func explain(ctx context.Context, s *store.Store, unit string, arrival date.Date, nights, party int) error {
	on, err := readOnSale(ctx, s, unit, arrival)
	if err != nil {
		return fmt.Errorf("rates explain: %w", err)
	}
	if !on.known {
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
	return on.print(arrival, nights, party)
}

// print prints whether a stay is on sale, and for how much.
func (on onSale) print(arrival date.Date, nights, party int) error {
	allotment, err := availability.DecodeAllotment(on.Allotment)
	if err != nil {
		return err
	}
	for night := arrival; night < arrival+date.Date(nights); night++ {
		if units := allotment.At(night); units <= on.taken[night] {
			fmt.Printf("%s: no unit left, %d of %d taken or closed\n", night.Short(), on.taken[night], units)
		}
	}
	if len(on.Table) > 0 {
		table, err := availability.DecodePriceTable(on.Table)
		if err != nil {
			return err
		}
		if price, was, ok := table.Lookup(arrival, nights, party); ok && was > 0 {
			fmt.Printf("published price: %s, was %s\n", price, was)
			return nil
		} else if ok {
			fmt.Printf("published price: %s\n", price)
			return nil
		}
	}
	fmt.Println("published price: none")
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
