package api

// BookQuery starts a booking (unitId), or loads one in progress (bookId).
type BookQuery struct {
	BookID   string `in:"bookId,bookID" code:"BOOKING" doc:"Loads this booking in progress."`
	UnitID   string `in:"unitId" code:"UNIT" doc:"Starts a booking of this offer."`
	SearchID string `in:"searchId" doc:"The search from which the visitor came, or 0."`
	Promo    *bool  `in:"promo" code:"FLAG" doc:"1: booked under the promotion, at its price and paid in full."`
	// PromoPrice is text, because no amount of a query is a number.
	PromoPrice string `in:"promoPrice" code:"PRICE" doc:"With promo: the price under the promotion that the visitor was shown. If it is another now, PRICE_CHANGED."`
	PartyQuery
}

// Quote is what a booking costs, as computed by the server.
type Quote struct {
	Currency            string `json:"currency"`
	Accommodation       Money  `json:"accommodation"`
	Discount            Money  `json:"discount"`
	DiscountType        string `json:"discountType" doc:"none, discount or voucher."`
	Extras              Money  `json:"extras"`
	ExtrasDeposit       Money  `json:"extrasDeposit"`
	Total               Money  `json:"total"`
	PayNowFull          Money  `json:"payNowFull"`
	PayNowDeposit       *Money `json:"payNowDeposit,omitempty" doc:"Absent where no deposit is allowed."`
	OutstandingFull     Money  `json:"outstandingFull"`
	OutstandingDeposit  *Money `json:"outstandingDeposit,omitempty" doc:"Absent where no deposit is allowed."`
	PaidWithFullVoucher bool   `json:"paidWithFullVoucher"`
	DueDate             string `json:"dueDate,omitempty" doc:"dd/mm/yyyy"`
	Hash                string `json:"hash" doc:"Send it back with prepayment, which then detects a changed price."`
}

// Party is the party of a booking.
type Party struct {
	Adults      int    `json:"adults"`
	Children    int    `json:"children"`
	Under5s     int    `json:"under5s"`
	PartySize   int    `json:"partySize"`
	PetFriendly string `json:"petFriendly" doc:"Y or N."`
	Dogs        int    `json:"dogs,omitempty" doc:"How many dogs come; absent where nobody was asked."`
}

// Stay says what is booked: where, when and for how long.
type Stay struct {
	ChannelID   string `json:"channelId"`
	ParkID      string `json:"parkId"`
	UnitID      string `json:"unitId"`
	UnitTypeID  string `json:"unitTypeId"`
	UnitDesc    string `json:"unitDesc"`
	ArrivalDate string `json:"arrivalDate" doc:"dd/mm/yyyy"`
	Duration    int    `json:"duration" doc:"Nights."`
	// OperatorName is the company with which the guest has the contract for the stay.
	OperatorName string `json:"operatorName,omitempty" doc:"The company that provides the stay. Absent: not known."`
	StayTimes
	Rules []string `json:"rules,omitempty" doc:"What the park asks of its guests, a sentence each."`
	// Cancellation are the terms of the booking.
	Cancellation []string `json:"cancellation,omitempty" doc:"What comes back if the guest cancels today or later, a sentence each. Absent: the operator has set no terms."`
}

// StayTimes are the times of a stay. Those of a booking are with what the chosen extras
// change.
type StayTimes struct {
	CheckIn  string `json:"checkIn,omitempty" doc:"Earliest time of arrival, as shown. Absent: not known."`
	CheckOut string `json:"checkOut,omitempty" doc:"Latest time of departure, as shown. Absent: not known."`
}

// LeadGuest is a park's rule for the lead guest: the contact, or the first adult where the
// contact does not travel.
type LeadGuest struct {
	Age  int    `json:"age" doc:"The age on the day of arrival is at least this."`
	Rule string `json:"rule" doc:"The rule in words."`
}

