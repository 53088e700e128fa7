// Fields of what callers send: each is one object that knows how it is read from JSON, how it is tidied, and which rules it has (spec.md
// section 5). The changes' struct of package events has a field of the same name for each.

package input

import (
	"regexp"

	"candor/events"
)

// Field is one field. Its methods take a pointer to the field of the changes: to a **string, a **[]string, …
type Field struct {
	name     string // in JSON
	required bool   // a new item must have it, and no update may empty it
	emptied  string // the error about an update that empties it; "": it may
	read     func(o *Object, into any)
	tidy     func(r *Rules, value any)
	pictures func(value any) []*string // what may be an upload; nil: nothing
	most     int                       // characters of its text, or of each of its texts; 0: it has none, or its own rule says
}

// Of returns a field whose values have the type T. read reads one from JSON, and tidy tidies it; nil stands for an absent field.
func Of[T any](name string, read func(o *Object, field string) *T, tidy func(r *Rules, field string, value **T)) Field {
	return Field{
		name: name,
		read: func(o *Object, into any) { *into.(**T) = read(o, name) },
		tidy: func(r *Rules, value any) { tidy(r, name, value.(**T)) },
	}
}

// Line returns the field of a text of one line, of at most most characters.
func Line(name string, most int) Field {
	return Of(name, (*Object).Text, func(r *Rules, name string, value **string) { r.Line(name, value, most) }).upTo(most)
}

// Text returns the field of a text of many lines, of at most most characters.
func Text(name string, most int) Field {
	return Of(name, (*Object).Text, func(r *Rules, name string, value **string) { r.Text(name, value, most) }).upTo(most)
}

// Pattern returns the field of a line that matches a pattern; rule is the error about any other line.
func Pattern(name string, most int, pattern *regexp.Regexp, rule string) Field {
	return Of(name, (*Object).Text, func(r *Rules, name string, value **string) {
		r.Line(name, value, most)
		if *value != nil && !pattern.MatchString(**value) {
			r.Fail(name, "%s", rule)
		}
	}).upTo(most)
}

// Slug returns the field of a slug.
func Slug(name string) Field {
	return Of(name, (*Object).Text, func(r *Rules, name string, value **string) {
		r.Line(name, value, MaxSlug)
		r.slug(name, *value)
	}).upTo(MaxSlug)
}

// Link returns the field of a web address.
func Link(name string) Field { return Of(name, (*Object).Text, (*Rules).Link).upTo(MaxAddress) }

// Price returns the field of an amount in the site's currency.
func Price(name string) Field { return Of(name, (*Object).price, (*Rules).Price) }

// Rating returns the field of a number of stars.
func Rating(name string) Field { return Of(name, (*Object).rating, (*Rules).Rating) }

// List returns the field of a list of short texts.
func List(name string) Field {
	return Of(name, func(o *Object, name string) *[]string { return o.list(name, splitLines) }, (*Rules).list).upTo(maxListItem)
}

// Image returns the field of a picture: its address, or the picture itself as a data string.
func Image(name string) Field {
	f := Of(name, (*Object).Text, (*Rules).image).upTo(MaxAddress)
	f.pictures = func(value any) []*string {
		if one := *value.(**string); one != nil {
			return []*string{one}
		}
		return nil
	}
	return f
}

// Images returns the field of a list of pictures.
func Images(name string) Field {
	f := Of(name, func(o *Object, name string) *[]string { return o.list(name, SplitAddresses) }, (*Rules).images).upTo(MaxAddress)
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
func (f Field) Must() Field {
	f.required = true
	return f
}

// Kept returns the field as one that no update may empty, with the error about that.
func (f Field) Kept(rule string) Field {
	f.emptied = rule
	return f
}

// Called returns the field with what messages call it: "Product name".
func (f Field) Called(text string) Field {
	fieldLabels[f.name] = text
	return f
}

// upTo returns the field with the most characters of its text.
func (f Field) upTo(most int) Field {
	f.most = most
	return f
}

// Fields are those of one kind of things.
type Fields []Field

// Limits returns the most characters of each field that has a text, by name.
func (fs Fields) Limits() map[string]int {
	all := map[string]int{}
	for _, f := range fs {
		if f.most > 0 {
			all[f.name] = f.most
		}
	}
	return all
}

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

// PictureNames returns the names of the fields that may hold an upload.
func (fs Fields) PictureNames() (names []string) {
	for _, f := range fs {
		if f.pictures != nil {
			names = append(names, f.name)
		}
	}
	return names
}
