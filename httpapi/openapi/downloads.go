// Downloads: what people take away.

package openapi

import (
	"bytes"
	"embed"
	"text/template"
)

// Download is a file made from the document.
type Download struct {
	Name        string // "candor-api.md"
	ContentType string
	Make        func(origin string) []byte // for a site at origin; see [Document]
}

// Downloads lists the files.
func Downloads() []Download {
	return []Download{
		{"candor-api.md", "text/markdown; charset=utf-8", Markdown},
		{"candor.postman_collection.json", "application/json", Postman},
		{"candor_examples.py", "text/x-python; charset=utf-8", Python},
		{"candor_examples.mjs", "text/javascript; charset=utf-8", Node},
	}
}

//go:embed templates/*.tmpl
var templates embed.FS

// Python returns the examples in Python 3, for which its standard library is enough.
func Python(origin string) []byte { return examples("examples.py.tmpl", python, origin) }

// Node returns the examples in JavaScript for Node.js, without dependencies.
func Node(origin string) []byte { return examples("examples.mjs.tmpl", javaScript, origin) }

func examples(name string, l language, origin string) []byte {
	t := template.Must(template.New(name).Funcs(template.FuncMap{
		"literal": func(indent string, taken int, v any) string { return l.literal(v, indent, taken) },
		"path":    l.path,
		"kept":    keptNames,
	}).ParseFS(templates, "templates/"+name))
	if origin == "" {
		origin = anySite
	}
	var b bytes.Buffer
	if err := t.Execute(&b, struct {
		Origin string
		Steps  []step
	}{origin, walk()}); err != nil {
		panic(err) // the template and the walk are parts of the program
	}
	return b.Bytes()
}

// keptNames are the names under which steps keep something.
func keptNames(steps []step) []string {
	var names []string
	for _, s := range steps {
		for _, k := range s.Keep {
			names = append(names, k.Name)
		}
	}
	return names
}
