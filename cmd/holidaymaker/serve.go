package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"
	"time"

	"holidaymaker/internal/mail"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/server"
)

// serveOptions are the flags of serve.
func serveOptions() (*options, func() (server.Config, error)) {
	o := newOptions("serve", "serve the website and its API")
	var c server.Config
	o.StringVar(&c.Addr, "addr", "127.0.0.1:8080", "address to serve at")
	o.StringVar(&c.Data, "data", "data", "directory of the database, letters and pictures")
	o.StringVar(&c.DB, "db", "", "postgres://… instead of SQLite in the data directory")
	o.BoolVar(&c.Demo, "demo", false, "a fictional catalogue and a simulated card provider")
	o.IntVar(&c.DemoParks, "demo-parks", 600, "how many parks the demo has")
	o.BoolVar(&c.TLSSelfSigned, "tls-self-signed", false, "serve TLS with a certificate made for this machine")
	o.StringVar(&c.MetricsAddr, "metrics-addr", "", "address of /metrics; empty: not served")
	o.StringVar(&c.BaseURL, "base-url", "", "address under which visitors reach the site")
	proxies := o.String("trusted-proxies", "", "networks whose X-Forwarded-For is believed, e.g. 10.0.0.0/8,::1/128")
	limits := o.String("rate-limits", "on", "off switches rate limits off, with --demo only")
	o.DurationVar(&c.ClockOffset, "clock-offset", 0, "shifts the clock, with --demo only, e.g. 48h")
	o.BoolVar(&c.Maintenance, "maintenance", false, "show the maintenance page to everybody without the pass")
	c.Card = worldpay.Config{}
	o.StringVar(&c.Card.XMLURL, "card-url", "", "card provider: address of paymentService.jsp")
	o.StringVar(&c.Card.DDCURL, "card-ddc-url", "", "card provider: page of the device data collection")
	o.StringVar(&c.Card.ChallengeURL, "card-challenge-url", "", "card provider: page that starts a challenge")
	o.StringVar(&c.Card.MerchantCode, "card-merchant", "", "card provider: merchant code")
	o.StringVar(&c.Card.AdminCode, "card-admin", "", "card provider: administration code")
	o.StringVar(&c.Card.User, "card-user", "", "card provider: user of the XML interface")
	o.StringVar(&c.Card.PublicKey, "card-public-key", "", "card provider: public key of the client-side encryption")
	o.StringVar(&c.Card.JWT.Issuer, "card-jwt-issuer", "", "card provider: issuer of the 3-D Secure forms")
	o.StringVar(&c.Card.JWT.OrgUnitID, "card-jwt-unit", "", "card provider: organisational unit of the 3-D Secure forms")
	cardPassword := o.secretString("card-password", "card provider: password of the XML interface")
	cardMAC := o.secretString("card-mac-secret", "card provider: MAC secret")
	cardJWT := o.secretString("card-jwt-key", "card provider: key of the 3-D Secure forms")
	var smtp mail.SMTP
	o.StringVar(&smtp.Host, "smtp-host", "", "mail server; empty: letters are files in the data directory")
	o.IntVar(&smtp.Port, "smtp-port", 0, "mail server's port; 0: 587")
	o.StringVar(&smtp.User, "smtp-user", "", "mail server's user")
	o.BoolVar(&smtp.Plain, "smtp-plain", false, "without TLS, for a mailbox on the same machine")
	smtpPassword := o.secretString("smtp-password", "mail server's password")
	secret := o.secretString("secret", "signs what goes through visitors' hands; empty: one kept in the database")
	pass := o.secretString("maintenance-token", "lets staff in during maintenance")
	notifications := o.secretString("notification-path", "secret path of the card provider's notifications, below /api/")
	return o, func() (server.Config, error) {
		c.Log = os.Stderr
		c.Card.Password, c.Card.MACSecret, c.Card.JWT.Key = *cardPassword, *cardMAC, *cardJWT
		c.Secret, c.MaintenanceToken, c.NotificationPath = *secret, *pass, *notifications
		if smtp.Host != "" {
			smtp.Password = *smtpPassword
			c.SMTP = &smtp
		}
		switch *limits {
		case "on":
		case "off":
			c.NoLimits = true
		default:
			return c, fmt.Errorf("--rate-limits is on or off, not %q", *limits)
		}
		var err error
		c.TrustedProxies, err = networks(*proxies)
		return c, err
	}
}

// networks reads a comma-separated list of networks or addresses.
func networks(list string) (made []netip.Prefix, err error) {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if addr, addrErr := netip.ParseAddr(part); err != nil && addrErr == nil {
			prefix, err = addr.Prefix(addr.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies: %w", err)
		}
		made = append(made, prefix)
	}
	return made, nil
}

func serve(ctx context.Context, args []string) (err error) {
	o, configure := serveOptions()
	if _, err := o.parse(args); err != nil {
		return err
	}
	config, err := configure()
	if err != nil {
		return err
	}
	started := time.Now()
	s, err := server.New(ctx, config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	fmt.Printf("Holidaymaker is at %s (started in %s)\n", s.URL(), time.Since(started).Round(10*time.Millisecond))
	if url := s.MetricsURL(); url != "" {
		fmt.Printf("Metrics are at %s\n", url)
	}
	return s.Run(ctx)
}
