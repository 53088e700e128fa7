// Package drafts answers with what editors have typed and readers don't see yet, and with the links under which it is shown.
package drafts

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// Version is the version of what the model makes of the log.
//
//	1: first
//	2: schedules
//	3: sections of the settings
const Version = 3

func init() { projector.Register("drafts", define) }

func define(projector.Config) projector.ReadModel {
	return projector.ReadModel{Definition: projector.Definition{
		Version: Version,
		Prefixes: append(events.KindPrefixes(func(events.Kind) bool { return true }), events.DraftPrefix,
			events.MetadataPrefix+events.DraftPrefix, events.PreviewPrefix),
		CommitDelay: 25 * time.Millisecond,
		Discarded:   true,
		New:         func() projector.Model { return newDrafts() },
	}, Reader: func(p *projector.Projector) any { return &Reader{projector.NewView[*drafts](p)} }}
}

// Reader answers with drafts.
type Reader struct{ projector.View[*drafts] }

// Draft is what an editor has typed of one item.
type Draft struct {
	ID        events.DraftID  `json:"id"`
	Kind      string          `json:"kind"`
	ItemID    *int64          `json:"itemId"` // nil: the item doesn't exist yet, or it is a section of the settings
	Base      *uint64         `json:"base"`
	Fields    json.RawMessage `json:"fields"` // a JSON object
	Was       json.RawMessage `json:"was"`    // a JSON object
	Title     string          `json:"title"`  // that the draft gives the item; "" if it gives none; the name of a section
	UpdatedAt time.Time       `json:"updatedAt"`
	By        events.Actor    `json:"by"`
	Revision  uint64          `json:"revision"`
	Schedule  *Schedule       `json:"schedule"` // nil: it doesn't go live by itself
}

// Summary says of a draft what lists show.
type Summary struct {
	UpdatedAt time.Time    `json:"updatedAt"`
	By        events.Actor `json:"by"`
	Fields    []string     `json:"fields"` // their names, sorted
	Revision  uint64       `json:"revision"`
	Schedule  *Schedule    `json:"schedule"` // as in Draft
}

// drafts is one generation's drafts. Buckets:
//
//	draft      "review-12" → JSON of Draft
//	summary    "review-12" → JSON of Summary
//	schedule   "review-12" → JSON of storedSchedule
//	new        "review", 00, "6f96…" (draft) → nothing: drafts of items that don't exist yet
//	size       "review-12" → JSON of a list: the bytes of each event that its stream keeps, the oldest first
//	total      "drafts", "bytes" → how many
//	link       "review-12", 00, 16 bytes (link) → JSON of Link, until it is withdrawn
//	token      "GQ4TQN…" → the key of its link
//	undeleted  "draft-review-12" (stream) → nothing: it has ended, or its item was deleted, but its stream is not deleted yet
type drafts struct {
	projector.RowsOnly
	edition atomic.Uint64 // see Reader.Summaries
	changed bool          // by the batch
}

// editions numbers the states of all generations in this process.
var editions atomic.Uint64

func newDrafts() *drafts {
	d := &drafts{}
	d.edition.Store(editions.Add(1))
	return d
}

func (d *drafts) Committed() {
	if d.changed {
		d.changed = false
		d.edition.Store(editions.Add(1))
	}
}

// The counts in the bucket total.
const (
	totalDrafts = "drafts"
	totalBytes  = "bytes"
)

// Draft returns a draft. Its error is ErrNotFound or ErrNotReady.
func (r *Reader) Draft(id events.DraftID) (d Draft, err error) {
	err = r.Read(func(_ *drafts, t *projector.Tx) error {
		stored := t.Bucket("draft").Get([]byte(id))
		if stored == nil {
			return projector.ErrNotFound
		}
		decode(stored, &d)
		d.Schedule = scheduleOf(t, id, d.Revision)
		return nil
	})
	return d, err
}

