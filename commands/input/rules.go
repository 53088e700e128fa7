// The rules of single fields (spec.md section 5): what is required, how long it may be, what an
// address is. They work on typed input, so that they hold for every way in, not for JSON alone.

package input

import (
	"fmt"
	"math"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"candor/commands"
	"candor/events/characters"
)

// The most that a field may hold, in characters (see [characters.Count]) unless said otherwise. The spec sets no limits;
// these are far above anything a person writes and keep one event well below the log's 1 MiB. docs/api.md lists them.
const (
	MaxName        = 200     // names of products, brands, authors, people, keys
	MaxTitle       = 300     // titles, subjects, credits
	MaxShortText   = 2_000   // descriptions, excerpts
	MaxVerdict     = 20_000  // verdicts, contact messages
	MaxContent     = 200_000 // the text of a review or article
	maxListItems   = 100     // items of a list field
	maxListItem    = 500     // one item of a list field
	MaxAddress     = 2_048   // a web address
	maxPrice       = 1e9     // in any currency
	maxEmail       = 254     // bytes, RFC 5321
	MaxSlug        = 100
	MaxIconOrColor = 100
	MaxOrder       = 1_000_000 // of the place of a category in their order
)

// fieldLabels are the names of fields that people know them by: those of no list of fields, and what [Field.Called] adds.
var fieldLabels = map[string]string{
	BodyField: "The body", "isFeatured": "Featured", "isPublished": "Published", "publishAt": "Publish at", "unpublishAt": "Unpublish at",
	"data": "Image", "file": "Image", "criterionId": "Criterion", "alt": "Alt text",
	"focalPoint": "Focal point", "expiresAt": "Expiry date",
	"url": "URL", "userAgent": "User agent", "sessionId": "Session", "id": "Id",
}

// Label returns the name of a field in messages: "Title".
func Label(field string) string {
	if l, ok := fieldLabels[field]; ok {
		return l
	}
	if field == "" {
		return "A field"
	}
	r, size := utf8.DecodeRuneInString(field)
	return string(unicode.ToUpper(r)) + field[size:]
}

// Wrong says what is wrong with a field.
func Wrong(field, format string, args ...any) commands.FieldError {
	return commands.FieldError{Field: field, Message: fmt.Sprintf(format, args...)}
}

// Rules tidies input fields in place and collects the rules they break. Absent fields (nil) pass.
type Rules struct{ Errs []commands.FieldError }

func (r *Rules) Fail(field, format string, args ...any) {
	r.Errs = append(r.Errs, Wrong(field, format, args...))
}

// Line is a text of one line, at most most characters.
func (r *Rules) Line(field string, value **string, most int) { r.tidy(field, value, most, TidyLine) }

// Text is a text of many lines, at most most characters.
func (r *Rules) Text(field string, value **string, most int) { r.tidy(field, value, most, tidyText) }

func (r *Rules) tidy(field string, value **string, most int, tidy func(string) string) {
	if *value == nil {
		return
	}
	tidied := tidy(**value)
	switch {
	case !IsClean(**value):
		r.Fail(field, "%s must be valid UTF-8 without NUL", Label(field))
	case characters.Count(tidied) > most:
		r.Fail(field, "%s must be at most %d characters", Label(field), most)
	}
	*value = &tidied
}

// Required refuses a field that is there but empty.
func (r *Rules) Required(field string, value *string) {
	if value != nil && *value == "" {
		r.Fail(field, "%s is required", Label(field))
	}
}

// Present refuses an absent field; required has refused the empty one.
func (r *Rules) Present(field string, is bool) {
	if !is {
		r.Fail(field, "%s is required", Label(field))
	}
}

// Link is a web address, or nothing.
func (r *Rules) Link(field string, value **string) {
	if *value == nil {
		return
	}
	address := strings.TrimSpace(**value)
	*value = &address
	r.address(field, address)
}

// image is a picture's web address or data string, or nothing. Data strings are looked into when
// they are stored; see picture.go.
func (r *Rules) image(field string, value **string) {
	if *value == nil {
		return
	}
	address := strings.TrimSpace(**value)
	*value = &address
	if !IsDataString(address) {
		r.address(field, address)
	}
}

// images is a list of what image takes, without bullets.
func (r *Rules) images(field string, value **[]string) {
	if *value == nil {
		return
	}
	items := make([]string, 0, len(**value))
	for _, item := range **value {
		address := stripBullets(item)
		if address == "" {
			continue
		}
		items = append(items, address)
		if !IsDataString(address) && !r.address(field, address) {
			break
		}
	}
	r.items(field, value, items)
}

// address refuses what is neither empty nor an http, https or site-relative address: a reader's
// browser would run javascript: as a program.
func (r *Rules) address(field, address string) bool {
	switch {
	case address == "":
		return true
	case characters.Count(address) > MaxAddress:
		r.Fail(field, "%s must be at most %d characters", Label(field), MaxAddress)
	case !IsClean(address):
		r.Fail(field, "%s must be valid UTF-8 without NUL", Label(field))
	case !isAddress(address):
		r.Fail(field, "%s must be a URL that starts with http://, https:// or /", Label(field))
	default:
		return true
	}
	return false
}

