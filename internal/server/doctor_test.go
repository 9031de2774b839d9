package server_test

import (
	"context"
	"slices"
	"testing"

	"holidaymaker/internal/date/testclock"
	"holidaymaker/internal/operations/doctor"
	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
)

// TestTheDoctorUnderstandsARunningNode checks that the doctor reads the report
// of a real node correctly.
func TestTheDoctorUnderstandsARunningNode(t *testing.T) {
	s := start(t)
	var last *doctor.Report
	defer func() {
		if t.Failed() {
			t.Logf("%+v", last)
		}
	}()
	polltest.Until(t, "a round of every loop", func() bool {
		report := doctor.Examine(context.Background(), doctor.Options{
			Settings: func(string) []string { return nil }, Now: testclock.Now, ClockOffset: testclock.Ahead(), Admin: s.AdminURL(),
			Open: func(ctx context.Context) (*store.Store, error) {
				return store.Open(ctx, s.dir, testclock.Now, store.Existing())
			},
		})
		found := func(check, none string) bool {
			return slices.ContainsFunc(report.Findings, func(f doctor.Finding) bool { return f.Check == check && f.OK && f.Text != none })
		}
		last = report
		return report.Healthy && found("node", "") && found("components", "all 0 in order") && found("loops", "all 0 complete their rounds")
	})
}
