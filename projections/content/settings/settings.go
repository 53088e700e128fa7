// Package settings holds the site's settings for the content model: all of them are in memory, and in the bucket
//
//	settings   "site" (section) → JSON of stored
package settings

import (
	"encoding/json"
	"maps"
	"reflect"
	"sync/atomic"
	"time"

	"candor/events"
	"candor/projections/projector"
)

// Section is what is known of a section beside the settings in effect.
type Section struct {
	Values     any               // the owner's, such as a SiteValues
	Revision   uint64            // the number of changes
	UpdatedAt  time.Time         // of the last change; zero before the first
	Overridden map[string]string // the variables that decide fields, by the fields' names; never nil
}

// State is the settings at one moment; never modified.
type State struct {
	events.Settings                    // in effect
	Sections        map[string]Section // by their names
}

// stored is a section's row.
type stored struct {
	Values    json.RawMessage `json:"values"`
	Revision  uint64          `json:"revision"`
	UpdatedAt time.Time       `json:"updatedAt"`
}

// Model holds the settings: as queries see them, and as a batch changes them.
type Model struct {
	overrides []events.SettingsOverride
	state     atomic.Pointer[State]
	changed   map[string]Section // by the batch, until committed; nil: none
}

// New returns the settings of a site whose owner has set nothing. overrides are what the server's environment decides.
func New(overrides []events.SettingsOverride) *Model {
	m := &Model{overrides: overrides}
	m.show(map[string]Section{})
	return m
}

// State returns the settings as they are now.
func (m *Model) State() *State { return m.state.Load() }

// With returns the settings as they would be if the owner had set these values in a section; a struct such as an events.SiteValues.
func (m *Model) With(section string, values any) *State {
	set := maps.Clone(m.State().Sections)
	one := set[section]
	one.Values = values
	set[section] = one
	return m.stateOf(set)
}

// show makes the settings visible that follow from what the owner has set.
func (m *Model) show(set map[string]Section) { m.state.Store(m.stateOf(set)) }

// stateOf returns the settings that follow from what the owner has set.
func (m *Model) stateOf(set map[string]Section) *State {
	s := &State{Settings: events.DefaultSettings(), Sections: map[string]Section{}}
	for _, name := range events.Sections {
		one, ok := set[name]
		if !ok {
			one.Values = reflect.ValueOf(events.NoSettings(name)).Elem().Interface()
		}
		one.Overridden = map[string]string{}
		s.Settings.Set(name, one.Values)
		for _, o := range m.overrides {
			if o.Section != name {
				continue
			}
			s.Settings.Set(name, o.Values)
			for field := range events.Given(o.Values) {
				one.Overridden[field] = o.Variable
			}
		}
		s.Sections[name] = one
	}
	return s
}

// Load reads the settings.
func (m *Model) Load(t *projector.Tx) error {
	set := map[string]Section{}
	for _, name := range events.Sections {
		row := t.Bucket("settings").Get([]byte(name))
		if row == nil {
			continue
		}
		var of stored
		if err := json.Unmarshal(row, &of); err != nil {
			return err
		}
		values := events.NoSettings(name)
		if err := json.Unmarshal(of.Values, values); err != nil {
			return err
		}
		set[name] = Section{Values: reflect.ValueOf(values).Elem().Interface(), Revision: of.Revision, UpdatedAt: of.UpdatedAt}
	}
	m.show(set)
	return nil
}

// Change takes in a change of the settings.
func (m *Model) Change(about events.About, revision uint64) bool {
	if m.changed == nil {
		m.changed = maps.Clone(m.State().Sections)
	}
	m.changed[about.Title] = Section{Values: about.Changes, Revision: revision + 1, UpdatedAt: about.At.UTC()}
	return true
}

// Write writes the sections that the batch changed.
func (m *Model) Write(t *projector.Tx) {
	for name, one := range m.changed {
		if one.Revision != m.State().Sections[name].Revision {
			row := stored{projector.Encode(one.Values), one.Revision, one.UpdatedAt}
			t.Bucket("settings").Put([]byte(name), projector.Encode(row))
		}
	}
}

// Committed shows what the batch changed, and reports whether it changed anything.
func (m *Model) Committed() bool {
	if m.changed == nil {
		return false
	}
	m.show(m.changed)
	m.changed = nil
	return true
}

// Pictures returns the addresses of the pictures that the settings show; readers may see them.
func (s *State) Pictures() (addresses []string) {
	for _, address := range []string{s.Site.Logo, s.Site.LogoDark, s.Site.Icon, s.Site.ShareImage} {
		if address != "" {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

// Show reports whether the settings show a picture.
func (s *State) Show(sha256 string) bool {
	for _, address := range s.Pictures() {
		if events.PictureIn(address) == sha256 {
			return true
		}
	}
	return false
}
