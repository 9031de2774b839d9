package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"holidaymaker/internal/server"
	"holidaymaker/internal/store"
)

var update = flag.Bool("update", false, "write docs/configuration.md")

const configurationIntro = `# Configuration

Generated from the flags of ` + "`holidaymaker serve` by `go test ./cmd/holidaymaker -update`" + `.

## Three ways to start

| to | type |
|---|---|
| look around | ` + "`holidaymaker serve --demo`" + ` |
| try your own catalogue | ` + "`holidaymaker import catalogue --data DIR FILE`, `holidaymaker import prices --data DIR FILE`, then `holidaymaker serve --sandbox --data DIR`" + ` |
| sell | ` + "`holidaymaker serve --data DIR`" + ` (or ` + "`--db`" + `), with all settings of the card provider, ` + "`--smtp-host` and `--base-url`" + ` |

` + "`--demo`" + ` sells a made-up catalogue ([demo.md](demo.md)). ` + "`--sandbox`" + ` sells the catalogue that you imported, with a banner on every page: "Sandbox: no real bookings, no real payments". Both take payments by a simulated card provider inside the process. Without either, the server takes real payments; when settings are missing it says which, in one message, and does not start.

A database belongs to one kind of payments. The server records which, and refuses to start:

- ` + "`--demo`" + ` over a catalogue that is not the demo's,
- ` + "`--demo` or `--sandbox`" + ` over a database that has taken real payments or holds real bookings,
- without either, over a database whose bookings were paid with simulated cards: go live with an empty database.

Nodes of ` + "`--demo` or `--sandbox`" + ` that share a PostgreSQL database share one simulated provider: start it with ` + "`holidaymaker simulator --addr 127.0.0.1:9100 --data DIR`" + ` and give every node ` + "`--simulator http://localhost:9100`" + `. A second node with a provider of its own is refused.

With ` + "`--demo` or `--sandbox`, `--clock-offset`" + ` shifts the server's clock, for example to see another season. The commands for staff and ` + "`migrate`" + ` take it too (` + "`HOLIDAYMAKER_CLOCK_OFFSET`" + `), and the simulator. A server that takes real payments does not start with it, and the commands refuse it over real bookings, so that none of them works by a wrong time by accident.

## Settings

Every flag is also an environment variable; a flag on the command line wins. Secrets come from the environment only: every user of a machine can read the arguments of its processes. Each secret, and the URL of the database, may also stand in a file: ` + "`HOLIDAYMAKER_CARD_PASSWORD_FILE=/run/secrets/card`" + ` names it. Keep a password out of ` + "`--db`" + `: use ` + "`HOLIDAYMAKER_DB`, `HOLIDAYMAKER_DB_FILE`" + `, or PostgreSQL's own PGPASSWORD or PGPASSFILE.

` + "`holidaymaker doctor`" + ` takes the same settings and prints what is wrong with them, with the database and with a running node.

| flag | environment | default | meaning |
|---|---|---|---|
`

