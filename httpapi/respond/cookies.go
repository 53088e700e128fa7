// Cookies: the admin's session, and the position of the latest write.

package respond

import "net/http"

// Cookies holds the names of the site's cookies. They and their attributes follow the scheme of its public address, since a request can
// claim any scheme.
type Cookies struct {
	Secure   bool
	Session  string // holds the session's token; only its hash is in the log
	Position string // holds the position of the browser's latest write
}

// hostPrefix makes a browser refuse a cookie that a subdomain, or a page without TLS, tries to set (RFC 6265bis, section 4.1.3.2).
const hostPrefix = "__Host-"

// NewCookies returns the cookies of a site; secure says that its public address begins with https.
func NewCookies(secure bool) Cookies {
	prefix := ""
	if secure {
		prefix = hostPrefix
	}
	return Cookies{Secure: secure, Session: prefix + "candor_session", Position: prefix + "candor_position"}
}

// Set sets a cookie for the whole site that neither scripts nor other sites' pages can use. maxAge is in seconds; below zero it deletes
// the cookie.
func (c *Cookies) Set(w http.ResponseWriter, name, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: c.Secure,
	})
}
