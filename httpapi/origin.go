// The site's own origin, which its operator names.

package httpapi

import (
	"fmt"
	"net/url"
	"strings"
)

// Origin returns the origin that siteURL names, without a trailing slash. Its error says what is wrong.
func Origin(siteURL string) (string, error) {
	u, err := url.Parse(siteURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.User != nil || strings.Trim(u.Path, "/") != "" ||
		u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("%q is not an origin such as https://example.com", siteURL)
	}
	return u.Scheme + "://" + u.Host, nil
}
