// Fields of what callers send: each is one object that knows how it is read from JSON, how it is tidied, and which rules it has (spec.md
// section 5). The changes' struct of package events has a field of the same name for each.

package input

import (
	"regexp"

	"candor/events"
)

// field is one field. Its methods take a pointer to the field of the changes: to a **string, a **[]string, …
type field struct {
	name     string // in JSON
	required bool   // a new item must have it, and no update may empty it
	emptied  string // the error about an update that empties it; "": it may
	read     func(o *Object, into any)
	tidy     func(r *Rules, value any)
	pictures func(value any) []*string // what may be an upload; nil: nothing
}

// Of returns a field of a type of values: how it is read, and what makes it tidy. A nil value is absent.
func Of[T any](name string, read func(*Object, string) *T, tidy func(*Rules, string, **T)) field {
	return field{
		name: name,
		read: func(o *Object, into any) { *into.(**T) = read(o, name) },
		tidy: func(r *Rules, value any) { tidy(r, name, value.(**T)) },
	}
}

func Line(name string, most int) field {
	return Of(name, (*Object).Text, func(r *Rules, name string, value **string) { r.Line(name, value, most) })
}

func Text(name string, most int) field {
	return Of(name, (*Object).Text, func(r *Rules, name string, value **string) { r.Text(name, value, most) })
}

// Pattern is a line that a pattern must match; rule is the error about one that it doesn't.
func Pattern(name string, most int, pattern *regexp.Regexp, rule string) field {
	return Of(name, (*Object).Text, func(r *Rules, name string, value **string) {
		r.Line(name, value, most)
		if *value != nil && !pattern.MatchString(**value) {
			r.Fail(name, "%s", rule)
		}
	})
}

func Slug(name string) field {
	return Of(name, (*Object).Text, func(r *Rules, name string, value **string) {
		r.Line(name, value, MaxSlug)
		r.slug(name, *value)
	})
}

func Link(name string) field   { return Of(name, (*Object).Text, (*Rules).Link) }
func Price(name string) field  { return Of(name, (*Object).price, (*Rules).Price) }
func Rating(name string) field { return Of(name, (*Object).rating, (*Rules).Rating) }

func List(name string) field {
	return Of(name, func(o *Object, name string) *[]string { return o.list(name, splitLines) }, (*Rules).list)
}

func Image(name string) field {
	f := Of(name, (*Object).Text, (*Rules).image)
	f.pictures = func(value any) []*string {
		if one := *value.(**string); one != nil {
			return []*string{one}
		}
		return nil
	}
	return f
}

func Images(name string) field {
	f := Of(name, func(o *Object, name string) *[]string { return o.list(name, SplitAddresses) }, (*Rules).images)
	f.pictures = func(value any) (all []*string) {
		if list := *value.(**[]string); list != nil {
			for i := range *list {
				all = append(all, &(*list)[i])
			}
		}
		return all
	}
	return f
}

// Untidied is for what is tidied with other fields, or has nothing to tidy.
func Untidied[T any](*Rules, string, **T) {}

// Must returns the field as one that a new item must have, and that no update may empty.
func (f field) Must() field {
	f.required = true
	return f
}

// Kept returns the field as one that no update may empty, with the error about that.
func (f field) Kept(rule string) field {
	f.emptied = rule
	return f
}

// Called returns the field with what messages call it: "Product name".
func (f field) Called(text string) field {
	fieldLabels[f.name] = text
	return f
}

// Fields are those of one kind of things.
type Fields []field

// Read reads them from JSON into changes: a pointer to the struct.
func (fs Fields) Read(o *Object, changes any) {
	into := events.FieldPointers(changes)
	for _, f := range fs {
		f.read(o, into[f.name])
	}
}

// Tidy tidies changes, and finds what breaks the rules.
func (fs Fields) Tidy(r *Rules, changes any) {
	values := events.FieldPointers(changes)
	for _, f := range fs {
		f.tidy(r, values[f.name])
		if text, ok := values[f.name].(**string); ok && f.required && !Mentions(r.Errs, f.name) {
			r.Required(f.name, *text)
		}
	}
}

// Missing finds what something new lacks.
func (fs Fields) Missing(r *Rules, changes any) {
	given := events.Given(changes)
	for _, f := range fs {
		if _, ok := given[f.name]; f.required {
			r.Present(f.name, ok)
		}
	}
}

// EmptiedBy finds what an update must not empty but a new item may lack.
func (fs Fields) EmptiedBy(r *Rules, changes any) {
	given := events.Given(changes)
	for _, f := range fs {
		if value, ok := given[f.name]; f.emptied != "" && ok && (value == "" || value == 0.0) {
			r.Fail(f.name, "%s", f.emptied)
		}
	}
}

// PicturesOf returns the fields that may hold an upload.
func (fs Fields) PicturesOf(changes any) (all []pictureField) {
	values := events.FieldPointers(changes)
	for _, f := range fs {
		if f.pictures != nil {
			all = append(all, pictureField{f.name, f.pictures(values[f.name])})
		}
	}
	return all
}
