package api

import (
	"net/http"

	"holidaymaker/internal/booking"
)

// Code is a machine-readable reason for a refused request. It is sent in
// errors[].code.
type Code = booking.Code

// The codes of the API: those of booking, which rules return, and its own. Codes gives
// the HTTP status of each.
const (
	InvalidSiteCode Code = "INVALID_SITECODE"
	InvalidChannel  Code = "INVALID_CHANNEL"
	InvalidRegion   Code = "INVALID_REGION"
	InvalidPark     Code = "INVALID_PARK"
	InvalidOperator Code = "INVALID_OPERATOR"
	InvalidDate     Code = "INVALID_DATE"
	InvalidWindow   Code = "INVALID_WINDOW"
	InvalidNights   Code = "INVALID_NIGHTS"
	InvalidParty         = booking.InvalidParty
	InvalidFlex     Code = "INVALID_FLEX"
	InvalidBox      Code = "INVALID_BOX"
	InvalidWhen     Code = "INVALID_WHEN"
	InvalidNear     Code = "INVALID_NEAR"
	InvalidPrice    Code = "INVALID_PRICE"
	InvalidFlag     Code = "INVALID_FLAG"
	InvalidFeatures Code = "INVALID_FEATURES"
	InvalidSearch   Code = "INVALID_SEARCH"
	InvalidUnit          = booking.InvalidUnit
	InvalidBooking  Code = "INVALID_BOOKING"
	InvalidExtras   Code = "INVALID_EXTRAS"
	InvalidPayment  Code = "INVALID_PAYMENT"
	InvalidAction   Code = "INVALID_ACTION"
	InvalidPromo    Code = "INVALID_PROMO"
	InvalidRequest       = booking.InvalidRequest

	NoBookingSession      = booking.NoSession
	PaymentRefused        = booking.PaymentRefused
	ThreeDSFailed         = booking.ThreeDSFailed
	Forbidden             = booking.Forbidden
	MACInvalid            = booking.MACInvalid
	NotFound              = booking.NotFound
	BookingNotFound       = booking.BookingNotFound
	MethodNotAllowed Code = "METHOD_NOT_ALLOWED"

	UnitUnavailable        = booking.UnitUnavailable
	PriceChanged           = booking.PriceChanged
	BookingState           = booking.WrongState
	PaymentInProgress      = booking.PaymentInProgress
	MethodUnavailable      = booking.MethodUnavailable
	SearchExpired     Code = "SEARCH_EXPIRED"
	BookingExpired         = booking.HoldExpired

	TooLarge        Code = "TOO_LARGE"
	UnsupportedBody Code = "UNSUPPORTED_BODY"
	Validation           = booking.Invalid
	DiscountInvalid      = booking.DiscountInvalid
	TopUpAmount          = booking.TopUpAmount
	PromoNotValid        = booking.PromoNotValid
	NewsletterEmail Code = "NEWSLETTER_EMAIL"
	NewsletterFName Code = "NEWSLETTER_FNAME"
	ContactName     Code = "CONTACT_NAME"
	ContactEmail    Code = "CONTACT_EMAIL"
	ContactMessage  Code = "CONTACT_MESSAGE"
	PromoCodeWords  Code = "PROMO_CODEWORDS"
	PromoNewspaper  Code = "PROMO_NEWSPAPER"
	PromoEmail      Code = "PROMO_EMAIL"
	Rejected             = booking.Refused

	RateLimited      = booking.RateLimited
	Internal    Code = "INTERNAL"
	Maintenance Code = "MAINTENANCE"
	Unavailable      = booking.ProviderUnavailable
)

