package store

import (
	"fmt"
	"strings"
	"time"
)

// values builds the VALUES list of a statement that inserts several rows.
type values struct {
	text strings.Builder
	args []any
}

// add adds a row.
func (v *values) add(row ...any) {
	if len(v.args) > 0 {
		v.text.WriteByte(',')
	}
	for i, value := range row {
		v.text.WriteByte("(,"[min(i, 1)])
		v.args = append(v.args, value)
		fmt.Fprintf(&v.text, "$%d", len(v.args))
	}
	v.text.WriteByte(')')
}

// exec runs the statement of which head and tail stand before and after the list.
// Without rows it does nothing.
func (v *values) exec(tx *Tx, head, tail string) error {
	if len(v.args) == 0 {
		return nil
	}
	_, err := tx.Exec(head+v.text.String()+tail, v.args...)
	return err
}

// later is exec, run with the next statement or the commit.
func (v *values) later(tx *Tx, head, tail string, failed func(error) error) error {
	if len(v.args) == 0 {
		return nil
	}
	return tx.later(statement{query: head + v.text.String() + tail, args: v.args, failed: failed})
}

// instant converts epoch milliseconds to a time, 0 to the zero time. millis
// does the opposite.
func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
