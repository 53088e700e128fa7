// Fields that hold pictures.

package commands

// dataPrefix begins a data string (RFC 2397).
const dataPrefix = "data:"

// isDataString reports whether a picture field holds the picture itself.
func isDataString(text string) bool { return hasPrefixFold(text, dataPrefix) }

// pictureField is a field that may hold pictures: their addresses, or the pictures themselves as data strings.
type pictureField struct {
	name   string
	values []*string
}