// configurationPage returns the page about serve's settings, generated from its
// flags.
func configurationPage() []byte {
	o, _ := serveOptions()
	var b bytes.Buffer
	b.WriteString(configurationIntro)
	o.VisitAll(func(f *flag.Flag) {
		name := "`--" + f.Name + "`"
		if o.secret[f.Name] {
			name = ""
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", name, variable(f.Name), f.DefValue, f.Usage)
	})
	return b.Bytes()
}

func TestTheConfigurationPageListsEveryFlag(t *testing.T) {
	const page = "../../docs/configuration.md"
	if *update {
		if err := os.WriteFile(page, configurationPage(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil || !bytes.Equal(got, configurationPage()) {
		t.Errorf("%s does not match the flags: run `go test ./cmd/holidaymaker -update`", page)
	}
}

func TestFlagsAndEnvironment(t *testing.T) {
	t.Setenv("HOLIDAYMAKER_DEMO", "true")
	t.Setenv("HOLIDAYMAKER_DEMO_PARKS", "12")
	t.Setenv("HOLIDAYMAKER_CLOCK_OFFSET", "48h")
	t.Setenv("HOLIDAYMAKER_RATE_LIMITS", "off")
	t.Setenv("HOLIDAYMAKER_CARD_PASSWORD", "swordfish")
	t.Setenv("HOLIDAYMAKER_TRUSTED_PROXIES", "10.0.0.0/8, ::1")
	o, configure := serveOptions()
	if err := o.parse([]string{"--demo-parks", "34"}); err != nil {
		t.Fatal(err)
	}
	c, err := configure()
	if err != nil {
		t.Fatal(err)
	}
	if !c.Demo || c.DemoParks != 34 || c.ClockOffset != 48*time.Hour || !c.NoLimits || c.Card.Password != "swordfish" || len(c.TrustedProxies) != 2 {
		t.Errorf("got %+v", c)
	}
	for _, wrong := range [][]string{{"--card-password", "x"}, {"--demo-parks", "many"}} {
		o, _ := serveOptions()
		o.SetOutput(&bytes.Buffer{})
		if err := o.parse(wrong); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
	t.Setenv("HOLIDAYMAKER_DEMO_PARKS", "many")
	o, _ = serveOptions()
	if err := o.parse(nil); err == nil || !strings.Contains(err.Error(), "HOLIDAYMAKER_DEMO_PARKS") {
		t.Errorf("a wrong environment: %v", err)
	}
}

func TestWhereTracesGo(t *testing.T) {
	configured := func(args ...string) (server.Traces, error) {
		o, configure := serveOptions()
		if err := o.parse(args); err != nil {
			t.Fatal(err)
		}
		c, err := configure()
		return c.Traces, err
	}
	if got, err := configured(); err != nil || got.Endpoint != "" {
		t.Errorf("by default: %+v, %v", got, err)
	}
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "https://cluster.example")
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "tenant=t%20t")
	if got, err := configured(); err != nil || got.Endpoint != "https://cluster.example" || got.Headers["tenant"] != "t t" || got.Sample != 0.01 {
		t.Errorf("by the variables of OpenTelemetry: %+v, %v", got, err)
	}
	t.Setenv("HOLIDAYMAKER_OTLP_HEADERS", "X-Key=k, X-Other=a=b")
	got, err := configured("--otlp-endpoint", "https://ours.example", "--otlp-sample", "0.5")
	if err != nil || got.Endpoint != "https://ours.example" || len(got.Headers) != 2 || got.Headers["X-Key"] != "k" || got.Headers["X-Other"] != "a=b" || got.Sample != 0.5 {
		t.Errorf("by our own settings: %+v, %v", got, err)
	}
	t.Setenv("HOLIDAYMAKER_OTLP_HEADERS", "swordfish")
	if _, err := configured("--otlp-endpoint", "https://ours.example"); err == nil || strings.Contains(err.Error(), "swordfish") {
		t.Errorf("headers of another form: %v", err)
	}
}

// The runbook is read at night: what it says to type must exist.
func TestTheRunbookNamesCommandsThatExist(t *testing.T) {
	page, err := os.ReadFile("../../docs/runbook.md")
	if err != nil {
		t.Fatal(err)
	}
	typed := regexp.MustCompile("(?m)(?:`|^    )holidaymaker (\\w+)").FindAllSubmatch(page, -1)
	if len(typed) < 10 {
		t.Errorf("only %d commands were found", len(typed))
	}
	for _, found := range typed {
		if !slices.ContainsFunc(commands, func(c command) bool { return c.name == string(found[1]) }) {
			t.Errorf("there is no command %s", found[1])
		}
	}
}

func TestSecretsCanBeReadFromFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("swordfish\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func() (string, error) {
		o, configure := serveOptions()
		o.SetOutput(&bytes.Buffer{})
		if err := o.parse(nil); err != nil {
			return "", err
		}
		c, err := configure()
		return c.Card.Password + c.DB, err
	}
	t.Setenv("HOLIDAYMAKER_CARD_PASSWORD_FILE", file)
	if got, err := read(); got != "swordfish" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
	t.Setenv("HOLIDAYMAKER_DB_FILE", file)
	if got, err := read(); got != "swordfishswordfish" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
	t.Setenv("HOLIDAYMAKER_CARD_PASSWORD", "x")
	if _, err := read(); err == nil || !strings.Contains(err.Error(), "choose one") {
		t.Errorf("both set: %v", err)
	}
	t.Setenv("HOLIDAYMAKER_CARD_PASSWORD_FILE", file+"2")
	if _, err := read(); err == nil {
		t.Error("a file that is not there was taken")
	}
}

func TestAPasswordInTheArgumentsCausesAWarning(t *testing.T) {
	for address, warned := range map[string]bool{"postgres://u:p@host/db": true, "postgres://u@host/db": false} {
		var out bytes.Buffer
		o, _ := serveOptions()
		o.SetOutput(&out)
		if _, err := o.parseAround([]string{"--db", address, "word", "another"}); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); strings.Count(got, "HOLIDAYMAKER_DB_FILE") == 1 != warned || strings.Contains(got, ":p@") {
			t.Errorf("%s: %q", address, got)
		}
	}
}

func TestFlagsAndWordsMayBeInAnyOrder(t *testing.T) {
	t.Setenv("HOLIDAYMAKER_DATA", "of the environment")
	for _, args := range [][]string{
		{"--data", "dir", "show", "REF"}, {"show", "--data", "dir", "REF"}, {"show", "REF", "--data", "dir"},
	} {
		o := newOptions("booking", "")
		db := o.databaseFlags()
		words, err := o.parseAround(args)
		if err != nil || strings.Join(words, " ") != "show REF" || *db.data != "dir" {
			t.Errorf("%v: words %v, data %q, %v", args, words, *db.data, err)
		}
	}
}

func TestAnImportTakesItsFlagsAfterTheKind(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	if err := importCommand(t.Context(), []string{"catalogue", "--data", dir, filepath.Join(dir, "missing.ndjson")}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "missing.ndjson") {
		t.Errorf("a file that is missing: %v", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("a database was made for a file that is missing: %v", err)
	}
	file := writeFile(t, `{"operator":{"id":"HAV","name":"Havens","deposit":{"type":"fixed","amount":"49.00","balanceDueDays":70}}}`+"\n")
	for _, args := range [][]string{{"catalogue", "--data", dir, file}, {"catalogue", file, "--data", dir, "--delta"}} {
		if err := importCommand(t.Context(), args); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
}

func TestAFileThatMayNeverEndIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := migrate(t.Context(), []string{"--data", dir}); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, what := range map[string]string{pipe: "a pipe", "/dev/zero": "a device", dir: "a directory"} {
		for _, command := range []func() error{
			func() error { return importCommand(t.Context(), []string{"prices", "--data", dir, name}) },
			func() error { return bookingCommand(t.Context(), []string{"import", "--data", dir, name}) },
			func() error { return reconcileCommand(t.Context(), []string{"--data", dir, name}) },
			func() error { return demoCommand(t.Context(), []string{"--osm", name, "--out", dir}) },
		} {
			if err := command(); err == nil || !strings.Contains(err.Error(), name+" is no regular file but "+what) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAFullImportThatWithdrawsMuchMustBeSaid(t *testing.T) {
	dir := t.TempDir()
	several, one := "", `{"feature":{"key":"f1","name":"Pool","group":"1"}}`+"\n"
	for _, id := range []string{"R1", "R2"} {
		several += `{"region":{"id":"` + id + `","name":"Cornwall","country":"GB"}}
{"operator":{"id":"O` + id + `","name":"Havens"}}
{"park":{"id":"P` + id + `","name":"Bay","region":"` + id + `","operator":"O` + id + `","country":"GB"}}` + "\n"
	}
	several += one
	run := func(text string, flags ...string) error {
		return importCommand(t.Context(), append([]string{"catalogue", "--data", dir, writeFile(t, text)}, flags...))
	}
	if err := run(several); err != nil {
		t.Fatal(err)
	}
	err := run(one)
	if err == nil || !strings.Contains(err.Error(), "2 of 2: park (100 %, at most 20 % without being told): if the files are a change, say --delta") {
		t.Errorf("a forgotten --delta: %v", err)
	}
	for _, flags := range [][]string{{"--delta"}, {"--dry-run", "--may-withdraw", "100"}, {"--may-withdraw", "100"}} {
		if err := run(one, flags...); err != nil {
			t.Errorf("%v: %v", flags, err)
		}
	}
	if err := run(one, "--may-withdraw", "0"); err == nil {
		t.Error("--may-withdraw 0")
	}
}

// A word among the flags would end them: those after it would have no effect.
func TestACommandOfFlagsRefusesWords(t *testing.T) {
	t.Setenv("HOLIDAYMAKER_DATA", t.TempDir())
	for name, command := range map[string]func(context.Context, []string) error{
		"serve": serve, "migrate": migrate, "doctor": doctorCommand, "demo": demoCommand, "erase": eraseCommand, "simulator": simulatorCommand,
	} {
		if err := command(t.Context(), []string{"now", "--help-me"}); err == nil || strings.Contains(err.Error(), "now") {
			t.Errorf("%s with a flag after a word that it does not know: %v", name, err)
		}
		if err := command(t.Context(), []string{"now"}); err == nil || !strings.Contains(err.Error(), `"now" is no flag`) {
			t.Errorf("%s with a word: %v", name, err)
		}
	}
}

func TestStaffCommandsCreateAndMigrateNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	settlement := writeFile(t, "order,event,amount,currency,date\n")
	commands := map[string]func() error{
		"booking":   func() error { return bookingCommand(t.Context(), []string{"show", "--data", dir, "REF"}) },
		"payment":   func() error { return paymentCommand(t.Context(), []string{"list", "--data", dir}) },
		"outbox":    func() error { return outboxCommand(t.Context(), []string{"list", "--data", dir}) },
		"export":    func() error { return exportCommand(t.Context(), []string{"ledger", "--data", dir}) },
		"reconcile": func() error { return reconcileCommand(t.Context(), []string{"--data", dir, settlement}) },
		"verify":    func() error { return verifyCommand(t.Context(), []string{"--data", dir}) },
		"backup":    func() error { return backupCommand(t.Context(), []string{"--data", dir, t.TempDir() + "/backup"}) },
	}
	for name, command := range commands {
		if err := command(); !errors.Is(err, store.ErrNoDatabase) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("a directory was created: %v", err)
	}
	if err := migrate(t.Context(), []string{"--data", dir}); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), dir, machine, store.Existing())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	statement(t, s, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)")
	for name, command := range commands {
		if err := command(); errors.Is(err, store.ErrNoDatabase) || err != nil && exitStatus(err) != 1 { // booking show: there is no such booking
			t.Errorf("%s on a newer schema that has room for it: %v", name, err)
		}
	}
	statement(t, s, "UPDATE schema_state SET min_version = 99999")
	var another *store.SchemaError
	delete(commands, "backup") // a database of any schema can be copied
	for name, command := range commands {
		if err := command(); !errors.As(err, &another) {
			t.Errorf("%s on another schema: %v", name, err)
		}
	}
	if err := importCommand(t.Context(), []string{"--data", dir, "catalogue", writeFile(t, "")}); !errors.As(err, &another) {
		t.Errorf("an import into another schema: %v", err)
	}
}

func TestABinaryOfAnUnknownBrandDoesNothing(t *testing.T) {
	t.Run("[BRAND-15] it stops with the specified error", func(t *testing.T) {
		for _, args := range [][]string{{"serve", "--demo"}, {"version"}, nil} {
			command := commandOf(t, "XX", args)
			command.Dir = t.TempDir()
			out, err := command.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || strings.TrimSpace(string(out)) != "Unsupported site code: XX" {
				t.Errorf("%v: %v %s", args, err, out)
			}
			if left, _ := os.ReadDir(command.Dir); len(left) > 0 {
				t.Errorf("%v left files behind", args)
			}
		}
	})
}

func TestASecondInterruptEndsTheServerAtOnce(t *testing.T) {
	command := commandOf(t, "MT", []string{"serve", "--demo", "--demo-parks", "12", "--render-pages", "off", "--addr", "127.0.0.1:0",
		"--data", t.TempDir(), "--shutdown-delay", "1h"})
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(time.Minute, func() { _ = command.Process.Kill() })
	defer kill.Stop()
	interrupts := 0
	for lines := bufio.NewScanner(log); lines.Scan(); {
		for i, at := range []string{`"msg":"serving"`, `"msg":"stopping"`} {
			if interrupts == i && strings.Contains(lines.Text(), at) {
				interrupts++
				if err := command.Process.Signal(os.Interrupt); err != nil {
					t.Error(err)
				}
				break
			}
		}
	}
	err = command.Wait()
	var exit *exec.ExitError
	if interrupts != 2 || !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
		t.Errorf("after %d interrupts: %v", interrupts, err)
	}
}
