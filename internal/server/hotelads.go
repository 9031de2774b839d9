package server

import (
	"fmt"
	"net/http"
	"os"

	"holidaymaker/internal/marketing/hotelads"
)

// openHotelAds reads the brand's accounts for hotel ads.
func (s *Server) openHotelAds() (err error) {
	if s.config.HotelAds == "" {
		return nil
	}
	if s.adAccounts, err = hotelads.Open(s.config.HotelAds, s.site.SiteCode, os.Getenv); err != nil {
		return fmt.Errorf("open the hotel ads: %w", err)
	}
	s.hotelAds = hotelads.New(hotelads.Config{
		Store: s.store.HotelAds(), Accounts: s.adAccounts, Shown: s.inventory.WaitFor, Site: s.baseURL, Name: s.site.Global.BrandName, Node: s.node,
		Current: func() hotelads.View {
			state := s.inventory.Current()
			return hotelads.View{Catalogue: state.Catalogue, Index: state.Index}
		},
		Transport: func(next http.RoundTripper) http.RoundTripper { return s.measured(next, "hotel_ads") }, Clock: s.config.now, Bad: s.bad,
	})
	return nil
}
