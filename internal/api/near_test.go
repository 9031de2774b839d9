package api

import (
	"testing"
	"time"

	"holidaymaker/internal/availability"
	"holidaymaker/internal/date"
)

// Where a search near a point finds more than one answer holds, the near parks
// come first, and others fill it up.
func TestTheNearestOfManyComeFirst(t *testing.T) {
	arrival := date.Of(2027, time.July, 17)
	v := viewOf(t, 3000, arrival-10)
	point := position{50.07, -5.71} // Land's End
	c := criteria{Channel: "ukcaravan", Region: "12", Date: arrival, Nights: 7, Party: 2, Flex: 7, Near: []float64{point.lat, point.lon}}
	search := func(limit int) (q availability.Query, found availability.Answer) {
		q = c.query(v, reader{today: arrival - 200})
		q.Limit = limit
		v.index.Search(&q, &found)
		return q, found
	}
	near := v.near(point)
	count := func(rows []availability.Row) (nearOnes int) {
		for _, row := range rows {
			if near(row.Park) {
				nearOnes++
			}
		}
		return nearOnes
	}
	_, all := search(maxResults)
	total := count(all.Rows)
	limit := total + 3
	q, found := search(limit)
	if count(found.Rows) == total || len(all.Rows) <= limit {
		t.Fatalf("%d of %d rows are near, %d of the first %d: this proves little", total, len(all.Rows), count(found.Rows), limit)
	}
	var answer availability.Answer
	rows := v.nearestFirst(&q, point, found.Rows, &answer)
	if len(rows) != limit || count(rows[:total]) != total {
		t.Errorf("%d rows, %d of the first %d are near", len(rows), count(rows[:total]), total)
	}
	seen := map[int]bool{}
	for _, row := range rows {
		if seen[row.Park] {
			t.Errorf("park %d comes twice", row.Park)
		}
		seen[row.Park] = true
	}
}
