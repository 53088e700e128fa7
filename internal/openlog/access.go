// How an embedded node is opened to other programs, and what its passwords must be like.

package openlog

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"unicode/utf8"

	"candor/commands/access/passwords"
	"candor/internal/secrets"
)

// minEventStorePassword is the fewest characters of a node's password, which guards the whole log: anybody who reaches the port may guess.
const minEventStorePassword = 12

// Access says how a node is opened to other programs. The zero value opens it only to the commands on its data folder.
type Access struct {
	Listen          string // host:port
	Password        secrets.Secret
	AnalystPassword secrets.Secret // without it, there is no analyst
	AnalystContent  bool           // the analyst reads all content, too: --eventstore-analyst-content
	Insecure        bool           // accept weak passwords: --eventstore-insecure-password
}

// Check returns why the node must not be opened like this. Its errors name the setting.
func (a Access) Check() error {
	if a.Insecure && !isLoopback(a.Listen) {
		return fmt.Errorf("--eventstore-insecure-password is for tests on this machine: it needs a loopback address to listen on, and %s is not one", a.Listen)
	}
	switch {
	case a.Password.Value == "":
		return fmt.Errorf("a node that is open to other clients needs a password: set %[1]s or %[1]s_FILE", secrets.NodePassword)
	case a.Password.Value == a.AnalystPassword.Value:
		return fmt.Errorf("%s must differ from %s: otherwise analysts would be administrators", a.AnalystPassword.Source, a.Password.Source)
	case a.Insecure:
		return nil
	}
	for _, one := range []secrets.Secret{a.Password, a.AnalystPassword} {
		if one.Value == "" {
			continue
		}
		if err := checkEventStorePassword(one.Value); err != nil {
			return fmt.Errorf("%s: %w", one.Source, err)
		}
	}
	return nil
}

func checkEventStorePassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < minEventStorePassword:
		return fmt.Errorf("the password must have at least %d characters (test suites that need a shorter one: --eventstore-insecure-password)",
			minEventStorePassword)
	case passwords.WellKnown(password):
		return errors.New("the password is too easy to guess: it is well known, or a longer form of a well-known one (test suites that need it: --eventstore-insecure-password)")
	}
	return nil
}

// isLoopback reports whether only this machine can connect to an address to listen on.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}
