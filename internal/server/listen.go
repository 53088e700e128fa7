// Where a server listens: the site's address and the operator's, and the public address that links begin with.

package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"candor/httpapi"
)

// opsConnections is how many connections the operator's address takes at a time.
const opsConnections = 64

// listeners are the addresses of a server.
type listeners struct {
	site   net.Listener
	ops    net.Listener // for the operator alone; nil: there is none
	origin string       // the site's public address
}

// listen opens the addresses that the flags name. Its errors name the flag.
func (s *Config) listen() (*listeners, error) {
	if s.SiteURL != "" {
		if _, err := httpapi.Origin(s.SiteURL); err != nil {
			return nil, fmt.Errorf("--site-url: %w", err)
		}
	}
	site, err := net.Listen("tcp", s.Addr)
	if err != nil {
		return nil, err
	}
	at := &listeners{site: site}
	if at.origin, err = s.origin(site.Addr()); err == nil && s.OpsAddr != "" {
		if at.ops, err = net.Listen("tcp", s.OpsAddr); err != nil {
			err = fmt.Errorf("--ops-addr: %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, at.Close())
	}
	return at, nil
}

// origin returns the site's public address: the one given, or that of a site which only this machine can reach.
// What a request says in its Host header is never asked, since anybody can write anything there.
func (s *Config) origin(bound net.Addr) (string, error) {
	if s.SiteURL != "" {
		return s.SiteURL, nil
	}
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return "", err
	}
	tcp, ok := bound.(*net.TCPAddr)
	if !ok || !tcp.IP.IsLoopback() {
		return "", fmt.Errorf("--addr %s can be reached from other machines, so the site needs its public address: --site-url (CANDOR_SITE_URL), e.g. https://example.com", s.Addr)
	}
	return "http://" + net.JoinHostPort(host, fmt.Sprint(tcp.Port)), nil
}

// serve serves the site until ctx ends; requests in flight may end theirs.
func (l *listeners) serve(ctx context.Context, site http.Handler, most int) error {
	server := httpapi.NewServer(site)
	servers := []*http.Server{server}
	failed := make(chan error, 2)
	go func() { failed <- server.Serve(httpapi.LimitConnections(server, l.site, most)) }()
	if l.ops != nil {
		ops := httpapi.NewServer(httpapi.Ops(site))
		servers = append(servers, ops)
		go func() { failed <- ops.Serve(httpapi.LimitConnections(ops, l.ops, opsConnections)) }()
	}
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.Background(), StopTime/2)
	defer cancel()
	for _, server := range servers {
		if late := server.Shutdown(ending); late != nil {
			err = errors.Join(err, late, server.Close())
		}
	}
	return err
}

// Close closes what a server has not closed already.
func (l *listeners) Close() (err error) {
	for _, one := range []net.Listener{l.site, l.ops} {
		if one == nil {
			continue
		}
		if failed := one.Close(); !errors.Is(failed, net.ErrClosed) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// Reachable returns addr as this machine can reach it: a server on all addresses is on loopback, too.
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