// Booking is a booking in progress.
type Booking struct {
	Stay
	BookID         string            `json:"bookId" doc:"The booking reference."`
	Message        string            `json:"message"`
	BookingFee     Money             `json:"bookingFee" doc:"Part of unitPrice."`
	UnitPrice      Money             `json:"unitPrice"`
	PriceNotes     []string          `json:"priceNotes,omitempty" doc:"What unitPrice includes, as sentences to show below it."`
	Party          Party             `json:"party"`
	PartyAge       string            `json:"partyAge" doc:"age or dob: which of the two each member must give."`
	Promo          bool              `json:"promo"`
	MaxDogs        int               `json:"maxDogs,omitempty" doc:"With dogs: how many may come. Send their number with setextras. Absent: their number is not asked for."`
	LeadGuest      *LeadGuest        `json:"leadGuest,omitempty" doc:"Absent where the park has no rule."`
	ExpiresAt      int64             `json:"expiresAt" doc:"Epoch milliseconds."`
	ServerTime     int64             `json:"serverTime" doc:"Epoch milliseconds."`
	Extras         map[string]int    `json:"extras,omitempty" doc:"When loaded: code to quantity."`
	UserDetails    map[string]string `json:"userDetails,omitempty" doc:"When loaded: the fields of setuserdetails."`
	PartyDetails   map[string]string `json:"partyDetails,omitempty" doc:"When loaded: the fields of setpartydetails."`
	StepsCompleted []string          `json:"stepsCompleted,omitempty" doc:"When loaded: EXTRAS, DETAILS, …"`
}

// BookAnswer is the answer of book.
type BookAnswer struct {
	Booking Booking `json:"booking"`
	Quote   Quote   `json:"quote"`
}

// Holds is the answer of holds: the bookings that a visitor has in progress.
type Holds struct {
	Holds []Booking `json:"holds"`
}

// BookingQuery identifies a booking. Every form about a booking embeds it.
type BookingQuery struct {
	BookID string `in:"bookId,bookID,required" code:"BOOKING" doc:"The booking reference. In the calls of a payment by a link: its token."`
}

// Extra is something that can be added to a booking.
type Extra struct {
	Code    string `json:"code"`
	Name    string `json:"name"`
	Desc    string `json:"desc"`
	Basis   string `json:"basis,omitempty" doc:"Where cost depends on nights, people or dogs: what one costs for each, as shown."`
	Cost    Money  `json:"cost" doc:"Of one, for the stay and the party with the dogs that come."`
	DepCost Money  `json:"depcost"`
	Price   Money  `json:"price"`
	Max     int    `json:"max" doc:"1: shown as a checkbox; more: as a stepper."`
	Value   int    `json:"value" doc:"The quantity chosen."`
	// StayTimes replace those of the stay; of several extras the last one in the list counts.
	StayTimes
}

// Extras is the answer of getextras.
type Extras struct {
	Extras          []Extra `json:"extras"`
	ShowDiscountBox string  `json:"showDiscountBox" doc:"'true' or 'false'."`
	DogsPriced      bool    `json:"dogsPriced,omitempty" doc:"Prices depend on the number of dogs: when it changes, send it with setextras and load the extras again."`
	// StayTimes are those of the stay without extras.
	StayTimes
}

// SetExtrasForm replaces the chosen extras. A code that is absent means 0.
type SetExtrasForm struct {
	BookingQuery
	Extras map[string]int `in:"extras" code:"EXTRAS" doc:"extras[LIN]=2"`
	Dogs   *int           `in:"dogs" code:"DOGS" doc:"How many dogs come; absent: it stays as it was."`
}

// ChosenExtra is a chosen extra with its total price.
type ChosenExtra struct {
	Code         string `json:"code"`
	Name         string `json:"name"`
	Basis        string `json:"basis,omitempty" doc:"As in getextras."`
	Cost         Money  `json:"cost"`
	Value        int    `json:"value"`
	TotalCost    Money  `json:"totalCost"`
	TotalDepcost Money  `json:"totalDepcost"`
}

// ChosenExtras is the answer of setextras.
type ChosenExtras struct {
	Extras []ChosenExtra `json:"extras"`
	Dogs   int           `json:"dogs,omitempty" doc:"As in book."`
	// UnitPrice and PriceNotes may depend on the number of dogs.
	UnitPrice  Money    `json:"unitPrice" doc:"As in book: dogs may change it."`
	PriceNotes []string `json:"priceNotes,omitempty" doc:"As in book."`
	StayTimes
	Quote Quote `json:"quote"`
}

