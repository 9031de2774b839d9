package api

// NewsletterForm signs up for the newsletter.
type NewsletterForm struct {
	Email    string `in:"email" doc:"E-mail address."`
	FName    string `in:"fname" doc:"First name."`
	SiteCode string `in:"siteCode" doc:"The brand; if given, it must be the brand of this site."`
}

// Message is a text to show.
type Message struct {
	Message string `json:"message"`
}

// ContactForm is a message to the brand.
type ContactForm struct {
	SiteCode  string `in:"siteCode" doc:"The brand; if given, it must be the brand of this site."`
	Name      string `in:"name" doc:"The sender's name."`
	Email     string `in:"email" doc:"The sender's e-mail address."`
	Phone     string `in:"phone" doc:"The sender's telephone number; may be empty."`
	BookingID string `in:"bookingId" doc:"A booking reference; may be empty."`
	Message   string `in:"message" doc:"10 to 2,000 characters."`
	Website   string `in:"website" doc:"Must be empty: people do not see this field, programs fill it in."`
}

// ContactAnswer names a message that was received.
type ContactAnswer struct {
	Reference string `json:"reference" doc:"C and six digits."`
}

// CodeWordsForm is what the promotion gate asks for.
type CodeWordsForm struct {
	Newspaper string            `in:"newspaper" doc:"Code of the chosen newspaper, where the promotion asks for one."`
	Email     string            `in:"email" doc:"E-mail address for offers, where the promotion asks for it."`
	Words     map[string]string `in:"*" doc:"code1 to codeN: the code words in their order."`
}

// PromoDataQuery asks for the arrival dates of a promotion.
type PromoDataQuery struct {
	SiteCode  string `in:"siteCode" doc:"The brand; if given, it must be the brand of this site."`
	Promo     string `in:"promo" code:"PROMO" enum:"ukpromo,eupromo" doc:"The kind of promotion; ukpromo if it is missing."`
	Newspaper string `in:"newspaper" doc:"Code of a newspaper."`
}

// PromoData is the arrival dates that the promotion offers to this visitor.
type PromoData struct {
	Dates     []PromoDate `json:"DATES"`
	Promotion Promotion   `json:"promotion"`
	Passed    bool        `json:"passed" doc:"Whether this visitor has passed the gate, or need not."`
}

// PromoDate is an arrival date of the promotion.
type PromoDate struct {
	Date string `json:"date"`
}
