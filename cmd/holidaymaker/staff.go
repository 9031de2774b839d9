package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/mattn/go-isatty"

	"holidaymaker/internal/payment"
)

// staffFlags are the flags of the commands that change something by hand.
type staffFlags struct {
	by, why *string
	yes     *bool
	in      io.Reader
	out     io.Writer
	// terminal reports whether a person can answer.
	terminal func() bool
}

// staffFlags adds the flags of a command that changes something by hand.
func (o *options) staffFlags() staffFlags {
	return staffFlags{
		by: o.String("by", "", "who does this; empty: the user of this machine"), why: o.String("why", "", "why this is done; required for every change"),
		yes: o.Bool("yes", false, "do it without asking, for scripts"), in: os.Stdin, out: os.Stdout,
		terminal: func() bool { return isatty.IsTerminal(os.Stdin.Fd()) },
	}
}

// act does a command that asks the member of staff before it changes anything.
func (f staffFlags) act(do func(payment.StaffMember) error) error {
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
	return do(payment.StaffMember{By: by, Why: strings.TrimSpace(*f.why), Agree: f.agree})
}

// agree prints what will be done, and asks.
func (f staffFlags) agree(steps []string) bool {
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

// listMost is how many rows a list prints.
const listMost = 200

// printList prints a table with a row of tab-separated cells for each entry, at most
// listMost of them. It says so when there are more, or none.
func printList[T any](head string, all []T, row func(T) string) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, head)
	for _, one := range all[:min(len(all), listMost)] {
		fmt.Fprintln(w, row(one))
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("print the list: %w", err)
	}
	switch {
	case len(all) == 0:
		fmt.Println("There are none.")
	case len(all) > listMost:
		fmt.Printf("There are more than these %d.\n", listMost)
	}
	return nil
}

// printHistory prints the movements of money and the staff's actions of the
// payments that of selects by their id; the id "" stands for no payment.
func printHistory(w io.Writer, found payment.Overview, of func(attempt string) bool) {
	for _, m := range found.Movements {
		if of(m.Attempt) {
			fmt.Fprintf(w, "%s\t£%s, %s: %s\n", m.At.Format(time.DateTime), m.Amount, m.Kind, m.Cause)
		}
	}
	for _, action := range found.Actions {
		if of(action.Attempt) {
			fmt.Fprintf(w, "%s\t%s by %s: %s (%s)\n", action.At.Format(time.DateTime), action.Command, action.By, action.Done, action.Why)
		}
	}
}
