package site

// HomePage holds what the home page of a brand says. The texts that brands share
// are in brands/home.json; a brand replaces them in its brand.json.
type HomePage struct {
	MarketingPosts []int      `json:"marketingPosts"` // ids of the CMS's cards, in their order
	Banner         HomeBanner `json:"banner"`         // empty: the banner about dogs
	// DogsBanner is HTML; {parks} is the number of dog-friendly UK holiday parks.
	DogsBanner     string        `json:"dogsBanner"`
	RegionsHeading string        `json:"regionsHeading"`
	TypesHeading   string        `json:"typesHeading"`
	Types          []HolidayType `json:"types"`
	Questions      []Question    `json:"questions"`
}

// HomeBanner is a brand's own banner below the hero. Its content is HTML.
type HomeBanner struct {
	Content string `json:"content"`
	URL     string `json:"url"`
}

// HolidayType is the card of a channel.
type HolidayType struct {
	Channel string `json:"channel"`
	Title   string `json:"title"`
	Text    string `json:"text"`
}

// Question is a frequent question of visitors. Its answer is HTML.
type Question struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}
