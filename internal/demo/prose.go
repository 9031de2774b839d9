package demo

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

// phrases are sentences in two halves: every first half goes with every second
// half, because a second half says something of its own. They speak of the park,
// which is made up, and never of the town, which is real: no table says what a town
// has. They have no dogs, because not every park takes them.
type phrases struct{ heads, tails []string }

// leads are first sentences of a park's description, by its surroundings; %s is
// the town. The first half names a piece of land such as all towns with these
// surroundings have; the second half adds to it (with, where, and) or comments on it.
var leads = map[string]phrases{
	"coast": {
		[]string{"A level green shelf just inland of the shore near %s", "A field at the end of its own lane, a short drive from %s", "Big skies and salt air on the edge of %s", "The end of a quiet lane between fields and the sea, near %s", "Wide lawns and low hedges, not far from %s", "A sheltered hollow close to the coast at %s", "Open ground a few minutes from %s"},
		[]string{", with a thick hedge to keep off the wind.", ", where every path leads to the water.", ": rinse your feet at the gate and put the kettle on.", ", with long evenings and empty lanes.", ", where no home looks into another.", ", with a warden who knows every guest by name."},
	},
	"cliffs": {
		[]string{"High ground near %s", "Terraces cut into the slope above the sea, close to %s", "A breezy headland a short drive from %s", "Rough pasture and stone walls at the edge of the land by %s", "A lane, a gate and then nothing but sky, outside %s", "A bowl of green turf near %s", "The last field before the sea, a mile or two from %s"},
		[]string{", where everybody sees the water.", ", with mown paths to the edge and a sheltered hollow to sit in.", ": larks above, seabirds below.", ", with benches that face the sunset.", ", where all is quiet once the gate is shut.", ", where the wind does the talking."},
	},
	"med": {
		[]string{"Deep shade and warm stone near %s", "A garden that smells of summer, a few minutes from %s", "A quiet garden outside %s", "A walled garden and its flowers close to %s", "White paths and blue shutters, not far from %s", "A grove that keeps the heat out, near %s"},
		[]string{", with a shady square in the middle of it all.", ", with small squares and a fountain in each.", ": breakfast outdoors from May to September.", ", where lunch is long and the afternoon is for sleeping.", ", with cicadas in place of an alarm clock.", ", and a kitchen garden that anybody may pick from."},
	},
	"lake": {
		[]string{"A lawn that runs down to the water, near %s", "Woods behind and water in front, not far from %s", "A quiet shore a few minutes from %s", "A meadow a few steps from the lake, outside %s", "A grassy bank above the shore near %s", "An old boathouse and the meadow round it, close to %s"},
		[]string{", with room to haul out a canoe.", ": mist in the morning, stars at night.", ", where the ripples stop at the jetty.", ", and a drying room for those who fell in.", ", with a rowing boat that guests may borrow.", ", where tall trees keep off the wind."},
	},
	"river": {
		[]string{"A bend of the river near %s", "An old orchard on the river bank, not far from %s", "Flat meadows beside the water, a short way from %s", "Tall grass and a mown path by the water, outside %s", "A green corner of the river bank near %s"},
		[]string{", with herons for neighbours.", ", where the loudest thing is a duck.", ": bring a rod, or bring a book.", ", with a jetty for canoes.", ", where the ground stays dry in winter.", ", and picnic tables under the apple trees."},
	},
	"canal": {
		[]string{"A working yard on the water near %s", "Moorings under tall trees near %s", "A family yard near %s", "Brick sheds, bright paint and a row of boats near %s", "A small basin full of well-kept boats near %s", "A yard and a slipway near %s"},
		[]string{", where you are shown the ropes before you cast off.", ": tea first, then the first mile.", ", with a workshop that keeps everything running.", ", where first-time crews are the usual kind.", ", with charts, spare ropes and good advice at the desk.", ", and somebody who answers the telephone when you are under way."},
	},
	"forest": {
		[]string{"A place deep among the trees near %s", "Old woodland outside %s", "A clearing at the end of a forest road, not far from %s", "Tall trees and a mossy bank, close to %s", "The quiet side of the forest near %s"},
		[]string{", where each plot is out of sight of the next.", ", with deer at dusk and owls after it.", ", where children build dens and nobody takes them down.", ": the only lamp is yours.", ", with bark paths that stay dry.", ", and a rack for every bicycle."},
	},
	"moor": {
		[]string{"The edge of the moor near %s", "Heather to the back door, a drive from %s", "A sheltered fold of high country near %s", "A stone farm and its fields above %s", "Rough grazing and big weather, not far from %s"},
		[]string{", with the drystone wall as the last fence.", ", where it is dark enough for the Milky Way.", ", and a fire to come back to.", ": a gate, a path and a great deal of sky.", ", with a boot room large enough for everybody.", ": the telephone may rest too."},
	},
	"hills": {
		[]string{"Green slopes and small fields near %s", "Hedges and hay meadows, not far from %s", "A quiet lane with a grass middle, outside %s", "A quiet corner of the country near %s", "A farm at the top of its own track, a drive from %s", "An old orchard and a barn, close to %s"},
		[]string{", with a view that goes on for miles.", ", where the bus is the only traffic.", ": eggs from the yard, honey from the hedge.", ", with shelter from the north wind.", ", with footpaths in four directions.", ", and a bench for each of the sunsets."},
	},
	"mountains": {
		[]string{"High fields under the peaks, near %s", "The wide part of the valley outside %s", "A stream, a meadow and a wall of mountains, not far from %s", "A meadow and a log pile, close to %s", "A slope with a view of the summits, near %s"},
		[]string{", with a path uphill from the gate.", ", where boots dry by the fire.", ": weather on the board each morning, maps at the desk.", ", and a bench for tired legs.", ", with the evening sun until late.", ", with more stars than at home."},
	},
	"ocean": {
		[]string{"A sheltered field behind the shore near %s", "A green corner by the sea, not far from %s", "A garden within earshot of the sea, near %s", "Cycle paths, shade and sea air, outside %s", "A village of canvas and timber close to %s"},
		[]string{", where the evening breeze finds you.", ", with hooks for wet suits at every door.", ": bread at eight, boules at six.", ", with shade from noon to four.", ", with hammocks between the trees.", ", and hot showers that are never far."},
	},
	"lago": {
		[]string{"A garden near the shore outside %s", "Lawns and flower beds by the lake, not far from %s", "A shady bay close to %s", "Old trees and clear water, near %s", "A meadow with the whole lake before it, near %s"},
		[]string{", with a lawn that ends at the water.", ", with the lake to look at over breakfast.", ", and a jetty for swimmers.", ": swim before coffee, sail after lunch.", ", where the evening light lasts.", ", with a terrace for every home."},
	},
	"paese": {
		[]string{"Green fields and a slow lane near %s", "An old estate and its trees, not far from %s", "Meadows on three sides, outside %s", "A farm of pale stone close to %s", "Hedges and old fruit trees near %s"},
		[]string{", with a terrace where the threshing floor was.", ", where supper is under the trees.", ": plums in summer, mushrooms in autumn.", ", with bicycles for the flat and a bus for the hills.", ", where all is quiet once the swallows are in.", ", and a tap of cold spring water."},
	},
	"vineyard": {
		[]string{"A garden among the vines near %s", "A walled estate outside %s", "A slope between vineyards, not far from %s", "Long rows of vines, close to %s", "An old press house and its garden near %s"},
		[]string{", with a cellar that guests may visit.", ", with a single great tree for shade.", ", where the harvest passes the door in September.", ": a glass at six, supper at eight.", ", with a terrace that looks over the slopes.", ", and a tasting table in the barn."},
	},
}

