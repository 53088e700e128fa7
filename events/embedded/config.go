package embedded

// What a node is told.

import (
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/rs/zerolog"
)

// Config says where a node keeps its events and who may reach it.
type Config struct {
	// Path is the log's file. It is created, with its folder, if it is missing.
	Path string
	// Listen is the address to listen on, host:port. Port 0 takes a free one.
	Listen string
	// Advertise is the host:port that gossip tells clients to connect to. Empty is the address bound, or the
	// loopback address when all are. The certificate names its host.
	Advertise string
	// Username and Password are what callers must know. Neither may be empty, and a user name has no colon,
	// unless Insecure is set.
	Username string
	Password string
	// Insecure serves without TLS, and anyone who connects is an administrator: the official clients send no
	// credentials without TLS. It is refused unless Listen is a loopback address.
	Insecure bool
	// CertDir is the folder for the certificate authority (eventstore-ca.crt, eventstore-ca.key), which then
	// survives a restart. Empty keeps it in memory.
	CertDir string
	// SystemProjections writes the system streams $ce-<category>, $et-<type>, $streams and $category-<category>, as
	// EventStoreDB does with its standard projections. Turned on later, it works through what is stored already.
	SystemProjections bool
	// Logger is told about the node's life, never about events.
	Logger zerolog.Logger
	// Clock tells the time, for when events were created and for $maxAge. Nil is time.Now.
	Clock func() time.Time
}

// check fills in what was left out and refuses what makes no sense.
func (c *Config) check() error {
	if c.Path == "" {
		return fmt.Errorf("embedded: Path must not be empty")
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("embedded: Listen: %w", err)
	}
	if c.Advertise != "" {
		if _, _, err := net.SplitHostPort(c.Advertise); err != nil {
			return fmt.Errorf("embedded: Advertise: %w", err)
		}
	}
	switch {
	case c.Insecure && !isLoopback(host):
		return fmt.Errorf("embedded: Listen: %s is not a loopback address, which Insecure needs", c.Listen)
	case c.Insecure:
	case c.Password == "":
		return fmt.Errorf("embedded: Password must not be empty")
	case c.Username == "" || strings.Contains(c.Username, ":"):
		return fmt.Errorf("embedded: Username must not be empty or have a colon")
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return nil
}

// isLoopback tells whether only this machine can reach host.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
