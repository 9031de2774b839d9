package demo

import (
	"fmt"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
	"holidaymaker/internal/date"
)

// guests are the names of reviewers.
var guests = strings.Fields("Denise Karen Sam Priya Tom Gwen Alastair Moira Femi Hannah Joe Siân Ruth Dev Colin Bethan Oliver Marta Niamh Graham Yasmin Peter Lorna Chris Jas Eleanor Rob Sunita Iain Kate Malik Wendy Ben Agnieszka Stuart Freya Leon Pauline Amir Jodie Huw Tess")

// remark is a sentence of a review, used only where it is true: at any park (""),
// or at one with a setting, a feature or a channel.
type remark struct{ about, text string }

var praises = []remark{
	{"", "Spotless when we arrived and everything worked."}, {"", "Staff could not have been kinder when we turned up late."}, {"", "The bill was the price we saw, which is rarer than it should be."}, {"", "We have already booked the same week for next year."}, {"", "Quiet at night, which is all we ask."}, {"", "Good showers, comfortable beds, no complaints."}, {"", "Rang on a Sunday with a question and got a real answer."}, {"", "Three generations of us and everybody happy."}, {"", "Photographs do not do it justice."}, {"", "Everything was where the map said it would be."}, {"", "Hot water, soft pillows, silence."}, {"", "My mother, who likes nothing, liked it."}, {"", "Came for the weekend and stayed the week."}, {"", "Arrived tired and left rested."}, {"", "Nothing too much trouble for the people at the desk."}, {"", "Plenty of cupboard space and a decent kettle."}, {"", "Parking close by, handy with a baby."}, {"", "You could eat off the floor."}, {"", "The quiet end is worth asking for."}, {"", "A bright, well-kept place run by people who care."},
	{"near-beach", "Straight onto the sand after breakfast."}, {"near-beach", "Fell asleep to the sound of the waves."}, {"near-beach", "The children did not want to leave the beach."}, {"lakeside", "Mist on the water every morning; worth getting up for."}, {"riverside", "A kingfisher two mornings out of five."}, {"woodland", "Owls at night and deer outside the window at six."}, {"mountain-views", "The view from the window was better than the television."}, {"countryside", "We saw more sheep than people."}, {"walking", "Walked from the door every day and never repeated a path."}, {"pub", "The pub down the road does an excellent pie."},
	{"indoor-pool", "Pool warm and never crowded before ten."}, {"outdoor-pool", "The pool kept all four of ours busy all week."}, {"entertainment", "The evening shows were a good laugh."}, {"restaurant", "Ate in the restaurant twice and would again."}, {"shop", "Fresh rolls from the shop each morning."}, {"play-area", "The playground saved us on the drive-home day."}, {"fishing", "Caught more in four days than at home in a year."}, {"cycling", "Hired bicycles and hardly used the car."}, {"spa", "The spa was a treat."},
	{"ukcaravan", "The caravan was newer than we expected and very warm."}, {"ukcaravan", "Plenty of room between the caravans."}, {"uklodge", "The lodge felt like a proper little house."}, {"ukcottages", "A cake on the table and the stove laid ready to light."}, {"ukcottages", "Thick walls, soft beds and a kitchen with sharp knives."}, {"uktouring", "Level pitch, good drainage, spotless wash block."}, {"uktouring", "Stars like we had never seen."}, {"boats", "Ten minutes’ teaching and we felt like old hands."}, {"boats", "Nothing slows you down like a canal, in the best way."}, {"eurocaravan", "Terrace in the shade all afternoon, just what we needed."}, {"eurocaravan", "Everyone at reception spoke better English than we do."},
}

// grumbles are of one kind of park.
var grumbles = []remark{
	{"near-beach", "Steep walk back up with a pushchair, lovely otherwise."}, {"indoor-pool", "Pool busy on wet afternoons."}, {"entertainment", "You can hear the music until eleven if you are near the club."}, {"ukcaravan", "Second bedroom is a squeeze for teenagers."}, {"uktouring", "Bring longer hook-up cable than you think."}, {"boats", "Pack soft bags: there is nowhere for a suitcase."}, {"eurocaravan", "Bring your own tea bags."}, {"ukcottages", "Mind your head on the beams."},
}

// onAPitch holds what is said at a touring park in place of praise for rooms and
// furniture, which a pitch does not have.
var onAPitch = map[string]string{
	"Good showers, comfortable beds, no complaints.":  "Good showers, level ground, no complaints.",
	"Hot water, soft pillows, silence.":               "Hot water, soft grass, silence.",
	"Plenty of cupboard space and a decent kettle.":   "Plenty of taps and a decent washing-up room.",
	"You could eat off the floor.":                    "The wash block was so clean that you could eat off the floor.",
	"Spotless when we arrived and everything worked.": "Spotless wash block, and everything worked.",
}

