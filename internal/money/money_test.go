package money

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func TestStringAndParseRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Pence(rapid.Int64Range(-1e12, 1e12).Draw(t, "pence"))
		got, err := Parse(p.String())
		if err != nil || got != p {
			t.Fatalf("Parse(%q) = %v, %v; want %d", p.String(), got, err, p)
		}
		b, err := json.Marshal(p)
		var back Pence
		if err != nil || json.Unmarshal(b, &back) != nil || back != p {
			t.Fatalf("JSON %s came back as %d, want %d", b, back, p)
		}
	})
}

func TestParseAcceptsPoundsWithUpToTwoDecimals(t *testing.T) {
	good := map[string]Pence{"0": 0, "189.00": 18900, "189.5": 18950, "-0.01": -1, "12": 1200}
	for s, want := range good {
		if got, err := Parse(s); err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v; want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "-", ".", "1.", ".5", "1.234", "1e3", "£1", "1,000", "+1", "--1", " 1", "99999999999999999999"} {
		if got, err := Parse(s); err == nil {
			t.Errorf("Parse(%q) = %d, want an error", s, got)
		}
	}
}

func TestGroupedThousands(t *testing.T) {
	for n, text := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 21233: "21,233", 1234567: "1,234,567"} {
		if got := Grouped(n); got != text {
			t.Errorf("Grouped(%d) = %q, want %q", n, got, text)
		}
	}
}

func TestText(t *testing.T) {
	t.Run("[AMT-24] no decimals when whole, two otherwise", func(t *testing.T) {
		for p, text := range map[Pence]string{250_00: "£250", 249_50: "£249.50", 0: "£0", 5: "£0.05", 1234_50: "£1,234.50", 1_000_000_00: "£1,000,000", -10_00: "-£10"} {
			if got := p.Text(); got != text {
				t.Errorf("%d: %q, want %q", p, got, text)
			}
		}
	})
}

func TestPercentRoundsHalfUp(t *testing.T) {
	for _, c := range []struct {
		amount  Pence
		percent int64
		want    Pence
	}{{18900, 25, 4725}, {1, 50, 1}, {101, 50, 51}, {-101, 50, -51}, {10, 4, 0}} {
		if got := c.amount.Percent(c.percent); got != c.want {
			t.Errorf("%d%% of %d = %d, want %d", c.percent, c.amount, got, c.want)
		}
	}
}
