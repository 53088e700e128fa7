// The passwords of an opened embedded node: what they must be like.

package openlog

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"unicode/utf8"

	"candor/internal/passwords"
	"candor/internal/secrets"
)

// minEventStorePassword is the fewest characters of a node's password. It guards every event there is, and whoever reaches the port may
// guess.
const minEventStorePassword = 12

// Access says how a node is opened to other clients.
type Access struct {
	Listen   string // host:port
	Insecure bool   // --eventstore-insecure-password
}

// Password returns the node's password, once it and the analysts', if there are any, are found to be good ones.
func (a Access) Password() (string, error) {
	if a.Insecure && !isLoopback(a.Listen) {
		return "", fmt.Errorf("--eventstore-insecure-password is for tests on this machine: it needs a loopback address to listen on, and %s is not one", a.Listen)
	}
	admin, analyst := os.Getenv(secrets.NodePassword), os.Getenv(secrets.AnalystPassword)
	switch {
	case admin == "":
		return "", fmt.Errorf("a node that is open to other clients needs a password: set %[1]s or %[1]s_FILE", secrets.NodePassword)
	case admin == analyst:
		return "", fmt.Errorf("%s must differ from %s: analysts would be administrators", secrets.Source(secrets.AnalystPassword), secrets.Source(secrets.NodePassword))
	}
	if a.Insecure {
		return admin, nil
	}
	if err := checkEventStorePassword(admin); err != nil {
		return "", fmt.Errorf("%s: %w", secrets.Source(secrets.NodePassword), err)
	}
	if analyst != "" {
		if err := checkEventStorePassword(analyst); err != nil {
			return "", fmt.Errorf("%s: %w", secrets.Source(secrets.AnalystPassword), err)
		}
	}
	return admin, nil
}

func checkEventStorePassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < minEventStorePassword:
		return fmt.Errorf("the password must have at least %d characters (test suites that need another one: --eventstore-insecure-password)", minEventStorePassword)
	case passwords.WellKnown(password):
		return errors.New("the password is too easy to guess: it is well known, or a well-known one made longer (test suites that need it: --eventstore-insecure-password)")
	}
	return nil
}

// isLoopback reports whether only this machine can reach an address to listen on.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}
