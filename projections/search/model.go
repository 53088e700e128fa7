// The model behind the Reader: how events change the rows.

package search

import (
	"encoding/json"
	"maps"
	"slices"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// search is one generation's model. Its buckets are those of items in item.go, of documents in document.go and of names in name.go, and
//
//	category  00…03 (id) → JSON of category
type search struct {
	projector.RowsOnly
	store *store
	past  []events.WithheldVersion // of a model of the past: the versions that are withheld now; nil: of the present

	// Of the batch, until flushed:
	open    map[string]*item           // by key
	renamed map[string]events.Position // groups whose name an event may have changed, with the position of the last one that did
}

// category is what is known of a category of reviews.
type category struct {
	Name    string `json:"name"`
	Slug    string `json:"slug"`
	Deleted bool   `json:"deleted,omitempty"`
}

func newSearch(s *store, withheld []events.WithheldVersion) *search {
	return &search{store: s, past: withheld, open: map[string]*item{}, renamed: map[string]events.Position{}}
}

// Apply takes in an event about an item or a category.
func (s *search) Apply(t *projector.Tx, event *projector.Event) bool {
	e, _ := event.Data.(events.Event)
	about, ok := events.AboutOf(e)
	switch _, content := events.KindNamed(about.Kind); {
	case ok && about.Kind == events.CategoryKind:
		return s.changeCategory(t, event.Position, about)
	case content:
		return s.changeItem(t, event, about)
	}
	return false
}

func (s *search) changeItem(t *projector.Tx, event *projector.Event, about events.About) bool {
	key := itemKey(about.Kind, about.ID)
	one := s.open[key]
	if one == nil {
		one = loadItem(t, key)
	}
	if (about.Action == events.ActionCreated) == (one != nil) {
		return false // it is not there, or another program has created it twice
	}
	if one == nil {
		one = &item{Kind: about.Kind, ID: about.ID, Created: about.At.UTC(), Content: events.NewContent(about.Kind)}
	}
	s.open[key] = one
	one.apply(about)
	one.Position, one.Revision = event.Position, event.Revision
	return true
}

// changeCategory takes in an event about a category. The documents that name it are written anew with the batch.
func (s *search) changeCategory(t *projector.Tx, at events.Position, about events.About) bool {
	id := about.ID
	rows, key := t.Bucket("category"), projector.Number(id)
	was, known := readCategory(t, id)
	now := was
	created := about.Action == events.ActionCreated
	if !created && !known {
		return false
	}
	content := events.CategoryContent{Name: was.Name, Slug: was.Slug}
	events.Take(&content, about)
	now.Name, now.Slug = content.Name, content.Slug
	now.Deleted = about.Action == events.ActionDeleted || now.Deleted && !created && about.Action != events.ActionRestored
	rows.Put(key, projector.Encode(now))
	s.renamed[reviewGroup(id)], s.renamed[articleGroup(was.Slug)], s.renamed[articleGroup(now.Slug)] = at, at, at
	return true
}

func readCategory(t *projector.Tx, id int64) (c category, known bool) {
	stored := t.Bucket("category").Get(projector.Number(id))
	if stored == nil {
		return c, false
	}
	if json.Unmarshal(stored, &c) != nil {
		panic(projector.Damage("a category is no JSON"))
	}
	return c, true
}

// categoryOf returns the name of what an item says its category is: of a category that is not deleted, or the text as it is.
func categoryOf(t *projector.Tx, i *item) (name string) {
	switch of := i.Content.(type) {
	case *events.ReviewContent:
		if c, _ := readCategory(t, int64(of.CategoryID)); !c.Deleted {
			name = c.Name
		}
	case *events.ArticleContent:
		name = of.Category
		visitCategories(t, func(c category) {
			if answers.Fold(c.Slug) == articleText(of.Category) {
				name = c.Name
			}
		})
	}
	return name
}

// visitCategories visits the categories that are not deleted, by id.
func visitCategories(t *projector.Tx, visit func(c category)) {
	t.Bucket("category").Scan(nil, nil, func(_, stored []byte) bool {
		var c category
		if json.Unmarshal(stored, &c) != nil {
			panic(projector.Damage("a category is no JSON"))
		}
		if !c.Deleted {
			visit(c)
		}
		return true
	})
}

// Flush writes the items that the batch has changed, and those of the categories that it has changed.
func (s *search) Flush(t *projector.Tx) {
	s.openRenamed(t)
	for _, key := range slices.Sorted(maps.Keys(s.open)) {
		one := s.open[key]
		if at := s.renamed[one.group()]; at > one.Position {
			one.Position = at
		}
		s.write(t, key, one)
	}
	clear(s.open)
	clear(s.renamed)
}

// openRenamed opens the stored items whose category's name may have changed.
func (s *search) openRenamed(t *projector.Tx) {
	if len(s.renamed) == 0 {
		return
	}
	t.Bucket("group").Scan(nil, nil, func(key, group []byte) bool {
		if _, is := s.renamed[string(group)]; is && s.open[string(key)] == nil {
			s.open[string(key)] = loadItem(t, string(key))
		}
		return true
	})
}

// hides reports whether an item is withheld from readers of the past as it is.
func (s *search) hides(i *item) bool {
	return slices.ContainsFunc(s.past, func(w events.WithheldVersion) bool {
		return w.Hides(events.Item{Kind: i.Kind, ID: i.ID}, i.Revision)
	})
}
