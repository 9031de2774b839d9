package server

import (
	"holidaymaker/internal/catalogue/schoolholiday"
	"holidaymaker/internal/content/homepage"
	"holidaymaker/internal/date"
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

// schoolHolidays returns the source of the school holidays.
func (c Config) schoolHolidays() (*schoolholiday.Source, error) {
	if c.SchoolHolidays == "" {
		return schoolholiday.Known(), nil
	}
	return schoolholiday.Open(c.SchoolHolidays)
}

// holidaysEnd warns when the last school holiday is over or soon will be: visitors plan
// that far ahead.
func (c Config) holidaysEnd() string {
	const ahead = 150 // days
	holidays, err := c.schoolHolidays()
	if err != nil {
		return "The school holidays cannot be read: " + err.Error() + "."
	}
	last := schoolholiday.Last(*holidays.Current())
	if last > date.In(c.now())+ahead {
		return ""
	}
	return "The last school holidays that visitors can choose end on " + last.String() + ": name those of the next years in a file and set --school-holidays."
}
