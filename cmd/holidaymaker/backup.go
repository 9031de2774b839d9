package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/operations/backup"
	"holidaymaker/internal/store"
)

// backupCommand copies the SQLite database to a file. It takes any schema, because a backup
// is also made before a migration.
func backupCommand(ctx context.Context, args []string) (err error) {
	o := newOptions("backup", "copy the SQLite database to a new file, while servers use it: backup FILE")
	db := o.databaseFlags()
	file, err := o.oneFile(args)
	if err != nil {
		return err
	}
	s, err := store.Open(ctx, db.source(), shifted(*db.clockOffset), store.Existing(), store.Unchecked())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if s.KnownSchema().Have == 0 {
		return store.ErrNoDatabase
	}
	brand, err := built()
	if err == nil {
		err = s.CheckBrand(ctx, brand.SiteCode)
	}
	if err != nil {
		return err
	}
	began := time.Now()
	bytes, err := backup.Write(ctx, s, file)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	fmt.Printf("%s has the whole database, checked: %d kB in %s.\n", file, bytes>>10, time.Since(began).Round(10*time.Millisecond))
	return nil
}

// oneFile reads a command whose only word is a file.
func (o *options) oneFile(args []string) (string, error) {
	words, err := o.parseAround(args)
	if err == nil && len(words) != 1 {
		o.Usage()
		err = fmt.Errorf("%s: name one file", o.Name())
	}
	if err != nil {
		return "", err
	}
	return words[0], nil
}

// restoreCommand puts a backup in the place of the database of a data directory.
func restoreCommand(ctx context.Context, args []string) error {
	o := newOptions("restore", "put a backup in the place of the SQLite database of a data directory, which no server may use: restore FILE")
	db := o.databaseFlags()
	replace := o.Bool("replace", false, "move a database that is there to a folder beside it")
	file, err := o.oneFile(args)
	if err != nil {
		return err
	}
	if *db.db != "" {
		return fmt.Errorf("restore: %w", store.ErrNotSQLite)
	}
	brand, err := built()
	if err != nil {
		return err
	}
	done, err := backup.Restore(ctx, backup.Restoring{File: file, Data: *db.data, Brand: brand.SiteCode, Replace: *replace, Clock: shifted(*db.clockOffset)})
	if err != nil {
		return fmt.Errorf("restore: nothing was replaced: %w", err)
	}
	fmt.Printf("%s has the database of %s.\n", *db.data, file)
	if !done.LastChange.IsZero() {
		fmt.Printf("It was last changed by a sale or an import at %s UTC, as far as it knows.\n", done.LastChange.UTC().Format(time.DateTime))
	}
	if done.Before != "" {
		fmt.Printf("The one that was there is in %s.\n", done.Before)
	}
	if done.Older {
		fmt.Println("Its schema is of an earlier release: the books are not verified yet. The server or `holidaymaker migrate` brings it up to date, then type `holidaymaker verify`.")
	} else {
		printBooks(done.Books)
	}
	fmt.Printf("\nNext:\n  1. Start the server.\n  2. holidaymaker doctor: 'history' says from when until when commits are missing.\n" +
		"  3. holidaymaker reconcile --provider: lists the payments of that time.\n  docs/backup.md has every step.\n")
	return nil
}
