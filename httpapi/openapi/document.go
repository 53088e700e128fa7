// The document as it is served.

package openapi

import (
	"slices"
	"strings"
)

// Tags lists the tags of the operations, in the order of the documentation.
func Tags() []string {
	var names []string
	for _, t := range assembled().list("tags") {
		names = append(names, t.(*object).text("name"))
	}
	return names
}

// Document returns openapi.json for a site at origin ("https://example.com"; "" for one whose name is not known). tag, one
// of [Tags], keeps only the operations with it and the components they use; "" keeps everything.
func Document(origin, tag string) []byte {
	whole := assembled()
	server := origin
	if server == "" {
		server = "/"
	}
	d := &object{}
	for _, m := range whole.members {
		switch {
		case m.name == "servers":
			d.set("servers", []any{&object{[]member{{"url", server}}}})
		case m.name == "info":
			d.set("info", m.value.(*object).naming(origin))
		case m.name == "x-walkthrough" && tag != "": // it walks through calls of other tags, too
		case m.name == "paths" && tag != "":
			d.set("paths", tagged(whole.object("paths"), tag))
		case m.name == "tags" && tag != "":
			for _, t := range whole.list("tags") {
				if t := t.(*object); t.text("name") == tag {
					d.set("tags", []any{t})
				}
			}
		default:
			d.set(m.name, m.value)
		}
	}
	if tag != "" {
		d.set("components", used(d, whole.object("components")))
	}
	body, err := encode(d)
	if err != nil {
		panic(err) // texts, numbers and lists always encode
	}
	return body
}

// anySite stands for a site whose name is not known.
const anySite = "https://your-site.example"

// naming returns a copy of info with the site's origin in its text.
func (o *object) naming(origin string) *object {
	if origin == "" {
		origin = anySite
	}
	named := &object{slices.Clone(o.members)}
	named.set("description", strings.ReplaceAll(o.text("description"), "{origin}", origin))
	return named
}

// tagged returns the paths with only the operations that have the tag.
func tagged(paths *object, tag string) *object {
	kept := &object{}
	for _, p := range paths.members {
		item := &object{}
		for _, m := range p.value.(*object).members {
			operation, _ := m.value.(*object)
			for _, t := range operation.list("tags") {
				if t == tag {
					item.set(m.name, operation)
				}
			}
		}
		if len(item.members) > 0 {
			kept.set(p.name, item)
		}
	}
	return kept
}

// used returns the components that the document refers to, and those that these refer to.
func used(d, components *object) *object {
	wanted := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case *object:
			if ref := v.text("$ref"); ref != "" && !wanted[ref] {
				wanted[ref] = true
				walk(lookUp(components, ref))
			}
			for _, m := range v.members {
				walk(m.value)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(d.object("paths"))
	kept := &object{}
	for _, kind := range components.members {
		some := &object{}
		for _, m := range kind.value.(*object).members {
			// What an operation says of security are bare names.
			if kind.name == "securitySchemes" || wanted["#/components/"+kind.name+"/"+m.name] {
				some.set(m.name, m.value)
			}
		}
		if len(some.members) > 0 {
			kept.set(kind.name, some)
		}
	}
	return kept
}

// lookUp finds what a reference such as "#/components/schemas/Review" names; nil when it is not there.
func lookUp(components *object, ref string) *object {
	kind, name, _ := strings.Cut(strings.TrimPrefix(ref, "#/components/"), "/")
	return components.object(kind).object(name)
}
