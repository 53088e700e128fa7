// The model behind the Reader: how events make versions.

package versions

import (
	"bytes"
	"encoding/json"
	"sync/atomic"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// versions is one generation's history. Buckets, <kind> being "review", "article" or "page":
//
//	<kind>           00…0c (id) → JSON of item
//	<kind>-content   00…0c → JSON of its content, unless it is that of its latest version
//	<kind>-version   00…0c ff…fa (revision inverted) → JSON of version
//	<kind>-field     00…0c "title" 00 ff…fa → the field's value from that version on
//	<kind>-withheld  00…0c ff…fa → JSON of Withheld
//	correction       00…2a (position) → a correctionRow
//	correction-count "c" (a type's byte) → how many of those there are
//	<kind>-picture   00…0c ff…fa (position inverted) → JSON of [exchange, …]: what a replaced picture changed for its readers
//	picture          "9f86d0…" (SHA-256), the kind's letter, 00…0c 00…05 (revision) "content" → nothing: the field's value names the picture
//	picture-facts    "9f86d0…" → JSON of facts
//	picture-shown    "9f86d0…" ff…fa (position inverted) → JSON of shown: from then on
//	picture-led      "60303a…" "9f86d0…" → nothing: the first was shown in the other's place at some time
//
// A version stores the fields that differ from the one before it, so that many small changes of a long text take little space. Reading one
// takes a look-up for each of its fields, however many versions there are.
type versions struct {
	lists       answers.SharedLists[listQuery]
	corrections answers.SharedLists[correctionQuery]
	counted     countedItems
	past        []events.WithheldVersion // of a model of the past: the versions that are withheld now; nil: of the present

	edition   atomic.Uint64    // see Reader.Edition
	changed   map[itemKey]bool // of the batch
	corrected bool             // the batch changed an item that has corrections
}

// itemKey names an item.
type itemKey struct {
	kind string
	id   int64
}

// item is what is known of an item besides its content.
type item struct {
	events.PublicVersions
	Featured    bool       `json:"featured,omitempty"`
	CreatedAt   time.Time  `json:"createdAt"`
	ReleasedAt  *time.Time `json:"releasedAt,omitempty"`  // when it was first published
	PublishedAt *time.Time `json:"publishedAt,omitempty"` // the same; nil while it isn't
	PricedAt    *time.Time `json:"pricedAt,omitempty"`    // when a price was last set or changed; nil without one

	ChangedAt *time.Time `json:"changedAt,omitempty"` // when what readers had seen was last changed, typos aside; nil: never
	ChangedBy *uint64    `json:"changedBy,omitempty"` // the version by which it was
	Unchanged *time.Time `json:"unchanged,omitempty"` // what ChangedAt was before that

	Versions    int           `json:"versions,omitempty"`    // how many there are
	Replaced    int           `json:"replaced,omitempty"`    // how many pictures were replaced before readers' eyes
	Declared    int           `json:"declared,omitempty"`    // of them, how many are corrections and updates
	Corrections int           `json:"corrections,omitempty"` // how many the list of corrections has while readers can see the item
	Filed       correctionKey `json:"filed"`                 // where that list has them
}

// version is what is stored of a version besides its fields.
type version struct {
	First    uint64             `json:"first"` // the revision of the first event that led to it: until then readers saw the one before
	Before   *uint64            `json:"before,omitempty"`
	At       time.Time          `json:"at"`
	Type     events.VersionType `json:"type"`
	Note     string             `json:"note,omitempty"`
	Position events.Position    `json:"position"`
	Fields   []string           `json:"fields,omitempty"` // that differ from the version before, or that the first one has

	Featured    bool       `json:"featured,omitempty"`
	CreatedAt   time.Time  `json:"createdAt"`
	PublishedAt *time.Time `json:"publishedAt"`
	PricedAt    *time.Time `json:"pricedAt,omitempty"`
}

func newVersions(withheld []events.WithheldVersion) *versions {
	m := &versions{counted: newCountedItems(), past: withheld, changed: map[itemKey]bool{}}
	m.edition.Store(editions.Add(1))
	return m
}

// requested is an event with the request that caused it.
type requested struct {
	events.About
	request string
}

func (m *versions) Load(*projector.Tx) error { return nil }

func (m *versions) Decode(r *events.Recorded) (any, error) {
	decoded, err := r.Decode()
	if err != nil {
		return nil, err
	}
	about, ok := events.AboutOf(decoded)
	if !ok {
		return nil, nil
	}
	if about.Kind == events.PictureKind {
		return decoded, nil
	}
	return requested{about, r.Metadata().CorrelationID}, nil
}

func (m *versions) Apply(t *projector.Tx, event *projector.Event) bool {
	e, ok := event.Data.(requested)
	if !ok {
		return m.changePicture(t, event)
	}
	about := e.About
	k := kindOf(about.Kind)
	if k == nil {
		return false
	}
	m.changed[itemKey{k.Name, about.ID}] = true
	if withholding, ok := about.Withholding(); ok {
		m.corrected = true
		return m.past == nil && k.withhold(t, about.ID, withholding)
	}
	return m.follow(t, k, event, e)
}

// follow applies an event to an item, and writes the version that it makes.
func (m *versions) follow(t *projector.Tx, k *kind, event *projector.Event, e requested) bool {
	about := e.About
	it := k.item(t, about.ID)
	if (about.Action == events.ActionCreated) == it.Exists {
		return false
	}
	before, at := it, about.At.UTC()
	var replaced bool
	it.PublicVersions, replaced = before.Next(about, event.Revision, e.request)
	if replaced {
		k.keepContent(t, about.ID, k.content(t, about.ID))
		k.remove(t, about.ID, &it, *before.Latest)
	}
	switch about.Action {
	case events.ActionCreated:
		it.CreatedAt = at
		k.edit(t, &it, about)
	case events.ActionUpdated:
		k.edit(t, &it, about)
	case events.ActionPublished:
		if it.ReleasedAt == nil {
			it.ReleasedAt = &at
		}
		it.PublishedAt = it.ReleasedAt
	case events.ActionUnpublished:
		it.PublishedAt = nil
	case events.ActionFeatured, events.ActionUnfeatured:
		it.Featured = about.Action == events.ActionFeatured
	}
	if it.Made() && *it.Latest == event.Revision {
		k.add(t, about.ID, &it, event.Position)
		m.withholdInPast(t, k, about.ID, event.Revision)
	}
	k.file(t, about.ID, &it, &before)
	m.corrected = m.corrected || it.Corrections+before.Corrections > 0
	t.Bucket(k.Name).Packed().Put(projector.Number(about.ID), projector.Encode(it))
	return true
}

// item returns what is known of an item.
func (k *kind) item(t *projector.Tx, id int64) (it item) {
	if stored := t.Bucket(k.Name).Get(projector.Number(id)); stored != nil {
		decode(stored, &it)
	}
	return it
}

// content returns the content of an item, published or not.
func (k *kind) content(t *projector.Tx, id int64) any {
	content := events.NewContent(k.Name)
	if stored := t.Bucket(k.Name + "-content").Get(projector.Number(id)); stored != nil {
		decode(stored, content)
	} else if latest := k.item(t, id).Latest; latest != nil {
		content = k.contentAt(t, id, *latest)
	}
	return content
}

// keepContent stores the content of an item until a version has it.
func (k *kind) keepContent(t *projector.Tx, id int64, content any) {
	t.Bucket(k.Name+"-content").Packed().Put(projector.Number(id), projector.Encode(content))
}

// edit changes the content of an item.
func (k *kind) edit(t *projector.Tx, it *item, about events.About) {
	content := k.content(t, about.ID)
	was := values(content)
	events.Take(content, about)
	k.keepContent(t, about.ID, content)
	priced, price := false, false
	for i, is := range values(content) {
		if k.fields[i] == "productPrice" || k.fields[i] == "productPriceMax" {
			priced, price = priced || !bytes.Equal(was[i], is), price || string(is) != "null"
		}
	}
	if priced {
		it.PricedAt = nil
		if at := about.At.UTC(); price {
			it.PricedAt = &at
		}
	}
}

func versionKey(id int64, revision uint64) []byte {
	return append(projector.Number(id), projector.Number(^revision)...)
}

// fieldKey returns the key of a field's value from a version on. Later ones come first.
func fieldKey(id int64, field string, revision uint64) []byte {
	return append(fieldPrefix(id, field), projector.Number(^revision)...)
}

func fieldPrefix(id int64, field string) []byte {
	return append(append(projector.Number(id), field...), 0)
}

// pictureKey returns the key of a picture that a field names from a version on.
func (k *kind) pictureKey(sha256 string, id int64, revision uint64, field string) []byte {
	key := append(append([]byte(sha256), k.Letter()), projector.Number(id)...)
	return append(append(key, projector.Number(revision)...), field...)
}

// add writes the version that the latest change of an item has made.
func (k *kind) add(t *projector.Tx, id int64, it *item, position events.Position) {
	c, revision := it.Change, *it.Latest
	v := version{First: c.First, Before: c.Before, At: c.At.UTC(), Position: position,
		Featured: it.Featured, CreatedAt: it.CreatedAt, PublishedAt: it.PublishedAt, PricedAt: it.PricedAt}
	was := values(events.NewContent(k.Name))
	if c.Before != nil {
		was = k.at(t, id, *c.Before)
	}
	stored := t.Bucket(k.Name + "-field").Packed()
	content := values(k.content(t, id))
	for i, is := range content {
		if bytes.Equal(was[i], is) {
			continue
		}
		v.Fields = append(v.Fields, k.fields[i])
		stored.Put(fieldKey(id, k.fields[i], revision), is)
		for _, sha256 := range k.publicPictures(is) {
			t.Bucket("picture").Put(k.pictureKey(sha256, id, revision, k.fields[i]), nil)
		}
	}
	if v.Type = it.Type(len(v.Fields) > 0); v.Type != events.VersionPublished {
		v.Note = c.Note
	}
	t.Bucket(k.Name+"-version").Packed().Put(versionKey(id, revision), projector.Encode(v))
	t.Bucket(k.Name + "-content").Delete(projector.Number(id))
	it.count(&v, +1)
	if correctionTypes[v.Type] != 0 {
		it.Unchanged, it.ChangedAt, it.ChangedBy = it.ChangedAt, &v.At, &revision
	}
	it.Filed = k.correctionKey(content)
	k.fileOne(t, id, revision, it, &v)
}

// publicPictures returns the pictures in a field's value that readers can see in a version of the past.
func (k *kind) publicPictures(value []byte) []string {
	if !k.Versioned {
		return nil
	}
	return events.PicturesIn(value)
}

// remove deletes a version that a later event of the same request has replaced.
func (k *kind) remove(t *projector.Tx, id int64, it *item, revision uint64) {
	v := k.version(t, id, revision)
	if v == nil {
		panic(projector.Damage("a version is not there"))
	}
	fields := t.Bucket(k.Name + "-field")
	for _, field := range v.Fields {
		key := fieldKey(id, field, revision)
		for _, sha256 := range events.PicturesIn(fields.Get(key)) {
			t.Bucket("picture").Delete(k.pictureKey(sha256, id, revision, field))
		}
		fields.Delete(key)
	}
	t.Bucket(k.Name + "-version").Delete(versionKey(id, revision))
	it.count(v, -1)
	if by := it.ChangedBy; by != nil && *by == revision {
		it.ChangedAt, it.ChangedBy = it.Unchanged, nil
	}
	unfile(t, v)
}

// version returns what is stored of a version, nil if there is none.
func (k *kind) version(t *projector.Tx, id int64, revision uint64) *version {
	stored := t.Bucket(k.Name + "-version").Get(versionKey(id, revision))
	if stored == nil {
		return nil
	}
	v := &version{}
	decode(stored, v)
	return v
}

// at returns the values of all fields in a version.
func (k *kind) at(t *projector.Tx, id int64, revision uint64) []json.RawMessage {
	all := values(events.NewContent(k.Name))
	for i, field := range k.fields {
		if is := k.value(t, id, field, revision); is != nil {
			all[i] = is
		}
	}
	return all
}

// contentAt returns the content of an item in a version.
func (k *kind) contentAt(t *projector.Tx, id int64, revision uint64) any {
	fields := map[string]json.RawMessage{}
	for i, is := range k.at(t, id, revision) {
		fields[k.fields[i]] = is
	}
	content := events.NewContent(k.Name)
	decode(projector.Encode(fields), content)
	return content
}

// value returns the value of a field in a version, nil if it has never had one.
func (k *kind) value(t *projector.Tx, id int64, field string, revision uint64) (is json.RawMessage) {
	t.Bucket(k.Name+"-field").Scan(fieldPrefix(id, field), fieldKey(id, field, revision), func(_, value []byte) bool {
		is = bytes.Clone(value)
		return false
	})
	return is
}

// withhold stores that a version is withheld, or released.
func (k *kind) withhold(t *projector.Tx, id int64, w events.Withholding) bool {
	if k.version(t, id, w.Revision) == nil {
		return false
	}
	rows, key := t.Bucket(k.Name+"-withheld"), versionKey(id, w.Revision)
	if w.Reason == "" {
		rows.Delete(key)
	} else {
		rows.Put(key, projector.Encode(Withheld{w.Reason, w.At.UTC()}))
	}
	return true
}

func (m *versions) Flush(*projector.Tx) {}

// Committed drops the cached answers that the batch has changed.
func (m *versions) Committed() {
	if len(m.changed) > 0 {
		m.lists.Drop(func(q listQuery, _ []int64) bool { return m.changed[q.itemKey] })
		m.counted.drop(m.changed)
		clear(m.changed)
	}
	if m.corrected {
		m.corrected = false
		m.corrections.Clear()
		m.edition.Store(editions.Add(1))
	}
}

// Discard drops the cached lists: nobody queries this generation any more, and they take memory from others.
func (m *versions) Discard() {
	m.lists.Close()
	m.corrections.Close()
}

func (m *versions) CacheStats() projector.CacheStats {
	return m.lists.Stats().Plus(m.corrections.Stats()).Plus(m.counted.stats())
}
