package simulator

import (
	"slices"
	"strings"
)

// verdict is the outcome for a card: the issuer's answer, and how the bank
// authenticates the payer.
type verdict struct {
	// Challenge means that the bank asks the visitor before it decides.
	Challenge bool `json:"challenge,omitempty"`
	// AuthenticationFails: whatever the visitor does. "unproven" is its name in saved states.
	AuthenticationFails bool `json:"unproven,omitempty"`
	// Refused is the issuer's ISO 8583 code, or "" when the issuer accepts.
	Refused string `json:"refused,omitempty"`
	// Error means that the order ends with ERROR and no money.
	Error bool `json:"error,omitempty"`
	// Fault is one of the simulator's SIM_ faults, or "".
	Fault string `json:"fault,omitempty"`
}

// The provider's documented test cards. All other numbers are refused.
var (
	plainCards = []string{"4444333322221111", "4911830000000", "4917610000000000", "4462030000000000",
		"4917610000000000003", "4917300800000000", "4484070000000000", "5555555555554444", "5454545454545454",
		"2221000000000009", "5163613613613613", "6759649826438453", "343434343434343", "3528000700000000",
		"36700102000000", "36148900647913", "4111111111111111",
		// authenticated without a challenge
		"4000000000001000", "4000000000002701", "5200000000001005", "5200000000002235", "340000000001007", "340000000002708",
		// stand-in authentication
		"4000000000002719", "5200000000002482", "340000000002872"}
	unauthenticatedCards = []string{"4000000000001018", "4000000000002925", "5200000000001013", "5200000000002276", "340000000001015"}
	challengedCards      = []string{"4000000000001091", "4000000000002503", "5200000000001096", "5200000000002151", "340000000001098"}
	failingCards         = []string{"4000000000001109", "4000000000002370", "5200000000002490",
		"4000000000002420", "4000000000002644", "5200000000002664", "5200000000002656"} // authentication fails, with or without a challenge
)

// verdictOn decides by the card's number and name. ok is false for a number
// that is not a test card.
func verdictOn(number, name string) (v verdict, ok bool) {
	switch {
	case slices.Contains(plainCards, number):
	case slices.Contains(unauthenticatedCards, number):
		v.AuthenticationFails = true
	case slices.Contains(challengedCards, number):
		v.Challenge = true
	case slices.Contains(failingCards, number):
		v.Challenge, v.AuthenticationFails = true, true
	default:
		return v, false
	}
	switch {
	case name == "ERROR":
		v.Error = true
	case strings.HasPrefix(name, "REFUSED"):
		v.Refused = strings.TrimPrefix(name, "REFUSED")
		if v.Refused == "" {
			v.Refused = "5"
		}
	case strings.HasPrefix(name, "3DS_V2_CHALLENGE_UNKNOWN"), strings.HasPrefix(name, "3DS_V1_CHALLENGE_UNKNOWN"):
		v.Challenge, v.AuthenticationFails = true, true
	case strings.HasPrefix(name, "3DS_V2_CHALLENGE"), strings.HasPrefix(name, "3DS_V1_CHALLENGE"):
		v.Challenge = true
	case strings.HasPrefix(name, "SIM_"):
		v.Fault = name
	}
	return v, true
}

// scheme returns the provider's name of the card's scheme.
func scheme(number string) string {
	switch number[0] {
	case '4':
		return "VISA_CREDIT-SSL"
	case '5', '2':
		return "ECMC_CREDIT-SSL"
	case '6':
		return "MAESTRO-SSL"
	}
	if strings.HasPrefix(number, "34") || strings.HasPrefix(number, "37") {
		return "AMEX-SSL"
	}
	return "DINERS-SSL"
}