// does holds sentences about each feature of a park. Both halves are clauses with a
// subject of their own.
var does = map[string]phrases{
	"indoor-pool":    {[]string{"The indoor pool is warm all year", "There is an indoor pool for wet days", "The indoor pool has its own changing rooms", "The indoor pool opens early"}, []string{", and swimmers have a lane to themselves until ten.", ", and the small ones have a shallow end.", ", and there is a flume with a splash bay.", ", and towels can be hired at the desk."}},
	"outdoor-pool":   {[]string{"The outdoor pool is heated in the season", "The pool has loungers on three sides", "There is a generous outdoor pool", "The outdoor pool catches the sun until evening"}, []string{", and the paddling pool is in the shade.", ", and there is a slide at one end.", ", and the bar beside it does good sandwiches.", "; the hours before breakfast are quiet."}},
	"entertainment":  {[]string{"Evenings bring live music", "There is a programme most evenings", "A quiz begins at seven", "The stage is busy in the school holidays"}, []string{", and those who would rather talk have a quiet bar.", ", and the children’s disco ends when it should.", ", and nobody minds if you stay in.", ", and there is bingo on request."}},
	"club-house":     {[]string{"The club house does a good pint", "The club house has a pool table and a terrace", "The club house is open to all guests", "You can play cards and darts in the club house"}, []string{", and there is a roast on Sundays.", ", and there is a shelf of board games.", ", and children may come in.", ", and a fire burns there in the cold months."}},
	"restaurant":     {[]string{"The restaurant opens for breakfast", "You can eat at the restaurant", "The restaurant cooks what is in season", "Supper is served until nine in the restaurant"}, []string{", and you may carry your meal home in a paper parcel.", ", and the children’s menu is not all chips.", ", and a table is easiest to find before seven.", ", and there are tables indoors and on the terrace."}},
	"shop":           {[]string{"The shop opens at eight", "The shop sells bread and milk", "The little shop keeps papers and fishing nets", "The park’s shop has the things that were forgotten at home"}, []string{", and you can order rolls the evening before.", ", and there is ice for your cool box.", ", and you can have the first coffee of the day there.", ", and the prices are fair."}},
	"play-area":      {[]string{"The playground has a zip wire and a sandpit", "Climbing frames for two ages stand in the play area", "There is a wooden play area", "The play area is fenced"}, []string{", and there are benches in the shade.", ", and you can watch from the tables.", ", and the field beside it is kept free for ball games.", ", and children find one another there."}},
	"spa":            {[]string{"A small spa has a sauna and a steam room", "The spa looks over the garden", "The spa gives treatments", "The spa is for adults from six"}, []string{", and you can make an appointment at the desk.", "; please book a time when you arrive.", ", and there are robes to borrow.", ", and it is never crowded."}},
	"launderette":    {[]string{"A launderette takes the worry out of wet days", "There is a launderette", "Washing machines and dryers stand in the launderette"}, []string{", and there is a drying room beside it.", ", and the door is open day and night.", ", and soap is sold at the desk."}},
	"ev-charging":    {[]string{"Chargers for electric cars stand by reception", "Electric cars can be charged on the park", "There are chargers for electric cars"}, []string{", and you can pay by any card.", ", and you pay by the kilowatt-hour.", "; please ask at the desk before you plug in."}},
	"fishing":        {[]string{"Day tickets for the fishing are sold at reception", "The park has its own fishing", "There is fishing on the park"}, []string{", and anglers have the early mornings to themselves.", ", and the pegs are a good cast apart.", ", and there is a hut to sit out the rain."}},
	"cycling":        {[]string{"Bicycles can be hired by the hour or the week", "There are bicycles for hire", "Reception hires out bicycles"}, []string{", and trailers are included.", ", and there are helmets in every size.", ", and there is a stand with a pump for your own."}},
	"watersports":    {[]string{"Paddleboards and kayaks are let by the hour", "Lessons on the water begin most mornings", "There is a slipway for your own board or boat"}, []string{", and there are buoyancy aids in every size.", ", and beginners are welcome.", ", and there is a hose to rinse off afterwards."}},
	"tennis":         {[]string{"Rackets for the tennis court are lent free of charge", "The tennis court is booked at reception", "There is a tennis court"}, []string{", and balls are a pound.", ", and the lights are on until nine.", ", and there is a wall to practise on."}},
	"golf":           {[]string{"Golfers have a course within reach", "There is golf nearby", "Clubs can be stored for golfers"}, []string{"; reception has the number of the course.", ", and there is a shed for wet trolleys.", ", and there is a putting green on the park."}},
	"pub":            {[]string{"A pub is near enough to walk back from", "There is a pub close by", "The nearest pub is an easy walk"}, []string{"; please take a torch.", ", and reception will ring for a table.", ", and boots are welcome there."}},
	"walking":        {[]string{"Footpaths begin at the gate", "You can leave the car and walk from the door", "There is a new walk for every day of a week"}, []string{"; maps are lent at reception.", ", and there are routes for short legs and long ones.", ", and there is a boot wash for the way home."}},
	"mountain-views": {[]string{"The view of the mountains is best at breakfast", "Every home faces the mountains", "The mountains fill the window"}, []string{".", ", and no roof is in the way.", "; please bring the good camera."}},
}

