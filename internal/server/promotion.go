package server

import (
	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/demo"
	"holidaymaker/internal/marketing/promotion"
	"holidaymaker/internal/operations/livefile"
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

// openDriveTimes opens the table of drives between postcodes.
func (s *Server) openDriveTimes() (err error) {
	s.driveTimes = livefile.Fixed(&catalogue.DriveTimes{})
	if s.config.DriveTimes != "" {
		s.driveTimes, err = livefile.OpenLarge("drive times", s.config.DriveTimes, catalogue.ParseDriveTimes)
	}
	return err
}
