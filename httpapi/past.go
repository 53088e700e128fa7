// The site as it was: ?asOf= shows the signed-in admin today's address at another moment, and a server of a
// past moment shows everybody nothing else. Both are the same handlers over other read models.

package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"candor/events"
	"candor/httpapi/pages"
	"candor/projections"
)

// How long a request waits for a past that is being built. A page says how far it is and asks again by itself; a program
// is told to.
const (
	pagePatience = 2 * time.Second
	callPatience = 8 * time.Second
)

// inTime answers with h, for another moment where the signed-in admin asks for one with ?asOf=.
func (c *request) inTime(h handler) error {
	if c.request.URL.RawQuery == "" || !c.AsOf.IsZero() {
		return h(c)
	}
	text := c.asOfText()
	if text == "" {
		return h(c)
	}
	c.travelling = true
	page := !strings.HasPrefix(c.request.URL.Path, "/api/")
	if _, ok := c.session(); !ok {
		return c.strangerToThePast(page)
	}
	err := c.travel(h, text, page)
	var building *projections.BuildingError
	switch {
	case !page || err == nil:
		return err
	case errors.As(err, &building):
		c.set("Refresh", "1")
		return c.notice(http.StatusAccepted, "One moment", fmt.Sprintf("The site as of that time is being built: %.0f%%. This page will show it when it is ready.", 100*building.Progress))
	case c.status != 0:
		return err
	default:
		p, _ := c.problem(err)
		if p.Status >= http.StatusInternalServerError {
			c.cause = err
		}
		return c.notice(p.Status, "This time can't be shown", p.Detail)
	}
}

// travel answers with h as of the moment that text names.
func (c *request) travel(h handler, text string, page bool) error {
	patience := callPatience
	if page {
		patience = pagePatience
	}
	past, err := c.past(text, "content", patience)
	if err != nil {
		return err
	}
	defer past.Release()
	today := c.server
	c.server = past.Beside(func() any { return today.asOf(past) }).(*server)
	return h(c)
}

// asOfText is what ?asOf= says, "" without it.
func (c *request) asOfText() string {
	raw := c.request.URL.RawQuery
	if !strings.Contains(raw, "asOf=") {
		return ""
	}
	query, _ := url.ParseQuery(raw) // the rest may be broken: whoever reads it says so
	return strings.TrimSpace(query.Get("asOf"))
}

// past is a read model as of the moment that text names. Whoever gets it releases it. Errors: 400 that names asOf, 503 while
// it is being built and where too many are in use.
func (c *request) past(text, model string, patience time.Duration) (*projections.Past, error) {
	if c.Pasts == nil {
		return nil, invalidField("asOf", "This server can't show earlier times.")
	}
	moment, err := events.PastMoment(text, c.Clock())
	if err != nil {
		return nil, invalidField("asOf", "asOf "+err.Error()+".")
	}
	if c.PastTime > 0 {
		patience = c.PastTime
	}
	ctx, cancel := context.WithTimeout(c.request.Context(), patience)
	defer cancel()
	past, err := c.Pasts.Open(ctx, moment, model)
	if errors.Is(err, projections.ErrManyPasts) {
		return nil, &refusal{status: http.StatusServiceUnavailable, kind: "busy", detail: "Other admins are viewing earlier times. Please try again.", retryAfter: 5 * time.Second}
	}
	return past, err
}

// strangerToThePast sends who is not signed in to the login, and from there back to the page.
func (c *request) strangerToThePast(page bool) error {
	if err := c.accessReady(); err != nil {
		return err
	}
	if !page {
		return &refusal{status: http.StatusUnauthorized, kind: "no-session", detail: "Only the signed-in admin can view earlier versions of the site."}
	}
	c.set("Location", "/admin-login?to="+url.QueryEscape(c.request.URL.RequestURI()))
	c.WriteHeader(http.StatusSeeOther)
	return nil
}

// asOf is the server over the content of the past. What it renders is kept apart from today's pages, and has links that
// keep the moment.
func (s *server) asOf(then *projections.Past) *server {
	past := *s
	categories, err := then.Models.Content.Categories()
	past.Models, past.site = then.Models, s.site.AsOf(then.Moment(), err == nil && len(categories) == 0)
	if s.renderer != nil {
		past.renderer = s.renderer.AsOf(events.FormatMoment(then.Moment()), past.site, s.renderData(then.Models.Content), then.Models.Content.Removals)
	}
	return &past
}

// unchangeable refuses what would change the past, or ask for more of it than there is.
func unchangeable(moment time.Time) error {
	return &refusal{status: http.StatusForbidden, kind: "past", detail: "This is the site as it stood on " + pages.FormatMoment(moment) + ". It is read-only, and only its public pages are available."}
}

// pastRefuses refuses what would change the past that this server, or this request, is about, and what a server of the
// past does not have.
func (c *request) pastRefuses() error {
	change := !safe(c.request.Method)
	if !c.AsOf.IsZero() {
		if seen := c.endpoint.asOf; change || seen != onPastServer && seen != anyMoment {
			return unchangeable(c.AsOf)
		}
		return nil
	}
	if !change || c.request.URL.RawQuery == "" {
		return nil
	}
	text := c.asOfText()
	if text == "" {
		return nil
	}
	moment, err := events.ParseMoment(text)
	if err != nil {
		return invalidField("asOf", "asOf "+err.Error()+".")
	}
	return unchangeable(moment)
}

// noPastAdmin is where the admin's screens are on a server that shows the past.
func noPastAdmin(c *request) error {
	return c.notice(http.StatusForbidden, "No dashboard", "This is the site as it stood on "+pages.FormatMoment(c.AsOf)+". It is read-only, so you can't sign in.")
}
