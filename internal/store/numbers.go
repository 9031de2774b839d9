package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/pressly/goose/v3"
)

// SQLite stores any value in a column of numbers. One text there, entered by hand,
// would fail every query that reads its row, and it is greater than any number, so
// nothing would ever be due. Triggers refuse it, as PostgreSQL does by itself.

// numberColumns are the columns of a table that hold whole numbers.
type numberColumns struct {
	table   string
	columns []string
}

// querier is what reads the schema.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// columnsOfNumbers lists the columns of numbers of an SQLite database, by table. An INTEGER
// PRIMARY KEY is not among them, because SQLite checks it.
func columnsOfNumbers(ctx context.Context, db querier) (all []numberColumns, err error) {
	found, err := db.QueryContext(ctx, `SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'goose_db_version'
		AND c.type IN ('INTEGER', 'BIGINT', 'BOOLEAN') AND NOT (c.type = 'INTEGER' AND c.pk > 0) ORDER BY m.name, c.cid`)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var table, column string
		if err := found.Scan(&table, &column); err != nil {
			return nil, err
		}
		if n := len(all); n == 0 || all[n-1].table != table {
			all = append(all, numberColumns{table: table})
		}
		last := &all[len(all)-1]
		last.columns = append(last.columns, column)
	}
	return all, found.Err()
}

// guards refuse texts in the columns of a table. A text that is there already does not
// prevent changes of other columns.
func (c numberColumns) guards() []guard {
	var inserted, updated []string
	for _, column := range c.columns {
		wrong := "typeof(NEW." + column + ") NOT IN ('integer', 'null')"
		inserted = append(inserted, wrong)
		updated = append(updated, wrong+" AND NEW."+column+" IS NOT OLD."+column)
	}
	message := "a whole number is needed in " + strings.Join(c.columns, ", ")
	return []guard{
		{c.table + "_has_numbers", c.table, "INSERT", "", strings.Join(inserted, " OR "), message},
		{c.table + "_keeps_numbers", c.table, "UPDATE OF " + strings.Join(c.columns, ", "), "", strings.Join(updated, " OR "), message},
	}
}

// numbersMigration makes the guards of all columns of numbers. A later migration that adds
// such a column, or makes a table again, must make its guards again.
func numbersMigration(postgres bool) *goose.Migration {
	each := func(statements func(guard) []string) *goose.GoFunc {
		return &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			if postgres {
				return nil
			}
			all, err := columnsOfNumbers(ctx, tx)
			for _, of := range all {
				for _, g := range of.guards() {
					for _, statement := range statements(g) {
						if err == nil {
							_, err = tx.ExecContext(ctx, statement)
						}
					}
				}
			}
			if err != nil {
				return fmt.Errorf("guard the columns of numbers: %w", err)
			}
			return nil
		}}
	}
	return goose.NewGoMigration(350,
		each(func(g guard) []string { return append(g.drop(false), g.create(false)...) }),
		each(func(g guard) []string { return g.drop(false) }))
}

// maxWrong limits the rows that WrongNumbers lists of a table.
const maxWrong = 100

// WrongNumbers lists the values in columns of numbers that are no whole numbers: on
// SQLite, what was entered by hand before triggers refused it. It names tables, rows by their
// rowid, and columns.
func (s *Store) WrongNumbers(ctx context.Context) (wrong []string, err error) {
	if s.pool != nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, BulkDeadline) // it reads whole tables
	defer cancel()
	all, err := columnsOfNumbers(ctx, s.reads)
	for _, of := range all {
		if err == nil {
			err = s.View(ctx, func(tx *Tx) error {
				return tx.Query(func(scan func(into ...any) error) error {
					found, err := of.readWrong(scan)
					wrong = append(wrong, found...)
					return err
				}, of.selectWrong(), maxWrong)
			})
		}
	}
	if err != nil {
		return nil, fmt.Errorf("look for values that are no numbers: %w", translate(err))
	}
	return wrong, nil
}

// selectWrong is the query of the rows that have a wrong value, for readWrong.
func (c numberColumns) selectWrong() string {
	var wrong []string
	for _, column := range c.columns {
		wrong = append(wrong, "typeof("+column+") NOT IN ('integer', 'null')")
	}
	return "SELECT rowid, " + strings.Join(wrong, ", ") + " FROM " + c.table + " WHERE " + strings.Join(wrong, " OR ") + " LIMIT $1"
}

// readWrong names the wrong values of a row.
func (c numberColumns) readWrong(scan func(into ...any) error) (named []string, err error) {
	var id int64
	wrong := make([]bool, len(c.columns))
	into := []any{&id}
	for i := range wrong {
		into = append(into, &wrong[i])
	}
	err = scan(into...)
	for i, column := range c.columns {
		if wrong[i] {
			named = append(named, fmt.Sprintf("%s, rowid %d: %s is no number", c.table, id, column))
		}
	}
	return named, err
}
