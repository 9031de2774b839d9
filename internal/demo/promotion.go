package demo

import (
	"fmt"
	"time"

	"holidaymaker/internal/marketing/promotion"
)

// PromotionBrand is the site code of the brand whose demo has a promotion.
const PromotionBrand = "RP"

// Promotion is the demo's newspaper promotion: four code words, three newspapers,
// and stays that begin on a Friday or a Monday.
func Promotion() *promotion.Promotion {
	fridays, mondays := promotion.Weekday(time.Friday), promotion.Weekday(time.Monday)
	const percentOff = 15
	return &promotion.Promotion{
		Open: true, EmailCapture: true, PercentOff: percentOff,
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
		Heading:    "Four code words, one week away",
		Subheading: fmt.Sprintf("Your newspaper prints them every Saturday. They open the offer dates, for %d%% less.", percentOff),
	}
}
