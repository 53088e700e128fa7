package cli

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"candor/internal/secrets"
)

func TestProxiesAreAddressesOrBlocks(t *testing.T) {
	got, err := parsePrefixes([]string{"10.0.0.5", " 192.168.7.9/16 ", "", "2001:db8::1", "::ffff:10.0.0.6"})
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.5/32"), netip.MustParsePrefix("192.168.0.0/16"),
		netip.MustParsePrefix("2001:db8::1/128"), netip.MustParsePrefix("10.0.0.6/32")}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

// A flag that can't be read is named in the error.
func TestABadFlagIsNamed(t *testing.T) {
	for flag, change := range map[string]func(*serveCommand){
		"--as-of must be a time": func(s *serveCommand) { s.AsOf = "yesterday" },
		"--trusted-proxies:":     func(s *serveCommand) { s.TrustedProxies = []string{"10.0.0.0/99"} },
		"--retention:":           func(s *serveCommand) { s.Retention = "7d" },
		"--disk-reserve:":        func(s *serveCommand) { s.DiskReserve = "much" },
	} {
		s := serveCommand{DiskReserve: "0"}
		change(&s)
		if _, err := s.config(&Globals{LogLevel: "info"}, secrets.Secrets{}); err == nil || !strings.HasPrefix(err.Error(), flag) {
			t.Errorf("got %v, want an error that begins with %q", err, flag)
		}
	}
}

func TestThePublicHistoryHasThreeSettings(t *testing.T) {
	for setting, refused := range map[string]bool{"full": false, "corrections": false, "off": false, "some": true, "Full": true} {
		t.Run(setting, func(t *testing.T) {
			_, err := parse(variables(map[string]string{"CANDOR_PUBLIC_HISTORY": setting}), nil, "serve")
			if refused != (err != nil) || refused && !strings.Contains(err.Error(), "--public-history") {
				t.Errorf("got %v", err)
			}
		})
	}
}
