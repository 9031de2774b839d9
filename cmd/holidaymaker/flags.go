package main

import (
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"
)

// options is a set of flags. Each flag can also be set by an environment
// variable: --demo-parks by HOLIDAYMAKER_DEMO_PARKS. The command line takes
// precedence.
type options struct {
	*flag.FlagSet
	secret map[string]bool // may only be set by the environment
	inFile map[string]bool // may be read from a file named by the environment
}

func newOptions(command, about string) *options {
	o := &options{FlagSet: flag.NewFlagSet("holidaymaker "+command, flag.ContinueOnError), secret: map[string]bool{}, inFile: map[string]bool{}}
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

// variable returns the name of a flag's environment variable.
func variable(name string) string {
	return "HOLIDAYMAKER_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// secretString adds a setting that must not be visible in a list of processes:
// it is read from the environment, or from a file named there.
func (o *options) secretString(name, about string) *string {
	o.secret[name], o.inFile[name] = true, true
	return o.String(name, "", about)
}

// parse reads the environment, then the arguments, all of which must be flags: a
// word would end them, and the flags after it would have no effect.
func (o *options) parse(args []string) error {
	words, err := o.parseAround(args)
	if err == nil && len(words) > 0 {
		o.Usage()
		err = fmt.Errorf("%s: %q is no flag", o.Name(), words[0])
	}
	return err
}

// parseAround reads the environment, then the arguments, for commands whose words
// may be before, between and after the flags. It returns the words.
func (o *options) parseAround(args []string) (words []string, err error) {
	if err := o.parseEnvironment(); err != nil {
		return nil, err
	}
	for _, arg := range args {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && o.secret[name] {
			return nil, fmt.Errorf("--%s is taken from the environment only: set %s, or %s_FILE to a file that contains it", name, variable(name), variable(name))
		}
	}
	for {
		if err := o.Parse(args); err != nil {
			return nil, err
		}
		if o.NArg() == 0 {
			o.warnOfPassword()
			return words, nil
		}
		words, args = append(words, o.Arg(0)), o.Args()[1:]
	}
}

// warnOfPassword warns of a password in the URL of the database when it is on
// the command line.
func (o *options) warnOfPassword() {
	o.Visit(func(f *flag.Flag) {
		if address, err := url.Parse(f.Value.String()); f.Name == "db" && err == nil && address.User != nil {
			if _, has := address.User.Password(); has {
				fmt.Fprintf(o.Output(), "Warning: --db contains a password, which every user of this machine can read in the list of processes. Set %s, or %s_FILE to a file that contains the URL.\n", variable("db"), variable("db"))
			}
		}
	})
}

// parseEnvironment sets the flags whose variables are set.
func (o *options) parseEnvironment() (wrong error) {
	o.VisitAll(func(f *flag.Flag) {
		value, from, err := o.environment(f.Name)
		if err == nil && from != "" {
			if err = f.Value.Set(value); err != nil && o.inFile[f.Name] {
				err = fmt.Errorf("%s: %w", from, err)
			} else if err != nil {
				err = fmt.Errorf("%s=%q: %w", from, value, err)
			}
		}
		if wrong == nil {
			wrong = err
		}
	})
	return wrong
}

// environment returns a flag's value in the environment, and the name of the
// variable, which is "" where none is set.
func (o *options) environment(flagName string) (value, from string, err error) {
	name := variable(flagName)
	value, direct := os.LookupEnv(name)
	path, inFile := os.LookupEnv(name + "_FILE")
	switch {
	case !o.inFile[flagName] || !inFile:
		if direct {
			from = name
		}
		return value, from, nil
	case direct:
		return "", "", fmt.Errorf("%s and %s_FILE are both set: choose one", name, name)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", "", fmt.Errorf("%s_FILE: %w", name, err)
	}
	return strings.TrimRight(string(content), "\r\n"), name + "_FILE", nil
}

// action reads a command that says what to do and with what, such as 'show MT1234'.
// The action alone stands by itself, such as 'list'; "" means that there is none.
// Any other number of words is an error with the text usage.
func (o *options) action(args []string, alone, usage string) (action, subject string, err error) {
	words, err := o.parseAround(args)
	switch {
	case err != nil:
		return "", "", err
	case len(words) == 1 && words[0] == alone:
		return alone, "", nil
	case len(words) != 2, words[0] == alone:
		o.Usage()
		return "", "", errors.New(usage)
	}
	return words[0], words[1], nil
}
