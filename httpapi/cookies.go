// Cookies: the admin's session, and the position of what was written last.

package httpapi

import "net/http"

// cookies knows the names and the attributes of the site's cookies, which follow the scheme of its public address: what a request
// says of its scheme can be made up.
type cookies struct {
	secure   bool
	session  string // holds the session's token; only its hash is in the log
	position string // see position.go
}

// hostPrefix makes a browser refuse a cookie that a subdomain, or a page without TLS, tries to set (RFC 6265bis, section 4.1.3.2).
const hostPrefix = "__Host-"

func newCookies(secure bool) cookies {
	prefix := ""
	if secure {
		prefix = hostPrefix
	}
	return cookies{secure: secure, session: prefix + "candor_session", position: prefix + "candor_position"}
}

// setCookie sets a cookie for the whole site that scripts and other sites' pages can't use. maxAge is in seconds; below zero it
// deletes the cookie.
func (x *exchange) setCookie(name, value string, maxAge int) {
	http.SetCookie(x, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: x.cookies.secure,
	})
}
