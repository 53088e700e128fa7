package events_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

func TestWhatIsDoneWithFieldsForgetsNone(t *testing.T) {
	forgetsNone[events.ReviewContent, events.ReviewChanges](t)
	forgetsNone[events.ArticleContent, events.ArticleChanges](t)
	forgetsNone[events.PageContent, events.PageChanges](t)
	forgetsNone[events.CategoryContent, events.CategoryChanges](t)
	forgetsNone[events.AuthorContent, events.AuthorChanges](t)
}

// forgetsNone fills each field of a content.
func forgetsNone[C any, Ch comparable](t *testing.T) {
	t.Helper()
	var full, empty C
	fields := reflect.ValueOf(&full).Elem()
	for i := range fields.NumField() {
		switch f := fields.Field(i); f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Int, reflect.Int64:
			f.SetInt(1)
		case reflect.Float64:
			f.SetFloat(1)
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		default:
			t.Fatalf("%T: a field of kind %s", full, f.Kind())
		}
	}
	var none Ch
	all := events.Whole[Ch](full)
	copied := empty
	events.Apply(&copied, all)
	if diff := cmp.Diff(full, copied); diff != "" {
		t.Errorf("%T: whole (-want +got): %s", full, diff)
	}
	if diff := cmp.Diff(all, events.Differing(empty, all)); diff != "" {
		t.Errorf("%T: differing (-want +got): %s", full, diff)
	}
	if diff := cmp.Diff(none, events.Differing(full, all)); diff != "" {
		t.Errorf("%T: differing from itself (-want +got): %s", full, diff)
	}
	if diff := cmp.Diff(events.Whole[Ch](empty), events.Former(empty, all, events.FieldNames(full))); diff != "" {
		t.Errorf("%T: former (-want +got): %s", full, diff)
	}
	if diff := cmp.Diff(all, events.Overlaid(events.Whole[Ch](empty), all)); diff != "" {
		t.Errorf("%T: overlaid (-want +got): %s", full, diff)
	}
	emptied := full
	events.Apply(&emptied, events.Whole[Ch](empty))
	if diff := cmp.Diff(none, events.Differing(emptied, events.Whole[Ch](empty))); diff != "" {
		t.Errorf("%T: emptied (-want +got): %s", full, diff)
	}
}

// Corrections can be about fields that there are.
func TestCorrectionsAreAboutFields(t *testing.T) {
	for _, k := range events.Kinds {
		fields := map[string]bool{}
		for _, name := range events.FieldNames(events.NewContent(k.Name)) {
			fields[name] = true
		}
		for _, name := range k.Corrects {
			if !fields[name] {
				t.Errorf("a %s has no field %s", k.Name, name)
			}
		}
	}
}
