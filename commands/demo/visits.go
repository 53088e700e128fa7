// Visits: a month of page views such as a small site has. They are random, but the same each time.

package demo

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/events"
)

const (
	visitDays   = 30
	visitsEvery = 3 * time.Hour // visits are appended in groups of as many hours
	maxReturns  = 200           // readers who may come back
	pauseAtMost = 170           // seconds on a page
)

// browser is a visitor with one browser.
type browser struct {
	id                               uuid.UUID
	address                          string // of those that are reserved for examples (RFC 3849)
	country, browser, system, device string
}

// chance draws the random values of visits. known are the visitors so far, some of whom come back.
type chance struct {
	*rand.Rand
	known    []browser
	visitors int
}

// weighted is a choice among several.
type weighted struct {
	values []string
	weight float64
}

var (
	countries = []weighted{{[]string{"US"}, 27}, {[]string{"GB"}, 15}, {[]string{"DE"}, 14}, {[]string{"CH"}, 8}, {[]string{"NL"}, 6},
		{[]string{"IN"}, 6}, {[]string{"CA"}, 5}, {[]string{"SE"}, 4}, {[]string{"FR"}, 4}, {[]string{"AU"}, 3}, {[]string{"PL"},
			3}, {[]string{"JP"}, 2}, {[]string{"BR"}, 2}, {[]string{"Unknown"}, 1}}
	// agents are browsers, their systems and their devices, by the names that page views have.
	agents = []weighted{{[]string{"Safari", "iOS", "phone"}, 24}, {[]string{"Chrome", "Android", "phone"}, 22},
		{[]string{"Chrome", "Windows", "desktop"}, 18}, {[]string{"Firefox", "Linux", "desktop"}, 11},
		{[]string{"Firefox", "Windows", "desktop"},
			7}, {[]string{"Safari", "macOS", "desktop"}, 8}, {[]string{"Edge", "Windows", "desktop"}, 5},
		{[]string{"Safari", "iOS", "tablet"}, 3}}
	referrers = []weighted{{[]string{""}, 38}, {[]string{"https://www.google.com/"}, 26}, {[]string{"https://duckduckgo.com/"}, 11},
		{[]string{"https://news.ycombinator.com/"}, 9}, {[]string{"https://mastodon.social/"}, 7}, {[]string{"https://www.reddit.com/"},
			5}, {[]string{"https://example.com/odile-marchbank"}, 4}}
	otherPages = []weighted{{[]string{"/"}, 40}, {[]string{"/reviews"}, 14}, {[]string{"/tech-articles"}, 9},
		{[]string{"/category/computers"}, 8}, {[]string{"/category/gadgets"}, 7}, {[]string{"/category/automotive"},
			5}, {[]string{"/category/industrial"}, 3}, {[]string{"/pages/how-we-test"}, 5},
		{[]string{"/corrections"}, 3}, {[]string{"/about"}, 3},
		{[]string{"/office-tools"}, 3}}
)

func (c *chance) of(choices []weighted) []string {
	sum := 0.0
	for _, one := range choices {
		sum += one.weight
	}
	at := c.Float64() * sum
	for _, one := range choices {
		if at -= one.weight; at < 0 {
			return one.values
		}
	}
	return choices[0].values
}

