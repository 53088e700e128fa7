// Fields that hold pictures.

package input

// DataPrefix begins a data string (RFC 2397).
const DataPrefix = "data:"

// IsDataString reports whether a picture field holds the picture itself.
func IsDataString(text string) bool { return hasPrefixFold(text, DataPrefix) }

// pictureField is a field that may hold pictures: their addresses, or the pictures themselves as data strings.
type pictureField struct {
	Name   string
	Values []*string
}
