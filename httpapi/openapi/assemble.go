// Assembling: from the source files to one document, in the order in which it was written.

package openapi

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"

	"go.yaml.in/yaml/v3"
)

//go:embed source/*.yaml
var source embed.FS

// member is one member of an object.
type member struct {
	name  string
	value any
}

// object is a JSON object that keeps its order. Values are nil, bool, string, json.Number, []any and *object.
type object struct{ members []member }

func (o *object) get(name string) any {
	if o == nil {
		return nil
	}
	for _, m := range o.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// set replaces a member, or adds it at the end.
func (o *object) set(name string, value any) {
	for i := range o.members {
		if o.members[i].name == name {
			o.members[i].value = value
			return
		}
	}
	o.members = append(o.members, member{name, value})
}

// object returns the member's object, nil when it is absent or something else.
func (o *object) object(name string) *object {
	inner, _ := o.get(name).(*object)
	return inner
}

// text returns the member's text, "" when it is absent or something else.
func (o *object) text(name string) string {
	text, _ := o.get(name).(string)
	return text
}

// list returns the member's array.
func (o *object) list(name string) []any {
	items, _ := o.get(name).([]any)
	return items
}

// MarshalJSON encodes the members in their order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o.members {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{m.name, m.value} {
			if j > 0 {
				b.WriteByte(':')
			}
			text, err := encode(part)
			if err != nil {
				return nil, err
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode is json.Marshal that leaves <, > and & as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// assembled is the whole document without an origin. The source is part of the program, so that a mistake in it is one
// of ours: it panics, and every test sees it.
var assembled = sync.OnceValue(func() *object {
	whole := &object{}
	// general.yaml begins the document; the other files add to paths and components, or replace what an earlier one says.
	names, err := fs.Glob(source, "source/*.yaml")
	if err != nil {
		panic(err)
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	files := template.Must(template.ParseFS(source, "source/*.yaml"))
	for _, name := range names {
		var text bytes.Buffer
		if err := files.ExecuteTemplate(&text, path.Base(name), kinds()); err != nil {
			panic(err)
		}
		part, err := parse(text.Bytes())
		if err != nil {
			panic(fmt.Errorf("%s: %w", name, err))
		}
		whole.merge(part)
	}
	return whole
})

// order lists all source files in the order of the documentation. Each kind of content has one of its own, after what kinds have in common.
var order = slices.Concat([]string{"general", "bots", "kinds"}, paths(),
	[]string{"public-history", "settings", "categories", "names", "authors",
		"corrections", "search", "visitors", "proof", "session", "dashboard", "media", "drafts", "item-history", "trail", "messages",
		"privacy", "keys", "undo", "analytics", "description", "schemas", "components", "walkthrough"})

func rank(name string) int {
	return slices.Index(order, strings.TrimSuffix(path.Base(name), ".yaml"))
}

// merge adds another part's members, objects deeply; all else replaces what is there.
func (o *object) merge(part *object) {
	for _, m := range part.members {
		mine, theirs := o.object(m.name), part.object(m.name)
		if mine != nil && theirs != nil {
			mine.merge(theirs)
			continue
		}
		o.set(m.name, m.value)
	}
}

// parse reads one source file.
func parse(text []byte) (*object, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	value, err := fromYAML(root.Content[0], "")
	if err != nil {
		return nil, err
	}
	o, ok := value.(*object)
	if !ok {
		return nil, fmt.Errorf("line 1: not a mapping")
	}
	return o, nil
}

// fromYAML converts a node that stands under a name. Components that are called by their bare name become references.
func fromYAML(n *yaml.Node, under string) (any, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return fromYAML(n.Alias, under)
	case yaml.MappingNode:
		o, own := &object{}, map[string]bool{}
		for i := 0; i < len(n.Content); i += 2 {
			name := n.Content[i].Value
			if own[name] {
				return nil, fmt.Errorf("line %d: %s is there twice", n.Content[i].Line, name)
			}
			if n.Content[i].Tag == "!!merge" {
				merged, err := fromYAML(n.Content[i+1], under)
				if err != nil {
					return nil, err
				}
				all, several := merged.([]any)
				if !several {
					all = []any{merged}
				}
				for _, one := range all {
					o.merge(one.(*object))
				}
				continue
			}
			inner := name
			if under == "responses" && n.Content[i+1].Kind == yaml.ScalarNode {
				inner = "response"
			}
			value, err := fromYAML(n.Content[i+1], inner)
			if err != nil {
				return nil, err
			}
			own[name] = true
			o.set(name, value) // it may be merged in already
		}
		return o, nil
	case yaml.SequenceNode:
		return sequence(n, under)
	}
	if kind, ok := references[under]; ok && n.Tag == "!!str" {
		return reference(kind, n.Value), nil
	}
	return scalar(n)
}

// references says what a bare name under a name refers to.
var references = map[string]string{"schema": "schemas", "items": "schemas", "response": "responses", "parameter": "parameters",
	"alternative": "schemas"}

func reference(kind, name string) *object {
	return &object{[]member{{"$ref", "#/components/" + kind + "/" + name}}}
}

func sequence(n *yaml.Node, under string) (any, error) {
	if under == "headers" {
		o := &object{}
		for _, item := range n.Content {
			o.set(item.Value, reference("headers", item.Value))
		}
		return o, nil
	}
	inner := map[string]string{"parameters": "parameter", "oneOf": "alternative", "anyOf": "alternative"}[under]
	items := make([]any, len(n.Content))
	for i, item := range n.Content {
		var err error
		if items[i], err = fromYAML(item, inner); err != nil {
			return nil, err
		}
	}
	return items, nil
}

func scalar(n *yaml.Node) (any, error) {
	switch n.Tag {
	case "!!null":
		return nil, nil
	case "!!bool":
		return n.Value == "true", nil
	case "!!int", "!!float":
		return json.Number(n.Value), nil
	case "!!str", "!!timestamp":
		return n.Value, nil
	}
	return nil, fmt.Errorf("line %d: %s is not expected here", n.Line, n.Tag)
}
