package server

import (
	"net/http"

	"holidaymaker/internal/api"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/marketing/watch"
	"holidaymaker/internal/web"
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

// routeWatches registers the pages that follow the forms of the API.
func (s *Server) routeWatches(pages *web.Web) {
	if s.watches == nil {
		return
	}
	s.Handle("GET "+api.WatchSentPath, http.HandlerFunc(pages.WatchSentPage))
	for _, method := range []string{"GET ", "POST "} {
		s.Handle(method+mail.WatchesPath, http.HandlerFunc(pages.WatchesPage))
	}
}
