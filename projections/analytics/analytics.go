// Package analytics counts visits by page, country, hour and more, and the unique visitors behind them.
package analytics

import (
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Version is the version of what Analytics makes of the log.
//
//	1: first
//	2: hours and days without bots, with browsers and systems, referrers by site, and the visitors of each hour
//	3: sessions and their entry pages, and summaries of days, which replace their views
//	4: bots and the owner's own pages are excluded from all numbers but the count of bots
//	5: the visitors of each hour as roaring bitmaps
//	6: the owner's own pages are recognised by their decoded addresses
//	7: what a moved log does not let expire
//	8: one row for a page, whatever the query and the encoding of its address
const Version = 8

func init() { projector.Register("analytics", define) }

func define(projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version: Version,
		Prefixes: []string{events.PageViewPrefix, events.VisitorPrefix, events.MetadataPrefix + events.VisitorPrefix,
			events.MetadataPrefix + events.PageViewPrefix, events.DaySummaryPrefix},
		Batch:       1 << 15,         // events are counted in memory, so that a large batch costs little
		CommitDelay: 3 * time.Second, // a commit rewrites most of the counts, however few views it has; queries don't wait for it
		Personal:    true,
		New:         func() projector.Model { return newAnalytics() },
		Sum:         lasting,
	}, Reader: func(p *projector.Projector) any {
		return &Reader{projector.NewView[*analytics](p)}
	}}
}

// Reader answers with what visitors did.
type Reader struct{ projector.View[*analytics] }

// Summary is the analytics summary (spec.md section 3). Bots are excluded from all numbers but their count, as in a Series.
type Summary struct {
	UniqueVisitors int64          `json:"uniqueVisitors"`
	TopPages       []PageCount    `json:"topPages"`
	TopCountries   []CountryCount `json:"topCountries"`
	RecentActivity []RecentEvent  `json:"recentActivity"`
	Bots           int64          `json:"bots"` // views by bots
}

// PageCount counts the views of a page.
type PageCount struct {
	Page  string `json:"page"`
	Title string `json:"title,omitempty"` // of the page; set by the caller of the query
	Count int64  `json:"count"`
}

// CountryCount counts the views from a country: ISO 3166 alpha-2, "Local" or "Unknown".
type CountryCount struct {
	Country string `json:"country"`
	Count   int64  `json:"count"`
}

// RecentEvent is one of the last tracked events.
type RecentEvent struct {
	ID        int64     `json:"id"`
	Event     string    `json:"event"`
	Page      string    `json:"page"`
	IPAddress string    `json:"ipAddress"` // '[erased]' if the visitor's stream is deleted, '[not kept]' if addresses aren't stored
	Country   string    `json:"country"`
	City      *string   `json:"city"`
	CreatedAt time.Time `json:"createdAt"`
}

// Visitor is the spec's unique visitor.
type Visitor struct {
	ID         uuid.UUID `json:"id"`
	IPAddress  string    `json:"ipAddress"` // '[erased]' if the visitor's stream is deleted
	Country    *string   `json:"country"`
	City       *string   `json:"city"`
	UserAgent  *string   `json:"userAgent"`
	FirstVisit time.Time `json:"firstVisit"`
	LastVisit  time.Time `json:"lastVisit"`
	VisitCount int64     `json:"visitCount"` // page views, at least 1
}

// SummaryAnswer returns the summary. It is made on demand after a change.
func (a *Reader) SummaryAnswer() (*answers.Answer, error) {
	m, err := a.Model()
	if err != nil {
		return nil, err
	}
	return m.summary.Answer(struct{}{}, false, func() (answer *answers.Answer, _ []int64, err error) {
		err = a.Read(func(_ *analytics, t *projector.Tx) error {
			s, err := summary(t)
			if err == nil {
				answer, err = answers.NewCounted(projector.Encode(s), 1, time.Time{})
			}
			return err
		})
		return answer, nil, err
	})
}

