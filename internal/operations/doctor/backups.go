package doctor

import (
	"fmt"
	"time"

	"holidaymaker/internal/operations/backup"
	"holidaymaker/internal/store"
)

// maxLateBackup is how late the next backup may be.
const maxLateBackup = 10 * time.Minute

// backups checks that the server writes its backups of SQLite.
func (r *Report) backups(s *store.Store, f backup.Folder, now time.Time) {
	if s.Dialect() != "sqlite" {
		return
	}
	if f.Dir == "" {
		r.add("backups", true, "the server writes none (--backup-dir): docs/backup.md has other ways")
		return
	}
	all, err := f.List()
	switch {
	case err != nil:
		r.add("backups", false, err.Error())
	case len(all) == 0:
		r.add("backups", false, "there is none in "+f.Dir)
	default:
		last := all[len(all)-1]
		r.add("backups", now.Sub(last.At) < f.Every+maxLateBackup, fmt.Sprintf("%d since %s, the last one of %s", len(all), all[0].At.Format(time.RFC3339), last.At.Format(time.RFC3339)))
	}
}
