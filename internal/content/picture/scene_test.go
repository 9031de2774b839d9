package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"holidaymaker/internal/catalogue"
)

// The largest allowed sizes, compressed by Brotli at its best: 7 kB for a card,
// 20 kB for a hero.
const (
	cardLimit = 7 << 10
	heroLimit = 20 << 10
)

func packed(t *testing.T, data []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

func wellFormed(t *testing.T, data []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("the picture is not well formed: %v", err)
		}
	}
}

func TestEveryLandInEveryCompositionIsSmallAndTheSameAgain(t *testing.T) {
	for name, kind := range biomes {
		for _, comp := range kind.compositions {
			for time := range times {
				s := Spec{Seed: name + comp + time, Biome: name, Composition: comp, Time: time, Home: "cottage", Width: 1200, Height: 800}
				svg := SVG(s)
				if !bytes.Equal(svg, SVG(s)) {
					t.Errorf("%s %s at %s is drawn differently the second time", name, comp, time)
				}
				wellFormed(t, svg)
				if time == "noon" && packed(t, svg) > cardLimit {
					t.Errorf("%s %s at %s takes %d bytes, want at most %d", name, comp, time, packed(t, svg), cardLimit)
				}
				if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("<filter")) {
					t.Errorf("%s %s at %s holds what no phone should compute", name, comp, time)
				}
			}
		}
	}
}

func TestHeroesAreSmall(t *testing.T) {
	for scene := range heroes {
		for _, shape := range []string{"", "-large", "-small", "-left"} {
			s, ok := OfHero(scene + shape)
			if !ok {
				continue
			}
			if n := packed(t, SVG(s)); n > heroLimit {
				t.Errorf("hero %s%s takes %d bytes, want at most %d", scene, shape, n, heroLimit)
			}
		}
	}
}

func TestEveryHomeIsDrawn(t *testing.T) {
	bare := len(SVG(Spec{Seed: "a", Biome: "lake", Home: "none", Time: "noon", Width: 600, Height: 400}))
	for _, home := range []string{"caravan", "lodge", "cottage", "tent", "tourer", "pod", "narrowboat", "cruiser"} {
		if n := len(SVG(Spec{Seed: "a", Biome: "lake", Home: home, Time: "noon", Width: 600, Height: 400})); n < bare+800 {
			t.Errorf("%s adds only %d bytes", home, n-bare)
		}
	}
}

func TestPicturesShowTheLandscapeOfThePlace(t *testing.T) {
	inland := catalogue.Region{ID: "1", Land: "hills"}
	for i := range 200 {
		id := fmt.Sprint("P", i)
		s := OfPark(Place{Park: catalogue.Park{ID: id}, Region: inland, Channel: "ukcaravan"}, 1)
		if s.Biome == "coast" || s.Biome == "cliffs" || s.Biome == "med" {
			t.Fatalf("park %s in the hills is drawn by the sea (%s)", id, s.Biome)
		}
		if s.Home != "caravan" {
			t.Fatalf("a caravan park shows a %s", s.Home)
		}
		b := OfPark(Place{Park: catalogue.Park{ID: id}, Region: catalogue.Region{ID: "2", Land: "mountains"}, Channel: "boats"}, 1)
		if b.Biome != "canal" && b.Biome != "lake" {
			t.Fatalf("boat %s is drawn on %s", id, b.Biome)
		}
		w := OfPark(Place{Park: catalogue.Park{ID: id, Features: []string{"woodland"}}, Region: catalogue.Region{ID: "3", Land: "coast"}, Channel: "uklodge"}, 1)
		if w.Biome != "forest" {
			t.Fatalf("a park in the woods is drawn as %s", w.Biome)
		}
	}
}

func TestPicturesOfRegionsShowTheirOwnLandscapeWithDifferentHomes(t *testing.T) {
	homes := map[string]bool{}
	for i := range 50 {
		s := OfRegion(catalogue.Region{ID: fmt.Sprint(i), Land: "coast"}, "ukcaravan", i)
		if s.Biome != "coast" {
			t.Fatalf("region %d on the coast is drawn as %s", i, s.Biome)
		}
		homes[s.Home] = true
		if b := OfRegion(catalogue.Region{ID: fmt.Sprint(i), Land: "canal"}, "boats", i); b.Home != "narrowboat" || b.Biome != "canal" {
			t.Fatalf("the boats of region %d are drawn as a %s on %s", i, b.Home, b.Biome)
		}
	}
	if len(homes) != len(regionHomes["coast"]) {
		t.Errorf("the regions on a coast show %v", homes)
	}
}

