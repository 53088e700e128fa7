// Kinds of content that have a public history.

package versions

import (
	"encoding/json"
	"reflect"
	"strings"

	"candor/events"
	"candor/projections/projector"
)

// kind describes one kind.
type kind struct {
	name   string
	fields []string                              // of its content, by their names in the API
	empty  func() any                            // a pointer to a new content
	apply  func(content any, e events.ItemEvent) // takes in the content of an event that created or updated an item
}

// kinds lists the kinds. The first letters of their names differ: keys hold them.
var kinds = []*kind{
	newKind[events.ReviewContent, events.ReviewChanges](events.ReviewKind, func(e events.ItemEvent) events.ReviewContent { return e.(events.ReviewCreated).ReviewContent }),
	newKind[events.ArticleContent, events.ArticleChanges](events.ArticleKind, func(e events.ItemEvent) events.ArticleContent { return e.(events.ArticleCreated).ArticleContent }),
}

// newKind returns a kind with contents C and changes Ch. created returns the content of an event that created an item.
func newKind[C any, Ch interface{ ApplyTo(*C) }](name string, created func(e events.ItemEvent) C) *kind {
	k := &kind{name: name, empty: func() any { return new(C) }}
	of := reflect.TypeFor[C]()
	for i := range of.NumField() {
		field, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		k.fields = append(k.fields, field)
	}
	k.apply = func(content any, e events.ItemEvent) {
		if about := e.About(); about.Action == events.ActionUpdated {
			about.Changes.(Ch).ApplyTo(content.(*C))
		} else {
			*content.(*C) = created(e)
		}
	}
	return k
}

// letter stands for the kind in keys that are of all kinds.
func (k *kind) letter() byte { return k.name[0] }

// kindOf returns the kind of that name, nil if it has no public history.
func kindOf(name string) *kind {
	for _, k := range kinds {
		if k.name == name {
			return k
		}
	}
	return nil
}

// values returns a content's fields as JSON, in the order of fields: null for a missing text or price, and never null for a list.
func values(content any) []json.RawMessage {
	of := reflect.ValueOf(content).Elem()
	all := make([]json.RawMessage, of.NumField())
	for i := range all {
		switch field := of.Field(i); {
		case field.Kind() == reflect.Slice && field.Len() == 0:
			all[i] = json.RawMessage("[]")
		case field.IsZero():
			all[i] = json.RawMessage("null")
		default:
			all[i] = projector.Encode(field.Interface())
		}
	}
	return all
}

// decode reads stored JSON.
func decode(stored []byte, into any) {
	if json.Unmarshal(stored, into) != nil {
		panic(projector.Damage("a stored value is no JSON"))
	}
}

// ofLetter returns the kind that a key's letter stands for.
func ofLetter(letter byte) *kind {
	for _, k := range kinds {
		if k.letter() == letter {
			return k
		}
	}
	panic(projector.Damage("a key is of no kind"))
}
