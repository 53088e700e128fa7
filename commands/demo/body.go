// Bodies: content as the requests of the API have it.

package demo

import (
	"encoding/json"
	"maps"
)

// object returns item's JSON object with some fields set, as a map of its own.
func object(item any, fields map[string]any) map[string]any {
	object := map[string]any{}
	if text, err := json.Marshal(item); err == nil {
		_ = json.Unmarshal(text, &object) // what was just encoded decodes
	}
	maps.Copy(object, fields)
	return object
}

// parsed sends item through the same parser as a request's body.
func parsed[In any](item any, parse func([]byte) (In, error)) (In, error) {
	body, err := json.Marshal(item)
	if err != nil {
		var none In
		return none, err
	}
	return parse(body)
}
