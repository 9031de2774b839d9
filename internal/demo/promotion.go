package demo

import (
	"time"

	"holidaymaker/internal/promotion"
)

// PromotionBrand is the site code of the brand whose demo has a promotion.
const PromotionBrand = "RP"

// Promotion is the demo's newspaper promotion: four code words, three newspapers,
// and stays that begin on a Friday or a Monday.
func Promotion() *promotion.Promotion {
	fridays, mondays := promotion.Weekday(time.Friday), promotion.Weekday(time.Monday)
	return &promotion.Promotion{
		Open: true, EmailCapture: true,
		CodeWords: []string{"Harbour", "Deckchair", "Lantern", "Pebble"},
		Newspapers: []promotion.Newspaper{
			{Code: "DX", Name: "Daily Example"},
			{Code: "EP", Name: "Evening Post", Dates: promotion.Dates{promotion.UK: {{Weekdays: []promotion.Weekday{fridays}}}}},
			{Code: "SC", Name: "Sunday Chronicle"},
		},
		Dates: promotion.Dates{
			promotion.UK:     {{Weekdays: []promotion.Weekday{fridays, mondays}}},
			promotion.Europe: {{Weekdays: []promotion.Weekday{promotion.Weekday(time.Saturday)}}},
		},
		Heading:    "Four passwords, one week away",
		Subheading: "Print day is every Saturday. Passwords open the offer dates.",
	}
}
