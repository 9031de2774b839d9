package api

// LookupForm finds a booking.
type LookupForm struct {
	BookingID string `in:"bookingId" doc:"The booking reference."`
	Surname   string `in:"surname" doc:"Of who booked."`
	Postcode  string `in:"postcode" doc:"Of who booked."`
}

// ExistingBooking is a booking that was found again.
type ExistingBooking struct {
	Stay
	BookingID   string    `json:"bookingId"`
	Type        string    `json:"type" doc:"Always 'existing'."`
	Status      string    `json:"status" doc:"confirmed, pending or cancelled."`
	ParkName    string    `json:"parkName"`
	Adults      int       `json:"adults"`
	Children    int       `json:"children"`
	Under5s     int       `json:"under5s"`
	TotalCost   Money     `json:"totalCost"`
	AmountPaid  Money     `json:"amountPaid"`
	Outstanding Money     `json:"outstanding"`
	DueDate     string    `json:"dueDate"`
	BalanceTo   string    `json:"balanceTo" doc:"us or operator."`
	Payments    []Payment `json:"payments"`
}

// Payment is money that came in for a booking.
type Payment struct {
	Date   string `json:"date"`
	Amount Money  `json:"amount"`
	Method string `json:"method"`
}

// MyBookings are the bookings that this session may see.
type MyBookings struct {
	Bookings []ExistingBooking `json:"bookings"`
}

// ForgetForm drops a grant.
type ForgetForm struct {
	BookingID string `in:"bookingId,required" code:"BOOKING" doc:"The booking reference."`
	Action    string `in:"action,required" code:"ACTION" enum:"forget" doc:"What to do."`
}

// ResetForm asks for the references of an address.
type ResetForm struct {
	Email string `in:"email" doc:"The address that was booked with."`
}

// Nothing is an empty answer.
type Nothing struct{}

// NewsletterForm signs up for the newsletter.
type NewsletterForm struct {
	Email    string `in:"email" doc:"Where it is sent."`
	FName    string `in:"fname" doc:"First name."`
	SiteCode string `in:"siteCode" doc:"The site code of this server."`
}

// Message is a text for the visitor.
type Message struct {
	Message string `json:"message"`
}
