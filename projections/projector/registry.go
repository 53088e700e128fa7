// Registry: the read models that packages have registered, by name.

package projector

import (
	"maps"
	"slices"
)

// ReadModel is a definition, and what answers queries of the read model.
type ReadModel struct {
	Definition
	Reader func(p *Projector) any // for [ReaderOf]; nil: nothing
}

var registry = map[string]func(Config) ReadModel{}

// Register makes a read model known. Its package calls it in init; define is called for each opening, with the configuration. It panics if
// the name, which is that of the model's file, is taken.
func Register(name string, define func(Config) ReadModel) {
	if registry[name] != nil {
		panic("projector: two read models are named " + name)
	}
	registry[name] = define
}

// Registered returns the read models that c.Only names, or of all that are registered, in the order of their names.
func Registered(c Config) (all []ReadModel) {
	for _, name := range slices.Sorted(maps.Keys(registry)) {
		if len(c.Only) > 0 && !slices.Contains(c.Only, name) {
			continue
		}
		d := registry[name](c)
		d.Name = name
		all = append(all, d)
	}
	return all
}

// CommandNames returns what commands call the read models.
func CommandNames(models []ReadModel) []string {
	names := make([]string, len(models))
	for i := range models {
		names[i] = models[i].commandName()
	}
	return names
}
