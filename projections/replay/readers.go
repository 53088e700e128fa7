// What readers may see: replays for analysts who may not read drafts.
//
// A log can't say of an event alone whether readers may see it: the rest of its request decides whether it took effect in public, and later
// events whether the item is still there and the version isn't withheld. So the items' streams are followed once before the replay, which
// remembers a few numbers for each request that changed an item.

package replay

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sort"
	"strings"

	"candor/events"
)

// Readers limits a replay to what readers may see: of items that are public now, the events made while they were, without the texts of
// versions that are withheld now, and without schedules; of other items nothing. Events that are stored after the replay has begun are left
// out.
type Readers struct {
	SeePicture func(sha256 string) (bool, error) // reports whether readers may see a picture
}

// itemStreams are the prefixes of the streams of items that readers may see.
var itemStreams = events.SitePrefixes()

// public knows which events readers may see.
type public struct {
	items    map[string]*item // by stream
	pictures map[string]bool  // by SHA-256: the answers of see
	see      func(sha256 string) (bool, error)
}

// newPublic follows the items that q can choose, up to the end of the log.
func newPublic(ctx context.Context, log Source, q Query) (*public, error) {
	p := &public{items: map[string]*item{}, pictures: map[string]bool{}, see: q.Readers.SeePicture}
	filter := q.items()
	if len(filter.StreamPrefixes) == 0 {
		return p, nil
	}
	seen := 0
	err := log.Subscribe(ctx, 0, filter, func(m events.Message) error {
		if seen++; seen%stopEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case m.Kind == events.CaughtUp:
			return errDone
		case m.Kind == events.EventAppeared && isItem(m.Event.Stream):
			if p.items[m.Event.Stream] == nil {
				p.items[m.Event.Stream] = &item{}
			}
			p.items[m.Event.Stream].follow(&m.Event)
		}
		return nil
	})
	if errors.Is(err, errDone) {
		err = nil
	}
	return p, err
}

// items returns the streams of items that q can choose.
func (q Query) items() (f events.Filter) {
	if len(q.Types) > 0 && !slices.ContainsFunc(q.Types, func(name string) bool { return actionOf(name) != "" }) {
		return f
	}
	chosen := q.Stream + q.Prefix // one of them at most is given
	for _, prefix := range itemStreams {
		switch {
		case strings.HasPrefix(chosen, prefix):
			return events.Filter{StreamPrefixes: []string{chosen}}
		case strings.HasPrefix(prefix, chosen):
			f.StreamPrefixes = append(f.StreamPrefixes, prefix)
		}
	}
	return f
}

func isItem(stream string) bool {
	return slices.ContainsFunc(itemStreams, func(prefix string) bool { return strings.HasPrefix(stream, prefix) })
}

// actionOf returns what the named type says has happened to an item of the site; "" for a type that is about something else.
func actionOf(name string) events.Action {
	if about, ok := events.AboutOf(events.Zero(name)); ok && about.IsContent() {
		return about.Action
	}
	return ""
}

// shows reports whether readers may see an event. It removes from r what a withheld version said.
func (p *public) shows(r *events.Recorded) (bool, error) {
	for _, prefix := range []string{events.MediaPrefix, events.PicturePrefix} {
		if rest, ok := strings.CutPrefix(r.Stream, prefix); ok {
			sha256, _, _ := strings.Cut(rest, "-") // a picture that came back has a number
			seen, err := p.seesPicture(sha256)
			if by := replacement(r); seen && by != "" {
				seen, err = p.seesPicture(by)
			}
			return seen, err
		}
	}
	if !isItem(r.Stream) {
		return true, nil
	}
	it := p.items[r.Stream]
	if it == nil {
		return false, nil
	}
	return it.shows(r)
}

// replacement returns the picture that an event says replaces another; "" for other events.
func replacement(r *events.Recorded) string {
	if r.Type != (events.MediaReplaced{}).EventType() {
		return ""
	}
	e, _ := r.Decode()
	replaced, _ := e.(events.MediaReplaced)
	return replaced.By
}

func (p *public) seesPicture(sha256 string) (bool, error) {
	seen, known := p.pictures[sha256]
	if !known {
		var err error
		if seen, err = p.see(sha256); err != nil {
			return false, err
		}
		p.pictures[sha256] = seen
	}
	return seen, nil
}

// item is what is known of an item and its events.
type item struct {
	events.PublicVersions
	requests []request       // in order
	withheld map[uint64]bool // the revisions of the versions that are withheld
	unclear  bool            // an event can't be decoded: it may have taken something away
}

// request is the consecutive events of one request, which take effect at once.
type request struct {
	first, last   uint64  // revisions
	before, after bool    // readers could see the item before it, and after it
	from          *uint64 // the version before it; nil: there was none
}

// follow notes an event.
func (it *item) follow(r *events.Recorded) {
	decoded, err := r.Decode()
	if errors.Is(err, events.ErrUnknownType) {
		return
	}
	if err != nil {
		it.unclear = true
		return
	}
	about, ok := events.AboutOf(decoded)
	if !ok {
		return
	}
	it.PublicVersions, _ = it.Next(about, r.Revision, r.Metadata().CorrelationID)
	if about.Kind == events.CategoryKind {
		it.Published = it.Exists // categories have no drafts
	}
	if w, ok := about.Withholding(); ok {
		if it.withheld == nil {
			it.withheld = map[uint64]bool{}
		}
		it.withheld[w.Revision] = w.Reason != ""
	}
	c := it.Change
	if c.Last != r.Revision {
		return // it changed nothing
	}
	if n := len(it.requests); n > 0 && it.requests[n-1].first == c.First {
		it.requests = it.requests[:n-1]
	}
	it.requests = append(it.requests, request{c.First, c.Last, c.Visible, it.Visible(), c.Before})
}

// shows reports whether readers may see an event of the item.
func (it *item) shows(r *events.Recorded) (bool, error) {
	if it.unclear || !it.Visible() {
		return false, nil
	}
	i := sort.Search(len(it.requests), func(i int) bool { return it.requests[i].last >= r.Revision })
	if i == len(it.requests) || r.Revision < it.requests[i].first {
		return false, nil
	}
	request := it.requests[i]
	switch actionOf(r.Type) {
	case events.ActionCreated, events.ActionUpdated, events.ActionCorrected, events.ActionUpdateNoted:
		if !request.after || it.withholds(request) {
			return false, nil
		}
		if request.from != nil && it.withheld[*request.from] {
			return true, withoutFormer(r)
		}
		return true, nil
	case events.ActionPublished, events.ActionUnpublished, events.ActionFeatured, events.ActionUnfeatured, events.ActionTypoMarked,
		events.ActionWithheld, events.ActionReleased, events.ActionDeleted, events.ActionRestored:
		return request.before || request.after, nil
	}
	return false, nil // a schedule is only a plan
}

// withholds reports whether the version that a request has made is withheld.
func (it *item) withholds(r request) bool {
	for revision, withheld := range it.withheld {
		if withheld && r.first <= revision && revision <= r.last {
			return true
		}
	}
	return false
}

// withoutFormer removes from a correction or an update what the item said before.
func withoutFormer(r *events.Recorded) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(r.Data, &fields); err != nil {
		return err
	}
	if fields["was"] == nil {
		return nil
	}
	delete(fields, "was")
	var err error
	r.Data, err = json.Marshal(fields)
	return err
}
