package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"holidaymaker/internal/mail"
	"holidaymaker/internal/office"
	"holidaymaker/internal/operations/retention"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/server"
	"holidaymaker/internal/web/httpx"
)

// serveOptions returns the flags of serve, and a function that returns the
// configuration after they are parsed.
func serveOptions() (*options, func() (server.Config, error)) {
	o := newOptions("serve", "serve the website and its API")
	return o, o.serverFlags()
}

// serverFlags adds the flags of a server. Call the returned function after parse
// to get the configuration.
func (o *options) serverFlags() func() (server.Config, error) {
	var c server.Config
	o.inFile["db"] = true
	o.StringVar(&c.Addr, "addr", "127.0.0.1:8080", "address to serve at")
	o.StringVar(&c.Data, "data", "data", "directory of the database, e-mails and pictures")
	o.StringVar(&c.DB, "db", "", "postgres://… instead of SQLite in the data directory")
	o.BoolVar(&c.Demo, "demo", false, "a fictional catalogue and a simulated card provider")
	o.IntVar(&c.DemoParks, "demo-parks", 600, "how many parks the demo has")
	o.BoolVar(&c.Sandbox, "sandbox", false, "the imported catalogue, a simulated card provider, and a banner on every page")
	o.StringVar(&c.SimulatorURL, "simulator", "", "with --demo or --sandbox: address of a simulated card provider that several nodes share; empty: one inside")
	o.tlsFlags(&c)
	o.StringVar(&c.MetricsAddr, "metrics-addr", "", "address for administration: /metrics, /readyz?verbose and profiles; empty: not served")
	officeSettings := o.officeFlags(&c)
	o.IntVar(&c.MaxConnections, "max-connections", server.DefaultConnections, "how many connections of visitors may be open at once")
	o.DurationVar(&c.ShutdownDelay, "shutdown-delay", 0, "how long /readyz answers 503 before the server stops, so that a load balancer notices")
	o.StringVar(&c.BaseURL, "base-url", "", "address under which visitors reach the site")
	o.hostFlags(&c)
	o.backupFlags(&c.Backups)
	cms, reviews := o.cmsFlags(), o.reviewFlags()
	o.fileFlags(&c)
	yearEnd := o.String("financial-year-end", "31/03", "last day of the company's financial year, dd/mm: details of bookings are erased six years after it")
	proxies := o.String("trusted-proxies", "", "networks whose X-Forwarded-For is believed, e.g. 10.0.0.0/8,::1/128")
	migrating := o.String("migrate", "auto", "auto creates the database and applies migrations that leave room for the release before; never leaves both to the command migrate")
	switches := o.switchFlags()
	o.DurationVar(&c.ClockOffset, "clock-offset", 0, "shifts the clock, with --demo or --sandbox only, e.g. 48h")
	o.BoolVar(&c.Maintenance, "maintenance", false, "show the maintenance page to every visitor without the pass, whatever the feature flags say")
	o.BoolVar(&c.SearchLine, "search-line", false, "show a line on the home page for a search written as a sentence")
	o.StringVar(&c.ErrorDSN, "error-dsn", "", "DSN of a Sentry project to which errors of servers and browsers are reported; empty: they are only logged")
	o.featureFlags(&c)
	traces := o.traceFlags()
	card, wallet, smtp, tags := o.cardFlags(), o.walletFlags(), o.smtpFlags(), o.tagFlags()
	secret := o.secretString("secret", "key for signing values that visitors' browsers send back, at least 32 characters; empty: one stored in the database")
	earlier := o.secretString("earlier-secrets", "further values of the secret that are accepted, separated by spaces: earlier ones, and the next one before every node has it")
	company := o.secretString("company-secret", "with --my-holidays: signs what the brands of the company ask each other, at least 32 characters, the same for all of them")
	pass := o.secretString("maintenance-token", "token that lets staff use the site during maintenance")
	notifications := o.secretString("notification-path", "secret path of the card provider's notifications, below /api/")
	o.StringVar(&c.NotificationSources, "notification-sources", "", "domains and networks that the card provider's notifications come from; empty: worldpay.com, with --demo or --sandbox any")
	webhooks := o.secretString("wallet-notification-path", "secret path of the wallet's notifications (webhooks), below /api/")
	return func() (server.Config, error) {
		c.Log, c.Version = os.Stderr, version
		c.Card, c.Wallet, c.SMTP, c.Tags, c.CMS, c.Reviews = card(), wallet(), smtp(), tags(), cms(), reviews()
		c.Secret, c.MaintenanceToken, c.NotificationPath = *secret, *pass, *notifications
		c.WalletNotificationPath, c.CompanySecret, c.EarlierSecrets = *webhooks, *company, strings.Fields(*earlier)
		if *migrating != "auto" && *migrating != "never" {
			return c, fmt.Errorf("--migrate is auto or never, not %q", *migrating)
		}
		c.NeverMigrate = *migrating == "never"
		var err error
		if c.Traces, err = traces(); err != nil {
			return c, err
		}
		if err := errors.Join(switches(&c), officeSettings()); err != nil {
			return c, err
		}
		if c.FinancialYear, err = retention.ParseYearEnd(*yearEnd); err != nil {
			return c, fmt.Errorf("--financial-year-end: %w", err)
		}
		c.TrustedProxies, err = networks(*proxies)
		return c, err
	}
}

