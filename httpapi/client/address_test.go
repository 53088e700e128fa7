// Which address of a chain of proxies is believed.

package client_test

import (
	"net/http"
	"net/netip"
	"testing"

	"candor/httpapi/client"
)

// request returns a request over a connection from peer, with X-Forwarded-For in so many lines.
func request(peer string, forwarded ...string) *http.Request {
	return &http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": forwarded}}
}

func TestClientBehindProxies(t *testing.T) {
	proxies := client.Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"no header", nil, "10.0.0.1"},
		{"one entry", []string{"203.0.113.7"}, "203.0.113.7"},
		{"right-most that is no proxy", []string{"1.2.3.4, 203.0.113.7, 10.0.0.2"}, "203.0.113.7"},
		{"what the client itself claims is not believed", []string{"127.0.0.1, 203.0.113.7"}, "203.0.113.7"},
		{"several lines are one list", []string{"1.2.3.4", "203.0.113.7,10.0.0.9", "10.0.0.2"}, "203.0.113.7"},
		{"all proxies", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"port", []string{"203.0.113.7:4711"}, "203.0.113.7"},
		{"IPv6", []string{"2001:db8::1"}, "2001:db8::1"},
		{"IPv6 with brackets", []string{"[2001:db8::1]"}, "2001:db8::1"},
		{"IPv6 with port", []string{"[2001:db8::1]:443, fd00::2"}, "2001:db8::1"},
		{"IPv4 in IPv6", []string{"::ffff:203.0.113.7"}, "203.0.113.7"},
		{"garbage ends the search at the proxy that wrote it", []string{"203.0.113.7, unknown, 10.0.0.2"}, "10.0.0.2"},
		{"empty", []string{""}, "10.0.0.1"},
	}
	for _, tt := range tests {
		if got := proxies.Address(request("10.0.0.1:4711", tt.lines...)); got.String() != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

func FuzzForwardedFor(f *testing.F) {
	for _, seed := range []string{"", "203.0.113.7", "1.2.3.4, 10.0.0.2", "[::1]:80,,", "fe80::1%eth0", "[[::1]]", "10.0.0.2:99999"} {
		f.Add(seed, "10.0.0.3")
	}
	proxies := client.Proxies{netip.MustParsePrefix("10.0.0.0/8")}
	f.Fuzz(func(t *testing.T, first, second string) {
		got := proxies.Address(request("10.0.0.1:4711", first, second))
		if !got.IsValid() || got.Zone() != "" || got.Is4In6() {
			t.Fatalf("%q, %q: %v is no plain address", first, second, got)
		}
		if again := proxies.Address(request("10.0.0.1:4711", first+","+second)); again != got {
			t.Fatalf("%q, %q: %v as two lines, %v as one", first, second, got, again)
		}
	})
}

func TestOnlyTrustedPeersAreBelieved(t *testing.T) {
	proxies := client.Proxies{netip.MustParsePrefix("10.0.0.0/8")}
	for peer, want := range map[string]string{
		"198.51.100.1:80": "198.51.100.1", "[2001:db8::9%eth0]:80": "2001:db8::9", "[::ffff:10.0.0.5]:80": "203.0.113.7",
		"10.0.0.5:80": "203.0.113.7",
	} {
		if got := proxies.Address(request(peer, "203.0.113.7")); got.String() != want {
			t.Errorf("from %s: %v, want %s", peer, got, want)
		}
	}
	if got := proxies.Address(request("@", "203.0.113.7")); got.IsValid() {
		t.Errorf("a connection without an address: %v", got)
	}
}
