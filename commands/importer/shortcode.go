// WordPress shortcodes: those that show something become HTML, the others go.

package importer

import (
	"html"
	"regexp"
	"strings"
)

var (
	shortcode     = regexp.MustCompile(`\[(/?)([a-zA-Z][\w-]*)((?:\s+[^\[\]<>]*)?)(/?)\]`)
	captionedCode = regexp.MustCompile(`(?is)\[(?:wp_)?caption(\s[^\]]*)?\]\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*</a>)?)(.*?)\[/(?:wp_)?caption\]`)
	shortcodeWord = regexp.MustCompile(`([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|(\S+)`)
)

// expandShortcodes replaces shortcodes. gallery returns the addresses of the pictures with these attachment ids; of the
// whole post for none.
func expandShortcodes(text string, gallery func(ids []string) []string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	text = captionedCode.ReplaceAllStringFunc(text, func(whole string) string {
		m := captionedCode.FindStringSubmatch(whole)
		named, _ := shortcodeWords(m[1])
		return "<figure>" + m[2] + "<figcaption>" + or(m[3], html.EscapeString(named["caption"])) + "</figcaption></figure>"
	})
	closed := map[string]bool{} // names that are closed somewhere: certainly shortcodes
	for _, m := range shortcode.FindAllStringSubmatch(text, -1) {
		if m[1] == "/" {
			closed[strings.ToLower(m[2])] = true
		}
	}
	return shortcode.ReplaceAllStringFunc(text, func(whole string) string {
		m := shortcode.FindStringSubmatch(whole)
		name, end := strings.ToLower(m[2]), m[1] == "/"
		named, words := shortcodeWords(m[3])
		switch name {
		case "caption", "wp_caption":
			if end {
				return "</figure>"
			}
			return "<figure>"
		case "gallery":
			var ids []string
			if named["ids"] != "" {
				ids = strings.Split(named["ids"], ",")
			}
			var b strings.Builder
			for _, address := range gallery(ids) {
				b.WriteString(`<img src="` + html.EscapeString(address) + `">`)
			}
			return b.String()
		case "embed", "youtube", "vimeo", "video", "audio":
			if end {
				return "\n"
			}
			address := named["src"]
			for _, other := range []string{"mp4", "webm", "url", "mp3"} {
				if address == "" {
					address = named[other]
				}
			}
			if address == "" && len(words) > 0 && strings.HasPrefix(words[0], "http") {
				address = words[0]
			}
			switch {
			case address == "": // it stands between this and the closing one, alone on its line
				return "\n"
			case name == "audio":
				return `<p>Audio: ` + html.EscapeString(address) + `</p>`
			}
			return `<embed src="` + html.EscapeString(address) + `">`
		}
		// Text in brackets, such as [sic], is no shortcode.
		if end || len(named) > 0 || closed[name] {
			return ""
		}
		return whole
	})
}

// shortcodeWords reads name="value" pairs and lone words.
func shortcodeWords(text string) (named map[string]string, words []string) {
	named = map[string]string{}
	for _, m := range shortcodeWord.FindAllStringSubmatch(strings.TrimSuffix(strings.TrimSpace(text), "/"), -1) {
		if m[1] != "" {
			named[strings.ToLower(m[1])] = html.UnescapeString(m[2] + m[3] + m[4])
		} else {
			words = append(words, html.UnescapeString(m[5]+m[6]))
		}
	}
	return named, words
}
