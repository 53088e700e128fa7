package client_test

import (
	"net/http"
	"net/netip"
	"testing"

	"candor/httpapi/client"
)

func TestWhoSharesWithWhom(t *testing.T) {
	proxies := client.Proxies{netip.MustParsePrefix("10.0.0.0/8")}
	tests := []struct {
		name           string
		peer, other    string
		header, values string // of both
		same           bool
	}{
		{"connections of one address", "203.0.113.7:1", "203.0.113.7:2", "", "", true},
		{"addresses", "203.0.113.7:1", "203.0.113.8:1", "", "", false},
		{"IPv6 addresses of a subscriber", "[2001:db8::1]:1", "[2001:db8::ffff:2]:2", "", "", true},
		{"IPv6 addresses of two subscribers", "[2001:db8::1]:1", "[2001:db8:0:1::1]:1", "", "", false},
		{"connections of loopback", "127.0.0.1:1", "127.0.0.1:2", "", "", true},
		{"addresses of loopback", "127.0.0.1:1", "127.0.0.2:1", "", "", false},
		{"IPv4 in IPv6", "203.0.113.7:1", "[::ffff:203.0.113.7]:2", "", "", true},
		{"connections of an undeclared proxy", "127.0.0.1:1", "127.0.0.1:2", "X-Forwarded-For", "203.0.113.7", false},
		{"one connection of an undeclared proxy", "127.0.0.1:1", "127.0.0.1:1", "Forwarded", "for=203.0.113.7", true},
		{"connections of an undeclared proxy in the network", "192.168.1.1:1", "192.168.1.1:2", "Via", "1.1 proxy", false},
		{"a visitor who claims to be a proxy", "203.0.113.7:1", "203.0.113.7:2", "X-Forwarded-For", "198.51.100.1", true},
		{"a declared proxy's one client", "10.0.0.1:1", "10.0.0.2:2", "X-Forwarded-For", "203.0.113.7", true},
	}
	for _, tt := range tests {
		of := func(peer string) client.ID {
			r := &http.Request{RemoteAddr: peer, Header: http.Header{}}
			if tt.header != "" {
				r.Header.Set(tt.header, tt.values)
			}
			return proxies.Of(r)
		}
		if got := of(tt.peer) == of(tt.other); got != tt.same {
			t.Errorf("%s: one client: %v, want %v", tt.name, got, tt.same)
		}
	}
	if one, two := proxies.Of(request("10.0.0.1:1", "203.0.113.7")), proxies.Of(request("10.0.0.1:1", "203.0.113.8")); one == two {
		t.Error("two clients of a declared proxy are one")
	}
}
