// WordPress shortcodes: those that show something become HTML, the others go.

package markup

import (
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"

	"candor/commands/importer/prose"
)

var (
	shortcode     = regexp.MustCompile(`\[(/?)([a-zA-Z][\w-]*)((?:[\s=]+[^\[\]<>]*)?)(/?)\]`)
	captionedCode = regexp.MustCompile(
		`(?is)\[(?:wp_)?caption(\s[^\]]*)?\]\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*</a>)?)(.*?)\[/(?:wp_)?caption\]`)
	shortcodeWord = regexp.MustCompile(`([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|(\S+)`)
)

// knownShortcodes are those that become HTML.
var knownShortcodes = map[string]bool{"caption": true, "wp_caption": true, "gallery": true, "embed": true, "youtube": true, "vimeo": true,
	"video": true, "audio": true}

// expandShortcodes replaces shortcodes. gallery returns the pictures with these attachment ids; of the whole post for none. lost is told
// the names of those that go.
func expandShortcodes(text string, gallery func(ids []string) []prose.Image, lost *LeftOut) string {
	if !strings.Contains(text, "[") {
		return text
	}
	text = captionedCode.ReplaceAllStringFunc(text, func(whole string) string {
		m := captionedCode.FindStringSubmatch(whole)
		named, _ := shortcodeWords(m[1])
		return "<figure>" + m[2] + "<figcaption>" + prose.Or(m[3], html.EscapeString(named["caption"])) + "</figcaption></figure>"
	})
	closed := map[string]bool{} // names that are closed somewhere: certainly shortcodes
	for _, m := range shortcode.FindAllStringSubmatch(text, -1) {
		if m[1] == "/" {
			closed[strings.ToLower(m[2])] = true
		}
	}
	var b strings.Builder
	end := 0
	for _, at := range shortcode.FindAllStringSubmatchIndex(text, -1) {
		whole, name := text[at[0]:at[1]], strings.ToLower(text[at[4]:at[5]])
		one := writtenShortcode{name: name, end: at[2] < at[3], closed: closed[name], alone: alone(text, at[0], at[1])}
		one.named, one.words = shortcodeWords(text[at[6]:at[7]])
		// [[gallery]] shows [gallery]
		if at[0] > end && text[at[0]-1] == '[' && strings.HasPrefix(text[at[1]:], "]") && (knownShortcodes[name] || len(one.named) > 0) {
			b.WriteString(text[end:at[0]-1] + whole)
			end = at[1] + 1
			continue
		}
		b.WriteString(text[end:at[0]])
		end = at[1]
		if at[6] < at[7] && text[at[6]] == '=' && name != "youtube" && name != "vimeo" {
			b.WriteString(whole) // [x=1]
			continue
		}
		b.WriteString(one.html(whole, gallery, lost))
	}
	b.WriteString(text[end:])
	return b.String()
}

// alone reports whether a part of a text is all that its line, or its element, holds.
func alone(text string, from, to int) bool {
	before, after := strings.TrimRight(text[:from], " \t"), strings.TrimLeft(text[to:], " \t\r")
	return (before == "" || strings.ContainsAny(before[len(before)-1:], "\n>")) && (after == "" || after[0] == '\n' || after[0] == '<')
}

// writtenShortcode is a shortcode, or its end, as it stands in a text.
type writtenShortcode struct {
	name   string
	named  map[string]string
	words  []string
	end    bool
	closed bool // the text closes one of this name
	alone  bool // in its line
}

