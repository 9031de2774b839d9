package demo

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"holidaymaker/internal/catalogue"
)

// sentences splits HTML or text into its sentences.
func sentences(text string) []string {
	plain := regexp.MustCompile(`<[^>]+>`).ReplaceAllString(text, "\n")
	var list []string
	for _, s := range regexp.MustCompile(`[.?!]\s+|\n`).Split(plain, -1) {
		if s = strings.TrimRight(strings.TrimSpace(s), ".?!"); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// A list of results shows the parks of a region side by side.
func TestParksOfARegionAreDescribedDifferently(t *testing.T) {
	said := map[string]string{}
	for _, p := range whole.Entities.Parks {
		for _, s := range sentences(p.Info) {
			key := p.RegionID + " " + s
			if other := said[key]; other != "" {
				t.Errorf("%s and %s of region %s: both say %q", other, p.Name, p.RegionID, s)
			}
			said[key] = p.Name
		}
	}
}

func TestReviewsOfAParkHaveNothingInCommon(t *testing.T) {
	for _, p := range whole.Entities.Parks {
		said := map[string]bool{}
		for _, r := range p.Reviews {
			texts := append(sentences(r.Body), r.Title)
			if r.Name != "" {
				texts = append(texts, r.Name)
			}
			for _, s := range texts {
				if said[s] {
					t.Errorf("%s: %q is in two reviews", p.Name, s)
				}
				said[s] = true
			}
		}
	}
}

func TestNoLineOfAReviewIsEverywhereInARegion(t *testing.T) {
	parks, said := map[string]int{}, map[[2]string]int{}
	for _, p := range whole.Entities.Parks {
		if len(p.Reviews) == 0 {
			continue
		}
		parks[p.RegionID]++
		var here []string
		for _, r := range p.Reviews {
			here = append(here, sentences(r.Body)...)
		}
		for _, s := range here {
			said[[2]string{p.RegionID, s}]++
		}
	}
	for key, n := range said {
		if all := parks[key[0]]; n > 2 && n*4 > all {
			t.Errorf("region %s: %q is at %d of %d parks", key[0], key[1], n, all)
		}
	}
}

// aboutTowns are words of facts that a town may or may not have. A template that
// says them of every town says something untrue of some, and where it is about
// lifeguards, something dangerous.
var aboutTowns = regexp.MustCompile(`(?i)\b(lifeguards?|prom|promenade|pier|castle|harbour|museum|cinema|station|railway|market|steamers?|ferr(y|ies)|bookshop|theatre|surf school|cable car|locks?|windlass|tiller|butcher|antique)\b`)

// The Broads have no locks, and boats with a wheel.
func TestNothingOnTheBroadsPromisesLocks(t *testing.T) {
	broads := regexp.MustCompile(`(?i)\b(locks?|windlass|tiller|narrowboats?)\b`)
	seen := 0
	for _, p := range whole.Entities.Parks {
		if p.RegionID != "50" {
			continue
		}
		seen++
		for _, text := range []string{p.Name, p.Info, p.ImportantInfo} {
			if word := broads.FindString(text); word != "" {
				t.Errorf("%s: %q says %q", p.Name, text, word)
			}
		}
	}
	if seen == 0 {
		t.Error("there is no boatyard on the Broads")
	}
	s := newStream(1, "broads")
	r := &region{Region: catalogue.Region{ID: "50"}}
	for range 500 {
		if name := nameOf(s, "boats", r, town{setting: "canal"}); broads.MatchString(name) {
			t.Errorf("a boatyard may be called %q", name)
		}
	}
}

func TestTemplatesStateNoFactAboutARealPlace(t *testing.T) {
	for _, p := range whole.Entities.Parks {
		for _, s := range sentences(p.Info) {
			if word := aboutTowns.FindString(strings.ReplaceAll(s, p.Town, "")); word != "" {
				t.Errorf("%s: %q says %q of a real place", p.Name, s, word)
			}
		}
	}
	for setting, from := range leads {
		for _, head := range from.heads {
			if n := strings.Count(head, "%s"); n != 1 {
				t.Errorf("%s: %q names its town %d times", setting, head, n)
			}
		}
	}
	for feature, from := range does {
		if !slices.ContainsFunc(features, func(f catalogue.Feature) bool { return f.Key == feature }) {
			t.Errorf("%s is no feature", feature)
		}
		if strings.Contains(strings.Join(append(from.heads, from.tails...), ""), "%") {
			t.Errorf("a sentence about %s names a town", feature)
		}
	}
}

// Every first half goes with every second half: the second one is a phrase that adds to
// a noun, or a clause with a subject of its own.
func TestEverySentenceOfTwoHalvesIsEnglish(t *testing.T) {
	// A second half that takes its subject, or half of a list, from some first halves.
	broken := regexp.MustCompile(`\band (?:take|carry|book|ask|pours?|is|are|has|do|does|a better|a quiet)\b`)
	clause := regexp.MustCompile(`^(\.|(?:, and|;) (?:you|nobody|there|those|everybody|it|the|swimmers|children|anglers|trailers|beginners|balls|boots|towels|soap|parents|reception|maps|no roof|a (?:table|fire)|for days|please)\b[^,;]*\.)$`)
	addition := regexp.MustCompile(`^(, with |, where |, and (?:a|an|somebody|hot|picnic) |: )[^;]+\.$`)
	verb := regexp.MustCompile(`\b(is|are|has|have|can|may|minds|opens|ends|burns|find|pay|ask|book|bring|take|took|will|does)\b`)
	check := func(about string, from phrases, form *regexp.Regexp) {
		for _, tail := range from.tails {
			if !form.MatchString(tail) || form == clause && tail != "." && !verb.MatchString(tail) {
				t.Errorf("%s: the second half %q does not fit every first half", about, tail)
			}
			for _, head := range from.heads {
				sentence := head + tail
				if found := broken.FindString(sentence); found != "" {
					t.Errorf("%s: %q in %q", about, found, sentence)
				}
				if strings.Contains(strings.ToLower(sentence), "dog") {
					t.Errorf("%s: %q is said of parks that take no dogs", about, sentence)
				}
			}
		}
	}
	for setting, from := range leads {
		check(setting, from, addition)
	}
	for feature, from := range does {
		check(feature, from, clause)
	}
	check("closings", closings, clause)
}

// Parks without a unit for dogs do not speak of them. The others do in their rules, which
// a party without dogs does not read, and not in the texts that everybody reads.
func TestOnlyParksThatTakeDogsSpeakOfThem(t *testing.T) {
	dogs := regexp.MustCompile(`(?i)\bdogs?\b`)
	takes := map[string]bool{}
	for _, u := range whole.Entities.Units {
		takes[u.ParkID] = takes[u.ParkID] || u.Dogs
	}
	without := 0
	for _, p := range whole.Entities.Parks {
		says := p.Rules.MaxDogs > 0 && strings.Contains(p.Rules.DogNote, "on a lead")
		if says != takes[p.ID] || dogs.MatchString(p.Info+p.ImportantInfo) {
			t.Errorf("%s: takes dogs %v, rules %+v: %s %s", p.Name, takes[p.ID], p.Rules, p.Info, p.ImportantInfo)
		}
		if !takes[p.ID] {
			without++
		}
	}
	if without == 0 {
		t.Error("every park takes dogs")
	}
}

// A sentence about a kind of landscape is about every town that has it.
func TestLandscapesAreThoseOfEveryTown(t *testing.T) {
	claims := regexp.MustCompile(`(?i)\b(Atlantic|Baltic|North Sea|red earth|lemons?|vineyards?|olives?|sunflowers|marram|tamarisk|pines?|oaks?|alders?|larch(?:es)?|walnuts?|willows?|oleander|sheep|downhill|beeches|pool|sauna|cicadas)\b`)
	fits := map[string]string{"vineyard": "vineyards", "med": "cicadas"}
	for setting, from := range leads {
		for _, half := range append(slices.Clone(from.heads), from.tails...) {
			if found := claims.FindString(half); found != "" && found != fits[setting] {
				t.Errorf("%s: %q in %q is not true of every town", setting, found, half)
			}
		}
	}
}

// The contract for a stay is with a company: the name is one, not a collection.
func TestOperatorsAreNamedLikeCompanies(t *testing.T) {
	for _, o := range operators {
		if regexp.MustCompile(`(?i)\b(family-run|independent|various|other)\b`).MatchString(o.Name) {
			t.Errorf("%s is no company", o.Name)
		}
	}
}

// Nobody sleeps in the beds of a pitch.
func TestPraiseOfAPitchHasNoFurniture(t *testing.T) {
	furniture := regexp.MustCompile(`(?i)\b(beds|pillows|cupboard|kettle|radiators|key|shelves|bathroom)\b`)
	for _, head := range ordinaryPitch.heads {
		if furniture.MatchString(head) {
			t.Error(head)
		}
	}
	for _, r := range praises {
		if text := r.text; r.about == "" && furniture.MatchString(text) && onAPitch[text] == "" {
			t.Errorf("%q has no other text on a pitch", text)
		}
	}
	for from, to := range onAPitch {
		if furniture.MatchString(to) || !slices.ContainsFunc(praises, func(r remark) bool { return r.text == from }) {
			t.Errorf("%q, %q", from, to)
		}
	}
}

// Texts are set with typographic marks.
func TestTextsHaveNoStraightMarks(t *testing.T) {
	straight := regexp.MustCompile(`["']`)
	for _, p := range whole.Entities.Parks {
		for _, text := range []string{p.Info, p.ImportantInfo} {
			if straight.MatchString(text) {
				t.Errorf("%s: %q", p.Name, straight.FindString(text))
			}
		}
		for _, r := range p.Reviews {
			if straight.MatchString(r.Body + r.Title) {
				t.Errorf("%s: %q", p.Name, r.Body)
			}
		}
	}
	read := func(id string, texts ...string) {
		for _, text := range texts {
			if straight.MatchString(text) {
				t.Errorf("%s: %q", id, text)
			}
		}
	}
	for _, p := range whole.Entities.Parks {
		read(p.ID, p.Name, p.Town)
		for _, e := range p.Extras {
			read(p.ID, e.Name, e.Desc)
		}
	}
	for _, u := range whole.Entities.Units {
		read(u.ID, u.Name, u.Desc)
	}
	for _, r := range whole.Entities.Regions {
		read(r.ID, r.Name, r.Desc)
	}
	for _, o := range whole.Entities.Offers {
		read(o.URN, o.Label)
	}
}

// A boat is let from a yard: it has no pitch, no caravan and no park.
func TestBoatsAndCottagesHaveNoWordsOfParks(t *testing.T) {
	words := map[string]*regexp.Regexp{
		"boats":      regexp.MustCompile(`(?i)\b(park|pitch|pitches|caravans?|site|lodges?|beside us)\b`),
		"ukcottages": regexp.MustCompile(`(?i)\b(park|pitch|pitches|caravans?|site)\b`),
	}
	parks := map[string]catalogue.Park{}
	for _, p := range whole.Entities.Parks {
		parks[p.ID] = p
	}
	read := map[string]int{}
	for _, u := range whole.Entities.Units {
		p := parks[u.ParkID]
		texts := []string{u.Name, u.Desc, p.Name, p.Info, p.ImportantInfo, strings.Join((&catalogue.ParkInfo{Park: p, Dogs: true}).GuestTexts(0), " ")}
		for _, e := range p.Extras {
			texts = append(texts, e.Name, e.Desc)
		}
		for _, r := range p.Reviews {
			texts = append(texts, r.Title, r.Body)
		}
		for _, text := range texts {
			if word := words[u.Channel]; word != nil && word.MatchString(text) {
				t.Errorf("%s: %q in %s", p.ID, word.FindString(text), text)
			}
		}
		read[u.Channel]++
	}
	if read["boats"] == 0 || read["ukcottages"] == 0 {
		t.Errorf("read %v", read)
	}
}

// A region is real, and no table of ours has its rain, its lengths or its ranks.
func TestRegionsClaimNoFigureAndNoRank(t *testing.T) {
	claim := regexp.MustCompile(`(?i)[0-9]|\b(only|hours?|(dark|clear|dri|easi|short|long|old|larg|sunni|high)est)\b`)
	for _, r := range whole.Entities.Regions {
		if found := claim.FindString(r.Desc); found != "" {
			t.Errorf("%s: %q in %q", r.Name, found, r.Desc)
		}
	}
}

func TestAParkIsAYardOfBoatsAndAnEstateOfCottages(t *testing.T) {
	const said = "The park’s shop is by the parking of the park, the parkland and Bathe park; fish on the park."
	for channel, want := range map[string]string{
		"uklodge":    said,
		"boats":      "The yard’s shop is by the parking of the yard, the parkland and Bathe park; fish at the yard.",
		"ukcottages": "The estate’s shop is by the parking of the estate, the parkland and Bathe park; fish on the estate.",
	} {
		if got := inWordsOf(channel, said); got != want {
			t.Errorf("%s: %s", channel, got)
		}
	}
}