// officeFlags adds the settings of the office, and the agreements with operators.
func (o *options) officeFlags(c *server.Config) func() error {
	o.StringVar(&c.OfficeAddr, "office-addr", "", "address of the office, for the people who run the holidays; empty: not served")
	o.StringVar(&c.OfficeURL, "office-url", "", "with --office-addr: its address as people type it, on a host of its own, e.g. https://office.example")
	o.StringVar(&c.OfficeProvider.Issuer, "office-oidc-issuer", "", "with --office-addr: address of an identity provider that speaks OpenID Connect, by which people sign in; empty: passkeys alone")
	o.StringVar(&c.OfficeProvider.ClientID, "office-oidc-client", "", "with --office-oidc-issuer: our client id there")
	groups := o.String("office-oidc-groups", "", "with --office-oidc-issuer: which role the members of its groups have, GROUP=ROLE,GROUP=park:ID+ID; of several groups the first counts")
	secret := o.secretString("office-oidc-secret", "with --office-oidc-issuer: our client secret there")
	o.IntVar(&c.OfficeFree, "office-free-limit", 100, "with --office-addr: how many pounds of a booking a person of the office gives away in 30 days without more")
	o.IntVar(&c.OfficeStepUp, "office-step-up-limit", 500, "with --office-addr: how many the person gives away after showing again who they are; above it, a second person must agree")
	agreements := o.accountsFlag()
	return func() (err error) {
		if c.OfficeFree == 0 && c.OfficeStepUp == 0 { // the office would take its own limits, which are higher
			return errors.New("--office-step-up-limit is 1 or more where --office-free-limit is 0")
		}
		c.OfficeProvider.Secret = *secret
		if c.OfficeProvider.Groups, err = office.ParseGroups(*groups); err != nil {
			return fmt.Errorf("--office-oidc-groups: %w", err)
		}
		if *agreements == "" {
			return nil
		}
		settings, err := readAccounts(*agreements)
		c.Accounts = &settings
		return err
	}
}

// switchFlags adds what is on and may be switched off.
func (o *options) switchFlags() func(*server.Config) error {
	render := o.String("render-pages", "on", "off leaves the rendering of pages to browsers")
	watch := o.String("watch-payment-page", "on", "with real payments the server reads its own payment page by --base-url every ten minutes and says how it differs from what was built; off where it cannot reach that address")
	limits := o.String("rate-limits", "on", "off switches rate limits off, with --demo or --sandbox only")
	return func(c *server.Config) (err error) {
		if c.NoLimits, err = isOff("rate-limits", *limits); err != nil {
			return err
		}
		if c.NoPageWatch, err = isOff("watch-payment-page", *watch); err != nil {
			return err
		}
		c.NoRendering, err = isOff("render-pages", *render)
		return err
	}
}

