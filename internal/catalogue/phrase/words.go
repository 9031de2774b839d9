package phrase

// What visitors call what we sell. The catalogue's own names are added to these
// (vocabulary.go).

// typeWords are the words for the channels; each may mean one of several.
var typeWords = map[string][]string{
	"ukcaravan eurocaravan": {"caravan", "caravans", "static caravan", "static caravans", "static", "statics", "holiday park", "holiday parks", "caravan park", "caravan parks",
		"holiday caravan", "holiday caravans", "caravan holiday", "caravan holidays", "caravan break", "caravan breaks"},
	"eurocaravan ukcaravan": {"mobile home", "mobile homes"},
	"ukcaravan":             {"uk caravan", "uk caravans", "uk holiday park", "uk holiday parks", "uk caravan park", "uk caravan parks"},
	"eurocaravan":           {"europe", "abroad", "european holiday park", "european holiday parks", "eurocamp"},
	"uklodge":               {"lodge", "lodges", "log cabin", "log cabins", "cabin", "cabins", "lodge break", "lodge breaks", "lodge holiday", "lodge holidays", "holiday lodge", "holiday lodges", "uk lodge", "uk lodges", "uk lodge breaks"},
	"ukcottages":            {"cottage", "cottages", "holiday cottage", "holiday cottages", "cottage break", "cottage holiday", "uk cottage", "uk cottages"},
	"uktouring": {"camping", "campsite", "campsites", "camp site", "camp sites", "tent", "tents", "pitch", "pitches", "touring", "touring park", "touring parks", "touring pitch", "touring caravan", "tourer", "touring site", "tent pitch", "camping pitch",
		"motorhome", "motorhomes", "motor home", "campervan", "campervans", "camper van", "motorhome site", "campervan site", "camping site", "grass pitch", "pitch for tent", "pitch for a tent", "camping and touring", "uk camping and touring parks", "site for tent"},
	"boats": {"boat", "boats", "boating", "boating holiday", "boating holidays", "narrowboat", "narrowboats", "narrow boat", "narrow boats", "canal boat", "canal boats", "barge", "barges", "canal holiday", "canal boat holiday", "boat hire", "boat holiday", "boat holidays", "river cruiser", "cruiser", "houseboat"},
}

// featureWords are other words for features, by the features' usual names.
var featureWords = map[string][]string{
	"indoor pool":           {"indoor swimming pool", "inside pool", "indoor heated pool"},
	"outdoor pool":          {"outdoor swimming pool", "outside pool", "open air pool", "lido"},
	"entertainment":         {"evening entertainment", "live entertainment", "family entertainment", "kids entertainment"},
	"club house":            {"clubhouse"},
	"restaurant":            {"restaurant on site", "onsite restaurant", "on site restaurant"},
	"shop":                  {"shop on site", "onsite shop", "on site shop", "mini market"},
	"play area":             {"playground", "play park", "playpark", "childrens play area", "kids play area", "adventure playground", "swings"},
	"spa":                   {"spa on site", "onsite spa", "spa facilities"},
	"launderette":           {"laundry", "laundrette", "laundry room", "laundry facilities"},
	"electric car charging": {"ev charging", "ev charger", "ev chargers", "ev charge point", "ev charging point", "car charging", "car charger", "electric car charger", "electric car charge point", "electric vehicle charging", "charge point", "charging point", "tesla charger"},
	"hot tub":               {"hottub", "hottubs", "jacuzzi", "jacuzzis", "whirlpool bath"},
	"decking":               {"deck", "decked area"},
	"sea view":              {"sea view", "seaview", "view of the sea", "views of the sea", "ocean view", "ocean views", "sea views", "overlooking the sea"},
	"wood burner":           {"woodburner", "log burner", "logburner", "log fire", "wood fire", "wood burning stove", "wood stove", "log burning stove", "logfire", "log stove"},
	"wi fi":                 {"wifi", "internet", "broadband", "free wifi", "good wifi"},
	"disabled access":       {"wheelchair access", "wheelchair accessible", "wheelchair friendly", "disabled friendly", "accessible", "accessible for wheelchair"},
	"electric hook up":      {"electric hookup", "hook up", "hookup", "ehu", "electric pitch", "electric"},
	"bed linen included":    {"linen included", "bedding included", "linen provided", "bedding provided"},
	"near a beach": {"near the beach", "near beach", "by the beach", "close to the beach", "close to a beach", "close to beach", "beach nearby", "beach close by", "near to the beach", "next to the beach", "on the beach", "beach", "beaches", "by the sea", "near the sea", "close to the sea",
		"seaside", "beachside", "on the seafront", "by a beach", "beach holiday"},
	"lakeside":            {"by a lake", "by the lake", "on a lake", "on the lake", "beside a lake", "near a lake", "lake side", "next to a lake"},
	"riverside":           {"by a river", "by the river", "on a river", "on the river", "beside a river", "near a river", "next to a river"},
	"woodland":            {"in the woods", "in a wood", "in woodland", "in the forest", "in a forest", "in woods", "woods", "wooded"},
	"mountain views":      {"mountain view", "view of the mountains", "views of the mountains"},
	"open countryside":    {"countryside", "in the country", "rural"},
	"pub within a mile":   {"pub", "pub nearby", "near a pub", "near pub", "close to a pub", "pub within walking distance", "local pub"},
	"fishing":             {"angling", "fishing lake", "fishing lakes"},
	"walks from the door": {"walks", "walking", "hiking", "good walks", "walking holiday", "hill walking", "rambling", "walks nearby"},
	"cycle hire":          {"bike hire", "cycling", "cycling holiday", "bikes"},
	"watersports":         {"water sports", "watersport"},
	"tennis court":        {"tennis", "tennis courts"},
	"golf nearby":         {"golf", "golf course", "golfing"},
}

