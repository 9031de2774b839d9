package doctor

import (
	"context"
	"fmt"
	"time"

	"holidaymaker/internal/office/staff"
	"holidaymaker/internal/store"
)

// maxUnsealed is for how long what people did in the office may wait for a seal.
const maxUnsealed = time.Hour

// officeRecord holds the seals of the office's record against what they cover.
func (r *Report) officeRecord(ctx context.Context, s *store.Store, now time.Time) {
	const check = "office record"
	events, last, wrong, err := staff.VerifySeals(ctx, s.Office())
	var waiting []staff.Event
	if err == nil {
		err = s.Office().View(ctx, func(tx staff.Tx) (err error) {
			waiting, err = tx.Unsealed(last, 1)
			return err
		})
	}
	switch {
	case err != nil:
		r.add(check, false, err.Error())
	case len(wrong) > 0:
		r.add(check, false, "what people did in the office was changed after it was sealed", wrong...)
	case len(waiting) > 0 && now.Sub(waiting[0].At) > maxUnsealed:
		r.add(check, false, "what was done in the office since "+waiting[0].At.Format(time.RFC3339)+" is not sealed: no server with --office-addr runs")
	case events == 0:
		r.add(check, true, "nothing is sealed yet")
	default:
		r.add(check, true, fmt.Sprintf("%d events are as they were sealed, the last by seal %d, %.16s…", events, last.Number, last.Digest))
	}
}
