// Changes of the site's settings, with the values before and after.

package audit

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"candor/events"
	"candor/projections/difference"
	"candor/projections/projector"
)

// FieldChange is a setting that an event changed, with the values in effect, whatever the server's environment decided. An empty text is
// null.
type FieldChange struct {
	Field string          `json:"field"`
	Old   json.RawMessage `json:"old"`
	New   json.RawMessage `json:"new"`
}

// noteSettings fills in what a change of settings changed, in the order of the section's fields, and stores the owner's values. It does
// nothing for other events.
func (e *Entry) noteSettings(t *projector.Tx, event events.Event) {
	section, values, ok := events.SettingsOf(event)
	if !ok {
		return
	}
	stored, before := t.Bucket("settings"), events.NoSettings(section)
	if last := stored.Get([]byte(section)); last != nil {
		if err := json.Unmarshal(last, before); err != nil {
			panic(projector.Damage("settings are no JSON"))
		}
	}
	stored.Put([]byte(section), projector.Encode(values))
	e.Fields = nil
	was, is := inEffect(section, reflect.ValueOf(before).Elem().Interface()), inEffect(section, values)
	for _, name := range events.FieldNames(values) {
		if !bytes.Equal(was[name], is[name]) {
			e.Fields = append(e.Fields, name)
			e.Changes = append(e.Changes, FieldChange{name, orNull(was[name]), orNull(is[name])})
		}
	}
}

// inEffect returns the settings of a section, by the fields' names, that an owner's values make of the defaults.
func inEffect(section string, values any) (fields map[string]json.RawMessage) {
	all := events.DefaultSettings()
	all.Set(section, values)
	if err := json.Unmarshal(projector.Encode(all.Section(section)), &fields); err != nil {
		panic(projector.Damage("settings are no JSON object"))
	}
	return fields
}

// orNull returns a value, null for an empty text.
func orNull(value json.RawMessage) json.RawMessage {
	if string(value) == `""` {
		return json.RawMessage("null")
	}
	return value
}

// settingsSentence returns the verb of a change of settings: "changed the site's settings: name, time zone".
func settingsSentence(fields []string) string {
	var names []string
	for _, field := range fields {
		names = append(names, strings.ToLower(difference.Name(field)))
	}
	sentence := "changed the site's settings"
	if len(names) > 0 {
		sentence += ": " + strings.Join(names, ", ")
	}
	return sentence
}
