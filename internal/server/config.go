package server

import (
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"holidaymaker/internal/api"
	"holidaymaker/internal/mail"
	"holidaymaker/internal/office"
	"holidaymaker/internal/operations/loop"
	"holidaymaker/internal/operations/retention"
	"holidaymaker/internal/payment/accounts"
	"holidaymaker/internal/payment/paypal"
	"holidaymaker/internal/payment/worldpay"
	"holidaymaker/internal/web/httpx"
)

// Config is the settings of a server. The serve command fills it from flags and
// environment variables; tests fill it themselves.
type Config struct {
	Addr string // the address for visitors; port 0 means any free port
	Data string // directory of the database, e-mails, pictures and secrets
	DB   string // postgres://…, or empty for SQLite in Data
	// NeverMigrate makes the server use the database as it is: it neither creates nor
	// migrates it.
	NeverMigrate bool

	Demo      bool // the fictional catalogue and the simulated card provider
	DemoParks int  // how many parks the demo has; 0 means demo.Parks
	Sandbox   bool // the imported catalogue and the simulated card provider
	// SimulatorURL is the address of a simulated card provider that several
	// nodes share. If it is empty, this process has its own simulator, which
	// stores its state in Data.
	SimulatorURL string
	ClockOffset  time.Duration // shifts the clock; with Demo or Sandbox only
	NoLimits     bool          // switches rate limits off; with Demo or Sandbox only

	// NoRendering switches the rendering of pages on the server off. Browsers
	// then render all pages.
	NoRendering bool

	// MaxConnections limits the visitors' connections that are open at once; 0
	// means DefaultConnections.
	MaxConnections int
	TLSSelfSigned  bool
	// TLSCert and TLSKey are files with a certificate, followed by those that lead to its
	// root, and its key (PEM). They are read again while the server runs.
	TLSCert, TLSKey string
	// Systemd has the sockets that systemd keeps for the server; they take the place of
	// Addr and MetricsAddr.
	Systemd     Systemd
	MetricsAddr string // for staff: /metrics, /readyz with details, profiles; empty: not served
	// OfficeAddr is the address of the office, for the people who run the holidays; empty:
	// there is none. OfficeURL is its address as they type it; empty: derived from OfficeAddr.
	OfficeAddr, OfficeURL string
	OfficeProvider        office.Provider // who knows the people; without an issuer they have passkeys
	// OfficeFree and OfficeStepUp are how many pounds of a booking a person of the office gives
	// away: without more, and after showing again who they are.
	OfficeFree, OfficeStepUp int
	// Accounts are the agreements with operators, for the lines about statements in plans; nil:
	// not known here.
	Accounts *accounts.Settings
	// ShutdownDelay is how long /readyz answers 503 before the server stops
	// accepting connections, so that a load balancer stops sending visitors to
	// it.
	ShutdownDelay time.Duration
	// DrainTime limits how long running requests may take to finish when the
	// server stops; 0 means 30 seconds.
	DrainTime      time.Duration
	BaseURL        string // as visitors type it; empty: derived from Addr
	TrustedProxies []netip.Prefix
	// Secret signs values that visitors' browsers keep and send back. Empty
	// means a random one, which is made once and stored in the database.
	Secret string
	// EarlierSecrets are further values of Secret that are accepted: earlier ones, and
	// the next one before every node has it.
	EarlierSecrets []string

	// NoPageWatch keeps a server from reading its payment page by its public address.
	NoPageWatch bool

	Maintenance      bool // closes the site, whatever the feature flags say
	MaintenanceToken string

	// ErrorDSN is the address of a Sentry project to which errors are reported;
	// empty: errors are only logged.
	ErrorDSN string

	// FlagsFile is a file with the feature flags; FlagsHost is the address of a
	// GrowthBook host instead. Without both, the flags have their defaults.
	FlagsFile, FlagsHost string
	// FlagsKey is the client key of the flags; empty: sdk- and the site code.
	FlagsKey string
	// FlagsDecryptionKey decrypts the flags of a host that encrypts them.
	FlagsDecryptionKey string

	SMTP *mail.SMTP // nil: e-mails go to Data/mail
	// Card is the merchant's account at the card provider. It must be empty
	// with Demo and Sandbox.
	Card worldpay.Config
	// NotificationPath is the secret path to which the card provider sends
	// notifications.
	NotificationPath string
	// NotificationSources are the domains and networks that they come from, such as
	// 'worldpay.com, 192.0.2.0/24'; empty: the provider's domain, or with Demo and
	// Sandbox any.
	NotificationSources string
	// Wallet is the merchant's account at the wallet; without an address there is
	// none. It must be empty with Demo and Sandbox. WalletNotificationPath is the
	// secret path to which the wallet sends notifications.
	Wallet                 paypal.Config
	WalletNotificationPath string

	// Promotion is the file of the brand's newspaper promotion; empty: the brand
	// has none. The demo of RP has one of its own.
	Promotion string
	// HomePage is the file of what the member of staff adds to the home page; empty:
	// nothing.
	HomePage string
	// DriveTimes is a table of drives between postcodes; empty: drives are estimated.
	DriveTimes string
	// SearchLine shows a line on the home page for a search written as a sentence, and serves
	// its page.
	SearchLine bool

	// Partners is the file of who takes the bookings of parks; empty: nobody. Those of the
	// demo go to a simulated park system.
	Partners string

	// PayLinks is how many days the links are valid by which guests let others pay towards a
	// balance; 0: there are none.
	PayLinks int
	// PriceWatch lets visitors watch the price of a stay.
	PriceWatch bool
	// MyHolidays is the file of what guests see under their e-mail address; empty: there is no
	// My Holidays.
	MyHolidays string
	// CompanySecret signs what the brands of a company ask each other for My Holidays.
	CompanySecret string
	// HotelAds is the file of the brand's accounts for hotel ads; empty: none.
	HotelAds string

	// MapTiles is the URL of map tiles with {z}, {x} and {y}. MapCredit is the
	// credit that their owner requires. Empty: the product's own map.
	MapTiles, MapCredit string

	// FinancialYear is the last day of the company's financial year, from which
	// the years count for which bookings are kept.
	FinancialYear retention.YearEnd

	Backups Backups // of SQLite
	Tags    Tags    // measuring visits and sales
	Traces  Traces  // OpenTelemetry
	CMS     CMS     // where content comes from
	// ContentHost is the address of the host with the pictures of accommodation
	// types; empty: this server.
	ContentHost string
	Reviews     Reviews // the customer-review service

	Version string // of the binary, as metrics show it

	Log io.Writer // receives JSON lines; nil: nothing is logged
	// Clock returns the time; nil means the machine's clock. ClockOffset is
	// added to it.
	Clock func() time.Time

	// brand replaces the brand and the front end that the binary was built with; tests
	// use it to serve every brand.
	brand *brandBuild

	// renderingLimit is for how long the code of a page may run, for package render; tests
	// raise it, because a busy machine runs it slowly.
	renderingLimit time.Duration

	// aroundLoops wraps each background loop; tests use it to make loops fail.
	aroundLoops func(loop.Loop) loop.Loop
}

