package server

// A server's configuration.

import (
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/server/internal/rpc"
)

// Config says where a server keeps its events and who may reach it.
type Config struct {
	// Path is the log's file. It is created, with its folder, if it is missing.
	Path string
	// Listen is the address to listen on, host:port. Port 0 takes a free one.
	Listen string
	// Advertise is the host:port that gossip tells clients to connect to. Empty is the address bound, or the
	// loopback address when all are. The certificate names its host.
	Advertise string
	// Username and Password are the credentials of the administrator, whom no access list excludes. Neither may be empty, and a
	// user name has no colon, unless Insecure is set. The caller checks the strength of the password; a network (/24 of IPv4, /48 of
	// IPv6) may try ten wrong ones a second, which is logged.
	Username string
	Password string
	// Users are the other users. They need credentials, so there are none with Insecure.
	Users []User
	// Settings are the access lists of streams that have none of their own, as JSON: {"$userStreamAcl": {"$w": "$admins"}}. The
	// last event of the stream $settings, which has the same form, takes precedence. The defaults are EventStoreDB's: every user has
	// access to user streams, and administrators to system streams and $all.
	Settings string
	// Insecure serves without TLS, and anyone who connects is an administrator: the official clients send no
	// credentials without TLS. It is refused unless Listen is a loopback address.
	Insecure bool
	// CertDir is the folder for the certificate authority (eventstore-ca.crt, eventstore-ca.key), which then
	// survives a restart. Empty keeps it in memory.
	CertDir string
	// SystemProjections writes the system streams $ce-<category>, $et-<type>, $streams and $category-<category>, as
	// EventStoreDB does with its standard projections. Turned on later, it processes the whole log first.
	SystemProjections bool
	// Logger logs the server's lifecycle, never events.
	Logger zerolog.Logger
	// Clock returns the time, for the creation of events and for $maxAge. Nil is time.Now.
	Clock func() time.Time
}

// User is a user of a node.
type User struct {
	Name     string // without a colon
	Password string
	// Groups are names that access lists may grant rights to, as to the user's own. Members of "$admins" may do everything.
	Groups []string
	// Only, if not nil, are prefixes of stream names: the user may read such streams alone, also in $all, and may write
	// none, in addition to what access lists forbid. EventStoreDB has no such restriction; its lists are about single streams.
	Only []string
}

// check sets defaults and refuses invalid values.
func (c *Config) check() error {
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("event store: Listen: %w", err)
	}
	if c.Advertise != "" {
		if _, _, err := net.SplitHostPort(c.Advertise); err != nil {
			return fmt.Errorf("event store: Advertise: %w", err)
		}
	}
	switch {
	case c.Insecure && !isLoopback(host):
		return fmt.Errorf("event store: Listen: %s is not a loopback address, which Insecure needs", c.Listen)
	case c.Insecure:
	case c.Password == "":
		return fmt.Errorf("event store: Password must not be empty")
	case c.Username == "" || strings.Contains(c.Username, ":"):
		return fmt.Errorf("event store: Username must not be empty or have a colon")
	}
	if err := c.checkUsers(); err != nil {
		return err
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return nil
}

func (c *Config) checkUsers() error {
	if c.Insecure && len(c.Users) > 0 {
		return fmt.Errorf("event store: Users: with Insecure everybody is an administrator")
	}
	names := map[string]bool{c.Username: true}
	for i, u := range c.Users {
		switch {
		case u.Name == "" || strings.Contains(u.Name, ":"):
			return fmt.Errorf("event store: Users: %d: Name must not be empty or have a colon", i)
		case names[u.Name]:
			return fmt.Errorf("event store: Users: %s is there twice", u.Name)
		case u.Password == "":
			return fmt.Errorf("event store: Users: %s: Password must not be empty", u.Name)
		}
		names[u.Name] = true
	}
	if _, err := c.settings(); err != nil {
		return fmt.Errorf("event store: Settings: %w", err)
	}
	return nil
}

// settings parses Settings.
func (c *Config) settings() (engine.Settings, error) {
	if c.Settings == "" {
		return engine.Settings{}, nil
	}
	return engine.ParseSettings([]byte(c.Settings))
}

// callers are the administrator and the other users.
func (c *Config) callers() []rpc.User {
	users := []rpc.User{{Name: c.Username, Password: c.Password, Groups: []string{engine.Admins}}}
	for _, u := range c.Users {
		users = append(users, rpc.User{Name: u.Name, Password: u.Password, Groups: u.Groups, Only: u.Only})
	}
	return users
}

// isLoopback reports whether only this machine can reach host.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
