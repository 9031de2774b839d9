package demo

import (
	"slices"
	"testing"

	"holidaymaker/internal/date"
	"holidaymaker/internal/marketing/promotion"
)

func TestEveryNewspapersDatesHaveStaysOfTheDefaultLength(t *testing.T) {
	const formsDefault = 3 // nights
	p := Promotion()
	for _, newspaper := range p.Newspapers {
		days := p.DatesOf(promotion.UK, newspaper.Code, date.Of(2026, 11, 22))
		if !slices.ContainsFunc(days, func(d date.Date) bool { return slices.Contains(changeover[(d.Weekday()+6)%7], formsDefault) }) {
			t.Errorf("%s offers %v", newspaper.Name, days)
		}
	}
}