// featureFlags adds where the feature flags come from.
func (o *options) featureFlags(c *server.Config) {
	o.StringVar(&c.FlagsFile, "flags-file", "", "file with the feature flags, read again when it changes; empty: all have their defaults")
	o.StringVar(&c.FlagsHost, "flags-host", "", "address of a GrowthBook host that has the feature flags, instead of a file")
	o.StringVar(&c.FlagsKey, "flags-key", "", "client key of the feature flags; empty: sdk- and the site code")
	o.StringVar(&c.FlagsDecryptionKey, "flags-decryption-key", "", "key of a GrowthBook host that encrypts the feature flags")
}

// tlsFlags adds the ways to encrypt the connections of visitors.
func (o *options) tlsFlags(c *server.Config) {
	o.BoolVar(&c.TLSSelfSigned, "tls-self-signed", false, "serve TLS with a certificate made for this machine")
	o.StringVar(&c.TLSCert, "tls-cert", "", "serve TLS with the certificate in this file (PEM, with those that lead to its root), read again when it changes")
	o.StringVar(&c.TLSKey, "tls-key", "", "file with the key of --tls-cert")
}

// isOff reads a flag that is on or off.
func isOff(name, value string) (bool, error) {
	if value != "on" && value != "off" {
		return false, fmt.Errorf("--%s is on or off, not %q", name, value)
	}
	return value == "off", nil
}

// walletFlags adds the settings of the merchant's account at the wallet.
func (o *options) walletFlags() func() paypal.Config {
	var c paypal.Config
	o.StringVar(&c.BaseURL, "wallet-url", "", "PayPal: https://api-m.paypal.com, or that of its sandbox; empty: no wallet")
	o.StringVar(&c.ClientID, "wallet-client", "", "PayPal: client id")
	o.StringVar(&c.WebhookID, "wallet-webhook-id", "", "PayPal: id of the webhook")
	secret := o.secretString("wallet-secret", "PayPal: client secret")
	return func() paypal.Config {
		c.Secret = *secret
		return c
	}
}

// cardFlags adds the settings of the merchant's account at the card provider.
func (o *options) cardFlags() func() worldpay.Config {
	var c worldpay.Config
	o.StringVar(&c.XMLURL, "card-url", "", "card provider: address of paymentService.jsp")
	o.StringVar(&c.DDCURL, "card-ddc-url", "", "card provider: page of the device data collection")
	o.StringVar(&c.ChallengeURL, "card-challenge-url", "", "card provider: page that starts a challenge")
	o.StringVar(&c.MerchantCode, "card-merchant", "", "card provider: merchant code")
	o.StringVar(&c.AdminCode, "card-admin", "", "card provider: administration code")
	o.StringVar(&c.User, "card-user", "", "card provider: user of the XML interface")
	o.StringVar(&c.PublicKey, "card-public-key", "", "card provider: public key of the client-side encryption")
	o.StringVar(&c.JWT.Issuer, "card-jwt-issuer", "", "card provider: issuer of the 3-D Secure forms")
	o.StringVar(&c.JWT.OrgUnitID, "card-jwt-unit", "", "card provider: organisational unit of the 3-D Secure forms")
	password := o.secretString("card-password", "card provider: password of the XML interface")
	mac := o.secretString("card-mac-secret", "card provider: MAC secret")
	key := o.secretString("card-jwt-key", "card provider: key of the 3-D Secure forms")
	return func() worldpay.Config {
		c.Password, c.MACSecret, c.JWT.Key = *password, *mac, *key
		return c
	}
}

// tagFlags adds the settings of the services that measure visits and sales.
func (o *options) tagFlags() func() server.Tags {
	var t server.Tags
	o.StringVar(&t.ManagerID, "tag-manager-id", "", "container of the tag manager, such as GTM-AB12CD; it runs for visitors who agree; empty: the brand's own")
	o.StringVar(&t.AnalyticsID, "analytics-id", "", "property of analytics without a tag manager, such as G-AB12CD34; empty: the brand's own")
	sources := o.String("tag-sources", "", "further origins that the container's tags reach, separated by commas, e.g. https://*.tags.example")
	o.StringVar(&t.AwinID, "awin-id", "", "advertiser id at the affiliate network: clicks and sales are reported; empty: the brand's own")
	o.StringVar(&t.AwinURL, "awin-url", "", "address of the affiliate network; empty: https://www.awin1.com")
	return func() server.Tags {
		for part := range strings.SplitSeq(*sources, ",") {
			if part = strings.TrimSpace(part); part != "" {
				t.Sources = append(t.Sources, part)
			}
		}
		return t
	}
}

