package demo

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"holidaymaker/internal/catalogue"
)

// leads are first sentences of a park's description, by its surroundings; %s is
// the town.
var leads = map[string][]string{
	"coast":     {"A level green shelf behind the dunes, with the beach %s is known for at the end of the path.", "Straight onto the sand: over the sea wall from the gate, and %s along the prom.", "Big skies, a wide tide and a place that faces both, just outside %s.", "Tucked behind the marram a mile from %s, with the sound of the sea and not much else.", "A short flat walk from the shore near %s, sheltered by a belt of tamarisk."},
	"cliffs":    {"High on the cliffs by %s, with a zig-zag path to the beach and the best sunset on this coast.", "Terraced above the bay so that everybody sees the sea, ten minutes from %s.", "Where the coast path meets the lane to %s: seabirds below, larks above.", "A breezy headland near %s, with mown paths to the edge and a sheltered hollow to sit in."},
	"med":       {"Deep shade, warm stone and the sea at the bottom of the path, a few minutes from %s.", "Between %s and the water, under umbrella pines that smell of summer.", "Terraces of old olives going down to the beach near %s.", "A short cycle along the front from %s, with the pool in the middle of it all."},
	"lake":      {"On the quiet shore near %s, where the ripples stop at the jetty.", "A lawn that runs down to the water, with %s across the bay.", "Woods behind, water in front and the steamer from %s twice a day.", "A few steps from the shore outside %s, with room to haul out a canoe."},
	"river":     {"In a bend of the river below %s, with herons for neighbours.", "Old orchard on the river bank, a footbridge from %s.", "Flat riverside meadows a gentle stroll from %s."},
	"canal":     {"A working yard on the water at %s, where you are shown the ropes before you cast off.", "Moorings under the willows at %s, with the first lock an easy morning away.", "A family yard at %s: tea first, then the tiller."},
	"forest":    {"Deep among the trees near %s, each plot out of sight of the next.", "Old broadleaf woodland outside %s, with deer at dusk and owls after it.", "A clearing at the end of a forest road, ten minutes from %s."},
	"moor":      {"On the edge of the moor above %s, with the drystone wall as the last fence.", "Heather to the back door and %s down the lane.", "A sheltered fold of high country near %s, dark enough for the Milky Way."},
	"hills":     {"Green hills on three sides and %s on the fourth.", "A small valley of hedges and hay meadows, two miles from %s.", "Up a quiet lane from %s, with a view that reaches into the next county."},
	"mountains": {"Under the peaks outside %s, with a path to the tops from the gate.", "In the widest part of the valley, where %s gets its evening sun.", "A stream, a meadow and a wall of mountains, close to %s."},
	"ocean":     {"Behind the last dune before %s, with the Atlantic air and the shade of pines.", "A sandy path through the marram to a beach without end, a short ride from %s.", "On a rise above the shore near %s, where the evening breeze finds you."},
	"lago":      {"Right on the shore near %s, with a lawn to the water and mountains across it.", "A terraced garden above the lake, ten minutes by cycle path from %s.", "A shady bay outside %s, with its own jetty and the ferry in view."},
	"paese":     {"Green hills, a slow river and %s on its rock above them.", "An old estate of walnut trees, a cycle ride from %s."},
	"vineyard":  {"Among the vines above %s, with the cellar door a short walk off.", "A walled estate near %s, rows of vines to the horizon.", "On a ridge between vineyards, with the towers of %s in view."},
}