func TestTheKindOfAUnitMayStandBeforeAColon(t *testing.T) {
	for desc, home := range map[string]string{
		"Platinum lodge: hot tub on a private deck": "lodge",
		"A veranda with a view of the lodge":        "caravan",
		"":                                          "caravan",
	} {
		if s, _ := OfUnit(coastalPark, catalogue.UnitType{ID: "P3", Name: "Turnstone", Desc: desc}, 0, ""); s.Home != home {
			t.Errorf("%q is drawn as a %s, want a %s", desc, s.Home, home)
		}
	}
}

func TestPicturesOfUnitsShowTheirParksLandscape(t *testing.T) {
	p := coastalPark
	land := OfPark(p, 1).Biome
	for _, u := range []struct{ name, home string }{{"Gold Caravan", "caravan"}, {"Woodland Lodge", "lodge"}, {"Bell tent", "tent"}, {"Electric hook-up", "tourer"}, {"Something else", "caravan"}} {
		s, ok := OfUnit(p, catalogue.UnitType{ID: u.name, Name: u.name}, 0, "")
		if !ok || s.Biome != land || s.Home != u.home {
			t.Errorf("%s shows a %s in %s, want a %s in %s", u.name, s.Home, s.Biome, u.home, land)
		}
	}
}

var coastalPark = Place{Park: catalogue.Park{ID: "HV101"}, Region: catalogue.Region{ID: "12", Land: "coast"}, Channel: "ukcaravan"}

type onePark struct{}

func (onePark) Park(id string) (Place, bool) { return coastalPark, id == "HV101" }

func (onePark) Unit(id string) (Place, catalogue.UnitType, int, bool) {
	return coastalPark, catalogue.UnitType{ID: "HV101-G3", Bedrooms: 3, Bathrooms: 1}, 0, id == "HV101-G3"
}

func (onePark) Region(id string) (catalogue.Region, string, int, bool) {
	return catalogue.Region{ID: "12", Land: "coast"}, "ukcaravan", 0, id == "12"
}

func (onePark) Operator(id, channel string) (Operator, bool) {
	return Operator{ID: "COA", Region: coastalPark.Region}, id == "COA" && channel == "ukcaravan"
}

func TestPoolsShowTheLandscapeOfTheirParkBehindTheGlass(t *testing.T) {
	drawn := map[string]string{}
	for _, land := range []string{"coast", "forest", "moor", "mountains", "lake", "hills", "canal"} {
		p := Place{Park: catalogue.Park{ID: "HV101", Land: land, Features: []string{"indoor-pool"}}, Region: catalogue.Region{ID: "12", Land: land}, Channel: "ukcaravan"}
		if land == "canal" {
			p.Channel = "boats"
		}
		s := OfPark(p, 3)
		if s.Biome != "pool" || s.View != land {
			t.Errorf("the pool of a park by %s is a %s with a view of %q", land, s.Biome, s.View)
		}
		s.Time = "noon"
		svg := SVG(s)
		if n := packed(t, svg); n > cardLimit {
			t.Errorf("a pool by %s takes %d bytes, want at most %d", land, n, cardLimit)
		}
		if same := drawn[string(svg)]; same != "" {
			t.Errorf("pools by %s and by %s look the same", same, land)
		}
		drawn[string(svg)] = land
	}
}

func TestTheSunOfAHeroIsNotCutOff(t *testing.T) {
	const sun = 6 * 1.55 // the largest disc with its inner halo
	for name, scene := range heroes {
		if !scene.Quiet {
			continue
		}
		for _, shape := range []string{"", "-large", "-small", "-left"} {
			s, ok := OfHero(name + shape)
			c := compose(s, biomes[s.Biome])
			if !ok || c.sunX < sun || c.sunX > c.width-sun || c.sunY < sun {
				t.Errorf("the sun of %s is at %.1f, %.1f of %.1f", name+shape, c.sunX, c.sunY, c.width)
			}
		}
	}
}

