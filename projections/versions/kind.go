// Kinds of content whose versions are followed: those that have a public history, and pages, which have corrections.

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
	events.Kind
	fields []string // of its content, by their names in the API
}

// kinds are those of [events.Kinds].
var kinds = func() (all []*kind) {
	for _, k := range events.Kinds {
		all = append(all, &kind{k, events.FieldNames(events.NewContent(k.Name))})
	}
	return all
}()

// versionedKind returns the kind of that name, nil if it has no public history.
func versionedKind(name string) *kind {
	if k := kindOf(name); k != nil && k.Versioned {
		return k
	}
	return nil
}

// kindOf returns the kind of that name, nil if there is none.
func kindOf(name string) *kind {
	for _, k := range kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// HasKind reports whether there are corrections of the kind of that name.
func HasKind(name string) bool { return kindOf(name) != nil }

// KindNames names the kinds with corrections: "review, article or page".
func KindNames() string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
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
		if k.Letter() == letter {
			return k
		}
	}
	panic(projector.Damage("a key is of no kind"))
}
