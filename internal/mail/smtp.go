package mail

import (
	"context"
	"crypto/tls"
	"fmt"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// submissionPort is the port of mail servers for senders who log in.
const submissionPort = 587

// client returns a client of the mail server. Without Plain it sends nothing unless the
// server offers STARTTLS with a valid certificate.
func (s *SMTP) client(more ...gomail.Option) (*gomail.Client, error) {
	port := s.Port
	if port == 0 {
		port = submissionPort
	}
	options := []gomail.Option{gomail.WithPort(port), gomail.WithTimeout(sendTimeout), gomail.WithTLSPolicy(gomail.TLSMandatory)}
	if s.Plain {
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if s.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(s.User), gomail.WithPassword(s.Password))
	}
	client, err := gomail.NewClient(s.Host, append(options, more...)...)
	if err != nil {
		return nil, fmt.Errorf("set up SMTP: %w", err)
	}
	return client, nil
}

// Check connects to the mail server as for an e-mail, with encryption and log-in, and
// sends nothing. It returns when the server's certificate ends; zero without encryption.
// settings may be nil.
func (s *SMTP) Check(ctx context.Context, settings *tls.Config) (until time.Time, err error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if settings != nil {
		config = settings.Clone()
	}
	config.ServerName = s.Host
	config.VerifyConnection = func(state tls.ConnectionState) error {
		if len(state.PeerCertificates) > 0 {
			until = state.PeerCertificates[0].NotAfter
		}
		return nil
	}
	client, err := s.client(gomail.WithTLSConfig(config))
	if err != nil {
		return until, err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	if err := client.DialWithContext(ctx); err != nil {
		return until, fmt.Errorf("log in to the mail server: %w", err)
	}
	return until, client.Close()
}
