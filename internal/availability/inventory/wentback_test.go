package inventory_test

import (
	"testing"

	"holidaymaker/internal/operations/polltest"
	"holidaymaker/internal/store"
	"holidaymaker/internal/store/storetest"
)

// A standby takes over that lacks a booking of this node, and another node books so much
// there that the change log is as long again before this node reads it.
func TestAnIndexIsBuiltAgainAfterTheDatabaseWentBack(t *testing.T) {
	db, c, units := storetest.PostgreSQL(t), newClock(), []string{"U1", "U2"}
	s := db.Open(t, c.now)
	sell(t, s, units...)
	price(t, s, true, 100, 4, units...)
	h, err := s.NewHeartbeat(t.Context(), "node")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	standby := db.Copy(t)
	node := db.Open(t, c.now)
	v, stop := openFollowing(t, node)
	if _, _, err := node.Probe(within(t), &h); err != nil {
		t.Fatal(err)
	}
	sells(t, node, "U1", true)
	if err := v.SyncBookings(within(t)); err != nil {
		t.Fatal(err)
	}
	stop()

	db.FailOver(t, standby)
	other := db.Open(t, c.now)
	for range 2 {
		sells(t, other, "U2", true)
	}
	defer run(v)()
	polltest.Until(t, "the node reaches the database again", func() bool {
		_, _, err := node.Probe(within(t), &h)
		return err == nil
	})
	polltest.Until(t, "the index is that of the database", func() bool { return indexText(v, units) == wanted(t, other) })
	losses, err := other.Losses(within(t), store.Heartbeat{})
	if err != nil || len(losses) != 1 {
		t.Errorf("reported: %v, %v", losses, err)
	}
}
