// The model behind the Reader: how events change the rows.

package content

import (
	"maps"
	"slices"
	"sync/atomic"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/addresses"
	"candor/projections/content/authors"
	"candor/projections/content/categories"
	"candor/projections/content/names"
	"candor/projections/content/pictures"
	"candor/projections/content/placeholders"
	"candor/projections/content/settings"
	"candor/projections/projector"
)

// content is one generation's content. Its buckets are described where they are written: those of items in collection.go, correction.go,
// creator.go, schedule.go, picture.go, item_pictures.go and package facts, products in product.go, the others in packages pictures,
// authors, categories, names, settings and addresses.
type content struct {
	scheduled *answers.Signal
	private   *answers.Signal // see Reader.PrivacyChanged

	collections []*collection // one for each kind, in their order
	categories  *categories.Model
	settings    *settings.Model
	places      placeholders.Places
	products    answers.SharedLists[productQuery]
	nameLists   answers.SharedLists[names.Kind]
	authorNames answers.EntityCache // by the numbers of the names
	edition     atomic.Uint64       // see Reader.Edition
	removals    atomic.Uint64       // see Reader.Removals

	// Of the batch, until flushed:
	dirtyProducts  map[uint64]bool
	productChanges []productChange
	names          names.Changes
	changed        bool            // anything
	pictures       map[string]bool // that changed, by their hashes
	removed        bool            // a picture or an author was removed
}

func newContent(scheduled, private *answers.Signal, config projector.Config) *content {
	c := &content{scheduled: scheduled, private: private, categories: categories.New(), settings: settings.New(config.Overrides),
		dirtyProducts: map[uint64]bool{}, places: placeholders.Places{Countries: config.Countries, Cities: config.Cities}}
	for _, k := range kinds {
		of := newCollection(k, config.Withheld, c.settings)
		of.placeholders = c.readPlaceholders
		c.collections = append(c.collections, of)
	}
	c.edition.Store(editions.Add(1))
	c.removals.Store(editions.Add(1))
	return c
}

// of returns the items of a kind, nil for an unknown one.
func (c *content) of(kind string) *collection {
	for _, of := range c.collections {
		if of.Name == kind {
			return of
		}
	}
	return nil
}

// ofLetter returns the items of the kind that a key's letter stands for.
func (c *content) ofLetter(letter byte) *collection {
	for _, of := range c.collections {
		if of.Letter() == letter {
			return of
		}
	}
	panic(projector.Damage("a key is of no kind"))
}

// readPlaceholders returns what the placeholders of texts stand for now.
func (c *content) readPlaceholders() placeholders.Values {
	return placeholders.Of(&c.settings.State().Settings, c.places)
}

// dropExpanded drops the cached answers in which placeholders are expanded.
func (c *content) dropExpanded() {
	for _, of := range c.collections {
		if of.expands {
			of.public.Clear()
			of.lists.Clear()
		}
	}
}

// editions numbers the states of all generations in this process.
var editions atomic.Uint64

func (c *content) Load(t *projector.Tx) error {
	version, err := t.Version()
	if err != nil {
		return err
	}
	for _, of := range c.collections {
		of.foreign, of.factless, of.unpacked = version != Version, version < factsSince, version < packedSince
	}
	if err := c.settings.Load(t); err != nil {
		return err
	}
	return c.categories.Load(t)
}

func (c *content) Decode(r *events.Recorded) (any, error) {
	if stream, ok, handled := projector.ReadErasure(r); handled {
		if !ok {
			return nil, nil
		}
		return projector.Erased{Stream: stream}, nil
	}
	e, err := r.Decode()
	if err != nil {
		return nil, err
	}
	if chunk, ok := e.(events.MediaStored); ok {
		return pictures.StoredOf(chunk), nil
	}
	return withCreator(r, e)
}