// niggles are grumbles that fit any park.
var niggles = phrases{
	[]string{"The Wi-Fi gave up most evenings", "We could have done with another bench", "A little dear in August", "The queue to check in was long", "The lane in is narrow for a big car", "A few more hooks by the showers would help", "One of the lamps outside had gone"},
	[]string{", but we hardly minded.", ", the only fault that we found.", ", but that is the worst we can say.", ", but it did not spoil our stay.", ", if we have to name something.", "; the rest was fine."},
}

// ordinary are praises that fit any park where guests sleep under a roof, and
// ordinaryPitch those of a touring park.
var ordinary = phrases{
	[]string{"Spotless when we arrived", "Quiet at night", "Comfortable beds", "Good hot showers", "Kind people at the desk", "Plenty of cupboard space", "A safe place for the car", "Everything in working order", "A proper kettle and sharp knives", "Clear signs and a map that was right", "A welcome with the key already waiting", "Soft pillows and warm radiators", "Bright and well looked after"},
	[]string{", and we have booked again.", ", exactly as described.", ", and that counts for a lot.", ", which matters with a baby about.", ", all week long.", ", just as a friend had told us.", "; my mother, who likes nothing, liked it.", ", which was just what we needed.", "; no complaints from any of us."},
}

var ordinaryPitch = phrases{
	[]string{"Spotless wash block", "Quiet at night", "Level ground", "Good hot showers", "Kind people at the desk", "Plenty of taps", "A safe place for the car", "Everything in working order", "Room for the awning", "Clear signs and a map that was right", "A warm welcome and a pitch of our choice", "Thick grass and tall hedges", "Bright and well looked after"},
	ordinary.tails,
}

var titles = map[int][]string{
	5: {"Exactly what we needed", "Best week of the year", "Would go back tomorrow", "Lovely in every way", "A proper break", "Cannot fault it", "Our favourite yet", "Worth every penny", "Came home rested", "Better than the pictures", "A find", "Perfect for the three of us", "Just what was promised", "Already missing it", "Second visit, even better"},
	4: {"Very good, small niggles", "Happy family of five", "Good value", "Nearly perfect", "Great spot", "Well run", "Would return out of season", "Good for a weekend", "Pleasant and well placed", "Solid choice", "Nice people, nice place"},
	3: {"Fine for a few days", "Good place, could be better kept", "Mixed", "All right", "Fair for the money", "A decent base", "Had its moments", "Middling"},
}

func ordinaryOf(channel string) phrases {
	if channel == "uktouring" {
		return ordinaryPitch
	}
	return ordinary
}

// reviews makes the reviews of a park, the newest first. With a higher grade they
// are better.
func reviews(s *stream, region *regionProse, p *catalogue.Park, channel string, grade int) []catalogue.Review {
	fits := func(list []remark) (out []string) {
		for _, r := range list {
			if r.about == "" || r.about == channel || slices.Contains(p.Features, r.about) {
				text := r.text
				if other, ok := onAPitch[text]; ok && channel == "uktouring" {
					text = other
				}
				out = append(out, text)
			}
		}
		return out
	}
	praise := ordinaryOf(channel)
	n := s.between(3, 8)
	good, bad := region.rare(s, fits(praises), n), region.rare(s, fits(grumbles), 1)
	names := some(s, guests, n)
	unused := map[int][]string{}
	for rating := 3; rating <= 5; rating++ {
		unused[rating] = some(s, titles[rating], len(titles[rating]))
	}
	var list []catalogue.Review
	days := make([]int, n)
	for i := range days {
		days[i] = s.intn(790)
	}
	slices.Sort(days)
	for i := range n {
		rating := 5
		switch {
		case i > 0 && s.chance(18-3*grade):
			rating = 3
		case s.chance(75 - 10*grade):
			rating = 4
		}
		var said []string
		take := func(from *[]string) {
			if len(*from) > 0 {
				said, *from = append(said, (*from)[0]), (*from)[1:]
			}
		}
		if take(&good); len(said) == 0 || s.chance(60) || rating == 5 {
			said = append(said, region.sentence(s, "praise "+praise.heads[0], praise))
		}
		if rating < 5 {
			if take(&bad); s.chance(50) || rating == 3 {
				said = append(said, region.sentence(s, "niggle", niggles))
			}
		}
		title := unused[rating][0]
		unused[rating] = unused[rating][1:]
		r := catalogue.Review{Title: title, Body: strings.Join(said, " "), Rating: rating,
			Date: (lastReview - date.Date(days[i])).String()}
		if !s.chance(12) {
			r.Name = names[i]
		}
		list = append(list, r)
	}
	return list
}

// lastReview is the day of the newest review. It is fixed, so that the catalogue
// does not depend on the day on which it was made.
var lastReview = date.Of(2026, 6, 21)

// rate sets a park's overall rating and its number of reviews.
func rate(s *stream, p *catalogue.Park, grade int) {
	p.Bubbles = fmt.Sprintf("4.%d", min(9, 1+grade+s.intn(4)))
	p.ReviewCount = s.between(24, 120+170*grade)
}
