package basemap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"holidaymaker/internal/web/httpx"
)

func TestTheMapIsSmallEnoughToSend(t *testing.T) {
	const most = 60_000
	if size := len(httpx.Brotli.Encode(document)); size > most {
		t.Errorf("the map takes %d bytes compressed, at most %d are allowed", size, most)
	}
}

// coasts are the lines of the land, in degrees.
var coasts = sync.OnceValue(func() (made [][][2]float64) {
	for _, line := range Load().Land {
		var x, y int
		var points [][2]float64
		for i := 0; i+1 < len(line); i += 2 {
			x, y = x+line[i], y+line[i+1]
			points = append(points, [2]float64{float64(x) / 1000, float64(y) / 1000})
		}
		made = append(made, points)
	}
	return made
})

// onLand reports whether a position is on land: it is inside an odd number of
// closed lines.
func onLand(lat, lon float64) bool {
	inside := false
	for _, points := range coasts() {
		for i, p := range points {
			q := points[(i+1)%len(points)]
			if (p[1] > lat) != (q[1] > lat) && lon < p[0]+(lat-p[1])/(q[1]-p[1])*(q[0]-p[0]) {
				inside = !inside
			}
		}
	}
	return inside
}

func TestTheCoastIsWhereItIs(t *testing.T) {
	for _, place := range []struct {
		name     string
		lat, lon float64
		land     bool
	}{
		{"Bodmin", 50.47, -4.72, true},
		{"the Lizard", 50.03, -5.20, true},
		{"Mount's Bay", 50.03, -5.40, false},
		{"St Austell Bay", 50.28, -4.66, false},
		{"Keswick", 54.60, -3.13, true},
		{"Morecambe Bay", 54.05, -3.10, false},
		{"the Solway", 54.80, -3.60, false},
		{"Silves in the Algarve", 37.19, -8.44, true},
		{"Sagres", 37.03, -8.93, true},
		{"south of Faro", 36.90, -7.95, false},
		{"the Isle of Wight", 50.68, -1.30, true},
		{"Anglesey", 53.27, -4.35, true},
		{"Cardigan Bay", 52.40, -4.60, false},
		{"the Wash", 52.95, 0.30, false},
		{"Istria", 45.20, 13.85, true},
		{"the Adriatic", 44.60, 13.00, false},
		{"Majorca", 39.60, 3.00, true},
		{"Jersey", 49.21, -2.13, true},
	} {
		if onLand(place.lat, place.lon) != place.land {
			t.Errorf("%s: on land %v, want %v", place.name, !place.land, place.land)
		}
	}
}

// nearLand reports whether there is land within a distance.
func nearLand(lat, lon, km float64) bool {
	for turn := range 16 {
		angle := float64(turn) / 16 * 2 * math.Pi
		if onLand(lat+km*math.Sin(angle)/111, lon+km*math.Cos(angle)/111/math.Cos(lat*math.Pi/180)) {
			return true
		}
	}
	return onLand(lat, lon)
}

func TestNamesAreAtTheirPositions(t *testing.T) {
	towns := 0
	for _, place := range Load().Places {
		lat, lon := float64(place.At[1])/1000, float64(place.At[0])/1000
		switch place.Kind {
		case "town":
			towns++
			if !nearLand(lat, lon, 2.5) {
				t.Errorf("%s lies in the sea: %v, %v", place.Name, lat, lon)
			}
		case "sea":
			if onLand(lat, lon) {
				t.Errorf("%s lies on land: %v, %v", place.Name, lat, lon)
			}
		case "country", "region":
			if !nearLand(lat, lon, 12) {
				t.Errorf("%s lies in the sea: %v, %v", place.Name, lat, lon)
			}
		default:
			t.Errorf("%s is a %q", place.Name, place.Kind)
		}
		if place.Zoom[0] > place.Zoom[1] || place.Name == "" {
			t.Errorf("%+v is never shown", place)
		}
	}
	if towns < 400 {
		t.Errorf("only %d towns", towns)
	}
	for _, lake := range Load().Lakes {
		if !nearLand(float64(lake.Line[1])/1000, float64(lake.Line[0])/1000, 3) {
			t.Errorf("%s lies in the sea", lake.Name)
		}
	}
}

var number = regexp.MustCompile(`-?\d+`)

func TestAPictureOfAPosition(t *testing.T) {
	for _, at := range []struct {
		name     string
		lat, lon float64
		shows    string // a town or the colour of a lake
	}{
		{"Newquay", 50.413, -5.075, ">Truro<"},
		{"Keswick", 54.60, -3.13, `#9fcbd1`},
		{"Albufeira", 37.089, -8.247, ">Faro<"},
		{"the corner of what was cut out", 27.01, -31.99, "<rect"},
		{"the far north", 89.9, 179.9, "<rect"},
		{"the open sea", 47, -13, "<rect"},
	} {
		svg := Locator(at.lat, at.lon)
		if !bytes.Equal(svg, Locator(at.lat, at.lon)) {
			t.Errorf("%s: another picture the second time", at.name)
		}
		if !strings.Contains(string(svg), at.shows) {
			t.Errorf("%s: the picture lacks %s", at.name, at.shows)
		}
		if len(svg) > 12_000 {
			t.Errorf("%s: %d bytes", at.name, len(svg))
		}
		assertWellFormed(t, at.name, svg)
	}
}

// assertWellFormed parses a picture as XML and checks that its lines end
// shortly outside its frame.
func assertWellFormed(t *testing.T, name string, svg []byte) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "path" {
			continue
		}
		for _, attribute := range start.Attr {
			if attribute.Name.Local != "d" || !strings.HasSuffix(attribute.Value, "Z") {
				continue
			}
			for _, text := range number.FindAllString(attribute.Value, -1) {
				if n, _ := strconv.Atoi(text); n < -beyond-24 || n > locatorWidth+beyond {
					t.Fatalf("%s: the land reaches to %d", name, n)
				}
			}
		}
	}
}
