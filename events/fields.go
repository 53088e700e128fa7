// Contents and changes to them. The two structs of a kind have fields of the same names; those of the changes are pointers, nil where
// nothing changes. What is done with all fields is derived from the structs.

package events

import (
	"reflect"
	"slices"
	"strings"
)

// Apply sets the changed fields of a content. It is the one meaning of an update, for aggregates and read models alike.
func Apply[C, Ch any](content *C, changes Ch) {
	apply(reflect.ValueOf(content).Elem(), reflect.ValueOf(changes))
}

func apply(content, changes reflect.Value) {
	eachField(content, changes, func(_ string, is, to reflect.Value) {
		if !to.IsNil() {
			is.Set(to.Elem())
		}
	})
}

// Take takes in what an event that creates or updates an item says of its content: content is a pointer to it.
func Take(content any, about About) {
	to := reflect.ValueOf(content).Elem()
	switch about.Action {
	case ActionCreated:
		to.Set(reflect.ValueOf(about.Content))
	case ActionUpdated:
		apply(to, reflect.ValueOf(about.Changes))
	}
}

// NewContent returns a pointer to an empty content of a kind, such as a *ReviewContent.
func NewContent(kind string) any {
	return reflect.New(partType(kind, ActionCreated, contentPart)).Interface()
}

// NoChanges returns changes to a content of a kind that change nothing, such as a ReviewChanges.
func NoChanges(kind string) any {
	return reflect.Zero(partType(kind, ActionUpdated, changesPart)).Interface()
}

// WholeOf is [Whole] for a content of a kind.
func WholeOf(kind string, content any) any {
	changes := reflect.New(partType(kind, ActionUpdated, changesPart)).Elem()
	whole(reflect.ValueOf(content), changes)
	return changes.Interface()
}

// Overlaid returns older changes with the fields that newer ones of the same type set.
func Overlaid(older, newer any) any {
	both := reflect.New(reflect.TypeOf(older)).Elem()
	both.Set(reflect.ValueOf(older))
	eachField(both, reflect.ValueOf(newer), func(_ string, is, to reflect.Value) {
		if !to.IsNil() {
			is.Set(to)
		}
	})
	return both.Interface()
}

// partType returns the type of a part of the event that an action on an item of a kind makes.
func partType(kind string, action Action, part int) reflect.Type {
	t := itemTypeOf(kind, action)
	return t.of.FieldByIndex(t.fields[part]).Type
}

// Whole returns the changes that set every field, empty ones too.
func Whole[Ch, C any](content C) (changes Ch) {
	whole(reflect.ValueOf(content), reflect.ValueOf(&changes).Elem())
	return changes
}

func whole(content, changes reflect.Value) {
	eachField(content, changes, func(_ string, is, to reflect.Value) { to.Set(pointerTo(is)) })
}

// Differing returns those changes that change something.
func Differing[C, Ch any](content C, changes Ch) Ch {
	eachField(reflect.ValueOf(content), reflect.ValueOf(&changes).Elem(), func(_ string, is, to reflect.Value) {
		if !to.IsNil() && same(is, to.Elem()) {
			to.SetZero()
		}
	})
	return changes
}

// Former returns the changes that set the fields that changes set, of those that are named, back to what the content says.
func Former[C, Ch any](content C, changes Ch, names []string) Ch {
	eachField(reflect.ValueOf(content), reflect.ValueOf(&changes).Elem(), func(name string, is, to reflect.Value) {
		if to.IsNil() || !slices.Contains(names, name) {
			to.SetZero()
		} else {
			to.Set(pointerTo(is))
		}
	})
	return changes
}

// VisitChanges visits the fields that changes set, with what a content says of them. Both are pointers to structs or structs.
func VisitChanges(content, changes any, visit func(name string, is, to any)) {
	eachField(reflect.Indirect(reflect.ValueOf(content)), reflect.Indirect(reflect.ValueOf(changes)),
		func(name string, is, to reflect.Value) {
			if !to.IsNil() {
				visit(name, is.Interface(), to.Elem().Interface())
			}
		})
}

// Given returns the values that changes set, by their fields' names in JSON.
func Given(changes any) map[string]any {
	given := map[string]any{}
	VisitChanges(changes, changes, func(name string, _, to any) { given[name] = to })
	return given
}

// FieldPointers returns pointers to the fields of changes, by their names in JSON; changes is a pointer to the struct.
func FieldPointers(changes any) map[string]any {
	of, all := reflect.ValueOf(changes).Elem(), map[string]any{}
	for i := range of.NumField() {
		all[jsonName(of.Type().Field(i))] = of.Field(i).Addr().Interface()
	}
	return all
}

// FieldNames returns the names in JSON of a content's fields; content is a struct or a pointer to one.
func FieldNames(content any) (names []string) {
	of := reflect.Indirect(reflect.ValueOf(content)).Type()
	for i := range of.NumField() {
		names = append(names, jsonName(of.Field(i)))
	}
	return names
}

// eachField visits the fields of changes, each with the one of the content.
func eachField(content, changes reflect.Value, visit func(name string, is, to reflect.Value)) {
	for i := range changes.NumField() {
		field := changes.Type().Field(i)
		visit(jsonName(field), content.FieldByName(field.Name), changes.Field(i))
	}
}

func jsonName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// pointerTo returns a pointer to a copy of a value. No list becomes an empty one, as null would say that nothing changes.
func pointerTo(value reflect.Value) reflect.Value {
	to := reflect.New(value.Type())
	if value.Kind() == reflect.Slice && value.IsNil() {
		value = reflect.MakeSlice(value.Type(), 0, 0)
	}
	to.Elem().Set(value)
	return to
}

// same reports whether two values are equal. No list is an empty one.
func same(a, b reflect.Value) bool {
	if a.Kind() != reflect.Slice {
		return a.Equal(b)
	}
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !a.Index(i).Equal(b.Index(i)) {
			return false
		}
	}
	return true
}
