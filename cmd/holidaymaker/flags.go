package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// options is a set of flags of which each is also an environment variable:
// --demo-parks is HOLIDAYMAKER_DEMO_PARKS. A flag on the command line wins.
type options struct {
	*flag.FlagSet
	secret map[string]bool // taken from the environment only
}

func newOptions(command, about string) *options {
	o := &options{flag.NewFlagSet("holidaymaker "+command, flag.ContinueOnError), map[string]bool{}}
	o.Usage = func() {
		out := o.Output()
		fmt.Fprintf(out, "holidaymaker %s: %s\n\n", command, about)
		o.VisitAll(func(f *flag.Flag) {
			name, fallback := "--"+f.Name, ""
			if o.secret[f.Name] {
				name = "(environment only)"
			}
			if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "0s" {
				fallback = " (default " + f.DefValue + ")"
			}
			fmt.Fprintf(out, "  %-22s %-34s %s%s\n", name, variable(f.Name), f.Usage, fallback)
		})
	}
	return o
}

// variable is the environment variable of a flag.
func variable(name string) string {
	return "HOLIDAYMAKER_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// secretString is a setting that must not stand in a list of processes: it
// comes from the environment alone.
func (o *options) secretString(name, about string) *string {
	o.secret[name] = true
	return o.String(name, "", about)
}

// parse reads the environment, then the arguments, and returns what follows
// the flags.
func (o *options) parse(args []string) ([]string, error) {
	var wrong error
	o.VisitAll(func(f *flag.Flag) {
		if value, ok := os.LookupEnv(variable(f.Name)); ok && wrong == nil {
			if err := f.Value.Set(value); err != nil {
				wrong = fmt.Errorf("%s=%q: %w", variable(f.Name), value, err)
			}
		}
	})
	if wrong != nil {
		return nil, wrong
	}
	for _, arg := range args {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && o.secret[name] {
			return nil, fmt.Errorf("--%s is taken from the environment only: set %s", name, variable(name))
		}
	}
	if err := o.Parse(args); err != nil {
		return nil, err
	}
	return o.Args(), nil
}
