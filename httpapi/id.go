// Ids in paths and queries.

package httpapi

// CanonicalID parses a positive number without sign, space or leading zero.
func CanonicalID(text string) (int64, bool) {
	if len(text) == 0 || len(text) > 18 || text[0] == '0' {
		return 0, false
	}
	var id int64
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		id = id*10 + int64(c-'0')
	}
	return id, true
}
