package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"holidaymaker/internal/store"
)

// errBooks makes the verify command exit with status 1 after its list.
var errBooks = errors.New("verify: the books contradict themselves")

// verifyCommand checks the books of a database or of a backup.
func verifyCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("verify", "check the books of the database, or of a backup: verify [FILE]; exit status 0 if they agree")
	db := o.databaseFlags()
	asJSON := o.Bool("json", false, "print JSON")
	words, err := o.parseAround(args)
	if err == nil && len(words) > 1 {
		o.Usage()
		err = errors.New("verify: name one backup, or none")
	}
	if err != nil {
		return err
	}
	s, err := db.orFile(ctx, words)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	books, err := s.Verify(ctx)
	if err != nil {
		return err
	}
	if *asJSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(books)
	} else {
		printBooks(books)
	}
	if err == nil && len(books.Wrong) > 0 {
		err = errBooks
	}
	return err
}

// orFile opens the backup that the words name, or else the database.
func (d database) orFile(ctx context.Context, words []string) (*store.Store, error) {
	if len(words) == 0 {
		return d.existing(ctx)
	}
	s, err := store.Open(ctx, words[0], shifted(*d.clockOffset), store.File())
	if err != nil {
		return nil, err
	}
	brand, err := built()
	switch schema := s.KnownSchema(); {
	case err != nil:
	case schema.Have == 0:
		err = fmt.Errorf("%w in %s", store.ErrNoDatabase, words[0])
	case !schema.Fits():
		err = &store.SchemaError{Schema: schema}
	default:
		err = s.CheckBrand(ctx, brand.SiteCode)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// booksListed is how many contradictions of a kind are printed.
const booksListed = 20

func printBooks(b store.Books) {
	fmt.Printf("%d bookings, %d payments, £%s paid; %d nights held or booked from a year ago on.\n", b.Bookings, b.Payments, b.Paid, b.Nights)
	if len(b.Wrong) == 0 {
		fmt.Println("The books agree.")
		return
	}
	fmt.Printf("%d contradictions:\n", len(b.Wrong))
	printed := map[string]int{}
	for _, c := range b.Wrong {
		if printed[c.About]++; printed[c.About] <= booksListed {
			fmt.Printf("  %-8s  %s\n", c.About, c.Text)
		}
	}
	for about, n := range printed {
		if n > booksListed {
			fmt.Printf("  %-8s  and %d more: --json lists all\n", about, n-booksListed)
		}
	}
}