func isAddress(address string) bool {
	// Browsers drop line ends and read backslashes as slashes: "/\host" leads to another site.
	if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' || unicode.IsSpace(r) }) {
		return false
	}
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if address[0] == '/' {
		return u.Host == "" && !strings.HasPrefix(address, "//")
	}
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}

// list is a list of short texts without bullets or empty lines.
func (r *Rules) list(field string, value **[]string) {
	if *value == nil {
		return
	}
	items := make([]string, 0, len(**value))
	for _, item := range **value {
		tidied := stripBullets(TidyLine(item))
		switch {
		case !IsClean(item):
			r.Fail(field, "%s must be valid UTF-8 without NUL", Label(field))
			return
		case characters.Count(tidied) > maxListItem:
			r.Fail(field, "%s can have items of at most %d characters", Label(field), maxListItem)
			return
		case tidied != "":
			items = append(items, tidied)
		}
	}
	r.items(field, value, items)
}

// items sets a list's items, which are never nil: an emptied list is stored as an empty one.
func (r *Rules) items(field string, value **[]string, items []string) {
	if len(items) > maxListItems {
		r.Fail(field, "%s can have at most %d items", Label(field), maxListItems)
	}
	*value = &items
}

// Price is an amount in the site's currency, rounded to cents; 0 is none.
func (r *Rules) Price(field string, value **float64) {
	if *value == nil {
		return
	}
	amount := **value
	switch {
	case !(amount >= 0):
		r.Fail(field, "%s must not be negative", Label(field))
	case amount > maxPrice:
		r.Fail(field, "%s must be at most %.0f", Label(field), maxPrice)
	}
	rounded := math.Round(amount*100)/100 + 0 // + 0 makes 0 of -0
	*value = &rounded
}

// Rating is 1 to 5, rounded to one decimal; 0 is none given.
func (r *Rules) Rating(field string, value **float64) {
	if *value == nil || **value == 0 {
		return
	}
	switch stars := **value; {
	case !(stars >= 1):
		r.Fail(field, "%s must be at least 1", Label(field))
	case stars > 5:
		r.Fail(field, "%s must be at most 5", Label(field))
	default:
		rounded := math.Round(stars*10) / 10
		*value = &rounded
	}
}

// Email is one address of RFC 5322 without a name, whose host has a dot or is localhost.
func (r *Rules) Email(field string, value *string) {
	*value = strings.TrimSpace(*value)
	switch {
	case *value == "":
		r.Fail(field, "%s is required", Label(field))
	case !isEmail(*value):
		r.Fail(field, "Email must be a valid email address")
	}
}

func isEmail(text string) bool {
	if len(text) > maxEmail || !IsClean(text) || strings.Count(text, "@") != 1 ||
		strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return false
	}
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || parsed.Name != "" {
		return false
	}
	_, host, _ := strings.Cut(text, "@")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	labels := strings.Split(host, ".")
	return len(labels) > 1 && !slices.Contains(labels, "")
}

// IsClean reports whether text is UTF-8 without NUL.
func IsClean(text string) bool {
	return utf8.ValidString(text) && strings.IndexByte(text, 0) < 0
}

// TidyLine trims text and makes one line of it, in normal form C; it is "" where it would show nothing. Control characters go: feeds and
// logs can't hold them.
func TidyLine(text string) string {
	if isPlain(text) {
		return strings.TrimSpace(text)
	}
	line := strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, characters.Normal(text)))
	if !characters.IsVisible(line) {
		return ""
	}
	return line
}

// isPlain reports whether text is printable ASCII, in which there is nothing to tidy.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// tidyText trims text, makes every line end a newline, and drops other control characters. It returns "" where the text would show nothing.
func tidyText(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.TrimSpace(outdented(strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == '\u2028', r == '\u2029':
			return '\n'
		case r != '\n' && r != '\t' && unicode.IsControl(r):
			return -1
		}
		return r
	}, text)))
	if !characters.IsVisible(text) {
		return ""
	}
	return text
}

// outdented returns a text whose lines are all indented without what they are indented by: only its first line would lose it otherwise.
func outdented(text string) string {
	text = strings.TrimLeft(text, "\n")
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	if indent == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for _, line := range lines {
		for strings.TrimSpace(line) != "" && !strings.HasPrefix(line, indent) {
			indent = indent[:len(indent)-1]
		}
	}
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, indent)
	}
	return strings.Join(lines, "\n")
}

// Truncate cuts text to at most most bytes, between characters.
func Truncate(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

func IsTrue(flag *bool) bool { return flag != nil && *flag }

// Merge adds rule errors for fields that have none yet: a field of the wrong type is not also missing.
func Merge(errs, more []commands.FieldError) []commands.FieldError {
	for _, e := range more {
		if !Mentions(errs, e.Field) {
			errs = append(errs, e)
		}
	}
	return errs
}