// does holds sentences about each feature; there are several, so that parks
// differ.
var does = map[string][]string{
	"indoor-pool":    {"The indoor pool is open all day, with a lane kept for swimmers until ten.", "When the weather turns there is a warm indoor pool with a shallow end for the small ones.", "An indoor pool with a flume and a separate splash bay."},
	"outdoor-pool":   {"The outdoor pool is heated from Whitsun to the end of September.", "The pool has slides at one end and loungers at the other.", "A generous outdoor pool, with a paddling pool in the shade."},
	"entertainment":  {"Evenings bring live music, quizzes and a children's disco that ends when it should.", "There is a programme most evenings and a quiet bar for those who would rather not.", "A quiz at seven, a band at nine, and nobody minds if you stay in."},
	"club-house":     {"The club house does a good pint and a better Sunday lunch.", "A club house with a pool table, a terrace and plenty of board games."},
	"restaurant":     {"The restaurant cooks what came off the boat or out of the field that morning.", "You can eat at the restaurant, or carry supper home in a paper parcel.", "Breakfast to late supper at the restaurant, with a children's menu that is not all chips."},
	"shop":           {"Bread is baked on the park each morning; the shop opens at eight.", "The little shop sells milk, papers, fishing nets and most things forgotten at home."},
	"play-area":      {"The playground has a zip wire, a sandpit and benches in the shade.", "Climbing frames for two ages, fenced, and in view of the tables.", "There is a wooden play area and a field kept free for ball games."},
	"spa":            {"A small spa with a sauna, a steam room and treatments by appointment.", "The spa looks over the trees; book a slot when you arrive."},
	"launderette":    {"A launderette and a drying room take the worry out of wet days."},
	"ev-charging":    {"Chargers for electric cars stand by reception and take any card."},
	"fishing":        {"Day tickets for the fishing are sold at reception.", "Anglers have the early mornings to themselves."},
	"cycling":        {"Bicycles can be hired by the hour or the week, trailers included.", "The cycle route passes the gate, and bicycles are for hire."},
	"watersports":    {"Paddleboards, kayaks and dinghies are let by the hour, with lessons for beginners.", "There is a slipway for your own board or boat, and lessons for those without."},
	"tennis":         {"Rackets for the tennis court are lent free of charge."},
	"golf":           {"A golf course lies five minutes away, with reduced green fees for guests.", "Golfers have two courses within a quarter of an hour."},
	"pub":            {"The pub is near enough to walk back from.", "There is a good pub within a mile, dogs and boots welcome."},
	"walking":        {"Footpaths begin at the gate; maps are lent at reception.", "You can leave the car for a week and still walk somewhere new each day."},
	"mountain-views": {"The view of the mountains is best at breakfast."},
}

