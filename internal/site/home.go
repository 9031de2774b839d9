package site

// HomeCopy is the text of the home page, except a brand's own heading.
type HomeCopy struct {
	// DogsBanner is HTML; %s is the number of dog-friendly parks.
	DogsBanner     string
	RegionsHeading string
	TypesHeading   string
	Types          []HolidayType
	Questions      []Question
}

// HolidayType is the card of a channel.
type HolidayType struct{ Channel, Title, Text string }

// Question is a frequent question of visitors. Its answer is HTML.
type Question struct{ Question, Answer string }

// Home is the text of the home page for every brand.
var Home = HomeCopy{
	DogsBanner:     "<p><b>Dogs are welcome at %s of our parks.</b> <u>See where they can stay</u></p>",
	RegionsHeading: "Popular places to stay",
	TypesHeading:   "Lodges, cottages and Last Minute holidays",
	Types: []HolidayType{
		{"uklodge", "Lodges", "Room to spread out, and often a hot tub"},
		{"ukcottages", "Cottages", "A front door of your own by the sea or in the hills"},
		{"uktouring", "Camping & Touring", "Pitches for tents, caravans and motorhomes"},
		{"boats", "Boating Holidays", "Slow days on rivers and canals"},
	},
	Questions: []Question{
		{"What does the price include?", "<p>Every compulsory charge. The price that you see first is the price that you pay.</p>"},
		{"Can I bring my dog?", "<p>Tick the dog box in the search, and only places where dogs are welcome are shown.</p>"},
		{"Can I pay a deposit?", "<p>Most parks take a deposit when you book; the rest is due ten weeks before you arrive.</p>"},
	},
}
