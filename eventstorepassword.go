// The passwords of an opened embedded node: what they must be like.

package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"unicode/utf8"

	"candor/internal/passwords"
)

// Where the passwords come from; see secrets.
const (
	nodePasswordSetting    = "CANDOR_EVENTSTORE_PASSWORD"
	analystPasswordSetting = "CANDOR_EVENTSTORE_ANALYST_PASSWORD"
)

// minEventStorePassword is the fewest characters of a node's password. It guards every event there is, and whoever reaches the port may
// guess.
const minEventStorePassword = 12

// eventStoreAccess says how a node is opened to other clients.
type eventStoreAccess struct {
	listen   string // host:port
	insecure bool   // --eventstore-insecure-password
}

// password returns the node's password, once it and the analysts', if there are any, are found to be good ones.
func (a eventStoreAccess) password() (string, error) {
	if a.insecure && !isLoopback(a.listen) {
		return "", fmt.Errorf("--eventstore-insecure-password is for tests on this machine: it needs a loopback address to listen on, and %s is not one", a.listen)
	}
	admin, analyst := os.Getenv(nodePasswordSetting), os.Getenv(analystPasswordSetting)
	switch {
	case admin == "":
		return "", fmt.Errorf("a node that is open to other clients needs a password: set %[1]s or %[1]s_FILE", nodePasswordSetting)
	case admin == analyst:
		return "", fmt.Errorf("%s must differ from %s: analysts would be administrators", secretSource(analystPasswordSetting), secretSource(nodePasswordSetting))
	}
	if a.insecure {
		return admin, nil
	}
	if err := checkEventStorePassword(admin); err != nil {
		return "", fmt.Errorf("%s: %w", secretSource(nodePasswordSetting), err)
	}
	if analyst != "" {
		if err := checkEventStorePassword(analyst); err != nil {
			return "", fmt.Errorf("%s: %w", secretSource(analystPasswordSetting), err)
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
