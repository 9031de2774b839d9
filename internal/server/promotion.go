package server

import (
	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/marketing/promotion"
)

// openPromotion reads the brand's promotion.
func (s *Server) openPromotion() (err error) {
	switch {
	case s.config.Promotion != "":
		s.promotion, err = promotion.Open(s.config.Promotion)
	case s.config.Demo && s.site.SiteCode == demo.PromotionBrand:
		s.promotion = promotion.Fixed(demo.Promotion())
	default:
		s.promotion = promotion.Fixed(promotion.None())
	}
	return err
}

// openHomePage reads what the member of staff adds to the home page.
func (s *Server) openHomePage() (err error) {
	s.homePage = homepage.Nothing()
	if s.config.HomePage != "" {
		s.homePage, err = homepage.Open(s.config.HomePage)
	}
	return err
}
