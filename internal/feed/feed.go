// Package feed imports what operators send: the catalogue as NDJSON, prices and
// allotments as NDJSON or CSV. Files are read as a stream in bounded memory,
// whatever their size and the order of their rows. An import, of one file or of
// several, goes live whole or not at all: each bad row is named by line, column
// and reason, and one is enough to refuse it. docs/import.md describes the
// formats.
package feed

import (
	"errors"
	"fmt"
	"io"
	"time"

	"holidaymaker/internal/store"
)

// File is a feed file to import.
type File struct {
	// Name tells bad rows of several files apart; it may be empty.
	Name   string
	Reader io.Reader
	// Size is its length in bytes, for the progress; 0 when unknown.
	Size int64
	// Full says that the files of an import together hold everything: what they
	// lack is withdrawn. Else they are a delta, which leaves alone what it does
	// not name. All files of an import have it alike.
	Full bool
	// CSV says that a file of prices is CSV, else it is NDJSON.
	CSV bool
}

// Importer imports files into a store.
type Importer struct {
	Store *store.Store
	// Temp is the folder for rows that do not fit in memory; "" is the
	// system's.
	Temp string
	// Progress, when set, is called from time to time from one goroutine.
	Progress func(Progress)
}

// Progress tells how far an import has come.
type Progress struct {
	Read, Size int64 // bytes of the files
	Rows       int64
	Bad        int64
	// Share is the share of all work that is done, 0 to 1; 0 while the size is
	// unknown.
	Share float64
}

// Report is the outcome of an import.
type Report struct {
	Rows     int64 // lines read, without empty ones and a CSV's first
	Entities int64 // of a catalogue
	Units    int64 // unit types whose prices were written
	Prices   int64 // prices that the rows hold: one per date, nights and party size
	Past     int64 // of them, for dates that are gone, which are left out
	Bad      int64
	BadRows  []BadRow // the first of the bad ones, at most BadMost
	// Change is the number of the change that made it live, 0 when it was
	// refused. A node shows it when its inventory has come to that number.
	Change int64
	Took   time.Duration
}

// BadMost is how many bad rows a Report names; all are counted.
const BadMost = 100

// BadRow names a row that cannot be imported.
type BadRow struct {
	File   string // its name
	Line   int64
	Column string // a field's name, or "character n" where the row cannot be read
	Reason string
}

func (b BadRow) String() string { return fmt.Sprintf("line %d, %s: %s", b.Line, b.Column, b.Reason) }

// ErrRefused says that a file has bad rows and that nothing of it went live.
var ErrRefused = errors.New("the import was refused: it has bad rows")

// kindOf tells whether an import is full, and the size of its files, 0 when
// that of one is unknown.
func kindOf(files []File) (full bool, size int64, err error) {
	if len(files) == 0 {
		return false, 0, errors.New("no files")
	}
	known := true
	for _, f := range files {
		if f.Full != files[0].Full {
			return false, 0, errors.New("full files and deltas cannot be one import")
		}
		size += f.Size
		known = known && f.Size > 0
	}
	if !known {
		size = 0
	}
	return files[0].Full, size, nil
}

func (r *Report) bad(b BadRow) {
	r.Bad++
	if len(r.BadRows) < BadMost {
		r.BadRows = append(r.BadRows, b)
	}
}

// refuseEmpty adds a bad row when a full import holds nothing: it would take
// everything off sale, and is what a failed export leaves.
func (r *Report) refuseEmpty(full bool, files []File) {
	if full && r.Rows == 0 && r.Bad == 0 {
		r.bad(BadRow{files[0].Name, 1, "character 1", "there are no rows, and a full import would withdraw everything"})
	}
}

// lineMost bounds the length of a line.
const lineMost = 4 << 20

// fault is what is wrong with a row.
type fault struct{ column, reason string }

func faultf(column, reason string, args ...any) *fault {
	return &fault{column, fmt.Sprintf(reason, args...)}
}

func shorten(b []byte) string {
	if len(b) > 40 {
		return string(b[:40]) + "…"
	}
	return string(b)
}
