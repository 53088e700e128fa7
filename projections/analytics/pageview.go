// Page views as analytics counts them: their texts are shared, as a large log has few different ones.

package analytics

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"candor/events"
)

const (
	maxLabels  = 1 << 15 // remembered texts of one dimension; then all are dropped
	pageViewed = "PageViewed"
)

// pageView is a PageViewed, with its texts shared.
type pageView struct {
	id                              uint64 // of the event, folded to 64 bits
	visitor                         uuid.UUID
	at                              int64 // Unix nanoseconds
	page, country, device, referrer *label
	browser, system                 *label
	event, city                     string
	session                         uint64 // hash of the session's id; 0: none
}

// label is a text that many page views share, with the count of the batch's views of one hour
// under it. The decoder makes labels and reads their text; only apply counts.
type label struct {
	text  string
	own   bool // the owner's own page
	hour  uint32
	count int64  // in hour; 0: the label is in no list of the batch
	by    *tally // which counted last: after a panic the events are counted again, by another one
}

// labels shares the texts of one dimension.
type labels struct {
	known map[string]*label
	last  *label // views often come in runs of one browser, one country
}

func (l *labels) of(s string) *label {
	if l.last != nil && l.last.text == s {
		return l.last
	}
	known := l.known[s]
	if known == nil {
		known = l.learn(s, &label{text: s, own: events.OwnPage(s)})
	}
	l.last = known
	return known
}

// learn remembers the label of a text.
func (l *labels) learn(s string, is *label) *label {
	if l.known == nil || len(l.known) >= maxLabels {
		l.known = map[string]*label{}
	}
	l.known[s] = is
	return is
}

// pageViewDecoder decodes page views. Only the decoding goroutine uses it.
type pageViewDecoder struct {
	pages, countries, devices, referrers, browsers, systems, texts labels

	sites     labels // of referrers; referrers maps addresses to them
	addresses labels // of pages, mapped to them
}

func (d *pageViewDecoder) decode(r *events.Recorded) (*pageView, error) {
	e, err := r.Decode()
	if err != nil {
		return nil, err
	}
	v, ok := e.(events.PageViewed)
	if !ok {
		return nil, fmt.Errorf("%w: %s is no page view", events.ErrUndecodable, r.Type)
	}
	return &pageView{id: binary.BigEndian.Uint64(r.ID[:8]) ^ binary.BigEndian.Uint64(r.ID[8:]), visitor: v.VisitorID, at: v.At.UnixNano(),
		page: d.page(v.Page), country: d.countries.of(v.Country), device: d.devices.of(v.Device), referrer: d.referrer(v.Referrer),
		browser: d.browsers.of(v.Browser), system: d.systems.of(v.System),
		event: d.texts.of(v.Event).text, city: d.texts.of(v.City).text, session: hashOf(v.SessionID)}, nil
}

// page returns the page that an address is of: one row for a page, however links to it are encoded and whatever they say of a campaign.
func (d *pageViewDecoder) page(address string) *label {
	if known := d.addresses.known[address]; known != nil {
		return known
	}
	path, _, _ := strings.Cut(address, "?")
	if decoded, err := url.PathUnescape(path); err == nil && utf8.ValidString(decoded) &&
		!strings.ContainsFunc(decoded, unicode.IsControl) {
		path = decoded
	}
	is := d.pages.of(path)
	is.own = is.own || events.OwnPage(address)
	return d.addresses.learn(address, is)
}

// hashOf returns the FNV-1a hash of a text, 0 only for an empty one.
func hashOf(text string) uint64 {
	if text == "" {
		return 0
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, text) // a hash never fails
	return max(1, h.Sum64())
}

// referrer returns the site that an address belongs to.
func (d *pageViewDecoder) referrer(address string) *label {
	if known := d.referrers.known[address]; known != nil {
		return known
	}
	return d.referrers.learn(address, d.sites.of(siteOf(address)))
}

// siteOf returns the host of a web address, in lower case and without "www."; with another scheme
// the scheme stays (android-app://com.example), and a text that is no address is returned as it is.
func siteOf(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return address
	}
	host, _, _ := strings.Cut(rest, "/")
	host, _, _ = strings.Cut(host, "?")
	host = strings.ToLower(host)
	if scheme != "http" && scheme != "https" {
		return scheme + "://" + host
	}
	return strings.TrimPrefix(host, "www.")
}
