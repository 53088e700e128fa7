// The security headers of every response.

package respond

import (
	"net/http"
	"slices"
	"strings"
)

// SecurityHeaders holds the headers of pages and of data, made once.
type SecurityHeaders struct{ pages, data []header }

// header is a header that never changes; net/http only reads its value.
type header struct {
	name  string // in canonical form
	value []string
}

// NewSecurityHeaders allows the inline scripts with the hashes, and no others. secure says that the site's public address begins with
// https: then browsers must use no other scheme for it.
func NewSecurityHeaders(scriptHashes []string, secure bool) SecurityHeaders {
	scripts := "'self'"
	for _, hash := range scriptHashes {
		scripts += " '" + hash + "'"
	}
	all := []header{
		{"X-Content-Type-Options", []string{"nosniff"}},
		{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
		{"Permissions-Policy", []string{"camera=(), microphone=(), geolocation=(), payment=(), usb=()"}},
	}
	if secure {
		all = append(all, header{"Strict-Transport-Security", []string{"max-age=31536000"}})
	}
	return SecurityHeaders{
		pages: append(slices.Clone(all), header{"Content-Security-Policy", []string{strings.Join([]string{
			"default-src 'self'",
			"script-src " + scripts,
			"style-src 'self' 'unsafe-inline'", // style attributes in rendered pages, and Radix's own style elements
			"img-src 'self' https: data: blob:",
			"media-src 'self' https:",
			"frame-src https:", // review and article videos
			"font-src 'self' data:",
			"connect-src 'self'",
			"object-src 'none'",
			"base-uri 'self'",
			"form-action 'self'",
			"frame-ancestors 'none'",
		}, "; ")}}, header{"Cross-Origin-Opener-Policy", []string{"same-origin"}}, header{"X-Frame-Options", []string{"DENY"}}),
		data: append(slices.Clone(all), header{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'; sandbox"}}),
	}
}

// dataFolders are where nothing is a page: what lies there is used by pages, under their policies, and a short one costs readers the least.
var dataFolders = []string{"/api/", "/media/", "/assets/"}

// Set sets the headers of the response at a path. Data get a policy under which nothing in them can ever run or be framed, which makes some
// of the headers of pages unnecessary.
func (s *SecurityHeaders) Set(h http.Header, path string) {
	headers := s.pages
	isData := func(folder string) bool { return strings.HasPrefix(path, folder) }
	if slices.ContainsFunc(dataFolders, isData) || isData("/preview/") && strings.Contains(path, "/media/") {
		headers = s.data
	}
	for _, one := range headers {
		h[one.name] = one.value
	}
}