func TestTheLightComesFromTheSideOfTheSun(t *testing.T) {
	specs := map[string]Spec{}
	for name := range heroes {
		for _, shape := range []string{"", "-large", "-small", "-left"} {
			if s, ok := OfHero(name + shape); ok {
				specs["hero "+name+shape] = s
			}
		}
	}
	for name := range biomes {
		for _, time := range []string{"noon", "dusk"} {
			for number := range ScenePictures {
				for _, wide := range []string{"", "-wide"} {
					scene := name + "/lodge-" + time + "/" + strconv.Itoa(number+1) + wide
					s, ok := OfScene(name+"/lodge-"+time, strconv.Itoa(number+1)+wide)
					if !ok {
						t.Fatalf("no scene %s", scene)
					}
					specs[scene] = s
				}
			}
		}
	}
	for name, s := range specs {
		c := compose(s, biomes[s.Biome])
		if c.sunLeft != (c.sunX < c.homeX) {
			t.Errorf("%s is lit from the left: %t; the sun is at %.1f, the home at %.1f", name, c.sunLeft, c.sunX, c.homeX)
		}
	}
}

func TestTheSunOfAHeroIsBehindNeitherHomeNorForm(t *testing.T) {
	for name, scene := range heroes {
		if !scene.Quiet {
			continue
		}
		for _, shape := range []string{"", "-large", "-left"} {
			s, _ := OfHero(name + shape)
			c := compose(s, biomes[s.Biome])
			r := 6.0
			if c.glow {
				r = 8
			}
			if s.Aside {
				// The form begins 80 px right of the middle of the page.
				if form := c.width/2 + 80*100/float64(s.Height); c.sunX+r > form {
					t.Errorf("the sun of %s, at %.1f, reaches behind the form at %.1f", name+shape, c.sunX, form)
				}
				continue
			}
			if home := c.homeX - c.homeWidth/2; c.glow && c.sunX+r > home {
				t.Errorf("the low sun of %s, at %.1f, is behind the home at %.1f", name+shape, c.sunX, home)
			}
		}
	}
}

// On a wide screen a hero's text ends 236 px below the top of a picture that is 560 px high, and the
// buttons of the page for unknown addresses 300 px below that of one of 640.
func TestNothingOfAHeroReachesUpToItsText(t *testing.T) {
	for name, end := range map[string]int{"coast": 42, "fields": 42, "lake": 42, "meadow": 42, "lost": 47} {
		for _, shape := range []string{"", "-large"} {
			s, _ := OfHero(name + shape)
			width := 100 * s.Width / s.Height
			_, drawn, _ := strings.Cut(string(SVG(s)), "</defs>")
			for _, it := range shapes.FindAllStringSubmatch(drawn, -1) {
				if x, y := highest(t, it[1]); !slices.Contains(skyOf(s.Time), it[2]) && x > width/20 && x < width*9/20 && y < end {
					t.Errorf("%s: a shape of colour %s reaches up to %d of 100, at %d of %d", name+shape, it[2], y, x, width)
					break
				}
			}
		}
	}
}

func TestNeighbouringOperatorsHavePicturesThatDiffer(t *testing.T) {
	coastal := Operator{Region: catalogue.Region{ID: "12", Land: "coast", Lat: 50.3, Lon: -5}, Channels: []string{"ukcaravan", "uklodge", "boats", "uktouring"}}
	before, homes := Spec{}, map[string]bool{}
	for n := range 30 {
		coastal.Number = n
		s := OfOperator(coastal, "ukcaravan")
		if homes[s.Home] = true; s.Biome != "coast" || s.Time == before.Time || s.Home == before.Home || s.Side == before.Side {
			t.Errorf("operators %d and %d of one coast have %s, %s, %s and %s, %s, %s", n-1, n, before.Home, before.Time, before.Side, s.Home, s.Time, s.Side)
		}
		before = s
		if s := OfOperator(coastal, "uklodge"); s.Home != "lodge" {
			t.Errorf("operator %d of lodges shows a %s", n, s.Home)
		}
		if s := OfOperator(coastal, "boats"); !isBoat(s.Home) || s.Biome != "canal" {
			t.Errorf("operator %d of boats shows a %s on %s", n, s.Home, s.Biome)
		}
	}
	if len(homes) != 4 || homes["cottage"] || homes["narrowboat"] {
		t.Errorf("operators with caravans, lodges and pitches show %v", homes)
	}
}

