// Command holidaymaker is the whole product in one binary. Each subcommand has
// its own file here.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	_ "golang.org/x/crypto/x509roots/fallback" // where the system has no root certificates, as in a container from scratch

	"holidaymaker/internal/site"
	"holidaymaker/internal/store"
)

// version is set by the build.
var version = "dev"

// built is the brand of this binary.
var built = site.Built

// command is a subcommand: its name, a description, and the function that runs
// it with the arguments after its name.
type command struct {
	name, about string
	run         func(ctx context.Context, args []string) error
}

var commands = []command{
	{"serve", "serve the website and its API", serve},
	{"import", "import feeds: import catalogue|prices|rates FILE…", importCommand},
	{"rates", "explain why a stay costs what it costs: rates explain UNIT DATE NIGHTS PARTY", ratesCommand},
	{"booking", "show, cancel, refund or move a booking, or import some", bookingCommand},
	{"payment", "list payments, enter what became of one, refund again what failed", paymentCommand},
	{"voucher", "issue, show or end a voucher", voucherCommand},
	{"statement", "settle with park operators: statements, remittances", statementCommand},
	{"stock", "close units by hand, open them again, show what is left", stockCommand},
	{"partner", "list the partners that send availability and rates, their messages and verdicts, show one", partnerCommand},
	{"reservation", "list the bookings that parks have not acknowledged, show or resend one", reservationCommand},
	{"ical", "connect units with calendars of other channels, show what these have blocked", icalCommand},
	{"office", "invite somebody to the office, list who may sign in", officeCommand},
	{"outbox", "list e-mails and other jobs that wait, retry or drop one", outboxCommand},
	{"export", "write bookings, payments, the ledger, vouchers, subscribers, the journal or the platform report", exportCommand},
	{"page", "list the scripts of payment pages, or compare the live page with what was built", pageCommand},
	{"secret", "list or change the secrets with which servers sign", secretCommand},
	{"erase", "delete what a person left, or the personal details of a booking", eraseCommand},
	{"backup", "copy the SQLite database to a file while servers use it", backupCommand},
	{"restore", "put a backup in the place of a database that is lost", restoreCommand},
	{"verify", "check the books: bookings, nights, vouchers and payments", verifyCommand},
	{"reconcile", "hold a provider's settlement file, or the journal of orders, against the database", reconcileCommand},
	{"demo", "make import files of a real catalogue: demo --osm FILE.csv --out DIR", demoCommand},
	{"doctor", "say what is wrong with settings, database and node", doctorCommand},
	{"migrate", "bring the database's schema up to date", migrate},
	{"simulator", "run the simulated card provider for several nodes", simulatorCommand},
	{"version", "print the version and the site code", printVersion},
}

func main() {
	ctx, stop := signal.NotifyContext(untilHangUp(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		complain(err)
		os.Exit(exitStatus(err))
	}
}

// exitStatus returns the status of a process that ends with an error: 3 where a migration
// has to be applied first, 4 where a release is too old for the schema or runs on a node
// that is in the way of a migration, or where migrate --check finds that a migration would
// be refused, 1 for everything else.
func exitStatus(err error) int {
	var schema *store.SchemaError
	unfit := errors.As(err, &schema)
	switch {
	case errors.Is(err, store.ErrOlderNodes), errors.Is(err, errRefused), unfit && schema.Contracted():
		return 4
	case errors.Is(err, errPending), unfit:
		return 3
	}
	return 1
}

// untilHangUp returns a context that ends at the first SIGHUP. The shell and the
// system may send several when a terminal is closed: the others do nothing.
// Under nohup the signal stays ignored.
func untilHangUp() context.Context {
	if signal.Ignored(syscall.SIGHUP) {
		return context.Background()
	}
	ctx, end := context.WithCancel(context.Background())
	hangUps := make(chan os.Signal, 1)
	signal.Notify(hangUps, syscall.SIGHUP)
	go func() {
		<-hangUps
		end()
	}()
	return ctx
}

// complain prints an error. It waits only briefly, because the reader of standard
// error may have stopped reading.
func complain(err error) {
	printed := make(chan struct{})
	go func() {
		defer close(printed)
		fmt.Fprintln(os.Stderr, err)
	}()
	select {
	case <-printed:
	case <-time.After(time.Second):
	}
}

// outliveReaders has a server go on when the reader of its output or log ends:
// writing then fails, and does not end the process (SIGPIPE). Other commands end
// then, as usual in a shell.
func outliveReaders() { signal.Ignore(syscall.SIGPIPE) }

func run(ctx context.Context, args []string) error {
	// First of all: a binary with an unknown brand must do nothing.
	if _, err := built(); err != nil {
		return err
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		usage()
		return nil
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(ctx, args[1:])
		}
	}
	usage()
	return fmt.Errorf("holidaymaker: there is no command %q", args[0])
}

func usage() {
	fmt.Println("holidaymaker COMMAND [flags]")
	fmt.Println()
	for _, c := range commands {
		fmt.Printf("  %-10s %s\n", c.name, c.about)
	}
	fmt.Println()
	fmt.Println("holidaymaker COMMAND --help prints the flags; every flag is also an environment variable.")
}

func printVersion(context.Context, []string) error {
	brand, err := built()
	if err != nil {
		return err
	}
	fmt.Printf("holidaymaker %s, site %s (%s)\n", version, brand.SiteCode, brand.Global.BrandName)
	return nil
}
