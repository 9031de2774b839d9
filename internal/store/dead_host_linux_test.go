package store_test

import (
	"testing"
	"time"

	"holidaymaker/internal/store/storetest"
)

// A host that died sends no reset. Without these limits its connections would
// stay open for about a quarter of an hour.
func TestConnectionsToADeadHostEnd(t *testing.T) {
	db, _ := storetest.PostgreSQL(t).Behind(t)
	s := db.Open(t)
	if got := s.UnacknowledgedTimeout(t); got <= 0 || got > 10*time.Second {
		t.Errorf("data may stay unacknowledged for %v", got)
	}
	if got := s.PingTimeout(); got <= 0 || got > 5*time.Second {
		t.Errorf("the check of an idle connection may take %v", got)
	}
}
