package server

import (
	"fmt"
	"io"
	"net/netip"
	"strings"
	"time"

	"holidaymaker/internal/mail"
	"holidaymaker/internal/payment/worldpay"
)

// Config says how a server runs. Flags and environment variables of the serve
// command fill it in; tests fill it in themselves.
type Config struct {
	Addr string // where visitors are served; port 0 takes any
	Data string // directory of the database, letters, pictures and secrets
	DB   string // postgres://…, or empty for SQLite in Data

	Demo        bool          // the fictional catalogue and the simulated card provider
	DemoParks   int           // how many parks it has
	ClockOffset time.Duration // shifts the clock; with Demo only
	NoLimits    bool          // switches rate limits off; with Demo only

	TLSSelfSigned  bool
	MetricsAddr    string // of /metrics; empty: not served
	BaseURL        string // as visitors write it; empty: derived from Addr
	TrustedProxies []netip.Prefix
	// Secret signs what goes through visitors' hands; empty: one that is made
	// once and kept in the database.
	Secret string

	Maintenance      bool
	MaintenanceToken string

	SMTP *mail.SMTP // nil: letters go to Data/mail
	// Card is the merchant's account at the card provider; empty with Demo.
	Card worldpay.Config
	// NotificationPath is the secret path of the card provider's notifications.
	NotificationPath string

	Log io.Writer // of JSON lines; nil: none
	// Clock is the machine's when nil; ClockOffset is added to it.
	Clock func() time.Time
}

// validate reports settings that contradict each other.
func (c Config) validate() error {
	switch {
	case c.NoLimits && !c.Demo:
		return fmt.Errorf("rate limits can be switched off with --demo only")
	case c.ClockOffset != 0 && !c.Demo:
		return fmt.Errorf("the clock can be shifted with --demo only")
	case c.Data == "":
		return fmt.Errorf("a data directory is needed: --data DIR")
	case !c.Demo && c.Card.XMLURL == "":
		return fmt.Errorf("no card provider is configured: set HOLIDAYMAKER_CARD_URL and its credentials, or serve --demo")
	case c.NotificationPath != "" && (!strings.HasPrefix(c.NotificationPath, "/api/") || len(c.NotificationPath) < 25):
		return fmt.Errorf("the notification path must begin with /api/ and be hard to guess: at least 20 characters more")
	}
	return nil
}

func (c Config) now() time.Time {
	if c.Clock != nil {
		return c.Clock().Add(c.ClockOffset)
	}
	return time.Now().Add(c.ClockOffset)
}
