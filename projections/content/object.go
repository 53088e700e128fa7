// JSON objects with more fields.

package content

// extended returns a JSON object with more fields at its end. The row itself stays as it is.
func extended(object []byte, fields string) []byte {
	out := make([]byte, 0, len(object)+len(fields)+1)
	return append(append(append(append(out, object[:len(object)-1]...), ','), fields...), '}')
}

// withFields is extended for fields that may be none.
func withFields(object []byte, fields string) []byte {
	if fields == "" {
		return object
	}
	return extended(object, fields)
}