// cmsFlags adds the settings of the CMS. Without an address the site shows the
// content in the binary.
func (o *options) cmsFlags() func() server.CMS {
	var c server.CMS
	o.StringVar(&c.URL, "cms-url", "", "address of a WordPress REST API, e.g. https://cms.example/wp-json/wp/v2; empty: the content inside")
	o.BoolVar(&c.Private, "cms-private", false, "with --cms-url: its pictures may be at private addresses")
	hosts := o.String("cms-picture-hosts", "", "with --cms-url: further hosts of its pictures, e.g. cdn.example,media.example:8443")
	purge := o.secretString("cms-purge-secret", "secret that the CMS sends to /api/content-purge when content has changed, at least 32 characters; empty: no such call")
	return func() server.CMS {
		c.PurgeSecret = *purge
		c.PictureHosts = strings.FieldsFunc(*hosts, func(r rune) bool { return r == ',' || r == ' ' })
		return c
	}
}

// fileFlags adds the files in which staff keep what changes while a server runs.
func (o *options) fileFlags(c *server.Config) {
	o.StringVar(&c.Promotion, "promotion", "", "JSON file of the brand's newspaper promotion, read again when it changes; empty: none (the demo of RP has one)")
	o.StringVar(&c.HomePage, "home-page", "", "JSON file with a film, a countdown and a gallery for the home page, read again when it changes; empty: none")
	o.StringVar(&c.Partners, "partners", "", "JSON file of who takes the bookings of parks or sends their rates, and how, read again when it changes; empty: nobody (the demo has a simulated park system)")
	o.BoolVar(&c.PriceWatch, "price-watch", false, "visitors can watch the price of a stay or of their booking: they get an e-mail when it falls, or when a stay is on sale again")
	o.StringVar(&c.MyHolidays, "my-holidays", "", "JSON file, at least {}: guests see all bookings of their address by a link in an e-mail, with what the file says (docs/operations.md#my-holidays); empty: they do not")
	o.IntVar(&c.PayLinks, "pay-links", 0, "guests can have others pay towards their balance, by links that are valid for this many days; 0: they cannot")
	o.StringVar(&c.HotelAds, "hotel-ads", "", "JSON file of the brands' accounts for Google's hotel and holiday-rental ads, read again when it changes; empty: none")
	o.StringVar(&c.DriveTimes, "drive-times", "", "CSV file of the minutes that drives between outward codes take, for stays near home, read again when it changes; empty: they are estimated")
}

// backupFlags adds the settings of the backups that a server writes by itself.
func (o *options) backupFlags(b *server.Backups) {
	o.StringVar(&b.Dir, "backup-dir", "", "folder on another disk in which the server keeps backups of SQLite; empty: it writes none")
	o.DurationVar(&b.Every, "backup-every", time.Hour, "with --backup-dir: the pause between two backups")
	o.IntVar(&b.Keep, "backup-keep", 72, "with --backup-dir: how many backups are kept; none for longer than 90 days")
}

