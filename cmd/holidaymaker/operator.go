package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strings"

	"github.com/mattn/go-isatty"

	"holidaymaker/internal/payment"
)

// operatorFlags are the flags of the commands that change something by hand.
type operatorFlags struct {
	by, why *string
	yes     *bool
	in      io.Reader
	out     io.Writer
	// terminal reports whether a person can answer.
	terminal func() bool
}

// operatorFlags adds the flags of a command that changes something by hand.
func (o *options) operatorFlags() operatorFlags {
	return operatorFlags{
		by: o.String("by", "", "who does this; empty: the user of this machine"), why: o.String("why", "", "why this is done; required for every change"),
		yes: o.Bool("yes", false, "do it without asking, for scripts"), in: os.Stdin, out: os.Stdout,
		terminal: func() bool { return isatty.IsTerminal(os.Stdin.Fd()) },
	}
}

// act does a command that asks the operator before it changes anything.
func (f operatorFlags) act(do func(payment.Operator) error) error {
	if strings.TrimSpace(*f.why) == "" {
		return errors.New("say why with --why: it is recorded")
	}
	if !*f.yes && !f.terminal() {
		return errors.New("there is no terminal to ask on: nothing was done. Scripts say --yes")
	}
	by := strings.TrimSpace(*f.by)
	if by == "" {
		current, err := user.Current()
		if err != nil {
			return fmt.Errorf("find out who does this (say it with --by): %w", err)
		}
		by = current.Username
	}
	return do(payment.Operator{By: by, Why: strings.TrimSpace(*f.why), Agree: f.agree})
}

// agree prints what will be done, and asks.
func (f operatorFlags) agree(steps []string) bool {
	fmt.Fprintln(f.out, "This will be done:")
	for _, step := range steps {
		fmt.Fprintln(f.out, "  - "+step)
	}
	if *f.yes {
		return true
	}
	fmt.Fprint(f.out, "Do it? Type yes: ")
	answer, _ := bufio.NewReader(f.in).ReadString('\n') // no answer means no
	return strings.EqualFold(strings.TrimSpace(answer), "yes")
}