// Codes lists every code with its HTTP status. The contract test provokes each
// code once.
var Codes = map[Code]int{
	InvalidSiteCode: http.StatusBadRequest,
	InvalidChannel:  http.StatusBadRequest,
	InvalidRegion:   http.StatusBadRequest,
	InvalidPark:     http.StatusBadRequest,
	InvalidOperator: http.StatusBadRequest,
	InvalidDate:     http.StatusBadRequest,
	InvalidWindow:   http.StatusBadRequest,
	InvalidNights:   http.StatusBadRequest,
	InvalidParty:    http.StatusBadRequest,
	InvalidFlex:     http.StatusBadRequest,
	InvalidBox:      http.StatusBadRequest,
	InvalidWhen:     http.StatusBadRequest,
	InvalidNear:     http.StatusBadRequest,
	InvalidPrice:    http.StatusBadRequest,
	InvalidFlag:     http.StatusBadRequest,
	InvalidFeatures: http.StatusBadRequest,
	InvalidSearch:   http.StatusBadRequest,
	InvalidUnit:     http.StatusBadRequest,
	InvalidBooking:  http.StatusBadRequest,
	InvalidExtras:   http.StatusBadRequest,
	InvalidPayment:  http.StatusBadRequest,
	InvalidAction:   http.StatusBadRequest,
	InvalidPromo:    http.StatusBadRequest,
	InvalidRequest:  http.StatusBadRequest,

	NoBookingSession: http.StatusUnauthorized,
	PaymentRefused:   http.StatusPaymentRequired,
	ThreeDSFailed:    http.StatusPaymentRequired,
	Forbidden:        http.StatusForbidden,
	MACInvalid:       http.StatusForbidden,
	NotFound:         http.StatusNotFound,
	BookingNotFound:  http.StatusNotFound,
	MethodNotAllowed: http.StatusMethodNotAllowed,

	UnitUnavailable:   http.StatusConflict,
	PriceChanged:      http.StatusConflict,
	BookingState:      http.StatusConflict,
	PaymentInProgress: http.StatusConflict,
	MethodUnavailable: http.StatusConflict,
	SearchExpired:     http.StatusGone,
	BookingExpired:    http.StatusGone,

	TooLarge:        http.StatusRequestEntityTooLarge,
	UnsupportedBody: http.StatusUnsupportedMediaType,
	Validation:      http.StatusUnprocessableEntity,
	DiscountInvalid: http.StatusUnprocessableEntity,
	TopUpAmount:     http.StatusUnprocessableEntity,
	PromoNotValid:   http.StatusUnprocessableEntity,
	NewsletterEmail: http.StatusUnprocessableEntity,
	NewsletterFName: http.StatusUnprocessableEntity,
	ContactName:     http.StatusUnprocessableEntity,
	ContactEmail:    http.StatusUnprocessableEntity,
	ContactMessage:  http.StatusUnprocessableEntity,
	PromoCodeWords:  http.StatusUnprocessableEntity,
	PromoNewspaper:  http.StatusUnprocessableEntity,
	PromoEmail:      http.StatusUnprocessableEntity,
	Rejected:        http.StatusUnprocessableEntity,

	RateLimited: http.StatusTooManyRequests,
	Internal:    http.StatusInternalServerError,
	Maintenance: http.StatusServiceUnavailable,
	Unavailable: http.StatusServiceUnavailable,
}

// Problem is one entry in the list of errors of a failed answer.
type Problem struct {
	Message string `json:"message" doc:"Text for the visitor."`
	Code    Code   `json:"code" doc:"One of the codes of the API."`
	Field   string `json:"field,omitempty" doc:"The form field that is wrong."`
}

// Failure is a refused request. Handlers return it as an error. Every other
// error is answered as INTERNAL, without its text.
type Failure struct {
	Errors []Problem
	// Price and UnitID are set with PRICE_CHANGED: the current price, and the
	// id of the offer with that price.
	Price, UnitID string
	// RetryAfter, in seconds, is set with RATE_LIMITED and UNAVAILABLE.
	RetryAfter int
}

// Error returns the codes and messages in one line.
func (f *Failure) Error() string {
	text := "refused"
	for _, p := range f.Errors {
		text += ": " + string(p.Code) + " " + p.Message
	}
	return text
}

// Status is the HTTP status of the first error's code.
func (f *Failure) Status() int { return Codes[f.Errors[0].Code] }

// Refuse returns a Failure with one code.
func Refuse(code Code, message string) *Failure {
	return &Failure{Errors: []Problem{{Message: message, Code: code}}}
}