// closings are last sentences of the description; %s is the town. They are true of
// any town, and their second halves are clauses as in does.
var closings = phrases{
	[]string{"Reception keeps leaflets for %s and the villages round it", "Leave a day for %s", "Ask at the desk what is on in %s", "For a day out, begin with %s", "Reception will tell you the way to %s", "Keep an afternoon for %s", "A map at the gate shows the ways to %s", "There is a list of favourite places in %s at the desk"},
	[]string{", and there is no hurry.", "; for days when nobody wants to drive there is plenty here.", ", and you can take your time.", "; the kettle will be on when you come back.", "; you can plan the rest when you are here.", "; you may also stay here with nothing to do."},
}

// scenery is the key of leads and abouts for a town. Coasts and hills abroad have
// sentences of their own.
func scenery(t town) string {
	if t.country != "GB" {
		switch t.setting {
		case "coast", "cliffs":
			return "ocean"
		case "lake":
			return "lago"
		case "hills":
			return "paese"
		}
	}
	return t.setting
}

// info writes a park's description as HTML paragraphs. No sentence is in two
// descriptions of a region as long as there are others.
func info(s *stream, said *regionProse, t town, channel string, has []string) string {
	key := scenery(t)
	first := fmt.Sprintf(said.sentence(s, key, leads[key]), t.name)
	var sentences []string
	for _, f := range some(s, has, len(has)) {
		if from, ok := does[f]; ok && len(sentences) < 4 && !said.exhausted(f, from) {
			sentences = append(sentences, inWordsOf(channel, said.sentence(s, f, from)))
		}
	}
	paragraphs := []string{first}
	if len(sentences) > 0 {
		paragraphs = append(paragraphs, strings.Join(sentences, " "))
	}
	paragraphs = append(paragraphs, fmt.Sprintf(said.sentence(s, "closing", closings), t.name))
	var out strings.Builder
	for _, p := range paragraphs {
		out.WriteString("<p>" + escape(p) + "</p>")
	}
	return out.String()
}

