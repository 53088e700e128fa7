// The quick way through a small, plain JSON object: what every tracked page view is.

package commands

import "bytes"

// flatFields is how many fields such an object has at most.
const flatFields = 12

// splitFlat reads the fields of a JSON object in one pass into room, which is empty, if they find room there and it holds nothing but texts of printable ASCII without
// escapes, whole numbers, true, false and null, and no field twice. It is not ok for everything else, malformed JSON
// included: the caller then goes the long way, which knows what to say. (Checking with encoding/json first and
// splitting afterwards took twice as long.)
func splitFlat(body []byte, room []rawField) (fields []rawField, ok bool) {
	i := skipSpace(body, 0)
	if i == len(body) || body[i] != '{' {
		return nil, false
	}
	fields = room
	for separator := byte('{'); i < len(body) && body[i] == separator; separator = ',' {
		key, next := plainText(body, skipSpace(body, i+1))
		if key == nil || len(fields) == cap(fields) {
			return nil, false
		}
		if i = skipSpace(body, next); i == len(body) || body[i] != ':' {
			return nil, false
		}
		value, next := flatValue(body, skipSpace(body, i+1))
		if value == nil {
			return nil, false
		}
		key = key[1 : len(key)-1]
		for _, f := range fields {
			if bytes.Equal(f.key, key) {
				return nil, false
			}
		}
		fields = append(fields, rawField{key, value})
		i = skipSpace(body, next)
	}
	ok = i < len(body) && body[i] == '}' && skipSpace(body, i+1) == len(body)
	return fields, ok
}

// flatValue returns the plain value that begins at i and where it ends; nil when it is none.
func flatValue(b []byte, i int) (value []byte, end int) {
	if value, end = plainText(b, i); value != nil || i == len(b) {
		return value, end
	}
	switch c := b[i]; {
	case c >= '1' && c <= '9':
		for end = i + 1; end < len(b) && b[end] >= '0' && b[end] <= '9'; {
			end++
		}
		return b[i:end], end // what follows must be a separator, which the caller checks
	case c == 'n' && bytes.HasPrefix(b[i:], []byte("null")), c == 't' && bytes.HasPrefix(b[i:], []byte("true")):
		return b[i : i+4], i + 4
	case c == 'f' && bytes.HasPrefix(b[i:], []byte("false")):
		return b[i : i+5], i + 5
	}
	return nil, i
}

// plainText returns the text that begins at i, quotes included, and where it ends; nil when it is none or not plain.
func plainText(b []byte, i int) (text []byte, end int) {
	if i == len(b) || b[i] != '"' {
		return nil, i
	}
	for end = i + 1; end < len(b); end++ {
		switch c := b[end]; {
		case c == '"':
			return b[i : end+1], end + 1
		case c < ' ' || c > '~' || c == '\\':
			return nil, i
		}
	}
	return nil, i
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}