// The far land behind a lake is as high as its highest shape that is no sky.
func TestALakeOfTheLowlandsHasNoMountainsBehindIt(t *testing.T) {
	farLand := func(lat, lon float64) int {
		s := OfPark(Place{Park: catalogue.Park{ID: "XX101", Land: "lake", Lat: lat, Lon: lon}, Channel: "ukcottages"}, 1)
		s.Home, s.Time, s.Side = "none", "noon", "right"
		_, drawn, _ := strings.Cut(string(SVG(s)), "</defs>")
		light := times[s.Time]
		sky := append(skyOf(s.Time), light.sky[1].mix(light.sun, .42).String(), light.sun.mix(white, .3).String()) // and its clouds
		top := 100
		for _, it := range shapes.FindAllStringSubmatch(drawn, -1) {
			if _, y := highest(t, it[1]); y < top && !slices.Contains(sky, it[2]) {
				top = y
			}
		}
		return top
	}
	if y := farLand(51.68, -1.9); y < 38 {
		t.Errorf("near Cirencester the land behind a lake reaches up to %d of 100", y)
	}
	if y := farLand(54.4, -2.9); y > 35 {
		t.Errorf("at Windermere the mountains behind a lake reach up only to %d of 100", y)
	}
}

func TestCaptionsSayWhatThePicturesOfAParkShow(t *testing.T) {
	for _, park := range []struct {
		channel  string
		features []string
		want     []string
	}{
		{"ukcaravan", []string{"indoor-pool", "play-area"}, []string{"", "Around the park", "Indoor pool", "The living room", "Play area"}},
		{"uktouring", nil, []string{"", "Around the park", "The view", "The grounds", "Close to the park"}},
		{"boats", []string{"play-area"}, []string{"", "Around the park", "The view", "On board", "Close to the park"}},
	} {
		p := Place{Park: catalogue.Park{ID: "XX101", Land: "coast", Features: park.features}, Channel: park.channel}
		var got []string
		for n := range ParkPictures {
			got = append(got, CaptionOfPark(p, n+1))
		}
		if !slices.Equal(got, park.want) {
			t.Errorf("the pictures of a park of %s have the captions %q, want %q", park.channel, got, park.want)
		}
	}
}

func TestDrawFindsPicturesByTheirPath(t *testing.T) {
	for _, name := range []string{"parks/H/HV101/1.svg", "parks/H/HV101/5.svg", "parks/H/HV101/1-wide.svg", "units/HV101-G3.svg", "units/HV101-G3/inside.svg", "units/HV101-G3/bedroom.svg", "regions/12.svg", "regions/12-wide.svg", "operators/COA/ukcaravan.svg", "hero/coast.svg", "hero/lake-large.svg", "hero/lake-small.svg", "hero/meadow-left.svg"} {
		if svg, ok := Draw(onePark{}, name); !ok || len(svg) < 1000 {
			t.Errorf("%s is not drawn", name)
		}
	}
	for _, name := range []string{"", "parks/H/HV101/0.svg", "parks/H/HV101/6.svg", "parks/H/HV101/01.svg", "parks/X/HV101/1.svg", "parks/H/NOPE/1.svg", "parks/H/HV101/1.png", "parks/H/HV101/2-wide.svg", "parks/H/HV101/1-ukcaravan-wide.svg", "units/x.svg", "units/x/inside.svg", "units/HV101-G3/cellar.svg", "units/HV101-G3/plan.svg", "units/x/plan.svg", "units/HV101-G3/.svg", "regions/99.svg", "operators/COA.svg", "operators/COA/boats.svg", "operators/X/ukcaravan.svg", "operators/COA/ukcaravan/1.svg", "hero/nope.svg", "hero/sale-large.svg", "regions/99-wide.svg", "regions/12-wide-wide.svg", "hero/boats-left.svg", "hero/lake-large-small.svg", "hero/a/coast.svg", "../secret.svg"} {
		if _, ok := Draw(onePark{}, name); ok {
			t.Errorf("%s is drawn, though there is no such thing", name)
		}
	}
}

// shapes are the drawn shapes of a picture: their data and their solid colour.
var shapes = regexp.MustCompile(`<path d="([^"]+)" fill="(#[0-9a-f]+)"/>`)

// A strip leaves its sky to a heading, which is at the left.
func TestTheSkyBehindAHeadingIsEmpty(t *testing.T) {
	lands := map[string][]string{}
	for land, kind := range biomes {
		if land != "pool" && land != "interior" && land != "playground" {
			lands[land] = kind.compositions
		}
	}
	for land, comps := range lands {
		for _, comp := range comps {
			for n := range ScenePictures {
				name := fmt.Sprintf("%s-%s/none-morning", land, comp)
				s, ok := OfScene(name, fmt.Sprintf("%d-wide", n+1))
				if !ok {
					t.Fatalf("there is no scene %s", name)
				}
				width := 100 * s.Width / s.Height
				_, drawn, _ := strings.Cut(string(SVG(s)), "</defs>")
				for _, shape := range shapes.FindAllStringSubmatch(drawn, -1) {
					if x, y := highest(t, shape[1]); !slices.Contains(skyOf("morning"), shape[2]) && x > width/20 && x < width*7/20 && y < 39 {
						t.Errorf("%s/%d: a shape of colour %s reaches up to %d of 100, at %d of %d", name, n+1, shape[2], y, x, width)
						break
					}
				}
			}
		}
	}
}