func (c *chance) id() (id uuid.UUID) {
	for i := range id {
		id[i] = byte(c.UintN(256))
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4 (RFC 9562)
	return id
}

// browser returns a new visitor or, half of the times, one who was here before.
func (c *chance) browser() (b browser, isNew bool) {
	if len(c.known) > 0 && c.IntN(2) == 0 {
		return c.known[c.IntN(len(c.known))], false
	}
	agent := c.of(agents)
	b = browser{c.id(), c.newAddress(), c.of(countries)[0], agent[0], agent[1], agent[2]}
	if len(c.known) < maxReturns {
		c.known = append(c.known, b)
	}
	return b, true
}

func (c *chance) newAddress() string {
	c.visitors++
	return fmt.Sprintf("2001:db8:%x::%x", c.visitors, 1+c.IntN(0xfff))
}

// visitSteps are those in which the visits of some hours are appended.
func (t *teller) visitSteps() []step {
	var steps []step
	c := &chance{Rand: rand.New(rand.NewPCG(20261126, visitDays))}
	begin := before(t.origin, visitDays)
	for from := begin; from.Before(t.origin.Add(-visitsEvery / 2)); from = from.Add(visitsEvery) {
		until := from.Add(visitsEvery)
		if until.After(t.origin) {
			until = t.origin.Truncate(time.Second)
		}
		steps = append(steps, step{until, "visits until " + until.Format(time.RFC3339), func(ctx context.Context, _ commands.Caller) error {
			return t.appendViews(ctx, t.views(c, from, until))
		}})
	}
	return steps
}

// view is a page view and its event's id.
type view struct {
	id uuid.UUID
	events.PageViewed
	visitor *events.VisitorFirstSeen // of a new one's first view
}

// views returns the page views of the sessions that begin in some hours.
func (t *teller) views(c *chance, from, until time.Time) []view {
	var views []view
	for range int(t.sessions(from) + c.Float64()) {
		b, isNew := c.browser()
		session := strconv.FormatUint(c.Uint64(), 36)
		at := from.Add(time.Duration(c.Int64N(int64(until.Sub(from)))))
		referrer := c.of(referrers)[0]
		for range 1 + c.IntN(2) + c.IntN(3) {
			if !at.Before(until) {
				break
			}
			page := c.of(otherPages)[0]
			if items := t.readAt(at); len(items) > 0 && c.IntN(100) < 62 {
				page = c.of(items)[0]
			}
			v := view{id: c.id(), PageViewed: events.PageViewed{
				Event: "page_view", Page: page, Referrer: referrer, SessionID: session, VisitorID: b.id,
				Country: b.country, Browser: b.browser, System: b.system, Device: b.device, At: at.UTC().Truncate(time.Millisecond),
			}}
			if isNew {
				v.visitor = &events.VisitorFirstSeen{VisitorID: b.id, Address: b.address, Country: b.country, At: v.At}
				isNew = false
			}
			views = append(views, v)
			at = at.Add(time.Duration(12+c.IntN(pauseAtMost)) * time.Second)
		}
	}
	slices.SortFunc(views, func(a, b view) int { return a.At.Compare(b.At) })
	return views
}

// sessions returns how many sessions are to be expected in the hours from a moment on: fewer at night and on Sundays, more each week, and
// most when something has just been published.
func (t *teller) sessions(from time.Time) float64 {
	hour := float64(from.UTC().Hour()) + visitsEvery.Hours()/2
	n := 4.2 - 2.9*math.Cos((hour-4)/24*2*math.Pi)
	switch from.UTC().Weekday() {
	case time.Saturday:
		n *= 0.8
	case time.Sunday:
		n *= 0.7
	}
	n *= 0.7 + 0.6*(1-t.origin.Sub(from).Hours()/24/visitDays)
	youngest := math.Inf(1)
	for _, age := range t.ages(from) {
		if age >= 0 {
			youngest = min(youngest, age)
		}
	}
	return n * (1 + 0.6*math.Exp(-youngest))
}

// ages returns how many days before a moment each item came out; less than 0 for those that come out later.
func (t *teller) ages(at time.Time) map[string]float64 {
	ages := map[string]float64{}
	days := t.origin.Sub(at).Hours() / 24
	for _, r := range t.Reviews {
		if r.IsPublished {
			ages[r.Name] = r.DaysAgo - days
		}
	}
	for _, a := range t.Articles {
		ages[a.Name] = a.DaysAgo - days
	}
	return ages
}

// readAt returns the items that can be read at a moment, the newer the likelier. Featured ones are likelier, too.
func (t *teller) readAt(at time.Time) []weighted {
	var pages []weighted
	ages := t.ages(at)
	add := func(path, name string, weight float64) {
		if age := ages[name]; age > 0 {
			pages = append(pages, weighted{[]string{fmt.Sprintf("/%s/%d", path, t.items[name].id)}, weight * (0.25 + 3*math.Exp(-age/3))})
		}
	}
	for _, r := range t.Reviews {
		weight := 1.0
		if r.IsFeatured {
			weight = 1.8
		}
		add("reviews", r.Name, weight)
	}
	for _, a := range t.Articles {
		add("tech-articles", a.Name, 0.8)
	}
	return pages
}

// appendViews appends new visitors to their streams and page views to those of their days.
func (t *teller) appendViews(ctx context.Context, views []view) error {
	proposed, streams := map[string][]events.Proposed{}, []string{}
	propose := func(stream string, id uuid.UUID, visitor uuid.UUID, e events.Event) error {
		p, err := events.Encode(events.Envelope{ID: id, Event: e, Metadata: events.Metadata{
			At:    t.logTime(),
			Actor: events.Actor{Kind: events.ActorVisitor, ID: visitor.String()}, Demo: true,
		}})
		if proposed[stream] == nil {
			streams = append(streams, stream)
		}
		proposed[stream] = append(proposed[stream], p)
		return err
	}
	for _, v := range views {
		if v.visitor != nil {
			if err := propose(events.VisitorStream(v.VisitorID), v.VisitorID, v.VisitorID, *v.visitor); err != nil {
				return err
			}
		}
		if err := propose(events.PageViewStream(v.At), v.id, v.VisitorID, v.PageViewed); err != nil {
			return err
		}
	}
	for _, stream := range streams {
		if _, err := t.log.Append(ctx, stream, events.Any, proposed[stream]...); err != nil {
			return err
		}
	}
	return nil
}