// fillers say nothing that a search could use.
var fillers = []string{
	"a", "an", "the", "in", "at", "on", "for", "with", "and", "to", "of", "from", "near", "nr", "by", "around", "close to", "next to", "near to", "not far from", "not too far from", "somewhere", "anywhere", "some", "any", "all",
	"we", "i", "id", "im", "were", "us", "our", "my", "me", "you", "it", "is", "are", "be", "there", "that", "this", "which", "has", "have", "having", "had", "would", "wed", "like", "love", "want", "wants", "wanting", "need", "needs", "needing", "looking", "look",
	"find", "show", "search", "searching", "please", "pls", "plz", "thanks", "thank you", "hi", "hello", "hey", "can", "could", "do", "does", "get", "got", "go", "going", "stay", "staying", "stays", "holiday", "holidays", "hols", "break", "breaks", "trip", "visit", "getaway", "vacation",
	"book", "booking", "hire", "rent", "arriving", "arrive", "arrival", "starting", "start", "beginning on", "plus", "also", "w", "so", "as", "any chance of", "any chance", "take", "taking", "bring", "bringing", "who", "place", "places", "accommodation", "along", "dates", "date", "during",
	"uk", "in the uk", "united kingdom", "available", "availability", "total", "in total", "all in", "n", "com", "am", "us lot", "being", "just",
}

// puzzles are words that name something we know and cannot search for, or that have several
// meanings, with the words that visitors could mean.
var puzzles = map[string][]string{
	"pool": {"indoor pool", "outdoor pool"}, "pools": {"indoor pool", "outdoor pool"}, "swimming pool": {"indoor pool", "outdoor pool"}, "swimming pools": {"indoor pool", "outdoor pool"}, "swimming": {"indoor pool", "outdoor pool"}, "heated pool": {"indoor pool", "outdoor pool"},
	"lake": {"lakeside"}, "lakes": {"lakeside"}, "river": {"riverside"}, "mountains": {"mountain views"}, "forest": {"woodland"}, "coast": {"near a beach"}, "coastal": {"near a beach"}, "sea": {"sea view", "near a beach"}, "open fire": {"wood burner"}, "linen": {"bed linen included"}, "bedding": {"bed linen included"},
	"lake view": {"lakeside"}, "caravan site": {"holiday park", "touring park"}, "caravan sites": {"holiday park", "touring park"}, "campsite in france": {"holiday park in france"},
	"easter weekend": {"easter holidays"}, "easter sunday": nil, "easter monday": nil, "easter week": {"easter holidays"}, "good friday": nil, "bank holiday": nil, "bank holiday weekend": nil, "may bank holiday": nil, "early may bank holiday": nil, "august bank holiday": nil, "spring bank holiday": nil,
	"may day": nil, "new year": nil, "new years": nil, "new years eve": nil, "christmas eve": nil, "christmas day": nil, "christmas week": nil, "boxing day": nil, "christmas market": nil, "christmas markets": nil, "christmas tree": nil, "christmas dinner": nil, "christmas party": nil, "school holidays": nil, "school hols": nil, "summer": {"summer holidays"},
	"next week": nil, "this week": nil, "next year": nil, "this year": nil, "last minute": nil, "last week": nil, "mid week": {"4 nights"}, "midweek": {"4 nights"}, "short break": {"3 nights", "4 nights"}, "short breaks": {"3 nights", "4 nights"}, "short stay": {"3 nights", "4 nights"},
	"weeks": nil, "nights": nil, "per week": nil, "per night": nil, "per person": nil, "pp": nil, "ground floor": nil, "hot tub cover": nil, "beach hut": nil, "no beach": nil, "spa town": nil, "shop floor": nil, "electric blanket": nil, "electric bike": nil, "electric bikes": nil, "electric shower": nil, "electric heating": nil,
	"electric car": nil, "electric cars": nil, "fishing village": nil, "fishing port": nil, "spring half term": {"february half term", "may half term"},
	"parking": nil, "walking distance": nil, "within walking distance": nil, "walk to": nil, "boat trip": nil, "boat trips": nil, "boat ride": nil, "boat parking": nil, "boat launch": nil, "fish and chips": nil, "golf buggy": nil, "pub food": nil, "walking stick": nil, "caravan storage": nil, "lodge park sales": nil, "for sale": nil,
	"adults only": nil, "adult only": nil, "no kids": nil, "couples": nil, "couples only": nil, "kids club": nil, "childrens club": nil, "kids clubs": nil, "kids area": nil, "teenagers": nil, "toddlers": nil, "infants": nil, "families": nil, "family": nil, "kids": nil, "children": nil, "child": nil, "babies": nil,
}

