// Decoding page views: by hand where their JSON has the shape that we write, else by the codec.
// They are nearly all of a large log, and encoding/json would be most of a rebuild's time.

package projections

import (
	"bytes"
	"encoding/binary"
	"strings"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

const (
	slabViews   = 512     // page views allocated at once
	mostLabels  = 1 << 15 // remembered texts of one dimension; then it forgets all and begins again
	pageViewed  = "PageViewed"
	handDecoded = 1 // the schema of PageViewed that parsePageView knows
)

var (
	schemaMark  = []byte(`"schema":1`)
	schemaLast  = []byte(`"schema":1}`) // how the metadata of nearly all views ends
	byHand      = events.Schema(pageViewed) == handDecoded
	daysBefore  = [...]int{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334}
	daysInMonth = [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
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
	own   bool // a page of the owner's
	hour  uint32
	count int64 // in hour; 0: the label is in no list of the batch
}

// labels shares the texts of one dimension.
type labels struct {
	known map[string]*label
	last  *label // views often come in runs of one browser, one country
}

func (l *labels) of(s []byte) *label {
	if l.last != nil && l.last.text == string(s) {
		return l.last
	}
	known := l.known[string(s)]
	if known == nil {
		known = l.learn(string(s), &label{text: string(s), own: events.OwnPage(string(s))})
	}
	l.last = known
	return known
}

// learn remembers what a text stands for.
func (l *labels) learn(s string, is *label) *label {
	if l.known == nil || len(l.known) >= mostLabels {
		l.known = map[string]*label{}
	}
	l.known[s] = is
	return is
}

// pageViewDecoder belongs to the decoding goroutine.
type pageViewDecoder struct {
	pages, countries, devices, referrers, browsers, systems, texts labels

	sites labels // of referrers; referrers maps addresses to them
	slab  []pageView
}

func (d *pageViewDecoder) decode(r *events.Recorded) (*pageView, error) {
	if len(d.slab) == 0 {
		d.slab = make([]pageView, slabViews)
	}
	v := &d.slab[0]
	var raw rawView
	if !byHand || !currentSchema(r.Meta) || !parsePageView(r.Data, &raw) {
		e, err := r.Decode()
		if err != nil {
			return nil, err
		}
		p := e.(events.PageViewed)
		raw = rawView{event: []byte(p.Event), page: []byte(p.Page), referrer: []byte(p.Referrer), country: []byte(p.Country),
			city: []byte(p.City), device: []byte(p.Device), browser: []byte(p.Browser), system: []byte(p.System), session: []byte(p.SessionID), visitor: p.VisitorID, at: p.At.UnixNano()}
	}
	d.slab = d.slab[1:]
	*v = pageView{id: binary.BigEndian.Uint64(r.ID[:8]) ^ binary.BigEndian.Uint64(r.ID[8:]), visitor: raw.visitor, at: raw.at,
		page: d.pages.of(raw.page), country: d.countries.of(raw.country), device: d.devices.of(raw.device), referrer: d.referrer(raw.referrer),
		browser: d.browsers.of(raw.browser), system: d.systems.of(raw.system),
		event: d.texts.of(raw.event).text, city: d.texts.of(raw.city).text, session: hashOf(raw.session)}
	return v, nil
}

// hashOf is FNV-1a, never 0 but for nothing.
func hashOf(text []byte) uint64 {
	if len(text) == 0 {
		return 0
	}
	h := uint64(14695981039346656037)
	for _, c := range text {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return max(1, h)
}

// referrer is the site that an address belongs to.
func (d *pageViewDecoder) referrer(address []byte) *label {
	if known := d.referrers.known[string(address)]; known != nil {
		return known
	}
	return d.referrers.learn(string(address), d.sites.of([]byte(siteOf(string(address)))))
}

// siteOf is the host of a web address, in lower case and without "www."; another scheme keeps its
// name (android-app://com.example), and what is no address stays as it is.
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

// currentSchema reports whether metadata written by us says schema 1. Quotes inside a JSON text
// are escaped, so the mark is a field's name; no other object in our metadata has that field.
func currentSchema(meta []byte) bool {
	if bytes.HasSuffix(meta, schemaLast) {
		return true
	}
	i := bytes.Index(meta, schemaMark)
	if i < 0 || i+len(schemaMark) >= len(meta) {
		return false
	}
	next := meta[i+len(schemaMark)]
	return next == ',' || next == '}'
}

// rawView is the fields of a PageViewed that count; the texts are parts of the event's data.
type rawView struct {
	event, page, referrer, country, city, device, browser, system, session []byte

	visitor uuid.UUID
	at      int64
}

// parsePageView reads an object of plain text fields (ASCII, nothing escaped, no spaces between)
// of PageViewed. False: it is not one, and the codec must say what it is.
func parsePageView(data []byte, v *rawView) bool {
	if len(data) < 2 || data[0] != '{' || data[len(data)-1] != '}' {
		return false
	}
	rest := data[1:]
	hasVisitor, hasTime := false, false
	for {
		name, after, ok := plainText(rest)
		if !ok || len(after) == 0 || after[0] != ':' {
			return false
		}
		text, after, ok := plainText(after[1:])
		if !ok || len(after) == 0 {
			return false
		}
		switch string(name) {
		case "event":
			v.event = text
		case "page":
			v.page = text
		case "referrer":
			v.referrer = text
		case "country":
			v.country = text
		case "city":
			v.city = text
		case "device":
			v.device = text
		case "browser":
			v.browser = text
		case "system":
			v.system = text
		case "sessionId":
			v.session = text
		case "metadata":
		case "visitorId":
			id, err := uuid.ParseBytes(text)
			if err != nil || len(text) != 36 {
				return false
			}
			v.visitor, hasVisitor = id, true
		case "at":
			if v.at, ok = parseTime(text); !ok {
				return false
			}
			hasTime = true
		default:
			return false
		}
		if after[0] == '}' {
			return len(after) == 1 && hasVisitor && hasTime
		}
		if after[0] != ',' {
			return false
		}
		rest = after[1:]
	}
}

// plainText reads a quoted text that stands for itself.
func plainText(data []byte) (text, after []byte, ok bool) {
	if len(data) == 0 || data[0] != '"' {
		return nil, nil, false
	}
	for i := 1; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			return data[1:i], data[i+1:], true
		case c == '\\' || c < ' ' || c >= 0x80:
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// parseTime reads 2026-11-21T04:31:50.123Z, with no to nine decimals, as Unix nanoseconds.
func parseTime(s []byte) (int64, bool) {
	if len(s) < 20 || len(s) > 30 || s[len(s)-1] != 'Z' || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' {
		return 0, false
	}
	digits := func(from, to int) int {
		n := 0
		for _, c := range s[from:to] {
			if c < '0' || c > '9' {
				return -1
			}
			n = 10*n + int(c-'0')
		}
		return n
	}
	year, month, day := digits(0, 4), digits(5, 7), digits(8, 10)
	hour, minute, second := digits(11, 13), digits(14, 16), digits(17, 19)
	if year < 1970 || year > 2200 || month < 1 || month > 12 || day < 1 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return 0, false
	}
	leap := year%4 == 0 && (year%100 != 0 || year%400 == 0)
	days := daysInMonth[month-1]
	if leap && month == 2 {
		days++
	}
	if day > days {
		return 0, false
	}
	nanos := 0
	if decimals := s[19 : len(s)-1]; len(decimals) > 0 {
		if decimals[0] != '.' || len(decimals) < 2 || len(decimals) > 10 {
			return 0, false
		}
		if nanos = digits(20, len(s)-1); nanos < 0 {
			return 0, false
		}
		for range 10 - len(decimals) {
			nanos *= 10
		}
	}
	before := year - 1
	total := 365*before + before/4 - before/100 + before/400 + daysBefore[month-1] + day - 1
	if leap && month > 2 {
		total++
	}
	const epochDays = 719162 // from 0001-01-01 to 1970-01-01
	seconds := int64(total-epochDays)*86400 + int64(hour*3600+minute*60+second)
	return seconds*int64(time.Second) + int64(nanos), true
}
