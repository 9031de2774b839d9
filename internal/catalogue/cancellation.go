package catalogue

import (
	"fmt"

	"holidaymaker/internal/money"
)

// Cancellation is what comes back when a guest cancels: the terms of an operator, or of a
// park of its own. Without steps a booking cannot be cancelled online.
type Cancellation struct {
	// Steps are the days until which so much of the price comes back, the longest before
	// the arrival first. After the last one nothing comes back.
	Steps []CancellationStep `json:"steps,omitempty"`
	// Fee is kept of every booking that is cancelled, beside what the step keeps.
	Fee money.Pence `json:"fee,omitempty"`
	// KeepDeposit means that the deposit at least is kept, whatever the step.
	KeepDeposit bool `json:"keepDeposit,omitempty"`
}

// CancellationStep says that Percent of the price comes back of a booking that is cancelled
// Days or more before its arrival.
type CancellationStep struct {
	Days    int   `json:"days"`
	Percent int64 `json:"percent"`
}

// IsZero reports whether there are no terms.
func (c Cancellation) IsZero() bool { return len(c.Steps) == 0 && c.Fee == 0 && !c.KeepDeposit }

// maxCancellationSteps is how many steps terms can have: more is no rule that a guest can
// read.
const maxCancellationSteps = 10

// cancellation checks the terms of a cancellation.
func (c *check) cancellation(t Cancellation) {
	c.amount("cancellation.fee", t.Fee)
	c.that(len(t.Steps) > 0 || t.IsZero(), "cancellation.steps", "are missing: say until how many days before arrival how much comes back")
	c.that(len(t.Steps) <= maxCancellationSteps, "cancellation.steps", "expected at most %d", maxCancellationSteps)
	for i, step := range t.Steps {
		field := fmt.Sprintf("cancellation.steps[%d]", i)
		c.within(field+".days", int64(step.Days), 1, 365)
		c.within(field+".percent", step.Percent, 0, 100)
		if i > 0 {
			c.that(step.Days < t.Steps[i-1].Days, field+".days", "must be fewer than in the step before, %d", t.Steps[i-1].Days)
			c.that(step.Percent < t.Steps[i-1].Percent, field+".percent", "must be less than in the step before, %d", t.Steps[i-1].Percent)
		}
	}
}