// sorts ask for the cheapest first.
var sorts = []string{"cheap", "cheapest", "cheapest first", "lowest price", "lowest price first", "bargain"}

// excluding are words after which something is not wanted; beforeDates are words before a date
// that is not the arrival.
var (
	excluding = []string{"no", "not", "without", "except", "except for", "excluding", "exclude", "avoid", "avoiding", "dont", "doesnt", "isnt", "arent", "wont", "never", "nor", "neither", "minus", "hate", "apart from", "other than", "rather than", "instead of", "anything but", "anywhere but", "everywhere but", "anytime but", "any time but", "away from", "far from",
		"no need for", "not bothered about", "dont need", "dont want", "do not want", "do not need", "free from", "dog free", "pet free", "nothing", "cant", "cannot", "unless", "no longer",
		"wouldnt", "shouldnt", "couldnt", "havent", "hasnt", "hadnt", "didnt", "wasnt", "werent", "non", "zero", "w o", "allergic to", "allergy to", "scared of", "afraid of", "sick of", "fed up of", "fed up with", "tired of", "hates", "dislike", "dislikes", "barring", "excl"}
	beforeDates = []string{"out of", "outwith", "outside of", "up to", "upto", "before", "after", "until", "till", "by", "since", "between", "from", "not before", "not after", "outside", "anytime after", "any time after", "later than", "earlier than", "onwards"}
	// origins are words before the place where somebody lives; distances those before 'from' that
	// say how far it is.
	origins   = []string{"from", "live in", "living in", "lives in", "based in", "home in", "school in", "schools in", "coming from", "travelling from", "driving from", "flying from"}
	distances = []string{"mile", "miles", "minute", "minutes", "min", "mins", "hour", "hours", "hr", "hrs", "km", "m", "drive", "walk", "distance", "throw", "away", "far"}
	units     = []string{"nite", "nites", "grown", "grownups", "pensioner", "pensioners", "oap", "oaps", "yard", "yards", "yds", "feet", "kms", "kilometres", "kilometre", "mi", "euro", "euros", "eur", "dollars", "acre", "acres", "square", "night", "nights", "nighter", "week", "weeks", "wk", "wks", "day", "days", "adult", "adults", "people", "persons", "person", "ppl", "guests", "guest", "pax", "kid", "kids", "child", "children", "baby", "babies", "infant", "infants", "toddler", "toddlers", "teenager", "teenagers", "teens",
		"dog", "dogs", "pet", "pets", "bed", "beds", "bedroom", "bedrooms", "bedded", "bath", "bathroom", "bathrooms", "berth", "berths", "star", "stars", "mile", "miles", "minute", "minutes", "mins", "min", "hour", "hours", "hrs", "km", "pounds", "quid", "gbp", "k", "year", "years", "yr", "yo", "under", "of", "couple", "couples",
		"families", "family", "room", "rooms", "metre", "metres", "m", "ft", "foot", "percent", "pm", "am", "x", "s", "or", "bikes", "cars", "car", "boys", "girls", "lads", "ladies", "men", "women", "friends", "mates", "different", "separate"}
)
