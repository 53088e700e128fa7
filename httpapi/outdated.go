// Outdated pages: where a kept page's lists have changed and no engine is free to make it anew, readers get it as it was, at once,
// with its Age (RFC 9111, section 5.1), and it is made anew behind them. So what is published shows at once while the site is calm,
// and when it is busy a change of one list doesn't make all readers of a hundred pages wait.

package httpapi

import "time"

const (
	oldestPage = time.Minute // since it certainly was up to date; an older one is waited for
	heldGrain  = time.Second // how exactly that is noted: it costs a write
)

// heldAt notes that the page is up to date.
func (p *renderedPage) heldAt(now time.Time) {
	if ms := now.UnixMilli(); ms-p.held.Load() >= heldGrain.Milliseconds() {
		p.held.Store(ms)
	}
}

// outdated reports whether a page that holds no more will do where it would have to be waited for, and how long ago it certainly
// held: it is not too old, and all that has changed are lists. What a page is about is never shown as it was, nor is anything where
// a picture was removed since, which the page may show.
func (r *renderer) outdated(p *renderedPage) (age time.Duration, will bool) {
	age = max(1, time.Duration(r.now().UnixMilli()-p.held.Load())*time.Millisecond)
	if p.document.Load() == nil || age > oldestPage {
		return age, false
	}
	if removals, err := r.content.Removals(); err != nil || removals != p.removals {
		return age, false
	}
	for i := range p.readings {
		if p.readings[i].item && !p.readings[i].holds() {
			return age, false
		}
	}
	return age, true
}

// exact reports whether the reader must see what is true now: a caller with a key that has written something, and the admin.
func (x *exchange) exact() bool {
	if x.askedPosition() == 0 {
		if _, err := x.request.Cookie(x.cookies.Session); err != nil {
			return false
		}
	}
	ok, _ := x.authenticated()
	return ok
}
