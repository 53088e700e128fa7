// Package objects makes JSON objects with more fields, and with empty ones.
package objects

import (
	"encoding/json"

	"candor/projections/projector"
)

// Extended returns a JSON object with more fields at its end. The row itself stays as it is.
func Extended(object []byte, fields string) []byte {
	out := make([]byte, 0, len(object)+len(fields)+1)
	return append(append(append(append(out, object[:len(object)-1]...), ','), fields...), '}')
}

// WithFields is [Extended] for fields that may be none.
func WithFields(object []byte, fields string) []byte {
	if fields == "" {
		return object
	}
	return Extended(object, fields)
}

// emptyTexts are the long texts of items, and what stands in their place.
var emptyTexts = map[string]json.RawMessage{"content": []byte(`""`), "contentText": []byte(`""`), "verdict": []byte("null"),
	"verdictText": []byte("null")}

// WithoutTexts returns an item's JSON object with its long texts empty.
func WithoutTexts(object []byte) []byte {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		panic(projector.Damage("a row is no JSON: " + err.Error()))
	}
	for name, empty := range emptyTexts {
		if _, ok := fields[name]; ok {
			fields[name] = empty
		}
	}
	return projector.Encode(fields)
}
