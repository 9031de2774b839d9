package feed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/web/httpx"
)

// maxHolidaysFile limits a file of school holidays, in bytes.
const maxHolidaysFile = 8 << 20

// SchoolHolidays imports a file of school holidays, which is CSV and has all of them: it
// replaces the one before. When a row is bad it returns ErrRefused, the report lists the
// bad rows, and nothing is published.
func (im Importer) SchoolHolidays(ctx context.Context, files ...File) (report *Report, err error) {
	start := time.Now()
	report = &Report{}
	defer func() { report.Took = time.Since(start) }()
	if err := im.schoolHolidays(ctx, files, report); err != nil {
		return report, fmt.Errorf("import school holidays: %w", err)
	}
	return report, nil
}

func (im Importer) schoolHolidays(ctx context.Context, files []File, report *Report) error {
	if len(files) != 1 || !files[0].CSV || !files[0].Full {
		return errors.New("give one CSV file, whose name ends in .csv: it has all holidays, so there is no --delta")
	}
	file := files[0]
	text, err := httpx.ReadAll(file.Reader, maxHolidaysFile)
	if err != nil {
		return fmt.Errorf("read %s: %w", file.Name, err)
	}
	line := int64(0)
	for one := range bytes.Lines(text) {
		line++
		if wrong := checkUTF8(one); wrong != nil {
			report.bad(BadRow{file.Name, line, wrong.column, wrong.reason})
		}
	}
	if report.Bad == 0 {
		calendar, faults := schoolholiday.Read(text)
		for _, f := range faults {
			report.bad(BadRow{file.Name, f.Line, f.Column, f.Reason})
		}
		report.Entities = int64(calendar.Len())
	}
	if report.Bad > 0 {
		return ErrRefused
	}
	if im.DryRun {
		return nil
	}
	report.Change, err = im.Store.PublishSchoolHolidays(ctx, text)
	return err
}
