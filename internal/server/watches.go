package server

import (
	"holidaymaker/internal/marketing/watch"
)

// openWatches lets visitors watch prices, where that is switched on. wake has the outbox do new
// jobs at once.
func (s *Server) openWatches(wake func()) {
	if !s.config.PriceWatch {
		return
	}
	s.watches = watch.New(watch.Config{
		Store: s.store.Watches(), Bookings: s.store.Bookings(), Shown: s.inventory.WaitFor, Node: s.node, Clock: s.config.now, Wake: wake, Bad: s.bad,
		Current: func() watch.View {
			state := s.inventory.Current()
			return watch.View{Catalogue: state.Catalogue, Index: state.Index}
		},
	})
}