// DefaultConnections is how many connections of visitors may be open at once. An
// idle one takes some 10 kB.
const DefaultConnections = 8192

// simulated reports whether payments go to a simulated card provider.
func (c Config) simulated() bool { return c.Demo || c.Sandbox }

// minSecret is the smallest length of the signing secret, in characters: 32
// characters of base64 contain 192 random bits.
const minSecret = 32

// secretPath matches a path whose secret is a single segment. The log hides
// that segment.
var secretPath = regexp.MustCompile(`^/api/[A-Za-z0-9_-]{20,}$`)

// clientKey matches the keys of feature flags, which are part of addresses.
var clientKey = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)

// setting says whether a setting is wrong, and what the member of staff must do about
// it.
type setting struct {
	wrong  bool
	remedy string
}

// SettingsError lists everything that is wrong with a Config, so that staff
// can correct all of it at once.
type SettingsError struct {
	// Problems says for each problem what is wrong and what to do.
	Problems []string
	// Missing lists the environment variables of the card provider that are not
	// set although the server would take real payments.
	Missing []string
	// Data is the configured data directory. It is used in the suggested
	// commands.
	Data string
}

// Error returns the message for the member of staff, with the commands to type.
func (e *SettingsError) Error() string {
	var b strings.Builder
	b.WriteString("holidaymaker cannot serve with these settings.\n")
	for _, problem := range e.Problems {
		b.WriteString("\n- " + problem)
	}
	if len(e.Missing) == 0 {
		return b.String()
	}
	b.WriteString("\n- Without a card provider no payment can be taken. Set its account, see docs/configuration.md:\n\n")
	for _, name := range e.Missing {
		b.WriteString("    export " + name + "=…\n")
	}
	b.WriteString("\n  To try it with simulated cards instead, type one of these:\n\n" + simulatingCommands(e.Data))
	return b.String()
}

// simulatingCommands are commands to type, which serve with simulated cards. The demo
// refuses a database with another catalogue, so its directory is a different one.
func simulatingCommands(data string) string {
	if data == "" {
		data = "data"
	}
	return "    holidaymaker serve --sandbox --data " + quoted(data) + "    # the catalogue that you imported\n" +
		"    holidaymaker serve --demo --data " + quoted(strings.TrimRight(data, "/")+"-demo") + "  # a made-up catalogue"
}

