// The section aggregate: what the owner has set in one section of the settings, and the decisions about it.

package settings

import (
	"reflect"

	"candor/commands/history"
	"candor/events"
)

// section is the state of one section.
type section struct {
	name   string
	values any // what the owner has set, such as an events.SiteValues
}

// untouched returns a section in which the owner has set nothing.
func untouched(name string) section {
	return section{name, reflect.ValueOf(events.NoSettings(name)).Elem().Interface()}
}

func (s section) Evolve(e events.Event) section {
	if name, values, ok := events.SettingsOf(e); ok {
		s = section{name, values}
	}
	return s
}

// Known reports whether there is such a section, which is so before its first event.
func (s section) Known() bool { return true }

// Value returns the settings in effect.
func (s section) Value() (any, []history.Mark) {
	all := s.settings()
	return all.Section(s.name), nil
}

// settings returns the section's settings in effect, among the defaults.
func (s section) settings() events.Settings {
	all := events.DefaultSettings()
	all.Set(s.name, s.values)
	return all
}

// changed returns what the owner has set after a change: the fields that are given, without those that go back to their defaults.
func (s section) changed(in Input) any {
	values := events.Overlaid(s.values, in.values)
	to := reflect.New(reflect.TypeOf(values))
	to.Elem().Set(reflect.ValueOf(values))
	fields := events.FieldPointers(to.Interface())
	for _, name := range in.defaults {
		reflect.ValueOf(fields[name]).Elem().SetZero()
	}
	return to.Elem().Interface()
}
