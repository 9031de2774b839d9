package loop

import "context"

// Trigger asks a loop for a round before its pause is over. Use NewTrigger.
type Trigger chan struct{}

// NewTrigger returns a trigger that was not fired yet.
func NewTrigger() Trigger { return make(Trigger, 1) }

// Fire asks for a round. It never waits; firing again before the round begins
// changes nothing.
func (t Trigger) Fire() {
	select {
	case t <- struct{}{}:
	default:
	}
}

// Wake is for Loop.Wake.
func (t Trigger) Wake() (await func(context.Context)) {
	return func(ctx context.Context) {
		select {
		case <-t:
		case <-ctx.Done():
		}
	}
}
