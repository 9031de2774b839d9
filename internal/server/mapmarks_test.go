package server_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

const ukView = "-11,49,3,61"

func TestMapMarks(t *testing.T) {
	v := site(t).visitor(t)
	stay := []string{"channel", "ukcaravan", "date", nextJune(), "nights", "7", "adults", "2"}
	marks := func(t *testing.T, zoom int, view string, more ...string) []any {
		t.Helper()
		query := append([]string{"zoom", strconv.Itoa(zoom), "view", view}, append(more, stay...)...)
		return v.get("/api/mapmarks", query...).ok(t).list("marks")
	}
	search := v.get("/api/search", stay...).ok(t)
	placed, cheapest := map[string]string{}, math.Inf(1)
	for i := range search.list("results") {
		if search.text("results", i, "lat") != "" {
			placed[search.text("results", i, "parkId")] = search.text("results", i, "name")
			cheapest = min(cheapest, number(t, search.text("results", i, "price")))
		}
	}
	if len(placed) < 20 {
		t.Fatalf("%d holidays have a position: this proves little", len(placed))
	}
	for _, zoom := range []int{4, 6, 8, 9} { // further in, the UK is larger than one view may be
		t.Run(fmt.Sprintf("zoom %d counts each holiday of the search once", zoom), func(t *testing.T) {
			count, least := 0, math.Inf(1)
			list := marks(t, zoom, ukView)
			for i, one := range list {
				mark := one.(map[string]any)
				count += int(mark["count"].(float64))
				least = min(least, number(t, mark["price"].(string)))
				name, known := placed[mark["parkId"].(string)]
				if single := mark["count"] == 1.0; !known || single && mark["name"] != name || !single && mark["name"] != nil {
					t.Errorf("a mark of another holiday, or with another name: %v", mark)
				}
				for _, other := range list[:i] {
					if d := pixelsBetween(t, zoom, mark, other.(map[string]any)); d < 57.9 {
						t.Errorf("marks lie %.1f pixels apart: %v and %v", d, mark, other)
					}
				}
			}
			same(t, "holidays", count, len(placed))
			same(t, "the cheapest", least, cheapest)
		})
	}
	t.Run("closest in, each holiday has its own mark, in the order of the search", func(t *testing.T) {
		var want []string
		for i := range search.list("results") {
			lat, lon := search.text("results", i, "lat"), search.text("results", i, "lon")
			if lat != "" && number(t, lat) >= 50 && number(t, lat) <= 50.6 && number(t, lon) >= -5.4 && number(t, lon) <= -4.8 {
				want = append(want, search.text("results", i, "parkId"))
			}
		}
		var got []string
		for _, mark := range marks(t, 12, "-5.4,50,-4.8,50.6") {
			got = append(got, mark.(map[string]any)["parkId"].(string))
		}
		same(t, "parks", got, want)
	})
	t.Run("a search for an area has marks in this area only", func(t *testing.T) {
		const box = "-6.5,49.9,-3,51.3"
		count := 0
		for _, mark := range marks(t, 6, ukView, "box", box) {
			count += int(mark.(map[string]any)["count"].(float64))
		}
		same(t, "holidays", float64(count), v.get("/api/search", append([]string{"box", box}, stay...)...).ok(t).at("count").(float64))
	})
	t.Run("a view that is no area, or too large, is refused", func(t *testing.T) {
		for _, view := range []string{"1,2,3", "3,49,-11,61", "-180,-90,180,90"} {
			v.get("/api/mapmarks", "view", view, "zoom", "9").refused(t, 400, "INVALID_BOX")
		}
		v.get("/api/mapmarks", "view", ukView, "zoom", "18").refused(t, 400, "INVALID_REQUEST")
		v.get("/api/mapmarks", "view", ukView, "zoom", "6", "nights", "0").refused(t, 400, "INVALID_NIGHTS")
	})
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// pixelsBetween returns the distance of two marks on the map.
func pixelsBetween(t *testing.T, zoom int, a, b map[string]any) float64 {
	t.Helper()
	at := func(mark map[string]any) (x, y float64) {
		lat, lon := number(t, mark["lat"].(string)), number(t, mark["lon"].(string))
		size := 256 * math.Exp2(float64(zoom))
		return lon / 360 * size, math.Asinh(math.Tan(lat*math.Pi/180)) / (2 * math.Pi) * size
	}
	ax, ay := at(a)
	bx, by := at(b)
	return math.Hypot(ax-bx, ay-by)
}