// skyOf are the colours of a sky.
func skyOf(time string) (colours []string) {
	for _, band := range times[time].sky {
		colours = append(colours, band.String())
	}
	return append(colours, times[time].sun.String())
}

var number = regexp.MustCompile(`-?\d+`)

var steps = regexp.MustCompile(`([mlhvqcaz])([^mlhvqcaz]*)`)

// highest returns the highest corner of a shape, in units of the canvas. The points by which curves
// are bent do not count.
func highest(t *testing.T, data string) (atX, atY int) {
	t.Helper()
	atY = 1 << 20
	x, y, startX, startY := 0, 0, 0, 0
	for _, step := range steps.FindAllStringSubmatch(data, -1) {
		var numbers []int
		for _, text := range number.FindAllString(step[2], -1) {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, n)
		}
		each := map[string]int{"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "c": 6, "a": 7}[step[1]]
		for i := 0; each > 0 && i+each <= len(numbers); i += each {
			switch last := numbers[i+each-1]; step[1] {
			case "h":
				x += last
			case "v":
				y += last
			default:
				x, y = x+numbers[i+each-2], y+last
			}
			if y < atY {
				atX, atY = x, y
			}
			if step[1] == "m" {
				startX, startY = x, y
			}
		}
		if step[1] == "z" {
			x, y = startX, startY
		}
	}
	return atX / fine, atY / fine
}

func TestAScenesCliffsAreOfTheNamedRock(t *testing.T) {
	for name, rock := range rocks {
		for _, land := range []string{"cliffs-stacks", "cliffs-whole", "coast-bay"} {
			s, _ := OfScene(land+"-"+name+"/none-noon", "1")
			if c := compose(s, biomes[s.Biome]); c.rock != rock {
				t.Errorf("%s of %s has cliffs of colour %s", land, name, c.rock)
			}
		}
	}
}

// On a phone the heading of a guide, of two lines, ends 130 px below the top of a strip that is 300 px
// high and of which the right side shows.
func TestNoHomeOfAStripReachesUpToItsHeading(t *testing.T) {
	for _, home := range []string{"caravan", "lodge", "cottage", "tent", "tourer", "pod"} {
		s, _ := OfScene("coast-straight/"+home+"-noon", "1-wide")
		c := compose(s, biomes["coast"])
		_, drawn, _ := strings.Cut(string(SVG(s)), "</defs>")
		for _, shape := range shapes.FindAllStringSubmatch(drawn, -1) {
			x, y := highest(t, shape[1])
			if near := float64(x) > c.homeX-c.homeWidth/2 && float64(x) < c.homeX+c.homeWidth/2; near && y < 44 && y > 20 && !slices.Contains(skyOf("noon"), shape[2]) {
				t.Errorf("a %s has a shape of colour %s that reaches up to %d of 100", home, shape[2], y)
			}
		}
	}
}

func TestPiersStandOnlyWhereThereAreSome(t *testing.T) {
	for _, at := range []struct {
		name     string
		lat, lon float64
		park     bool
		want     bool
	}{
		{"Blackpool", 53.817, -3.05, true, true}, {"Cromer", 52.931, 1.3, true, true}, {"Brighton", 50.82, -.14, true, true},
		{"Seahouses", 55.581, -1.658, true, false}, {"Grange-over-Sands", 54.195, -2.912, true, false}, {"Bude", 50.829, -4.543, true, false}, {"Wells-next-the-Sea", 52.955, .85, true, false},
		{"Lancashire", 53.9, -2.75, false, true}, {"Northumberland", 55.3, -1.9, false, false},
	} {
		found := false
		for n := range 12 {
			p := Place{Park: catalogue.Park{Land: "coast"}, Region: catalogue.Region{ID: "1", Land: "coast", Lat: at.lat, Lon: at.lon}, Channel: "ukcaravan", Number: n}
			s := OfRegion(p.Region, p.Channel, n)
			if at.park {
				p.Park.ID, p.Park.Lat, p.Park.Lon = "XX101", at.lat, at.lon
				s = OfPark(p, 1)
			}
			found = found || s.Composition == "pier"
		}
		if found != at.want {
			t.Errorf("pictures of %s have a pier: %v", at.name, found)
		}
	}
}

