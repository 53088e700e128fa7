// Security headers: on every answer what its kind needs.

package httpapi

import (
	"net/http"
	"strings"
)

// securityHeaders are the values, made once.
type securityHeaders struct {
	pages, calls                                  []string // Content-Security-Policy
	nosniff, referrer, frame, permissions, opener []string
	transport                                     []string // Strict-Transport-Security, under TLS only
}

// newSecurityHeaders allows the inline scripts of the shell by their hashes, and no others.
func newSecurityHeaders(scriptHashes []string) securityHeaders {
	scripts := "'self'"
	for _, hash := range scriptHashes {
		scripts += " '" + hash + "'"
	}
	return securityHeaders{
		pages: []string{strings.Join([]string{
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
		}, "; ")},
		calls:       []string{"default-src 'none'; frame-ancestors 'none'; sandbox"},
		nosniff:     []string{"nosniff"},
		referrer:    []string{"strict-origin-when-cross-origin"},
		frame:       []string{"DENY"},
		permissions: []string{"camera=(), microphone=(), geolocation=(), payment=(), usb=()"},
		opener:      []string{"same-origin"},
		transport:   []string{"max-age=31536000"},
	}
}

// set sets what the answer at r's path needs. Answers that are data, not documents, get a policy under which nothing in
// them could ever run or be framed, and are spared what repeats it: the header map of net/http grows with the ninth, which
// together with two more lines to write costs every read a tenth (measured).
func (s *securityHeaders) set(h http.Header, r *http.Request, secure bool) {
	h["X-Content-Type-Options"] = s.nosniff
	h["Referrer-Policy"] = s.referrer
	h["Permissions-Policy"] = s.permissions
	if secure {
		h["Strict-Transport-Security"] = s.transport
	}
	if path := r.URL.Path; strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/media/") {
		h["Content-Security-Policy"] = s.calls
		return
	}
	h["Content-Security-Policy"] = s.pages
	h["Cross-Origin-Opener-Policy"] = s.opener
	h["X-Frame-Options"] = s.frame
}