// quoted returns a path as a word for a shell.
func quoted(path string) string { return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'" }

// Check returns a *SettingsError with every setting that is missing or
// contradicts another one, or nil.
func (c Config) Check() error {
	e := &SettingsError{Data: c.Data}
	_, wrongSources := c.notificationSources()
	for _, s := range append([]setting{
		{c.Demo && c.Sandbox, "--demo and --sandbox exclude each other: choose one."},
		{c.NoLimits && !c.simulated(), "Rate limits can be switched off with --demo or --sandbox only."},
		{c.ClockOffset != 0 && !c.simulated(), "The clock can be shifted with --demo or --sandbox only."},
		{c.SimulatorURL != "" && !c.simulated(), "--simulator is for --demo and --sandbox only."},
		{c.simulated() && c.Card.XMLURL != "", "A real card provider is configured: unset HOLIDAYMAKER_CARD_URL, or leave --demo and --sandbox out."},
		{c.simulated() && c.Wallet.BaseURL != "", "A real wallet is configured: unset HOLIDAYMAKER_WALLET_URL, or leave --demo and --sandbox out."},
		{!c.simulated() && incompleteWallet(c), "The wallet needs all of HOLIDAYMAKER_WALLET_URL (https://…), HOLIDAYMAKER_WALLET_CLIENT, HOLIDAYMAKER_WALLET_SECRET, HOLIDAYMAKER_WALLET_WEBHOOK_ID and HOLIDAYMAKER_WALLET_NOTIFICATION_PATH, or none of them."},
		{c.WalletNotificationPath != "" && !secretPath.MatchString(c.WalletNotificationPath), "HOLIDAYMAKER_WALLET_NOTIFICATION_PATH must be /api/ and 20 or more letters, digits, - or _ that nobody can guess."},
		{(c.TLSCert == "") != (c.TLSKey == ""), "--tls-cert and --tls-key belong together: the file of the certificate and that of its key."},
		{c.TLSCert != "" && c.TLSSelfSigned, "--tls-cert and --tls-self-signed exclude each other: choose one."},
		{c.MaxConnections < 0, "--max-connections is the number of connections that may be open at once: 1 or more."},
		{c.FlagsFile != "" && c.FlagsHost != "", "--flags-file and --flags-host exclude each other: choose one."},
		{c.FlagsHost != "" && len(originsOf(c.FlagsHost)) == 0, "--flags-host is the address of a GrowthBook host, such as https://flags.example."},
		{c.FlagsHost != "" && c.FlagsKey == "", "--flags-host needs --flags-key, the host's client key for this site."},
		{c.FlagsKey != "" && !clientKey.MatchString(c.FlagsKey), "--flags-key has letters, digits, - and _ only."},
		{c.OfficeFree < 0 || c.OfficeStepUp < c.OfficeFree, "--office-free-limit and --office-step-up-limit are pounds; the second is not less than the first."},
		{!c.validOffice(), "--office-url needs --office-addr, and is an address of its own without a path, such as https://office.example: with https://, or at localhost."},
		{!c.validProvider(), "--office-oidc-issuer needs --office-addr, --office-oidc-client and --office-oidc-groups, and is an address with https://, or at localhost."},
		{c.Data == "", "A data directory is needed: --data DIR."},
		{!c.Tags.valid(), "--tag-manager-id is an id such as GTM-AB12CD, --analytics-id one such as G-AB12CD34, --awin-id the number of an advertiser, and --tag-sources a list of origins such as https://tags.example."},
		{!c.Traces.valid(), "--otlp-endpoint is the address of a collector, such as https://collector.example:4318, with https:// where HOLIDAYMAKER_OTLP_HEADERS are set, and --otlp-sample a number from 0 to 1."},
		{c.MapTiles != "" && (tileSource(c.MapTiles) == "" || c.MapCredit == ""), "--map-tiles needs an address such as https://tiles.example/{z}/{x}/{y}.png, and --map-credit the name of the map's owner."},
		{c.Secret != "" && len(c.Secret) < minSecret, fmt.Sprintf("HOLIDAYMAKER_SECRET has %d characters and needs at least %d: make one with `openssl rand -base64 32`, or unset it.", len(c.Secret), minSecret)},
		{slices.ContainsFunc(c.EarlierSecrets, func(s string) bool { return len(s) < minSecret }), fmt.Sprintf("HOLIDAYMAKER_EARLIER_SECRETS has a value of fewer than %d characters: list whole secrets, separated by spaces.", minSecret)},
		{!c.CMS.valid(), "--cms-url needs the address of a WordPress REST API, such as https://cms.example/wp-json/wp/v2, and HOLIDAYMAKER_CMS_PURGE_SECRET at least 32 characters: make one with `openssl rand -base64 32`."},
		{c.ContentHost != "" && len(originsOf(c.ContentHost)) == 0, "--content-host is the address of a host, such as https://pictures.example/content."},
		{!c.Reviews.valid(), "--reviews-merchant is the brand's identifier at the review service, and --reviews-url the service's address, such as https://api.feefo.com."},
		{c.NotificationPath != "" && !secretPath.MatchString(c.NotificationPath), "HOLIDAYMAKER_NOTIFICATION_PATH must be /api/ and 20 or more letters, digits, - or _ that nobody can guess."},
		{!c.simulated() && !encrypted(c.Card.XMLURL, c.Card.DDCURL, c.Card.ChallengeURL), "HOLIDAYMAKER_CARD_URL, HOLIDAYMAKER_CARD_DDC_URL and HOLIDAYMAKER_CARD_CHALLENGE_URL must begin with https://: payments and passwords are sent there."},
		{!c.simulated() && c.Card.PublicKey != "" && !encryptionKey.MatchString(c.Card.PublicKey), "HOLIDAYMAKER_CARD_PUBLIC_KEY has the form 1#10001#c0ffee…: sequence, exponent and modulus. With another text no visitor can pay by card."},
		{wrongSources != nil, "--notification-sources is a list of domains and networks, such as worldpay.com,192.0.2.0/24."},
	}, c.Backups.problems(c.DB != "")...) {
		if s.wrong {
			e.Problems = append(e.Problems, s.remedy)
		}
	}
	if !c.simulated() {
		e.Missing = missingCard(c.Card)
	}
	if len(e.Problems)+len(e.Missing) == 0 {
		return nil
	}
	return e
}

// missingCard lists the environment variables of a merchant's account that are
// not set. A payment with 3-D Secure needs all of them.
func missingCard(c worldpay.Config) (missing []string) {
	for _, s := range []struct{ name, value string }{
		{"URL", c.XMLURL}, {"DDC_URL", c.DDCURL}, {"CHALLENGE_URL", c.ChallengeURL}, {"MERCHANT", c.MerchantCode},
		{"ADMIN", c.AdminCode}, {"USER", c.User}, {"PASSWORD", c.Password}, {"MAC_SECRET", c.MACSecret}, {"PUBLIC_KEY", c.PublicKey},
		{"JWT_ISSUER", c.JWT.Issuer}, {"JWT_UNIT", c.JWT.OrgUnitID}, {"JWT_KEY", c.JWT.Key},
	} {
		if s.value == "" {
			missing = append(missing, "HOLIDAYMAKER_CARD_"+s.name)
		}
	}
	return missing
}

// encryptionKey is the form in which the browser reads the card provider's public key
// (web/src/rules/card-encryption.ts).
var encryptionKey = regexp.MustCompile(`^\w+#[0-9a-fA-F]+#[0-9a-fA-F]+$`)

// encrypted reports whether all addresses that are set are HTTPS.
func encrypted(addresses ...string) bool {
	return !slices.ContainsFunc(addresses, func(address string) bool { return address != "" && !strings.HasPrefix(address, "https://") })
}

// cardProvider is the domain from which the card provider sends notifications.
const cardProvider = "worldpay.com"

// notificationSources returns the sources from which the card provider's notifications
// may come.
func (c Config) notificationSources() (httpx.Sources, error) {
	if c.NotificationSources == "" && !c.simulated() {
		return httpx.ParseSources(cardProvider)
	}
	return httpx.ParseSources(c.NotificationSources)
}

// incompleteWallet reports whether only some of the wallet's settings are set, or
// its address is not HTTPS.
func incompleteWallet(c Config) bool {
	set := 0
	settings := []string{c.Wallet.BaseURL, c.Wallet.ClientID, c.Wallet.Secret, c.Wallet.WebhookID, c.WalletNotificationPath}
	for _, value := range settings {
		if value != "" {
			set++
		}
	}
	return set != 0 && (set != len(settings) || !strings.HasPrefix(c.Wallet.BaseURL, "https://"))
}

// tileSource returns the origin of map tiles for the content security policy,
// or "" if the address is not a URL.
func tileSource(address string) string {
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if !strings.Contains(address, part) {
			return ""
		}
	}
	parsed, err := url.Parse(strings.NewReplacer("{s}", "*", "{z}", "0", "{x}", "0", "{y}", "0", "{r}", "").Replace(address))
	if err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" || strings.ContainsAny(parsed.Host, " ;,'") {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}

// mapTiles returns the settings of map tiles for the front end.
func (c Config) mapTiles() *api.MapTiles {
	if c.MapTiles == "" {
		return nil
	}
	return &api.MapTiles{URL: c.MapTiles, Credit: c.MapCredit}
}

func (c Config) now() time.Time {
	if c.Clock != nil {
		return c.Clock().Add(c.ClockOffset)
	}
	return time.Now().Add(c.ClockOffset)
}