func TestWoodsHaveTheTreesOfThePlace(t *testing.T) {
	for _, at := range []struct {
		name     string
		lat, lon float64
		oaks     bool
	}{
		{"Lodges near Burley", 50.83, -1.7, true}, {"Holly Pines", 50.83, -1.7, false}, {"Near Brandon", 52.45, .63, false},
		{"Near Aviemore", 57.19, -3.83, false}, {"Old Oak Lodges", 57.19, -3.83, true},
	} {
		s := OfPark(Place{Park: catalogue.Park{ID: "XX101", Name: at.name, Land: "forest", Lat: at.lat, Lon: at.lon}, Channel: "uklodge"}, 1)
		if s.Oaks != at.oaks {
			t.Errorf("the woods of %s have broad leaves: %v", at.name, s.Oaks)
		}
		s.Home, s.Time = "none", "noon"
		needles := compose(s, biomes["forest"]).shade(pineGreen, .75).String()
		if pines := bytes.Contains(SVG(s), []byte(needles)); pines == at.oaks {
			t.Errorf("the woods of %s have pines: %v", at.name, pines)
		}
	}
}

func BenchmarkCard(b *testing.B) {
	for b.Loop() {
		SVG(Spec{Seed: "a", Biome: "hills", Home: "caravan", Time: "noon", Width: 1200, Height: 800})
	}
}

func TestScenesOfArticles(t *testing.T) {
	for path, want := range map[string]bool{
		"scenes/coast-pier/none-dusk/1.svg": true, "scenes/lake/lodge-dawn/9.svg": true, "scenes/lake/lodge-dawn/-wide.svg": false, "scenes/lake/lodge-dawn/9-.svg": false, "scenes/lake/lodge-dawn/9-tall.svg": false, "scenes/pool/none-noon/2.svg": true, "scenes/canal-lock/narrowboat-noon/3.svg": true,
		"scenes/cliffs-stacks-granite/none-dusk/1.svg": true, "scenes/coast-bay-chalk/none-dusk/1.svg": true, "scenes/forest-trunks-oaks/tent-dawn/1.svg": true, "scenes/cliffs-stacks-lava/none-dusk/1.svg": false, "scenes/cliffs-stacks-oaks/none-dusk/1.svg": false, "scenes/hills-far-granite/none-dusk/1.svg": false, "scenes/cliffs-stacks-/none-dusk/1.svg": false, "scenes/cliffs--granite/none-dusk/1.svg": false, "scenes/cliffs-stacks-granite-chalk/none-dusk/1.svg": false,
		"scenes/coast-pier/none-dusk/10.svg": false, "scenes/coast-pier/none-dusk/01.svg": false, "scenes/coast-pier/none-dusk/0.svg": false, "scenes/coast-/none-dusk/1.svg": false,
		"scenes/coast-loch/none-dusk/1.svg": false, "scenes/lava/none-dusk/1.svg": false, "scenes/coast/castle-dusk/1.svg": false, "scenes/coast/none-night/1.svg": false,
		"scenes/coast/none/1.svg": false, "scenes/coast/1.svg": false, "scenes/1.svg": false, "scenes/coast/none-dusk/more/1.svg": false,
	} {
		svg, ok := Draw(nil, path)
		if ok != want || ok && !bytes.Contains(svg, []byte(`width="1200"`)) {
			t.Errorf("%s: drawn is %v", path, ok)
		}
	}
	if strip, _ := Draw(nil, "scenes/lake/lodge-dawn/9-wide.svg"); !bytes.Contains(strip, []byte(`width="1600" height="450"`)) {
		t.Error("the strip of a scene is not wide")
	}
	if mast, _ := Draw(nil, "scenes/lake/lodge-dawn/9-mast.svg"); !bytes.Contains(mast, []byte(`width="1200" height="540"`)) {
		t.Error("the mast of a post has another shape")
	}
	first, _ := Draw(nil, "scenes/lake/lodge-dawn/1.svg")
	if second, _ := Draw(nil, "scenes/lake/lodge-dawn/2.svg"); string(first) == string(second) {
		t.Error("two variants look the same")
	}
}
