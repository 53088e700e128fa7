// Queries of versions.

package versions

import (
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

const (
	// MaxListed is the most versions in one list.
	MaxListed = 1000

	maxListedText = 2 << 20  // bytes of a list, and of the texts compared for it, after which it ends early
	maxListedSide = 1000     // characters of a changed text in a list
	maxListedHTML = 16 << 10 // bytes of a difference in a list
	maxHTML       = 1 << 20  // bytes of a difference of one version
)

// Listed is a version as a list shows it.
type Listed struct {
	Revision  uint64             `json:"revision"` // of the item's stream; it identifies the version among the item's
	At        time.Time          `json:"at"`
	Type      events.VersionType `json:"type"`
	Label     string             `json:"label"` // what readers see it called
	Note      *string            `json:"note"`  // nil: the editor wrote none, or the version is withheld
	Title     string             `json:"title"`
	Rating    *float64           `json:"rating"` // of a review
	Changes   []FieldChange      `json:"changes"`
	IsCurrent bool               `json:"isCurrent"` // readers see it now
	Position  events.Position    `json:"position"`  // of its event in the log
	Withheld  *Withheld          `json:"withheld"`

	RemovedPictures map[string]time.Time `json:"removedPictures,omitempty"` // of those that the changes name, by address
	*Replacement                         // only of an entry of type Picture

	compared int // bytes of its changes, before they were cut
}

// Withheld says why a version is withheld, and since when.
type Withheld struct {
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// listQuery is what a list shows.
type listQuery struct {
	itemKey
	mode   Mode
	before events.Position
	limit  int
	shown  showing
}

// History returns up to limit (0: MaxListed) versions of an item, and entries about pictures that were replaced in it, that lie before a
// position in the log (0: from the latest on), newest first. In the mode Corrections there are no such entries. Errors:
// ErrNotFound, also for an item that readers can't see, ErrNotReady, ErrListsFull.
func (r *Reader) History(kind string, id int64, mode Mode, before events.Position, limit int) (*answers.Answer, error) {
	m, err := r.Model()
	if err != nil {
		return nil, err
	}
	if limit <= 0 || limit > MaxListed {
		limit = MaxListed
	}
	q := listQuery{itemKey{kind, id}, mode, before, limit, r.inLists()}
	return m.lists.Answer(q, false, func() (a *answers.Answer, _ []int64, err error) {
		err = r.Read(func(_ *versions, t *projector.Tx) (err error) {
			k := versionedKind(kind)
			if k == nil || mode == Off {
				return projector.ErrNotFound
			}
			it := k.item(t, id)
			if !it.Visible() {
				return projector.ErrNotFound
			}
			list, next := k.list(t, id, &it, q)
			a, err = answers.NewCounted(projector.EncodeMarkup(struct {
				Mode     Mode             `json:"mode"`
				Versions []Listed         `json:"versions"`
				Next     *events.Position `json:"next"` // what before is for the next page; null: there is none
			}{mode, list, next}), len(list), time.Time{})
			return err
		})
		return a, nil, err
	})
}

// list returns a page of versions and replaced pictures, and the position before which the next one begins; nil: there is none.
func (k *kind) list(t *projector.Tx, id int64, it *item, q listQuery) (list []Listed, next *events.Position) {
	list = []Listed{}
	from := projector.Number(id)
	if q.before > 0 {
		from = versionKey(id, k.firstBefore(t, id, it, q.before))
	}
	var replaced []exchanged
	if q.mode == Full {
		replaced = k.exchanges(t, id, q.before, q.limit+1)
	}
	size := 0
	add := func(all ...Listed) bool {
		if len(list) >= q.limit || size > maxListedText {
			next = &list[len(list)-1].Position
			return false
		}
		for _, one := range all {
			list, size = append(list, one), size+one.size()
		}
		return true
	}
	t.Bucket(k.Name+"-version").Scan(projector.Number(id), from, func(key, stored []byte) bool {
		var v version
		decode(stored, &v)
		revision := ^projector.ParseNumber(key[8:])
		if q.before > 0 && v.Position >= q.before {
			return true
		}
		for ; len(replaced) > 0 && replaced[0].position > v.Position; replaced = replaced[1:] {
			if !add(k.replacements(t, id, revision, replaced[0])...) {
				return false
			}
		}
		return !q.mode.lists(&v) || add(k.listed(t, id, revision, it, &v, q.shown))
	})
	return list, next
}

// listed returns a version as it is shown.
func (k *kind) listed(t *projector.Tx, id int64, revision uint64, it *item, v *version, as showing) Listed {
	one := Listed{Revision: revision, At: v.At, Type: v.Type, IsCurrent: it.Visible() && *it.Latest == revision, Position: v.Position,
		Changes: []FieldChange{}, Withheld: k.withheld(t, id, revision)}
	if one.Withheld != nil {
		one.Label = v.Type.Label(nil)
		return one
	}
	one.Label, one.Note = v.Type.Label(v.Fields), answers.Text(v.Note)
	decode(k.value(t, id, "title", revision), &one.Title)
	if rating := k.value(t, id, "rating", revision); rating != nil {
		decode(rating, &one.Rating)
	}
	if v.Before == nil {
		return one // all of it is new
	}
	hidden := k.withheld(t, id, *v.Before) != nil
	removed := map[string]time.Time{}
	for _, field := range v.Fields {
		var from json.RawMessage // nil: withheld
		if !hidden {
			if from = k.value(t, id, field, *v.Before); from == nil {
				from = json.RawMessage("null")
			}
		}
		to := seeIn(t, k.value(t, id, field, revision), v.Position, removed)
		if from != nil {
			from = seeIn(t, from, v.Position, removed)
		}
		change, compared := as.without(removed).change(field, from, to)
		one.Changes, one.compared = append(one.Changes, change), one.compared+compared
	}
	if len(removed) > 0 {
		one.RemovedPictures = removed
	}
	return one
}

// withheld returns why a version is withheld, nil if it isn't.
func (k *kind) withheld(t *projector.Tx, id int64, revision uint64) *Withheld {
	stored := t.Bucket(k.Name + "-withheld").Get(versionKey(id, revision))
	if stored == nil {
		return nil
	}
	w := &Withheld{}
	decode(stored, w)
	return w
}

// Snapshot is the state of an item in one of its versions.
type Snapshot struct {
	Revision          uint64
	Content           any                    // an events.ReviewContent or events.ArticleContent
	Pictures          map[string]PictureThen // what readers see of those that it names, by hash
	Featured          bool
	Created, Updated  time.Time
	Published, Priced *time.Time
}

// Detail is a version with the item then and before. Then is nil where the version is withheld, Before there, where the version before is
// withheld, and for the first version.
type Detail struct {
	Listed
	Then, Before *Snapshot
}

// Version returns a version of an item. Errors: ErrNotFound, also for one that readers can't see, ErrNotReady.
func (r *Reader) Version(kind string, id int64, mode Mode, revision uint64) (d Detail, err error) {
	err = r.Read(func(_ *versions, t *projector.Tx) error {
		k := versionedKind(kind)
		if k == nil || mode == Off {
			return projector.ErrNotFound
		}
		it := k.item(t, id)
		v := k.version(t, id, revision)
		if v == nil || !it.Visible() || !mode.lists(v) {
			return projector.ErrNotFound
		}
		d.Listed = k.listed(t, id, revision, &it, v, r.whole())
		if d.Withheld != nil {
			return nil
		}
		d.Then = k.snapshot(t, id, revision, v, d.IsCurrent)
		if v.Before != nil && k.withheld(t, id, *v.Before) == nil {
			d.Before = k.snapshot(t, id, *v.Before, k.version(t, id, *v.Before), false)
		}
		return nil
	})
	return d, err
}

// snapshot returns an item as it was in a version, with the pictures that readers saw when that began; with today's in the current one.
func (k *kind) snapshot(t *projector.Tx, id int64, revision uint64, v *version, isCurrent bool) *Snapshot {
	position := v.Position
	if isCurrent {
		position = forNow
	}
	content := k.contentAt(t, id, revision)
	return &Snapshot{Revision: revision, Content: content, Pictures: picturesThen(t, projector.Encode(content), position),
		Featured: v.Featured, Created: v.CreatedAt, Updated: v.At, Published: v.PublishedAt, Priced: v.PricedAt}
}
