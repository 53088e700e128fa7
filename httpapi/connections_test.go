// How many connections one peer may have.

package httpapi_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"candor/httpapi"
	"candor/internal/eventually"
)

// disguise is a listener whose connections seem to come from elsewhere.
type disguise struct {
	net.Listener
	as chan string // addresses, one for each connection that is dialled
}

type disguised struct {
	*net.TCPConn
	remote net.Addr
}

func (d disguised) RemoteAddr() net.Addr { return d.remote }

func (d disguise) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return disguised{c.(*net.TCPConn), net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(<-d.as), 50000))}, nil
}

// crowd is a server with room for so many connections, and its clients.
type crowd struct {
	*testing.T
	address string
	as      chan string
	logged  *lines
}

func newCrowd(t *testing.T, connections int) *crowd {
	t.Helper()
	t.Parallel()
	c := &crowd{T: t, as: make(chan string, 1), logged: &lines{}}
	handler, err := assemble(t, func(config *httpapi.Config) {
		config.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("203.0.113.200/32")}
		config.Logger = zerolog.New(c.logged)
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httpapi.NewServer(handler)
	address, stop := listenOver(t, server, func(l net.Listener) net.Listener {
		return httpapi.LimitConnections(server, disguise{l, c.as}, connections)
	})
	t.Cleanup(stop)
	c.address = address
	return c
}

// opens connects from an address and sends some of a request.
func (c *crowd) opens(from, some string) net.Conn {
	c.Helper()
	connection, err := net.Dial("tcp", c.address)
	if err != nil {
		c.Fatal(err)
	}
	c.as <- from
	c.Cleanup(func() { _ = connection.Close() })
	if _, err := connection.Write([]byte(some)); err != nil {
		c.Fatal(err)
	}
	return connection
}

const halfHead, wholeHead = "GET /healthz HTTP/1.1\r\nHost: x\r\n", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

// served says how a request from an address is answered.
func (c *crowd) served(from string) int {
	c.Helper()
	connection := c.opens(from, wholeHead)
	defer connection.Close()
	return c.answer(connection)
}

func (c *crowd) answer(connection net.Conn) int {
	c.Helper()
	a, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		c.Fatal(err)
	}
	_ = a.Body.Close()
	return a.StatusCode
}

func TestOnePeerCannotHoldAllConnections(t *testing.T) {
	c := newCrowd(t, 16)
	held := []net.Conn{c.opens("198.51.100.7", halfHead), c.opens("::ffff:198.51.100.7", halfHead),
		c.opens("198.51.100.7", "POST /api/track HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"), c.opens("198.51.100.7", "")}
	for range 8 { // a quarter is full
		if got := c.served("198.51.100.7"); got != http.StatusServiceUnavailable {
			t.Errorf("one connection more of the peer: %d", got)
		}
	}
	if got := c.served("198.51.100.8"); got != http.StatusOK {
		t.Errorf("another peer: %d", got)
	}
	if said := c.logged.String(); strings.Count(said, "refusing more") != 1 || strings.Contains(said, "198.51.100.7") {
		t.Errorf("logged: %s", said)
	}
	if _, err := held[0].Write([]byte("\r\n")); err != nil {
		t.Fatal(err)
	}
	if got := c.answer(held[0]); got != http.StatusOK {
		t.Errorf("what the peer had before: %d", got)
	}
	eventually.Holds(t, func() error { // in the place of the one that is idle now, or is about to be
		if got := c.served("198.51.100.7"); got != http.StatusOK {
			return fmt.Errorf("once one of the peer's is idle: %d", got)
		}
		return nil
	})
}

func TestAnIPv6PeerIsItsNetwork(t *testing.T) {
	c := newCrowd(t, 8)
	c.opens("2001:db8:1:2::1", halfHead)
	c.opens("2001:db8:1:2:ffff::2", halfHead)
	if got := c.served("2001:db8:1:2:aaaa:bbbb:cccc:dddd"); got != http.StatusServiceUnavailable {
		t.Errorf("one more of the /64: %d", got)
	}
	if got := c.served("2001:db8:1:3::1"); got != http.StatusOK {
		t.Errorf("another /64: %d", got)
	}
}

func TestAProxyMayHaveAllConnections(t *testing.T) {
	for _, address := range []string{"127.0.0.1", "::1", "10.1.2.3", "172.17.0.1", "192.168.1.1", "169.254.1.1", "fe80::1", "fd00::1",
		"100.64.0.9", "::ffff:10.0.0.1", "203.0.113.200"} {
		t.Run(address, func(t *testing.T) {
			c := newCrowd(t, 4)
			for range 3 {
				c.opens(address, halfHead)
			}
			if got := c.served(address); got != http.StatusOK {
				t.Errorf("the fourth of four: %d", got)
			}
		})
	}
}

func TestAFewConnectionsLeaveEachPeerOne(t *testing.T) {
	c := newCrowd(t, 2)
	if got := c.served("198.51.100.7"); got != http.StatusOK {
		t.Errorf("the first: %d", got)
	}
}
