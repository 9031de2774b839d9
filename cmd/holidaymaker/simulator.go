package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"holidaymaker/internal/demo/simulator"
)

// simulatorCommand runs only the simulated card provider, for several nodes
// with --demo or --sandbox that share a database.
func simulatorCommand(ctx context.Context, args []string) error {
	o := newOptions("simulator", "run the simulated card provider for several nodes of --demo or --sandbox")
	addr := o.String("addr", "127.0.0.1:9100", "address to serve at; it must differ from the site's by name or port")
	data := o.String("data", "data", "directory of its state")
	offset := o.clockOffset()
	if err := o.parse(args); err != nil {
		return err
	}
	outliveReaders()
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	provider, err := simulator.New(simulator.Options{Dir: *data, Clock: shifted(*offset), Log: log})
	if err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	defer provider.Close()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", *addr)
	if err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	fmt.Printf("The simulated card provider is at http://%s\n", listener.Addr())
	server := &http.Server{Handler: provider, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: 90 * time.Second, IdleTimeout: 2 * time.Minute}
	done := make(chan error, 1)
	go func() {
		<-ctx.Done()
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		done <- server.Shutdown(stopping)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("simulator: %w", err)
	}
	return <-done
}
