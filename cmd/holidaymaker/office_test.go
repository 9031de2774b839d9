package main

import (
	"strings"
	"testing"
)

func TestTheFirstManagerIsInvitedByACommand(t *testing.T) {
	dir := aDatabase(t)
	run := func(args ...string) (string, error) {
		t.Helper()
		return printed(t, func() error { return officeCommand(t.Context(), append(args, "--data", dir)) })
	}
	got, err := run("invite", "--role", "manager", "--by", "Jo", "--office-url", "https://office.example/", "megan@office.example")
	if err != nil || !strings.Contains(got, "https://office.example/invitation#") {
		t.Fatal(got, err)
	}
	if again, err := run("invite", "--role", "manager", "--by", "Jo", "--office-url", "https://office.example", "Megan@office.example"); err != nil || again == got {
		t.Error(again, err)
	}
	for want, args := range map[string][]string{
		"here already":        {"--role", "finance", "megan@office.example"},
		"no role":             {"--role", "boss", "a@office.example"},
		"at least one park":   {"--role", "park", "a@office.example"},
		"no e-mail address":   {"--role", "finance", "nobody"},
		"say the address":     {"--office-url", "", "--role", "finance", "a@office.example"},
		"say list, or invite": {"a@office.example", "b@office.example"},
	} {
		if _, err := run(append([]string{"invite", "--by", "Jo", "--office-url", "https://office.example"}, args...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", args, err)
		}
	}
	if got, err := run("list"); err != nil || strings.Count(got, "megan@office.example") != 1 || !strings.Contains(got, "manager") {
		t.Error(got, err)
	}
}

func TestNoLimitsOfTheOfficeAreNotItsOwnLimits(t *testing.T) {
	o := newOptions("serve", "")
	configure := o.serverFlags()
	if err := o.parse([]string{"--office-free-limit", "0", "--office-step-up-limit", "0"}); err != nil {
		t.Fatal(err)
	}
	if _, err := configure(); err == nil || !strings.Contains(err.Error(), "--office-step-up-limit") {
		t.Errorf("two limits of £0: %v", err)
	}
}