// AddressForm is an address as the visitor typed it.
type AddressForm struct {
	Address1 string `in:"address1"`
	Address2 string `in:"address2"`
	Town     string `in:"town"`
	County   string `in:"county"`
	Postcode string `in:"postcode"`
	Country  string `in:"country" doc:"Country id such as CNUK."`
}

// UserDetailsForm holds the details of the visitor who makes the booking.
type UserDetailsForm struct {
	BookingQuery
	Title     string `in:"title" doc:"Mr, Mrs, Miss, Ms, Mx, Dr or Rev."`
	Forename  string `in:"forename" doc:"At least two characters."`
	Surname   string `in:"surname"`
	DOB       string `in:"dob" doc:"dd/mm/yyyy"`
	Email     string `in:"email"`
	Telephone string `in:"telephone"`
	AddressForm
	EmailOpt *bool `in:"emailOpt" code:"FLAG" doc:"Y: offers by e-mail."`
	SMSOpt   *bool `in:"smsOpt" code:"FLAG" doc:"Y: offers by text message."`
	ThirdOpt *bool `in:"thirdOpt" code:"FLAG" doc:"Y: offers from third parties."`
}

// UserDetails is the answer of setuserdetails.
type UserDetails struct {
	UserID  string            `json:"userId"`
	Details map[string]string `json:"details" doc:"The fields as they were stored; opt-ins Y or N."`
}

// PartyDetailsForm is who travels. Each member n, from 1, brings type{n}
// (adult, child, infant), title{n}, initial{n}, lastName{n} and age{n} or dob{n}.
type PartyDetailsForm struct {
	BookingQuery
	OnlyBooking *bool             `in:"onlyBooking" code:"FLAG" doc:"Y: the contact does not travel."`
	Members     map[string]string `in:"*" doc:"type1, title1, initial1, lastName1, age1 or dob1, type2, …"`
}

// PartyMember is one member of the party.
type PartyMember struct {
	Type     string `json:"type"`
	Title    string `json:"title"`
	Initial  string `json:"initial"`
	LastName string `json:"lastName"`
	Age      string `json:"age,omitempty"`
	DOB      string `json:"dob,omitempty"`
}

// PartyDetails is the answer of setpartydetails.
type PartyDetails struct {
	Party []PartyMember `json:"party"`
}

// Deposit says what may be paid now and how much a code takes off.
type Deposit struct {
	Deposit           string `json:"deposit" doc:"Numeric, or empty where none is allowed."`
	DepositMsg        string `json:"depositMsg"`
	DueDate           string `json:"dueDate" doc:"dd/mm/yyyy, or empty."`
	CompulsoryDeposit *int   `json:"compulsoryDeposit,omitempty" doc:"1, 0, or absent where no deposit is allowed."`
	DiscountCode      string `json:"discountCode"`
	DiscountValue     Number `json:"discountValue" doc:"Pounds, 0 or negative."`
	Type              string `json:"type,omitempty" doc:"In setdiscount: discount or voucher."`
	VoucherAmount     *Money `json:"voucherAmount,omitempty"`
	VoucherRemaining  *Money `json:"voucherRemaining,omitempty"`
	Quote             Quote  `json:"quote"`
}

// Number is an amount in pounds as a JSON number.
type Number = float64

// DiscountForm applies a code. An empty code removes the current one.
type DiscountForm struct {
	BookingQuery
	DiscountCode string `in:"discountCode" doc:"A discount or voucher code."`
}

// PrepaymentForm records a payment attempt.
type PrepaymentForm struct {
	BookingQuery
	PaymentOption  string `in:"paymentOption,required" code:"PAYMENT" enum:"full,deposit,topup" doc:"What is paid."`
	TopUpAmount    string `in:"topUpAmount" doc:"Pounds, with paymentOption topup."`
	PaymentMethod  string `in:"paymentMethod,required" code:"PAYMENT" enum:"worldpay,paypal,voucher" doc:"How it is paid."`
	ExpectedAmount string `in:"expectedAmount,required" code:"PAYMENT" doc:"The amount that the page shows."`
	QuoteHash      string `in:"quoteHash" doc:"The hash of the quote that the page shows."`
	IdempotencyKey string `in:"idempotencyKey,required" code:"PAYMENT" doc:"A UUID. A repeated call with the same key is the same attempt."`
	Email          string `in:"email" doc:"Where whoever pays by a link wants a receipt."`
}