// abouts are last sentences of the description, about the neighbourhood.
var abouts = map[string][]string{
	"coast":     {"%s has its market on Thursdays, fish and chips every day, and boat trips when the sea allows.", "Lifeguards watch the main beach at %s from May to September, and dogs have a stretch of their own all year.", "Rainy days belong to %s: a museum, a cinema with sofas and three rival ice-cream parlours."},
	"cliffs":    {"%s tumbles down to its harbour; go at low tide for the rock pools.", "From %s boats leave to look at seals, and old men give advice on mackerel.", "Take the coast path to %s in the morning and the bus back after lunch."},
	"med":       {"The market in %s is on Wednesday and Saturday mornings; go early for the peaches.", "Boats run from %s to coves that no road reaches.", "Evenings in %s begin late, with everyone walking slowly in the same direction."},
	"lake":      {"Steamers call at %s, and there are easy walks from landing to landing.", "%s has outdoor shops, gingerbread and a small theatre.", "Hire a rowing boat at %s and take a picnic to the far side."},
	"river":     {"%s has a Friday market, a bookshop worth the trip and teas by the water.", "Canoe down from %s and be collected at the other end."},
	"canal":     {"%s is good for provisions before you set off; the better pubs are along the way.", "The yard at %s is close to the station, so you can leave the car at home."},
	"forest":    {"%s is near for shops and supper; the forest trails start closer still.", "There are waymarked rides for every sort of bicycle between here and %s."},
	"moor":      {"%s has a butcher, a baker and a shop for boots.", "Walk over the top to %s and let the bus bring you home."},
	"hills":     {"%s is all crooked houses and antique shops, with a castle for the afternoon.", "Cider, cheese and bread are all made within five miles of %s."},
	"mountains": {"The railway from %s climbs where the road gives up.", "%s has guides, gear to hire and very large slices of cake."},
	"ocean":     {"Boats go out from %s in the morning and sell what they caught at noon.", "The surf school at %s takes beginners of any age.", "%s has a covered market every morning and music in the square on summer evenings."},
	"lago":      {"Ferries link %s with every village round the water.", "Market day in %s is Thursday; the cheese stall has the longest queue.", "Take the first cable car above %s and walk down to lunch."},
	"paese":     {"%s fills its square with a market once a week and with tables every night.", "Canoes go down the river from %s; a bus brings you back."},
	"vineyard":  {"Growers around %s open their cellars on Saturday afternoons.", "%s is best before ten in the morning and after five in the evening."},
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

// info writes a park's description as HTML paragraphs.
func info(s *stream, t town, has []string, family bool) string {
	first := fmt.Sprintf(pick(s, leads[scenery(t)]), t.name)
	var sentences []string
	for _, f := range some(s, has, len(has)) {
		if ways := does[f]; len(ways) > 0 && len(sentences) < 4 {
			sentences = append(sentences, pick(s, ways))
		}
	}
	if family && slices.Contains(has, "play-area") && s.chance(40) {
		sentences = append(sentences, "Families come back for the freedom: children are out after breakfast and home when hungry.")
	}
	paragraphs := []string{first}
	if len(sentences) > 0 {
		paragraphs = append(paragraphs, strings.Join(sentences, " "))
	}
	paragraphs = append(paragraphs, fmt.Sprintf(pick(s, abouts[scenery(t)]), t.name))
	var out strings.Builder
	for _, p := range paragraphs {
		out.WriteString("<p>" + escape(p) + "</p>")
	}
	return out.String()
}

// escape makes text safe within HTML and leaves apostrophes readable.
func escape(s string) string {
	return strings.ReplaceAll(html.EscapeString(s), "&#39;", "'")
}

// importantInfo writes what a guest has to know, as an HTML list, and sets the
// park's check-in and check-out times.
func importantInfo(s *stream, p *catalogue.Park, channel string) string {
	arrive := pick(s, []string{"3pm", "3.30pm", "4pm", "4.30pm"})
	leave := pick(s, []string{"9.30am", "10am", "10.30am"})
	var points []string
	p.CheckIn, p.CheckOut = arrive, leave
	switch channel {
	case "boats":
		p.CheckOut = "9am"
		points = []string{"Boats are ready from " + arrive + "; handover and tuition take about an hour.", "Please be back at the yard by 9am on your last day.", "The steerer must be 18 or over; no licence is needed.", "Fuel, gas and insurance are included in the price."}
	case "uktouring":
		p.CheckIn, p.CheckOut = "1pm", "11am"
		points = []string{"Pitches are free from 1pm and to be left by 11am.", "Quiet hours are from 10.30pm to 7am.", pick(s, []string{"Barbecues off the grass, please.", "Fires in the fire bowls only."})}
	default:
		points = []string{"Check in from " + arrive + ", check out by " + leave + ".", "The lead guest must be " + pick(s, []string{"18", "21"}) + " or over."}
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
	points = append(points, "Where dogs are welcome, two at most, on a lead about the park.")
	if s.chance(35) {
		points = append(points, pick(s, []string{"Reception is open from 8am to 8pm; late arrivals find their key in the box by the door.", "Mobile reception is patchy; the Wi-Fi at reception is not.", "The lane is narrow: please follow the signs, not the satellite navigation, for the last mile."}))
	}
	var out strings.Builder
	out.WriteString("<ul>")
	for _, point := range points {
		out.WriteString("<li>" + escape(point) + "</li>")
	}
	return out.String() + "</ul>"
}
