package store

import (
	"context"
	"errors"
	"fmt"
)

// PublishSchoolHolidays publishes a file of school holidays to all nodes, in place of the
// one before. It returns the number of the change; for the file that is published already,
// that of the last change.
func (s *Store) PublishSchoolHolidays(ctx context.Context, file []byte) (change int64, err error) {
	err = s.Update(ctx, func(tx *Tx) error {
		if err := tx.LockChanges(); err != nil {
			return err
		}
		live, err := tx.SchoolHolidays()
		if err != nil {
			return err
		}
		if live != nil && string(live) == string(file) {
			change, err = tx.LastChange()
			return err
		}
		_, err = tx.Exec("INSERT INTO school_holidays (id, file) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET file = excluded.file", string(file))
		if err != nil {
			return err
		}
		tx.change(HolidaysLive, "", "")
		change = tx.Change()
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("publish the school holidays: %w", err)
	}
	return change, nil
}

// SchoolHolidays returns the published file of school holidays, or nil where none ever
// was.
func (tx *Tx) SchoolHolidays() (file []byte, err error) {
	var text string
	err = tx.QueryRow("SELECT file FROM school_holidays WHERE id = 1").Scan(&text)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the school holidays: %w", err)
	}
	return []byte(text), nil
}
