// The site at an earlier moment: ?asOf= shows the signed-in admin an address as it was then, and a server of a
// past moment shows everybody nothing else. Both run the same handlers over other read models.

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

// How long a request waits for the read models of an earlier moment. A page then shows the progress and reloads; a program is
// told to try again.
const (
	pageTimeout = 2 * time.Second
	CallTimeout = 8 * time.Second
)

// inTime answers with h, for another moment where the signed-in admin asks for one with ?asOf=.
func (c *Call) inTime(h Handler) error {
	if c.Request.URL.RawQuery == "" || !c.AsOf.IsZero() {
		return h(c)
	}
	text := c.AsOfText()
	if text == "" {
		return h(c)
	}
	c.HasAsOf = true
	page := !strings.HasPrefix(c.Request.URL.Path, "/api/")
	if _, ok := c.Session(); !ok {
		return c.refuseStranger(page)
	}
	err := c.answerAsOf(h, text, page)
	var building *projections.BuildingError
	var over *overload
	switch {
	case !page || err == nil || errors.As(err, &over):
		return err
	case errors.As(err, &building):
		c.Set("Refresh", "1")
		return c.Notice(http.StatusAccepted, "One moment",
			fmt.Sprintf("The site as of that time is being built: %.0f%%. This page will show it when it is ready.", 100*building.Progress))
	case c.status != 0:
		return err
	default:
		p, _ := c.Problem(err)
		if p.Status >= http.StatusInternalServerError {
			c.Cause = err
		}
		return c.Notice(p.Status, "This time can't be shown", p.Detail)
	}
}

// travel answers with h as of the moment that text names.
func (c *Call) answerAsOf(h Handler, text string, page bool) error {
	timeout := CallTimeout
	if page {
		timeout = pageTimeout
	}
	past, err := c.OpenAsOf(text, c.endpoint.pastModel(), timeout)
	if err != nil {
		return err
	}
	defer past.Release()
	today := c.Server
	c.Server = past.Attached(func() any { return today.over(past) }).(*Server)
	return h(c)
}

// pastModel returns the read model that answers at an earlier moment.
func (e *endpoint) pastModel() string {
	if e.PastModel != "" {
		return string(e.PastModel)
	}
	return string(ContentModel)
}

// AsOfText returns the value of ?asOf=, "" without it.
func (c *Call) AsOfText() string {
	raw := c.Request.URL.RawQuery
	if !strings.Contains(raw, "asOf=") {
		return ""
	}
	query, _ := url.ParseQuery(raw) // the handler reports a malformed rest
	return strings.TrimSpace(query.Get("asOf"))
}

// OpenAsOf returns a read model as of the moment that text names, which the caller releases. Errors: 400 that names asOf, 503 while
// it is being built and while too many are in use.
func (c *Call) OpenAsOf(text, model string, timeout time.Duration) (*projections.AsOf, error) {
	if c.AsOfPool == nil {
		return nil, InvalidField("asOf", "This server can't show earlier times.")
	}
	moment, err := events.PastMoment(text, c.Clock())
	if err != nil {
		return nil, InvalidField("asOf", "asOf "+err.Error()+".")
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), timeout)
	defer cancel()
	past, err := c.AsOfPool.Open(ctx, moment, model)
	if errors.Is(err, projections.ErrAsOfPoolFull) {
		return nil, &Refusal{Status: http.StatusServiceUnavailable, Kind: "busy",
			Detail: "Other admins are viewing earlier times. Please try again.", RetryAfter: 5 * time.Second}
	}
	return past, err
}

// refuseStranger sends visitors who are not signed in to the login, and from there back to the page.
func (c *Call) refuseStranger(page bool) error {
	if err := c.AccessReady(); err != nil {
		return err
	}
	if !page {
		return &Refusal{Status: http.StatusUnauthorized, Kind: "no-session",
			Detail: "Only the signed-in admin can view earlier versions of the site."}
	}
	c.Set("Location", "/admin-login?to="+url.QueryEscape(c.Request.URL.RequestURI()))
	c.WriteHeader(http.StatusSeeOther)
	return nil
}

// over returns the server over the content of an earlier moment. Its rendered pages are cached apart from today's, and have links that
// keep the moment.
func (s *Server) over(then *projections.AsOf) *Server {
	past := *s
	categories, err := then.Models.Content.Categories()
	past.Models, past.Site = then.Models, s.Site.AsOf(then.Moment(), err == nil && len(categories) == 0)
	if s.renderer != nil {
		past.renderer = s.renderer.AsOf(events.FormatMoment(then.Moment()), past.Site,
			s.renderData(then.Models), then.Models.Content.Removals)
	}
	return &past
}

// readOnly returns the refusal of a change, and of what is not shown of an earlier moment.
func readOnly(moment time.Time) error {
	return &Refusal{Status: http.StatusForbidden, Kind: "past",
		Detail: "This is the site as it stood on " + pages.FormatMoment(moment) +
			". It is read-only, and only its public pages are available."}
}

// refusePast refuses what would change the past that this server, or this request, is about, and what a server of the
// past does not have.
func (c *Call) refusePast() error {
	change := !safe(c.Request.Method)
	if !c.AsOf.IsZero() {
		if seen := c.endpoint.AsOf; change || seen != OnPastServer && seen != AnyMoment {
			return readOnly(c.AsOf)
		}
		return nil
	}
	if !change || c.Request.URL.RawQuery == "" {
		return nil
	}
	text := c.AsOfText()
	if text == "" {
		return nil
	}
	moment, err := events.ParseMoment(text)
	if err != nil {
		return InvalidField("asOf", "asOf "+err.Error()+".")
	}
	return readOnly(moment)
}