// inWordsOf returns a sentence about a park in the words of a channel: boats are let
// from a yard, and things are done at it; cottages stand on an estate.
func inWordsOf(channel, sentence string) string {
	switch channel {
	case "boats":
		return thePark.ReplaceAllString(onThePark.ReplaceAllString(sentence, "at the park"), "${1}he yard")
	case "ukcottages":
		return thePark.ReplaceAllString(sentence, "${1}he estate")
	}
	return sentence
}

var (
	thePark   = regexp.MustCompile(`\b([Tt])he park\b`)
	onThePark = regexp.MustCompile(`\bon the park\b`)
)

// escape makes text safe within HTML, with typographic apostrophes.
func escape(s string) string {
	return strings.ReplaceAll(html.EscapeString(s), "&#39;", "’")
}

// importantInfo writes what a guest has to know, as an HTML list, and sets the
// park's times and rules. The list does not repeat these: the site shows them from
// the data.
func importantInfo(s *stream, p *catalogue.Park, channel string) string {
	arrive := pick(s, []string{"3pm", "3.30pm", "4pm", "4.30pm"})
	leave := pick(s, []string{"9.30am", "10am", "10.30am"})
	var points []string
	p.CheckIn, p.CheckOut = arrive, leave
	switch channel {
	case "boats":
		p.CheckOut = "9am"
		points = []string{"Handover and tuition take about an hour.", "Please be back at the yard in time on your last day.", "The steerer must be 18 or over; no licence is needed.", "Fuel, gas and insurance are included in the price."}
	case "uktouring":
		p.CheckIn, p.CheckOut = "1pm", "11am"
		points = []string{"Quiet hours are from 10.30pm to 7am.", pick(s, []string{"Barbecues off the grass, please.", "Fires in the fire bowls only."})}
	default:
		p.Rules.LeadAge = pick(s, []int{18, 21})
	}
	if slices.Contains(p.Features, "indoor-pool") {
		points = append(points, "The pool closes for cleaning on "+pick(s, []string{"Monday", "Tuesday", "Thursday"})+" mornings.")
	}
	if slices.Contains(p.Features, "outdoor-pool") && channel == "eurocaravan" {
		points = append(points, "Swimming shorts must be close-fitting; caps are sold at reception.")
	}
	if channel == "eurocaravan" {
		points = append(points, "The local tourist tax is included in the price.")
	}
	if s.chance(35) {
		arrivals := "Reception is open from 8am to 8pm; late arrivals find their key in the box by the door."
		if channel == "boats" {
			arrivals = "The office is open from 8am to 6pm; late arrivals sleep on board and are shown the ropes in the morning."
		}
		points = append(points, pick(s, []string{arrivals, "Mobile reception is patchy; the Wi-Fi at reception is not.", "The lane is narrow: please follow the signs, not the satellite navigation, for the last mile."}))
	}
	var out strings.Builder
	out.WriteString("<ul>")
	for _, point := range points {
		out.WriteString("<li>" + escape(point) + "</li>")
	}
	return out.String() + "</ul>"
}

// addDogRules adds what a park asks of guests with dogs.
func addDogRules(p *catalogue.Park, channel string) {
	p.Rules.MaxDogs, p.Rules.DogNote = 2, inWordsOf(channel, "Dogs are kept on a lead about the park.")
}