// html returns what a shortcode shows. whole is the shortcode itself, for what is none.
func (s *writtenShortcode) html(whole string, gallery func(ids []string) []prose.Image, lost *LeftOut) string {
	switch s.name {
	case "caption", "wp_caption":
		if s.end {
			return "</figure>"
		}
		return "<figure>"
	case "gallery":
		if s.end {
			return ""
		}
		var ids []string
		if list := prose.Or(s.named["ids"], s.named["include"]); list != "" {
			ids = strings.Split(list, ",")
		}
		return galleryHTML(gallery(ids), lost)
	case "embed", "youtube", "vimeo", "video", "audio":
		return s.embedded(lost)
	}
	// Text in brackets, such as [sic], is no shortcode.
	if !s.end && len(s.named) == 0 && !s.closed && !(s.alone && strings.ContainsAny(s.name, "-_")) {
		return whole
	}
	if s.end {
		return ""
	}
	s.namePictures(lost)
	for _, key := range []string{"url", "src", "href", "link"} {
		if address := s.named[key]; strings.HasPrefix(address, "http") && !s.closed {
			lost.Add("shortcode %s (its address is kept)", s.name)
			return `<p><a href="` + html.EscapeString(address) + `">` + html.EscapeString(address) + `</a></p>`
		}
	}
	if s.closed {
		lost.Add("shortcode %s (its text is kept)", s.name)
		return ""
	}
	lost.Add("shortcode %s", s.name)
	return ""
}

// styledPicture matches a picture in a style sheet.
var styledPicture = regexp.MustCompile(`(?i)url\(\s*["']?(https?://[^"'()\s]+)`)

// namePictures names the pictures that go with a shortcode: those that it shows, and those behind it.
func (s *writtenShortcode) namePictures(lost *LeftOut) {
	for _, key := range slices.Sorted(maps.Keys(s.named)) {
		value := s.named[key]
		for _, m := range styledPicture.FindAllStringSubmatch(value, -1) {
			lost.Add("background picture %s", m[1])
		}
		if strings.HasPrefix(value, "http") && prose.IsPicture(value) {
			kind := "picture"
			if strings.Contains(key, "bg") || strings.Contains(key, "background") {
				kind = "background picture"
			}
			lost.Add("%s %s", kind, value)
		}
	}
}

// galleryHTML returns pictures as HTML.
func galleryHTML(pictures []prose.Image, lost *LeftOut) string {
	if len(pictures) == 0 {
		lost.Add("shortcode gallery (none of its pictures is in the file)")
	}
	var b strings.Builder
	for _, one := range pictures {
		picture := `<img src="` + html.EscapeString(one.Address) + `" alt="` + html.EscapeString(one.Alt) + `">`
		if one.Caption != "" {
			picture = "<figure>" + picture + "<figcaption>" + html.EscapeString(one.Caption) + "</figcaption></figure>"
		}
		b.WriteString(picture)
	}
	return b.String()
}

// embedded returns a video, a sound or another page as HTML.
func (s *writtenShortcode) embedded(lost *LeftOut) string {
	if s.end {
		return "\n"
	}
	address := s.named["src"]
	for _, other := range []string{"mp4", "webm", "ogv", "m4v", "mov", "url", "mp3", "m4a", "ogg", "wav", "id"} {
		address = prose.Or(address, s.named[other])
	}
	if address == "" && len(s.words) > 0 {
		address = s.words[0]
	}
	if address != "" && !strings.HasPrefix(address, "http") && !strings.HasPrefix(address, "/") {
		switch s.name {
		case "youtube":
			address = "https://www.youtube.com/watch?v=" + address
		case "vimeo":
			address = "https://vimeo.com/" + address
		}
	}
	switch {
	case address == "" && !s.closed:
		lost.Add("shortcode %s", s.name)
		return "\n"
	case address == "": // it stands between this and the closing one, alone on its line
		return "\n"
	case s.name == "audio":
		return `<p>Audio: ` + html.EscapeString(address) + `</p>`
	}
	return `<embed src="` + html.EscapeString(address) + `">`
}

// shortcodeWords reads name="value" pairs and lone words.
func shortcodeWords(text string) (named map[string]string, words []string) {
	named = map[string]string{}
	text = strings.TrimPrefix(text, "=") // [youtube=https://…]
	for _, m := range shortcodeWord.FindAllStringSubmatch(strings.TrimSuffix(strings.TrimSpace(text), "/"), -1) {
		if m[1] != "" {
			named[strings.ToLower(m[1])] = html.UnescapeString(m[2] + m[3] + m[4])
		} else {
			words = append(words, html.UnescapeString(m[5]+m[6]))
		}
	}
	return named, words
}
