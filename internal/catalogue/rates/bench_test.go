package rates_test

import (
	"testing"

	"holidaymaker/internal/date"
)

// BenchmarkCompile compiles a unit type with 540 dates, three party sizes and stays of
// up to 28 nights, and encodes its prices.
func BenchmarkCompile(b *testing.B) {
	today := date.Of(2027, 1, 5)
	sheet := sheetsOf(b, `kind,unit,season,from,to,weekdays,price_2,price_4,price_6,amount,nights,percent,days
season,,low,2027-01-06,2027-05-27,,,,,,,,
season,,high,2027-05-28,2027-09-03,,,,,,,,
season,,low,2027-09-04,2028-06-28,,,,,,,,
night,A,low,,,,60.00,70.00,80.00,,,,
night,A,low,,,fri sat,80.00,95.00,110.00,,,,
night,A,high,,,,100.00,120.00,140.00,,,,
night,A,high,,,fri sat,130.00,150.00,175.00,,,,
longer,A,,,,,,,,,7,10,
longer,A,,,,,,,,,14,15,
late,A,low,,,,,,,,,20,14
fee,A,,,,,,,,25.00,,,
round,A,,,,,,,,1.00,,,
`, today)["A"]
	for b.Loop() {
		table, err := sheet.Compile(today)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(table.Count()), "prices")
		table.Encode()
	}
}
