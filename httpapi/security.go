// Security headers: on every answer what its kind needs.

package httpapi

import (
	"net/http"
	"slices"
	"strings"
)

// securityHeaders holds the headers of the two kinds of answers, made once.
type securityHeaders struct{ pages, calls []header }

// header is a header that never changes; net/http only reads its value.
type header struct {
	name  string // in canonical form
	value []string
}

// newSecurityHeaders allows the inline scripts of the shell by their hashes, and no others. secure says that the site's public
// address is one of https: browsers are told to use no other scheme for it.
func newSecurityHeaders(scriptHashes []string, secure bool) securityHeaders {
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
	return securityHeaders{
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
		calls: append(slices.Clone(all), header{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'; sandbox"}}),
	}
}

// set sets what the answer at a path needs. Answers that are data, not documents, get a policy under which nothing in
// them could ever run or be framed, and are spared what repeats it.
func (s *securityHeaders) set(h http.Header, path string) {
	headers := s.pages
	if strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/media/") {
		headers = s.calls
	}
	for _, one := range headers {
		h[one.name] = one.value
	}
}
