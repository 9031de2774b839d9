package loop

import "context"

// Trigger starts a loop's next round before its pause is over. Make it with
// NewTrigger.
type Trigger chan struct{}

// NewTrigger returns a trigger that has not been fired.
func NewTrigger() Trigger { return make(Trigger, 1) }

// Fire requests a round. It never blocks. Firing again before that round begins
// has no effect.
func (t Trigger) Fire() {
	select {
	case t <- struct{}{}:
	default:
	}
}

// Wake is a function for Loop.Wake.
func (t Trigger) Wake() (await func(context.Context)) {
	return func(ctx context.Context) {
		select {
		case <-t:
		case <-ctx.Done():
		}
	}
}
