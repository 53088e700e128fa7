// Addresses: of links, pictures and videos.

package prose

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Absolute returns an address made whole, as far as its site is known: of a picture that Jetpack has copied, the one of the picture itself.
func Absolute(address string, base *url.URL) string {
	address = strings.TrimSpace(address)
	if address == "" || strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "#") {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	switch {
	case base != nil:
		u = base.ResolveReference(u)
	case strings.HasPrefix(address, "//"):
		u.Scheme = "https"
	}
	return original(u, base).String()
}

// jetpack matches the hosts of Jetpack's copies of pictures, as in https://i0.wp.com/old.example/wp-content/uploads/lamp.jpg?w=500.
var jetpack = regexp.MustCompile(`(?i)^i[0-3]\.wp\.com$`)

// original returns the address of the picture that another one is Jetpack's copy of. A copy that doesn't say ssl=1 is of a picture without
// TLS, which is believed of the old site alone.
func original(u, base *url.URL) *url.URL {
	host, path, _ := strings.Cut(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	if !jetpack.MatchString(u.Host) || !strings.Contains(host, ".") || path == "" {
		return u
	}
	scheme := "https"
	if base != nil && base.Scheme == "http" && strings.EqualFold(host, base.Host) && u.Query().Get("ssl") != "1" {
		scheme = "http"
	}
	if own, err := url.Parse(scheme + "://" + host + "/" + path); err == nil {
		return own
	}
	return u
}

// Attribute returns the first of the named attributes that an element has, trimmed.
func Attribute(n *html.Node, names ...string) string {
	for _, name := range names {
		for _, a := range n.Attr {
			if a.Key == name && a.Namespace == "" {
				return strings.TrimSpace(a.Val)
			}
		}
	}
	return ""
}

// ImageAddress returns the address of a picture, "" for placeholders, tracking pixels and what is no picture's address.
func ImageAddress(n *html.Node, base *url.URL) string {
	address := ""
	for _, name := range []string{"data-orig-file", "data-src", "data-lazy-src", "src"} {
		if address == "" {
			address = Attribute(n, name)
		}
	}
	if strings.HasPrefix(address, "data:image/svg") || strings.HasPrefix(address, "data:image/gif;base64,R0lGODlhAQAB") { // placeholders
		return ""
	}
	if address == "" || Attribute(n, "width") == "1" && Attribute(n, "height") == "1" { // a tracking pixel
		return ""
	}
	if address = Absolute(address, base); !strings.HasPrefix(address, "http") && !strings.HasPrefix(address, "/") &&
		!strings.HasPrefix(address, "data:image/") {
		return ""
	}
	return address
}

var pictureFile = regexp.MustCompile(`(?i)\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)`)

// IsPicture reports whether an address is one of a picture file, by its name.
func IsPicture(address string) bool { return pictureFile.MatchString(address) }

// IsVideo reports whether text is the address of a video on a site whose player we can show.
func IsVideo(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	switch strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), "m.") {
	case "youtube.com", "youtu.be", "youtube-nocookie.com", "vimeo.com", "player.vimeo.com", "dailymotion.com", "dai.ly":
		return len(strings.Trim(u.Path, "/")) > 0
	}
	return false
}

// linkAddress returns what a link leads to, "" if it can't be followed from another page.
func linkAddress(address string, base *url.URL) string {
	if address = Absolute(address, base); strings.HasPrefix(address, "#") {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host == "" {
			return ""
		}
	case "mailto", "tel":
	case "":
		if !strings.HasPrefix(address, "/") {
			return ""
		}
	default:
		return ""
	}
	return address
}
