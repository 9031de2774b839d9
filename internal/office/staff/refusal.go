package staff

import (
	"strings"
)

// Code says why the office does not do what was asked.
type Code string

// The codes. Package office gives each an HTTP status.
const (
	SignedOut   Code = "signed_out"   // 401
	Locked      Code = "locked"       // 401: the session was idle
	Forbidden   Code = "forbidden"    // 403: another role may
	Unknown     Code = "not_found"    // 404: also what belongs to another park
	Conflict    Code = "conflict"     // 409: somebody changed it meanwhile
	PlanChanged Code = "plan_changed" // 409: the plan is not what was shown any more
	Invalid     Code = "invalid"      // 422: a field is wrong
	StepFirst   Code = "stepup"       // 428: the person must first show again who they are
	TooMany     Code = "too_many"     // 429
	Busy        Code = "busy"         // 503: the database, or the identity provider, does not answer
	Failed      Code = "failed"       // 500
)

// Codes lists all codes.
var Codes = []Code{SignedOut, Locked, Forbidden, Unknown, Conflict, PlanChanged, Invalid, StepFirst, TooMany, Busy, Failed}

// Refusal is an error whose message people see: what did not happen, why, what now.
type Refusal struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // of the request; of Invalid
	Needs   []Role `json:"needs,omitempty"` // who may; of Forbidden
	By      string `json:"by,omitempty"`    // the name of the person who changed it; of Conflict
	At      string `json:"at,omitempty"`    // when, RFC 3339; of Conflict
	Plan    string `json:"plan,omitempty"`  // the hash of the plan to step up for; of StepFirst, where no plan was shown
	Request string `json:"request"`         // the id of the request, as the log has it
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

// Refuse returns a refusal.
func Refuse(code Code, message string) *Refusal { return &Refusal{Code: code, Message: message} }

// Wrong returns the refusal of a field of the request.
func Wrong(field, message string) *Refusal {
	return &Refusal{Code: Invalid, Field: field, Message: message}
}

// Lacks returns the refusal of what a person may not do.
func Lacks(of Permission) *Refusal {
	who := Allowed(of)
	names := make([]string, len(who))
	for i, role := range who {
		names[i] = string(role)
	}
	return &Refusal{Code: Forbidden, Message: "This needs " + strings.Join(names, " or ") + ".", Needs: who}
}