func summary(t *projector.Tx) (Summary, error) {
	s := Summary{UniqueVisitors: t.Bucket("total").Counted(visitorsCounted),
		Bots: t.Bucket("ever").Counted(projector.AppendBounded([]byte{byDevice},
			botDevice)), TopPages: []PageCount{}, TopCountries: []CountryCount{}, RecentActivity: []RecentEvent{}}
	pages, err := loadTop(t, topPages)
	if err != nil {
		return s, err
	}
	for _, p := range pages {
		s.TopPages = append(s.TopPages, PageCount{Page: p.Text, Count: p.Count})
	}
	countries, err := loadTop(t, topCountries)
	if err != nil {
		return s, err
	}
	for _, c := range countries {
		s.TopCountries = append(s.TopCountries, CountryCount{c.Text, c.Count})
	}
	recent, err := loadRecent(t)
	for i := len(recent) - 1; i >= 0; i-- {
		r := recent[i]
		address := unknownAddress(r.Visitor)
		if p := loadPerson(t, r.Visitor); p != nil {
			address = p.Address
		}
		s.RecentActivity = append(s.RecentActivity, RecentEvent{ID: r.ID, Event: r.Event, Page: r.Page, IPAddress: address,
			Country: r.Country, City: answers.Text(r.City), CreatedAt: r.At})
	}
	return s, err
}

// retireAhead is how long before a visitor's stream expires the visitor's id is no longer used. As views may come a week late, the last
// view is then older than a week when the day of the first one is summarised: no visitor returns after a summary has counted them as not
// returning.
const retireAhead = 21 * 24 * time.Hour

// VisitorOf returns the visitor first seen at an address, unless erased or about to expire, where visitors are stored for a time (0: for
// ever); false also while the model is not ready.
func (a *Reader) VisitorOf(address string, retention time.Duration) (uuid.UUID, bool) {
	var id uuid.UUID
	found := false
	err := a.Read(func(_ *analytics, t *projector.Tx) error {
		if stored := t.Bucket("address").Get(projector.BoundedKey(address)); stored != nil {
			found = copy(id[:], stored) == len(id)
		}
		if found && retention > 0 {
			p := loadPerson(t, id)
			found = p != nil && a.Clock().Sub(p.Since) < retention-retireAhead
		}
		return nil
	})
	return id, found && err == nil
}

// AddressOf returns the address at which a visitor was first seen, as stored, unless erased or expired; false also while the model is not
// ready.
func (a *Reader) AddressOf(visitor uuid.UUID) (address string, ok bool) {
	err := a.Read(func(_ *analytics, t *projector.Tx) error {
		p := loadPerson(t, visitor)
		if ok = p != nil; ok {
			address = p.Address
		}
		return nil
	})
	return address, ok && err == nil
}

// Visitor returns one unique visitor. Its error is ErrNotFound or ErrNotReady.
func (a *Reader) Visitor(id uuid.UUID) (Visitor, error) {
	v := Visitor{ID: id, IPAddress: unknownAddress(id)}
	err := a.Read(func(_ *analytics, t *projector.Tx) error {
		stored, p := t.Bucket("visitor").Get(id[:]), loadPerson(t, id)
		if stored == nil && p == nil {
			return projector.ErrNotFound
		}
		v.VisitCount = 1
		if p != nil { // also a visitor without views that count: a bot, or somebody who only failed to sign in
			v.IPAddress, v.Country, v.City, v.UserAgent = p.Address, answers.Text(p.Country),
				answers.Text(p.City), answers.Text(p.UserAgent)
			v.FirstVisit, v.LastVisit = p.Since, p.Since
		}
		if stored != nil {
			visits := parseVisits(stored)
			v.FirstVisit, v.LastVisit, v.VisitCount = answers.Moment(visits.first), answers.Moment(visits.last), max(1, visits.count)
		}
		return nil
	})
	return v, err
}