// Prepayment is a recorded attempt.
type Prepayment struct {
	PaymntRecID string    `json:"paymntRecId"`
	Amount      Money     `json:"amount"`
	Currency    string    `json:"currency"`
	ExpiresAt   int64     `json:"expiresAt" doc:"Epoch milliseconds."`
	Worldpay    *Worldpay `json:"worldpay,omitempty"`
	PayPal      *PayPal   `json:"paypal,omitempty"`
}

// Worldpay is what the browser needs for a card.
type Worldpay struct {
	CSEPublicKey string `json:"csePublicKey"`
	DDCURL       string `json:"ddcUrl"`
	DDCJWT       string `json:"ddcJwt"`
}

// DeviceData is what the browser needs for the card provider's device data collection.
type DeviceData struct {
	DDCURL string `json:"ddcUrl"`
	DDCJWT string `json:"ddcJwt"`
}

// PayPal is what the browser needs for the wallet.
type PayPal struct {
	PaymntRecID string `json:"paymntRecId"`
	OrderID     string `json:"orderId"`
	ApproveURL  string `json:"approveUrl"`
}

// PostpaymentForm asks for the next step of a payment attempt.
type PostpaymentForm struct {
	PaymntRecID string `in:"paymntRecId,required" code:"PAYMENT" doc:"The payment attempt."`
	BookingQuery
	Action string `in:"action,required" code:"ACTION" enum:"authorise,confirm,recall,status" doc:"What to do."`

	EncryptedData    string `in:"encryptedData" doc:"authorise: the card, encrypted in the browser (JWE)."`
	DFReferenceID    string `in:"dfReferenceId" doc:"authorise: the reference from device data collection."`
	WindowSize       string `in:"windowSize" doc:"authorise: the size of the challenge window."`
	BillingDifferent *bool  `in:"billingDifferent" code:"FLAG" doc:"authorise: Y when the billing address differs."`
	AddressForm

	OrderKey        string `in:"orderKey" doc:"confirm: from the provider's signed result."`
	PaymentStatus   string `in:"paymentStatus" doc:"confirm: from the provider's signed result."`
	PaymentAmount   string `in:"paymentAmount" doc:"confirm: from the provider's signed result."`
	PaymentCurrency string `in:"paymentCurrency" doc:"confirm: from the provider's signed result."`
	MAC2            string `in:"mac2" doc:"confirm: the signature of that result."`
	OrderID         string `in:"orderId" doc:"confirm: the wallet's order id."`
}

// Postpayment is the state of a payment attempt.
type Postpayment struct {
	Status         string     `json:"status" doc:"authorised, challenge or pending."`
	ConfirmationID string     `json:"confirmationId,omitempty"`
	AmountPaid     *Money     `json:"amountPaid,omitempty" doc:"Paid by this payment; present once authorised."`
	Outstanding    *Money     `json:"outstanding,omitempty" doc:"Left to pay; present once authorised."`
	DueDate        string     `json:"dueDate,omitempty" doc:"dd/mm/yyyy, when the rest is due."`
	BalanceTo      string     `json:"balanceTo,omitempty" doc:"us or operator: who receives the rest; present once authorised."`
	Challenge      *Challenge `json:"challenge,omitempty"`
	ApproveURL     string     `json:"approveUrl,omitempty" doc:"With pending: where the visitor must approve the payment at the wallet."`
	InReview       bool       `json:"inReview,omitempty" doc:"With pending: the wallet has the payment and decides later, maybe in hours. The visitor gets an e-mail."`
	PollAfterMs    int        `json:"pollAfterMs,omitempty"`
}

// Challenge is a 3-D Secure challenge, which the front end shows in a frame.
type Challenge struct {
	URL    string `json:"url"`
	JWT    string `json:"jwt"`
	MD     string `json:"md"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}
