package markdown

import (
	"slices"
	"strings"
)

// shortLinks are the hosts of the shops' short links.
var shortLinks = []string{"s.click.aliexpress.com", "a.aliexpress.com", "shope.ee"}

// SponsoredBy returns what reports whether a host is paid for in a review with links to shops: the hosts of these links, and those of the
// shops' short links.
func SponsoredBy(shops ...string) func(host string) bool {
	hosts := slices.Clone(shortLinks)
	for _, address := range shops {
		if _, host := target(address); host != "" {
			hosts = append(hosts, host)
		}
	}
	return func(host string) bool { return slices.Contains(hosts, host) || strings.HasPrefix(host, "s.shopee.") }
}
