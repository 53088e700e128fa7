// Countries and cities of addresses.

package geoip_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"candor/httpapi/geoip"
)

func TestAddressesThatAreNotOnTheInternetAreLocal(t *testing.T) {
	db := open(t, "")
	for _, text := range []string{
		"127.0.0.1", "10.1.2.3", "172.16.0.9", "192.168.1.1", "169.254.1.1", "100.64.3.2", "0.0.0.0",
		"::1", "fe80::1%eth0", "fd00::1", "::ffff:192.168.1.1", "224.0.0.1", "255.255.255.255",
	} {
		if country, city := db.Locate(netip.MustParseAddr(text)); country != geoip.Local || city != "" {
			t.Errorf("Locate(%s) = %q, %q; want Local", text, country, city)
		}
	}
	if country, _ := db.Locate(netip.Addr{}); country != geoip.Unknown {
		t.Errorf("no address is %q, want Unknown", country)
	}
}

// The built-in database is there in a program built with make, and not in a bare checkout.
func TestBuiltInDatabaseKnowsCountries(t *testing.T) {
	db := open(t, "")
	want := map[string]string{"8.8.8.8": "US", "193.99.144.80": "DE", "::ffff:8.8.8.8": "US", "240.0.0.1": geoip.Unknown}
	for text, country := range want {
		if db.Empty() {
			country = geoip.Unknown
		}
		if got, _ := db.Locate(netip.MustParseAddr(text)); got != country {
			t.Errorf("Locate(%s) = %q, want %q (built in: %v)", text, got, country, !db.Empty())
		}
	}
}

func TestBadDatabaseFileIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "noise.mmdb")
	if err := os.WriteFile(path, []byte(strings.Repeat("noise", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, path + ".missing"} {
		if _, err := geoip.Open(p); err == nil || !strings.Contains(err.Error(), p) {
			t.Errorf("Open(%s): %v, want an error that names the file", p, err)
		}
	}
}

func open(t *testing.T, path string) *geoip.DB {
	t.Helper()
	db, err := geoip.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// MaxMind's own databases name the country and the city elsewhere than the built-in one.
func TestCityDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "city.mmdb")
	record := object("country", object("iso_code", text("SE")), "city",
		object("names", object("de", text("Göteborg"), "en", text("Gothenburg"))))
	if err := os.WriteFile(path, database(record), 0o600); err != nil {
		t.Fatal(err)
	}
	if country, city := open(t, path).Locate(netip.MustParseAddr("203.0.113.7")); country != "SE" || city != "Gothenburg" {
		t.Errorf("%q, %q; want SE, Gothenburg", country, city)
	}
}

// database is the smallest file in MaxMind's format (maxmind.github.io/MaxMind-DB): one node, both
// sides of which lead to record.
func database(record []byte) []byte {
	const nodes, separator = 1, 16
	leaf := []byte{0, 0, nodes + separator} // 24 bits: the record at offset 0 of the data
	file := append(append([]byte{}, leaf...), leaf...)
	file = append(file, make([]byte, separator)...)
	file = append(file, record...)
	file = append(file, "\xab\xcd\xefMaxMind.com"...)
	return append(file, object(
		"node_count", number(nodes), "record_size", number(24), "ip_version", number(4), "database_type", text("Test-City"),
		"binary_format_major_version", number(2), "binary_format_minor_version", number(0), "build_epoch", number(1), "description", object(),
		"languages", []byte{0x00, 0x04}, // an empty list
	)...)
}

func text(s string) []byte   { return append([]byte{2<<5 | byte(len(s))}, s...) }
func number(n uint16) []byte { return []byte{5<<5 | 2, byte(n >> 8), byte(n)} }

// object encodes a map from its names and encoded values in turn.
func object(pairs ...any) []byte {
	out := []byte{7<<5 | byte(len(pairs)/2)}
	for i := 0; i < len(pairs); i += 2 {
		out = append(append(out, text(pairs[i].(string))...), pairs[i+1].([]byte)...)
	}
	return out
}
