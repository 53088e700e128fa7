// Rows: the fields of an item that are stored beside its JSON, and the indexes that follow from them.

package content

import (
	"encoding/binary"
	"strings"

	"candor/events/characters"
	"candor/projections/content/names"
	"candor/projections/projector"
)

// The scopes and features of an index's key.
const (
	scopePublic = 'p' // published
	scopeAdmin  = 'a' // all but deleted
	featuredAny = '*'
	featuredYes = 'f'
	featuredNo  = 'n'
)

// head holds what queries and indexes need of an item, so that they needn't read its JSON.
type head struct {
	published, featured, deleted bool
	created, updated, released   int64 // Unix nanoseconds; released is when it was first published, 0 for what never was
	publishAt, unpublishAt       int64 // Unix nanoseconds; 0: not scheduled
	draftAt                      int64 // when its draft is to be published, in Unix nanoseconds; 0: not scheduled
	revision                     uint64
	group                        uint64 // what lists may be narrowed to: a review's category, an article's, a page's slug; 0: nothing
	title                        string
}

// listedAt returns the time by which lists sort the item in a scope: readers' by its first publication, the admin's by its creation.
func (h *head) listedAt(scope byte) int64 {
	if scope == scopePublic && h.released != 0 {
		return h.released
	}
	return h.created
}

// index names one list order of a collection: newest first within scope, feature and group.
type index struct {
	scope, featured byte
	group           uint64 // 0: any
}

// key returns the key of an index, "p*" + group, to which an entry adds the time of listedAt and id, both inverted so
// that the newest comes first: 'p' '*' 00…02 ^time ^id.
func (i index) key() []byte {
	return binary.BigEndian.AppendUint64([]byte{i.scope, i.featured}, i.group)
}

func (i index) entry(h *head, id int64) []byte {
	return append(append(i.key(), projector.Number(^h.listedAt(i.scope))...), projector.Number(^id)...)
}

// idOf reads the id at the end of an entry.
func idOf(entry []byte) int64 { return int64(^projector.ParseNumber(entry[len(entry)-8:])) }

// indexes lists the indexes that contain the item.
func (h *head) indexes() []index {
	if h == nil || h.deleted {
		return nil
	}
	feature := byte(featuredNo)
	if h.featured {
		feature = featuredYes
	}
	all := make([]index, 0, 8)
	for _, scope := range []byte{scopeAdmin, scopePublic} {
		if scope == scopePublic && !h.published {
			continue
		}
		for _, group := range []uint64{0, h.group} {
			all = append(all, index{scope, featuredAny, group}, index{scope, feature, group})
			if h.group == 0 {
				break
			}
		}
	}
	return all
}

// The layout of a row: flags u8, created, updated, released, revision, group u64 big-endian, length
// of the title u32, if it has a schedule publishAt, unpublishAt u64, if its draft has one draftAt u64, title, JSON.
const (
	rowHeader   = 1 + 5*8 + 4
	rowSchedule = 2 * 8
	rowDraft    = 8
)

// planned reports whether the item itself has a schedule, and scheduled whether it or its draft has one.
func (h *head) planned() bool   { return h.publishAt != 0 || h.unpublishAt != 0 }
func (h *head) scheduled() bool { return h.planned() || h.draftAt != 0 }

func (h *head) row(body []byte) []byte {
	out := make([]byte, 1, rowHeader+rowSchedule+rowDraft+len(h.title)+len(body))
	for i, flag := range []bool{h.published, h.featured, h.deleted, h.planned(), h.draftAt != 0} {
		if flag {
			out[0] |= 1 << i
		}
	}
	for _, n := range []uint64{uint64(h.created), uint64(h.updated), uint64(h.released), h.revision, h.group} {
		out = binary.BigEndian.AppendUint64(out, n)
	}
	out = binary.BigEndian.AppendUint32(out, uint32(len(h.title)))
	if h.planned() {
		out = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(out, uint64(h.publishAt)), uint64(h.unpublishAt))
	}
	if h.draftAt != 0 {
		out = binary.BigEndian.AppendUint64(out, uint64(h.draftAt))
	}
	return append(append(out, h.title...), body...)
}

// parseRow reads what row wrote; body is valid as long as stored is.
func parseRow(stored []byte) (h head, body []byte) {
	if len(stored) < rowHeader {
		panic(projector.Damage("a row is too short"))
	}
	h.published, h.featured, h.deleted = stored[0]&1 != 0, stored[0]&2 != 0, stored[0]&4 != 0
	n := func(i int) uint64 { return binary.BigEndian.Uint64(stored[1+8*i:]) }
	h.created, h.updated, h.released, h.revision, h.group = int64(n(0)), int64(n(1)), int64(n(2)), n(3), n(4)
	size := int(binary.BigEndian.Uint32(stored[41:]))
	rest, planned, drafted := stored[rowHeader:], stored[0]&8 != 0, stored[0]&16 != 0
	if planned && len(rest) >= rowSchedule {
		h.publishAt, h.unpublishAt = int64(binary.BigEndian.Uint64(rest)), int64(binary.BigEndian.Uint64(rest[8:]))
		rest = rest[rowSchedule:]
	}
	if drafted && len(rest) >= rowDraft {
		h.draftAt = int64(binary.BigEndian.Uint64(rest))
		rest = rest[rowDraft:]
	}
	if planned && !h.planned() || drafted && h.draftAt == 0 || len(rest) < size {
		panic(projector.Damage("a row is too short"))
	}
	h.title = string(rest[:size])
	return h, rest[size:]
}

// foldedGroup returns a free text that lists may be narrowed to as an index's number, ignoring case and spaces around it. 0 is no text.
func foldedGroup(text string) uint64 {
	return names.Hash(characters.Fold(strings.TrimSpace(text)))
}

// searchText returns the text that searches look through. content is without markup. The separator keeps a match within one field.
func searchText(title, content, author string) string {
	return characters.Bare(title) + "\x00" + characters.Bare(content) + "\x00" + characters.Bare(author)
}
