package esdb

// Connection strings, as the official client reads them, and with what it refuses: an IPv6 address (faults.go), and the schemes of
// KurrentDB.

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	official "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// ParseConnectionString reads a connection string and the files that it names. kurrentdb:// and kdb:// mean what esdb:// does, and with
// +discover what esdb+discover:// does.
func ParseConnectionString(connectionString string) (*official.Configuration, error) {
	if scheme, rest, ok := strings.Cut(connectionString, "://"); ok {
		name, discover, _ := strings.Cut(scheme, "+")
		if name == "kurrentdb" || name == "kdb" {
			connectionString = strings.TrimSuffix("esdb+"+discover, "+") + "://" + rest
		}
	}
	config, err := parseConnectionString(connectionString)
	if err != nil {
		return nil, fmt.Errorf("connection string of the event store: %w", err)
	}
	return config, nil
}

func parseConnectionString(connectionString string) (*official.Configuration, error) {
	u, err := url.Parse(connectionString)
	if err != nil {
		return official.ParseConnectionString(connectionString) // several hosts, or a mistake, which it names
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err != nil || !ip.Is6() {
		return official.ParseConnectionString(connectionString)
	}
	host, port := u.Hostname(), u.Port()
	if port == "" {
		port = defaultPort
	}
	u.Host = "localhost:" + port
	config, err := official.ParseConnectionString(u.String())
	if err != nil {
		return nil, err
	}
	config.Address = net.JoinHostPort(host, port)
	return config, nil
}

// defaultPort is the one that the official client takes.
const defaultPort = "2113"

// Addresses returns the addresses that a connection string names, as host:port.
func Addresses(config *official.Configuration) []string {
	if len(config.GossipSeeds) == 0 {
		return []string{config.Address}
	}
	var seeds []string
	for _, s := range config.GossipSeeds {
		seeds = append(seeds, net.JoinHostPort(s.Host, strconv.Itoa(int(s.Port))))
	}
	return seeds
}

// TLSConfig returns what a connection string says of TLS; it reads the user certificate. Without TLS it returns nil.
func TLSConfig(config *official.Configuration) (*tls.Config, error) {
	if config.DisableTLS {
		return nil, nil
	}
	c := &tls.Config{RootCAs: config.RootCAs, InsecureSkipVerify: config.SkipCertificateVerification, MinVersion: tls.VersionTLS12}
	if config.UserCertFile != "" {
		certificate, err := tls.LoadX509KeyPair(config.UserCertFile, config.UserKeyFile)
		if err != nil {
			return nil, fmt.Errorf("user certificate of the event store: %w", err)
		}
		c.Certificates = []tls.Certificate{certificate}
	}
	return c, nil
}
