package events_test

import (
	"reflect"
	"strings"
	"testing"

	"candor/events"
)

// Every name of a stream that Candor writes has a row in the table of streams, and what holds data of people is deleted with them.
func TestEveryTypeLiesInAStreamOfTheTable(t *testing.T) {
	for _, name := range events.Types() {
		stream, written := events.StreamOfType(name)
		if !written {
			continue
		}
		if !events.InTable(stream) {
			t.Errorf("%s lies in %s, which has no row", name, stream)
		}
		if field := personal(reflect.TypeOf(events.Zero(name))); field != "" && !events.Personal(stream) {
			t.Errorf("%s says %s of a person, and %s isn't marked as personal", name, field, stream)
		}
	}
}

// personal returns a field of a struct that is tagged as data of a person, "" without one.
func personal(of reflect.Type) string {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice:
		return personal(of.Elem())
	case reflect.Struct:
		for i := range of.NumField() {
			field := of.Field(i)
			if field.Tag.Get("personal") != "" {
				return field.Name
			}
			if field.Type.PkgPath() == of.PkgPath() || field.Type.Kind() == reflect.Slice {
				if name := personal(field.Type); name != "" {
					return name
				}
			}
		}
	}
	return ""
}

// What people wrote can be erased: its streams can be deleted, are no part of checkpoints and of what analysts see, and stay erased in
// views of the past.
func TestPersonalStreamsCanBeErased(t *testing.T) {
	found := 0
	for _, stream := range []string{"message-1", "author-1", "subscriber-1", "visitor-8c0a4a3e-8d19-4f63-9c1b-0a8d1f4d8f9e"} {
		if !events.Personal(stream) {
			t.Errorf("%s isn't personal", stream)
		}
	}
	for _, name := range events.StreamNames() {
		if !events.Personal(name) {
			continue
		}
		found++
		if !events.MayBeDeleted(name) || events.Chained(name) {
			t.Errorf("%s can't be deleted, or checkpoints count its events", name)
		}
		for _, shown := range events.AnalystStreams {
			if shown == name {
				t.Errorf("analysts are shown %s", name)
			}
		}
		late := strings.Join(events.LateStreams(), " ")
		if !strings.Contains(late, "$$"+name) {
			t.Errorf("a view of the past goes on showing what was erased of %s", name)
		}
	}
	if found < 4 {
		t.Errorf("there are only %d", found)
	}
}
