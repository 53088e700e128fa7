// Registry: the read models that packages have registered, by name.

package projector

import (
	"maps"
	"slices"
)

var registry = map[string]func(Config) Definition{}

// Register makes a read model known. Its package calls it in init; define is called for each opening, with the configuration. It panics if the
// name, which is that of the model's file, is taken.
func Register(name string, define func(Config) Definition) {
	if registry[name] != nil {
		panic("projector: two read models are named " + name)
	}
	registry[name] = define
}

// Registered returns the definitions of the read models that c.Only names, or of all that are registered, in the order of their names.
func Registered(c Config) (all []Definition) {
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
