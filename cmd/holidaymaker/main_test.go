package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write docs/configuration.md anew")

// configurationPage is the page about the settings of serve, made of its flags.
func configurationPage() []byte {
	o, _ := serveOptions()
	var b bytes.Buffer
	b.WriteString("# Configuration\n\nMade of the flags of `holidaymaker serve` by `go test ./cmd/holidaymaker -update`. Every flag is also an environment variable; a flag on the command line wins. Secrets come from the environment only.\n\n| flag | environment | default | meaning |\n|---|---|---|---|\n")
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
		t.Errorf("%s is not what the flags say: run `go test ./cmd/holidaymaker -update`", page)
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
	if _, err := o.parse([]string{"--demo-parks", "34"}); err != nil {
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
		if _, err := o.parse(wrong); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
	t.Setenv("HOLIDAYMAKER_DEMO_PARKS", "many")
	o, _ = serveOptions()
	if _, err := o.parse(nil); err == nil || !strings.Contains(err.Error(), "HOLIDAYMAKER_DEMO_PARKS") {
		t.Errorf("a wrong environment: %v", err)
	}
}

func TestABinaryOfAnUnknownBrandDoesNothing(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "holidaymaker")
	if out, err := exec.Command("go", "build", "-ldflags", "-X holidaymaker/internal/site.buildCode=XX", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	t.Run("[BRAND-15] it stops with the specified error", func(t *testing.T) {
		for _, args := range [][]string{{"serve", "--demo"}, {"version"}, nil} {
			command := exec.Command(binary, args...)
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
