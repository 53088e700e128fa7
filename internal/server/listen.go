// Where a server listens: the site's address, the operator's, and the public address that links begin with.

package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"candor/httpapi"
	"candor/httpapi/routes"
)

// opsConnections is the most connections that the operator's address accepts at a time.
const opsConnections = 64

// listeners are the addresses of a server.
type listeners struct {
	site   net.Listener
	ops    net.Listener // nil: the operator has no address of their own
	origin string       // the site's public address
}

// listen opens the addresses of c. Its errors name the setting.
func listen(c *Config) (*listeners, error) {
	site, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return nil, fmt.Errorf("--addr: %w", err)
	}
	at := &listeners{site: site}
	if at.origin, err = c.origin(site.Addr()); err == nil && c.OpsAddr != "" {
		if at.ops, err = net.Listen("tcp", c.OpsAddr); err != nil {
			err = fmt.Errorf("--ops-addr: %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, at.Close())
	}
	return at, nil
}

// origin returns the site's public address: the configured one, or that of a site that only this machine can reach. A request's Host header
// plays no part, because anybody can write anything there.
func (c *Config) origin(bound net.Addr) (string, error) {
	if c.SiteURL != "" {
		return c.SiteURL, nil
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "", err
	}
	tcp, ok := bound.(*net.TCPAddr)
	if !ok || !tcp.IP.IsLoopback() {
		return "", fmt.Errorf("--addr %s can be reached from other machines, so the site needs a public address: --site-url (CANDOR_SITE_URL), e.g. https://example.com", c.Addr)
	}
	return "http://" + net.JoinHostPort(host, fmt.Sprint(tcp.Port)), nil
}

// url returns the address at which this machine can reach the site.
func (l *listeners) url() string { return "http://" + Reachable(l.site.Addr().String()) }

// serve serves the site until ctx ends, and then waits for the requests in flight.
func (l *listeners) serve(ctx context.Context, site http.Handler, maxConnections int) error {
	server := httpapi.NewServer(site)
	servers := []*http.Server{server}
	failed := make(chan error, 2)
	go func() { failed <- server.Serve(httpapi.LimitConnections(server, l.site, maxConnections)) }()
	if l.ops != nil {
		ops := httpapi.NewServer(routes.Ops(site))
		servers = append(servers, ops)
		go func() { failed <- ops.Serve(httpapi.LimitConnections(ops, l.ops, opsConnections)) }()
	}
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.Background(), StopTime/2)
	defer cancel()
	for _, server := range servers {
		if timedOut := server.Shutdown(stopping); timedOut != nil {
			err = errors.Join(err, timedOut, server.Close())
		}
	}
	return err
}

// Close closes the listeners that no server has closed yet.
func (l *listeners) Close() (err error) {
	for _, one := range []net.Listener{l.site, l.ops} {
		if one == nil {
			continue
		}
		if closeErr := one.Close(); !errors.Is(closeErr, net.ErrClosed) {
			err = errors.Join(err, closeErr)
		}
	}
	return err
}

// Reachable returns addr in a form that this machine can connect to: a server that listens on all addresses is also on loopback.
func Reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