func (c *content) Apply(t *projector.Tx, event *projector.Event) (did bool) {
	switch e := event.Data.(type) {
	case projector.Erased:
		if !authors.Erase(t, e.Stream) {
			return c.changePicture(t, event)
		}
		did, c.removed = true, true
	case pictures.Stored, events.MediaDescribed, events.MediaReplaced, events.MediaRemoved, events.MediaAllowed, events.MediaReturned:
		return c.changePicture(t, event)
	case events.AddressKept:
		did = (e.Kind != events.AuthorKind || authors.SetRevision(t, e.ItemID, event.Revision)) && addresses.Keep(t, e)
	case createdByKey:
		did = c.changeItem(t, event, e.About)
	case events.Event:
		if about, ok := events.AboutOf(e); ok {
			did = c.changeItem(t, event, about)
		}
	}
	c.changed = c.changed || did
	return did
}

func (c *content) changeItem(t *projector.Tx, event *projector.Event, about events.About) bool {
	switch about.Kind {
	case events.CategoryKind:
		return c.categories.Change(t, about, event.Revision)
	case events.AuthorKind:
		return authors.Change(t, about, event)
	case events.TagKind, events.BrandKind:
		return c.names.Describe(t, about, event.Revision)
	case events.SettingsKind:
		return c.settings.Change(about, event.Revision)
	}
	of := c.of(about.Kind)
	if of == nil {
		return false
	}
	one := of.apply(t, event, about)
	if one == nil {
		return false
	}
	c.reserveNames(t, of.open[about.ID])
	switch one := one.(type) {
	case *Review:
		c.nameProduct(t, one, about.Action)
	case *Page:
		one.noteAddress(t, event.Position, about)
	}
	return true
}

func (c *content) Flush(t *projector.Tx) {
	changed := 0
	for _, of := range c.collections {
		changed += len(of.open)
	}
	for _, of := range c.collections {
		for _, id := range slices.Sorted(maps.Keys(of.open)) {
			c.write(t, of, id, changed <= preciseChanges)
		}
		clear(of.open)
	}
	for _, of := range c.collections {
		of.flush(t)
	}
	c.showPictures(t)
	c.names.Write(t)
	c.writeProducts(t)
	c.categories.Write(t)
	c.settings.Write(t)
}

// write stores an item with its facts and names, and a review in its product.
func (c *content) write(t *projector.Tx, of *collection, id int64, precise bool) {
	open := of.open[id]
	review, ok := open.item.(*Review)
	if ok {
		c.leaveProduct(t, of, id, open.before)
	}
	of.write(t, id, open, precise)
	c.noteFacts(t, of, id, open)
	if ok {
		c.joinProduct(t, review, &open.after)
	}
}

func (c *content) Committed() {
	scheduled := false
	for _, of := range c.collections {
		scheduled = scheduled || of.scheduled
		of.scheduled = false
		of.committed()
	}
	if scheduled {
		defer c.scheduled.Fire()
	}
	c.productsCommitted()
	before := c.settings.State()
	if c.settings.Committed() {
		c.dropExpanded()
	}
	now := c.settings.State()
	if now.Privacy != before.Privacy {
		defer c.private.Fire()
	}
	if was := before.Site; now.Site.Currency != was.Currency || now.Site.Language != was.Language || now.Site.TimeZone != was.TimeZone {
		for _, of := range c.collections { // their prices name it, and their corrections are written as it is
			of.public.Clear()
			of.entities.Clear()
		}
	}
	if c.categories.Committed() || c.names.Changed || now.Site != before.Site { // after they are set, as lists have their names and order
		c.dropNamed()
	}
	if c.changed { // last, so that nobody who has the new number sees old content
		c.changed = false
		c.authorNames.Clear()
		if c.removed {
			c.removed = false
			c.removals.Store(editions.Add(1))
		}
		c.edition.Store(editions.Add(1))
	}
}

// Discard drops all cached lists: nobody queries this generation any more, and they take memory from others.
func (c *content) Discard() {
	for _, of := range c.collections {
		of.lists.Close()
	}
	c.products.Close()
	c.nameLists.Close()
}

func (c *content) CacheStats() projector.CacheStats {
	stats := c.products.Stats().Plus(c.nameLists.Stats()).Plus(c.authorNames.Stats())
	for _, of := range c.collections {
		stats = stats.Plus(of.stats())
	}
	return stats
}
