package api

// PhraseQuery asks for the search that a sentence describes.
type PhraseQuery struct {
	Q string `in:"q,required" doc:"The sentence. What follows its first 300 bytes is not understood."`
}

// Phrase is how a sentence is understood.
type Phrase struct {
	Address string        `json:"address" doc:"Path and query of the page of results, with everything that is understood."`
	Spans   []PhraseSpan  `json:"spans" doc:"The parts of the sentence, which cover it, in their order."`
	Assumed []string      `json:"assumed" doc:"What the search takes where the sentence says nothing, such as '3 nights'."`
	Found   *PhraseResult `json:"found,omitempty" doc:"Absent where nothing is understood."`
}

// PhraseResult is what the results show.
type PhraseResult struct {
	Count int   `json:"count" doc:"Holidays that pass the filters."`
	More  bool  `json:"more" doc:"There may be more: the search found more than it returns."`
	Price Money `json:"price" doc:"Of the cheapest of them; 0 without any."`
}

// PhraseSpan is a part of a sentence.
type PhraseSpan struct {
	Kind    string         `json:"kind" enum:",unknown,type,place,feature,offer,dates,nights,party,dogs,price,rooms,sort" doc:"Empty: it says nothing that a search could use. unknown: it is not understood."`
	Text    string         `json:"text" doc:"As it is written."`
	Label   string         `json:"label,omitempty" doc:"What it means."`
	Why     string         `json:"why,omitempty" doc:"Why it is not understood."`
	Without string         `json:"without,omitempty" doc:"The sentence without it."`
	Choices []PhraseChoice `json:"choices,omitempty" doc:"What it could mean; of what is understood, what else it could."`
}

// PhraseChoice is a meaning of a part of a sentence.
type PhraseChoice struct {
	Label    string `json:"label"`
	Sentence string `json:"sentence" doc:"The sentence that says so."`
}
