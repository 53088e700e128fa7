// Preview links: which are there, of which item, until when.

package drafts

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections/projector"
)

// Link is a preview link that was not withdrawn.
type Link struct {
	ID        uuid.UUID `json:"id"`
	Kind      string    `json:"kind"`
	ItemID    int64     `json:"itemId"`
	Token     string    `json:"token"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"` // the first moment at which it leads nowhere
}

// Item returns the item that the link shows.
func (l Link) Item() events.Item { return events.Item{Kind: l.Kind, ID: l.ItemID} }

// Links returns the links of an item that are valid at a time, newest first. Its error is ErrNotReady.
func (r *Reader) Links(item events.Item, at time.Time) ([]Link, error) {
	list := []Link{}
	err := r.Read(func(_ *drafts, t *projector.Tx) error {
		for _, l := range linksOf(t, item) {
			if at.Before(l.ExpiresAt) {
				list = append(list, l)
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b Link) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), bytes.Compare(a.ID[:], b.ID[:]))
	})
	return list, err
}

// LinkOf returns the link with a token that is valid at a time. Its error is ErrNotFound or ErrNotReady.
func (r *Reader) LinkOf(token string, at time.Time) (l Link, err error) {
	err = r.Read(func(_ *drafts, t *projector.Tx) error {
		key := t.Bucket("token").Get([]byte(token))
		if key == nil {
			return projector.ErrNotFound
		}
		if decode(t.Bucket("link").Get(key), &l); !at.Before(l.ExpiresAt) {
			return projector.ErrNotFound
		}
		return nil
	})
	return l, err
}

// linksOf reads the links of an item that were not withdrawn, also those that have expired.
func linksOf(t *projector.Tx, item events.Item) (list []Link) {
	t.Bucket("link").Scan(linkPrefix(item), nil, func(_, stored []byte) bool {
		var l Link
		decode(stored, &l)
		list = append(list, l)
		return true
	})
	return list
}

func linkPrefix(item events.Item) []byte { return append([]byte(item.Stream()), 0) }

func (l Link) key() []byte { return append(linkPrefix(l.Item()), l.ID[:]...) }

// addLink stores a link, and removes those of its item that have expired since.
func addLink(t *projector.Tx, e events.PreviewLinkCreated) bool {
	l := Link{ID: e.LinkID, Kind: e.Kind, ItemID: e.ItemID, Token: e.Token, CreatedAt: e.At.UTC(), ExpiresAt: e.ExpiresAt.UTC()}
	if !events.IsKind(l.Kind) || l.Token == "" || len(l.Token) > projector.MaxKey {
		return false
	}
	for _, old := range linksOf(t, l.Item()) {
		if old.ID == l.ID || !l.CreatedAt.Before(old.ExpiresAt) {
			removeLink(t, old)
		}
	}
	t.Bucket("link").Put(l.key(), projector.Encode(l))
	t.Bucket("token").Put([]byte(l.Token), l.key())
	return true
}

// withdrawLink removes a link.
func withdrawLink(t *projector.Tx, e events.PreviewLinkWithdrawn) bool {
	l := Link{ID: e.LinkID, Kind: e.Kind, ItemID: e.ItemID}
	stored := t.Bucket("link").Get(l.key())
	if stored == nil {
		return false
	}
	decode(stored, &l)
	removeLink(t, l)
	return true
}

func removeLink(t *projector.Tx, l Link) {
	t.Bucket("link").Delete(l.key())
	t.Bucket("token").Delete([]byte(l.Token))
}