// traceFlags adds the settings of traces. Where the address is not set, OpenTelemetry's
// own variables are read, which a cluster may set for all its programs.
func (o *options) traceFlags() func() (server.Traces, error) {
	var t server.Traces
	o.StringVar(&t.Endpoint, "otlp-endpoint", "", "address of an OpenTelemetry collector that takes traces by OTLP over HTTP, e.g. https://collector.example:4318; empty: that of OTEL_EXPORTER_OTLP_ENDPOINT with OTEL_EXPORTER_OTLP_HEADERS, or no traces")
	o.Float64Var(&t.Sample, "otlp-sample", 0.01, "share of requests that are traced, from 0 to 1, where a trusted proxy has not decided")
	headers := o.secretString("otlp-headers", "with --otlp-endpoint: headers for the collector, such as a key: NAME=VALUE,NAME=VALUE; a value may be percent-encoded")
	return func() (server.Traces, error) {
		from, list := variable("otlp-headers"), *headers
		if t.Endpoint == "" {
			t.Endpoint = os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT")
			from, list = "OTEL_EXPORTER_OTLP_HEADERS", os.Getenv("OTEL_EXPORTER_OTLP_HEADERS")
		}
		t.Headers = map[string]string{}
		for pair := range strings.SplitSeq(list, ",") {
			if pair = strings.TrimSpace(pair); pair == "" {
				continue
			}
			name, encoded, ok := strings.Cut(pair, "=")
			value, err := url.PathUnescape(strings.TrimSpace(encoded))
			if !ok || err != nil {
				return t, fmt.Errorf("%s is not of the form NAME=VALUE,NAME=VALUE", from) // without the secret
			}
			t.Headers[strings.TrimSpace(name)] = value
		}
		return t, nil
	}
}

// hostFlags adds the addresses of maps and pictures at other hosts.
func (o *options) hostFlags(c *server.Config) {
	o.StringVar(&c.MapTiles, "map-tiles", "", "address of map tiles, e.g. https://tiles.example/{z}/{x}/{y}.png; empty: the map inside, which has no streets")
	o.StringVar(&c.MapCredit, "map-credit", "", "with --map-tiles: the credit that their owner wants shown")
	o.StringVar(&c.ContentHost, "content-host", "", "address of the host with the pictures of accommodation types, below which are /json/accom-types/…; it must allow calls from the site's origin (CORS); empty: this server")
}

// reviewFlags adds the settings of the customer-review service.
func (o *options) reviewFlags() func() server.Reviews {
	var r server.Reviews
	o.StringVar(&r.Merchant, "reviews-merchant", "", "the brand's identifier at Feefo: its rating and newest reviews are shown on the home page and on pages of parks; empty: none (the demo simulates them)")
	o.StringVar(&r.URL, "reviews-url", "", "with --reviews-merchant: address of the review service; empty: https://api.feefo.com")
	return func() server.Reviews { return r }
}

// smtpFlags adds the settings of the mail server. Without a host there is none.
func (o *options) smtpFlags() func() *mail.SMTP {
	var s mail.SMTP
	o.StringVar(&s.Host, "smtp-host", "", "mail server; empty: e-mails are files in the data directory")
	o.IntVar(&s.Port, "smtp-port", 0, "mail server's port; 0: 587")
	o.StringVar(&s.User, "smtp-user", "", "mail server's user")
	o.BoolVar(&s.Plain, "smtp-plain", false, "without TLS, for a mailbox on the same machine")
	password := o.secretString("smtp-password", "mail server's password")
	return func() *mail.SMTP {
		if s.Host == "" {
			return nil
		}
		s.Password = *password
		return &s
	}
}

// networks parses a comma-separated list of networks or addresses.
func networks(list string) (made []netip.Prefix, err error) {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		prefix, err := httpx.ParseNetwork(part)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies: %w", err)
		}
		made = append(made, prefix)
	}
	return made, nil
}

func serve(ctx context.Context, args []string) (err error) {
	o, configure := serveOptions()
	if err := o.parse(args); err != nil {
		return err
	}
	config, err := configure()
	if err != nil {
		return err
	}
	if config.Systemd, err = server.FromSystemd(); err != nil {
		return err
	}
	outliveReaders()
	started := time.Now()
	s, err := server.New(ctx, config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, warning := range s.Warnings() {
		fmt.Fprintln(os.Stderr, "Warning: "+warning)
	}
	fmt.Printf("Holidaymaker is at %s (started in %s)\n", s.URL(), time.Since(started).Round(10*time.Millisecond))
	if office := s.OfficeURL(); office != "" {
		fmt.Printf("Its office is at %s\n", office)
	}
	if url := s.AdminURL(); url != "" {
		fmt.Printf("Metrics are at %s/metrics\n", url)
	}
	return s.Run(ctx)
}