// Summaries returns the drafts of items of a kind that exist, by the items' numbers. They change only together with the edition.
// Its error is ErrNotReady.
func (r *Reader) Summaries(kind string) (all map[int64]Summary, edition uint64, err error) {
	m, err := r.Model()
	if err != nil {
		return nil, 0, err
	}
	edition = m.edition.Load() // before the transaction begins: it may be older than what is read, never newer
	all = map[int64]Summary{}
	err = r.Read(func(_ *drafts, t *projector.Tx) error {
		t.Bucket("summary").Scan([]byte(kind+"-"), nil, func(key, stored []byte) bool {
			if item, ok := events.DraftID(key).Item(); ok {
				var s Summary
				decode(stored, &s)
				s.Schedule = scheduleOf(t, events.DraftID(key), s.Revision)
				all[item.ID] = s
			}
			return true
		})
		return nil
	})
	return all, edition, err
}

// New returns the drafts of items that don't exist yet, of a kind ("": of any), newest first. limit 0 is all. total counts them before
// limit and offset. Its error is ErrNotReady.
func (r *Reader) New(kind string, limit, offset int) (list []Draft, total int, err error) {
	list = []Draft{}
	err = r.Read(func(_ *drafts, t *projector.Tx) error {
		type one struct {
			id []byte
			at time.Time
		}
		var found []one
		prefix := []byte(kind)
		if kind != "" {
			prefix = append(prefix, 0)
		}
		t.Bucket("new").Scan(prefix, nil, func(key, _ []byte) bool {
			_, id, _ := bytes.Cut(key, []byte{0})
			var s Summary
			decode(t.Bucket("summary").Get(id), &s)
			found = append(found, one{bytes.Clone(id), s.UpdatedAt})
			return true
		})
		slices.SortFunc(found, func(a, b one) int { return cmp.Or(b.at.Compare(a.at), bytes.Compare(a.id, b.id)) })
		total = len(found)
		found = found[min(offset, total):]
		if limit > 0 {
			found = found[:min(limit, len(found))]
		}
		for _, f := range found {
			var d Draft
			decode(t.Bucket("draft").Get(f.id), &d)
			list = append(list, d)
		}
		return nil
	})
	return list, total, err
}

// Pictures returns the drafts that name each stored picture, by the picture's hash. Their fields are left out. Its error is ErrNotReady.
func (r *Reader) Pictures() (map[string][]Draft, error) {
	users := map[string][]Draft{}
	err := r.Read(func(_ *drafts, t *projector.Tx) error {
		t.Bucket("draft").Scan(nil, nil, func(_, stored []byte) bool {
			var d Draft
			decode(stored, &d)
			pictures := events.PicturesIn(d.Fields)
			d.Fields, d.Was = nil, nil
			slices.Sort(pictures)
			for _, sha256 := range slices.Compact(pictures) {
				users[sha256] = append(users[sha256], d)
			}
			return true
		})
		return nil
	})
	return users, err
}

// Totals returns how many drafts there are, and how many bytes the log keeps of them until it is scavenged. Its error is ErrNotReady.
func (r *Reader) Totals() (count, size int64, err error) {
	err = r.Read(func(_ *drafts, t *projector.Tx) error {
		totals := t.Bucket("total")
		count, size = totals.Counted([]byte(totalDrafts)), totals.Counted([]byte(totalBytes))
		return nil
	})
	return count, size, err
}

// Undeleted lists, in the order of their names, the streams of drafts that have ended or whose items were deleted, and that are still
// there, as after a crash between the two. Its error is ErrNotReady.
func (r *Reader) Undeleted() (streams []string, err error) {
	err = r.Read(func(_ *drafts, t *projector.Tx) error {
		t.Bucket("undeleted").Scan(nil, nil, func(key, _ []byte) bool {
			streams = append(streams, string(key))
			return true
		})
		return nil
	})
	return streams, err
}

// decode reads a stored value.
func decode(stored []byte, v any) {
	if json.Unmarshal(stored, v) != nil {
		panic(projector.Damage("a draft is no JSON"))
	}
}

// names returns the names of a draft's fields, sorted.
func names(fields map[string]json.RawMessage) []string { return slices.Sorted(maps.Keys(fields)) }

// title returns the title that a draft gives its item, "" if it gives none.
func title(fields map[string]json.RawMessage) string {
	var text string
	if json.Unmarshal(fields["title"], &text) != nil {
		return ""
	}
	return text
}
