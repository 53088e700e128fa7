// Fields of what callers send: each is one object that knows how it is read from JSON, how it is tidied, and which rules it has (spec.md
// section 5). The changes' struct of package events has a field of the same name for each.

package commands

import (
	"regexp"

	"candor/events"
)

// field is one field. Its methods take a pointer to the field of the changes: to a **string, a **[]string, …
type field struct {
	name     string // in JSON
	required bool   // a new item must have it, and no update may empty it
	emptied  string // the error about an update that empties it; "": it may
	read     func(o *object, into any)
	tidy     func(r *rules, value any)
	pictures func(value any) []*string // what may be an upload; nil: nothing
}

// fieldOf returns a field of a type of values: how it is read, and what makes it tidy. A nil value is absent.
func fieldOf[T any](name string, read func(*object, string) *T, tidy func(*rules, string, **T)) field {
	return field{
		name: name,
		read: func(o *object, into any) { *into.(**T) = read(o, name) },
		tidy: func(r *rules, value any) { tidy(r, name, value.(**T)) },
	}
}

func lineField(name string, most int) field {
	return fieldOf(name, (*object).text, func(r *rules, name string, value **string) { r.line(name, value, most) })
}

func textField(name string, most int) field {
	return fieldOf(name, (*object).text, func(r *rules, name string, value **string) { r.text(name, value, most) })
}

// patternField is a line that a pattern must match; rule is the error about one that it doesn't.
func patternField(name string, most int, pattern *regexp.Regexp, rule string) field {
	return fieldOf(name, (*object).text, func(r *rules, name string, value **string) {
		r.line(name, value, most)
		if *value != nil && !pattern.MatchString(**value) {
			r.fail(name, "%s", rule)
		}
	})
}

func slugTextField(name string) field {
	return fieldOf(name, (*object).text, func(r *rules, name string, value **string) {
		r.line(name, value, maxSlug)
		r.slug(name, *value)
	})
}

func linkField(name string) field   { return fieldOf(name, (*object).text, (*rules).link) }
func priceField(name string) field  { return fieldOf(name, (*object).price, (*rules).price) }
func ratingField(name string) field { return fieldOf(name, (*object).rating, (*rules).rating) }

func listField(name string) field {
	return fieldOf(name, func(o *object, name string) *[]string { return o.list(name, splitLines) }, (*rules).list)
}

func imageField(name string) field {
	f := fieldOf(name, (*object).text, (*rules).image)
	f.pictures = func(value any) []*string {
		if one := *value.(**string); one != nil {
			return []*string{one}
		}
		return nil
	}
	return f
}

func imagesField(name string) field {
	f := fieldOf(name, func(o *object, name string) *[]string { return o.list(name, splitAddresses) }, (*rules).images)
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

// untidied is for what is tidied with other fields, or has nothing to tidy.
func untidied[T any](*rules, string, **T) {}

// must returns the field as one that a new item must have, and that no update may empty.
func (f field) must() field {
	f.required = true
	return f
}

// kept returns the field as one that no update may empty, with the error about that.
func (f field) kept(rule string) field {
	f.emptied = rule
	return f
}

// called returns the field with what messages call it: "Product name".
func (f field) called(text string) field {
	fieldLabels[f.name] = text
	return f
}

// fields are those of one kind of things.
type fields []field

// read reads them from JSON into changes: a pointer to the struct.
func (fs fields) read(o *object, changes any) {
	into := events.FieldPointers(changes)
	for _, f := range fs {
		f.read(o, into[f.name])
	}
}

// tidy tidies changes, and finds what breaks the rules.
func (fs fields) tidy(r *rules, changes any) {
	values := events.FieldPointers(changes)
	for _, f := range fs {
		f.tidy(r, values[f.name])
		if text, ok := values[f.name].(**string); ok && f.required && !mentions(r.errs, f.name) {
			r.required(f.name, *text)
		}
	}
}

// missing finds what something new lacks.
func (fs fields) missing(r *rules, changes any) {
	given := events.Given(changes)
	for _, f := range fs {
		if _, ok := given[f.name]; f.required {
			r.present(f.name, ok)
		}
	}
}

// emptiedBy finds what an update must not empty but a new item may lack.
func (fs fields) emptiedBy(r *rules, changes any) {
	given := events.Given(changes)
	for _, f := range fs {
		if value, ok := given[f.name]; f.emptied != "" && ok && (value == "" || value == 0.0) {
			r.fail(f.name, "%s", f.emptied)
		}
	}
}

// picturesOf returns the fields that may hold an upload.
func (fs fields) picturesOf(changes any) (all []pictureField) {
	values := events.FieldPointers(changes)
	for _, f := range fs {
		if f.pictures != nil {
			all = append(all, pictureField{f.name, f.pictures(values[f.name])})
		}
	}
	return all
}
