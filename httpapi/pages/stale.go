// Stale pages. Where a cached page's lists have changed and no engine is free to render it again, readers get it as it was, at once and
// with its age (RFC 9111, section 5.1), while it is rendered in the background. So a change shows at once while the site is calm, and
// while it is busy a change of one list does not make all readers of many pages wait.

package pages

import "time"

const (
	maxStale         = time.Minute // since the page was validated; for an older one readers wait
	validationPeriod = time.Second // between two updates of that time: each costs a write to shared memory
)

// validated records that the page is up to date.
func (p *renderedPage) validated(now time.Time) {
	if ms := now.UnixMilli(); ms-p.validatedAt.Load() >= validationPeriod.Milliseconds() {
		p.validatedAt.Store(ms)
	}
}

// mayServeStale reports whether a page that is out of date may be served where it would have to be waited for, and how long ago it was
// validated: it is not too old, and only lists have changed. The item of a page is never shown as it was, and nothing is once a picture
// has been removed, which the page may show.
func (r *Renderer) mayServeStale(p *renderedPage) (age time.Duration, ok bool) {
	age = max(1, time.Duration(r.Clock().UnixMilli()-p.validatedAt.Load())*time.Millisecond)
	if p.document.Load() == nil || age > maxStale {
		return age, false
	}
	if removals, err := r.Removals(); err != nil || removals != p.removals {
		return age, false
	}
	for i := range p.dependencies {
		if p.dependencies[i].item && !p.dependencies[i].unchanged() {
			return age, false
		}
	}
	return age, true
}
