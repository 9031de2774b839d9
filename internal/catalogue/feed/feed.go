// Package feed imports the files that operators send: the catalogue, prices and
// allotments, as NDJSON or CSV. It reads files as a stream, in any order of their rows.
// Rows that do not fit in memory are kept in temporary files, in 128 parts by unit
// type; each worker then reads a whole part, so the memory that it needs is that of
// the largest part. An import of one or
// several files is published completely or not at all: one bad row refuses it.
// The report lists bad rows by line, column and reason. docs/import.md
// describes the formats.
package feed

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"holidaymaker/internal/store"
)

// File is a feed file to import.
type File struct {
	// Name is how reports of bad rows call the file; it may be empty.
	Name   string
	Reader io.Reader
	// Size is its length in bytes, used to compute progress; 0 when unknown.
	Size int64
	// Full means that the files of an import together contain the whole
	// catalogue or all prices: what they lack is withdrawn. Otherwise they are
	// a delta, which leaves everything unchanged that it does not contain. Full
	// must be the same for all files of an import.
	Full bool
	// CSV means that the file is CSV, XLSX that it is a workbook, which only rates may
	// be; otherwise it is NDJSON.
	CSV, XLSX bool
}

// Importer imports files into a store.
type Importer struct {
	Store *store.Store
	// Temp is the folder for rows that do not fit in memory; "" means the
	// system's folder for temporary files.
	Temp string
	// Progress may be nil. It is called now and then, always from the same
	// goroutine.
	Progress func(Progress)
	// DryRun means that the files are read, checked and compared with what is live,
	// but not published.
	DryRun bool
	// MaxWithdrawn is the largest share, 0 to 1, of what is on sale that a full import
	// may withdraw of one kind. Above it the import is refused with a
	// *TooMuchWithdrawn. 0 means any share.
	MaxWithdrawn float64
	// Wait is how long an import of prices or rates waits for another one, which may be
	// the server's, before it fails with store.ErrBusy.
	Wait time.Duration
}

// Progress says how much of an import is done.
type Progress struct {
	Read, Size int64 // bytes of the files
	Rows       int64
	Bad        int64
	// Share is the part of all work that is done, 0 to 1; 0 when the size is
	// unknown.
	Share float64
}

// Report is the outcome of an import.
type Report struct {
	Rows     int64 // lines read, without empty ones and a CSV's first
	Entities int64 // entities of a catalogue
	Units    int64 // unit types whose prices were written
	Prices   int64 // prices in the rows: one per date, nights and party size
	Past     int64 // how many of these prices are for past dates; they are not imported
	Bad      int64
	BadRows  []BadRow // the first bad rows, at most MaxBadRows
	// EarlierLowered counts the earlier prices that were lowered to what is known,
	// see knownReductions.
	EarlierLowered int64
	// Withdrawn says what the import withdraws from sale, by kind.
	Withdrawn []Withdrawn
	// Departed lists the unit types of DepartedRows rows that were left out, because
	// these unit types have left the catalogue.
	Departed     []string
	DepartedRows int64
	// Doubted lists the first rows, at most MaxBadRows, with values that are hardly
	// right. They are imported. Doubts counts all of them.
	Doubts  int64
	Doubted []BadRow
	// Change is the number of the change that published the import, or 0 when
	// it was refused or a dry run. A node shows the import once its replica has reached that
	// number.
	Change int64
	Took   time.Duration
}

// MaxBadRows limits the bad rows that a Report lists; Bad counts all of them.
const MaxBadRows = 100

// BadRow is a row that cannot be imported.
type BadRow struct {
	File   string // its name
	Line   int64
	Column string // the field's name, or "character n" where the row cannot be read
	Reason string
}

func (b BadRow) String() string { return fmt.Sprintf("line %d, %s: %s", b.Line, b.Column, b.Reason) }

// ErrRefused means that a file has bad rows, so nothing was published.
var ErrRefused = errors.New("the import was refused: it has bad rows")

// kindOf returns whether an import is full, and the total size of its files in
// bytes, 0 when the size of one is unknown.
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

func (r *Report) doubt(b BadRow) {
	r.Doubts++
	if len(r.Doubted) < MaxBadRows {
		r.Doubted = append(r.Doubted, b)
	}
}

func (r *Report) bad(b BadRow) {
	r.Bad++
	if len(r.BadRows) < MaxBadRows {
		r.BadRows = append(r.BadRows, b)
	}
}

// addSorted adds bad rows that were found after reading, sorted by file and
// line.
func (r *Report) addSorted(found badRows, files []File) {
	number := map[string]int{}
	for i, f := range slices.Backward(files) {
		number[f.Name] = i
	}
	r.Bad += found.count
	found.cut()
	for _, b := range found.rows {
		r.BadRows = append(r.BadRows, b.BadRow)
	}
	slices.SortStableFunc(r.BadRows, func(a, b BadRow) int {
		return cmp.Or(cmp.Compare(number[a.File], number[b.File]), cmp.Compare(a.Line, b.Line))
	})
	r.BadRows = r.BadRows[:min(MaxBadRows, len(r.BadRows))]
}

// badRows collects bad rows in any order, and keeps the first MaxBadRows by
// file and line.
type badRows struct {
	count int64
	rows  []foundRow
}

type foundRow struct {
	at lineRef
	BadRow
}

func (b *badRows) add(at lineRef, row BadRow) {
	b.count++
	if b.rows = append(b.rows, foundRow{at, row}); len(b.rows) >= 4*MaxBadRows {
		b.cut()
	}
}

func (b *badRows) cut() {
	slices.SortFunc(b.rows, func(x, y foundRow) int {
		return cmp.Or(cmp.Compare(x.at.file, y.at.file), cmp.Compare(x.at.line, y.at.line), cmp.Compare(x.Column, y.Column))
	})
	b.rows = b.rows[:min(MaxBadRows, len(b.rows))]
}

// refuseEmpty adds a bad row when a full import has no rows, because it would
// withdraw everything. An operator's export that failed may produce such a
// file.
func (r *Report) refuseEmpty(full bool, files []File) {
	if full && r.Rows == 0 && r.Bad == 0 {
		r.bad(BadRow{files[0].Name, 1, "character 1", "there are no rows, and a full import would withdraw everything"})
	}
}

// maxLine limits the length of a line, in bytes.
const maxLine = 4 << 20

// fault describes what is wrong with a row.
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
