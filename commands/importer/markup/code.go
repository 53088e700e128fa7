// Code: shortcodes that show it, and what must be kept as it is.

package markup

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"candor/commands/importer/prose"
)

// codeNames are the shortcodes of SyntaxHighlighter, Crayon, CodeColorer and their like.
var codeNames = map[string]bool{}

// codeLanguages are those that are named by a language.
var codeLanguages = map[string]bool{}

func init() {
	for _, name := range strings.Fields("sourcecode source code crayon highlight codesyntax syntax prism enlighter snippet pre icode inlinecode cc cci cce ccei ccie ccl ccln ccw ccb cct") {
		codeNames[name] = true
	}
	for _, name := range strings.Fields(`actionscript3 as3 ada applescript arduino asm bash batch shell sh zsh coldfusion cf clojure clj cpp c csharp c-sharp css dart delphi pas pascal diff patch
		docker elixir erlang erl fsharp go golang graphql groovy haskell html html5 ini java javafx jfx js jscript javascript json jsx julia kotlin latex tex less lua make markdown matlab mysql nginx
		objc obj-c objective-c ocaml perl pl php plain text plaintext powershell ps prolog python py r splus rails rb ror ruby rust sass scala scheme scss solidity sql swift toml ts tsx typescript
		vb vbnet vim wasm xml xhtml xslt yaml yml`) {
		codeLanguages[name] = true
	}
}

var (
	openCode   = regexp.MustCompile(`(?i)\[([a-z][\w-]*)((?:[\s=:][^\[\]<>]*)?)\]`)
	breakTag   = regexp.MustCompile(`(?i)<br\s*/?>\n?`)
	preElement = regexp.MustCompile(`(?is)<pre\b[^>]*>.*?</pre\s*>|<code\b[^>]*>.*?</code\s*>`)
	onlyCode   = regexp.MustCompile(`(?is)^<(?:pre|code)\b[^>]*>\s*(\x02\d+\x03)\s*</`)
	takenOut   = regexp.MustCompile(`\x02(\d+)\x03`)
)

// verbatim holds the code of a text while other things are looked for in it.
type verbatim struct{ parts []string }

// hold returns a mark that stands for a piece of HTML.
func (v *verbatim) hold(piece string) string {
	v.parts = append(v.parts, piece)
	return fmt.Sprintf("\x02%d\x03", len(v.parts)-1)
}

// back puts the code back into a text.
func (v *verbatim) back(text string) string {
	for range 2 { // an element may hold code that was taken out before it
		text = takenOut.ReplaceAllStringFunc(text, func(mark string) string {
			if n, err := strconv.Atoi(strings.Trim(mark, "\x02\x03")); err == nil && n < len(v.parts) {
				return v.parts[n]
			}
			return ""
		})
	}
	return text
}

// takeShortcodes takes code that stands between shortcodes out of a text, as HTML.
func (v *verbatim) takeShortcodes(text string) string {
	var b strings.Builder
	lower := strings.Map(lowerASCII, text) // as long as the text
	if len(lower) != len(text) {           // it isn't UTF-8
		return text
	}
	neverClosed := map[string]bool{}
	for {
		at := openCode.FindStringSubmatchIndex(text)
		if at == nil {
			b.WriteString(text)
			return b.String()
		}
		name, next := lower[at[2]:at[3]], at[1]
		language, ok := codeShortcode(name)
		if ok = ok && !neverClosed[name] && (at[0] == 0 || text[at[0]-1] != '['); ok {
			if length := strings.Index(lower[at[1]:], "[/"+name+"]"); length < 0 {
				neverClosed[name] = true
			} else if code, ok := codeElement(name, language, text[at[4]:at[5]], text[at[1]:at[1]+length], alone(text, at[0],
				at[1]+length+len("[/"+name+"]"))); ok {
				b.WriteString(text[:at[0]])
				b.WriteString(v.hold(code))
				next = at[1] + length + len("[/"+name+"]")
				text, lower = text[next:], lower[next:]
				continue
			}
		}
		b.WriteString(text[:next])
		text, lower = text[next:], lower[next:]
	}
}

func lowerASCII(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		r += 'a' - 'A'
	}
	return r
}

// takeElements takes the elements that hold code out of a text: brackets in them are no shortcodes.
func (v *verbatim) takeElements(text string) string {
	return preElement.ReplaceAllStringFunc(text, func(whole string) string {
		if m := onlyCode.FindStringSubmatch(whole); m != nil {
			return m[1]
		}
		return v.hold(whole)
	})
}

// codeShortcode reports whether a shortcode shows code, and the language that its name says.
func codeShortcode(name string) (language string, ok bool) {
	switch {
	case codeNames[name]:
		return "", true
	case codeLanguages[name]:
		return name, true
	}
	before, language, found := strings.Cut(name, "_") // CodeColorer's [cc_php]
	return language, found && codeNames[before] && strings.HasPrefix(before, "cc")
}

// codeEntities undoes the escaping of code in WordPress's editors, once.
var codeEntities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#34;", `"`, "&#034;", `"`, "&#39;", "'", "&#039;", "'",
	"&apos;", "'", "&#91;", "[", "&#93;", "]", "&#60;", "<", "&#62;", ">", "&#36;", "$", "&nbsp;", " ", "&#160;", " ", "&amp;",
	"&", "&#38;", "&", "&#038;", "&")

// ambiguousCode are the shortcodes that are also used for other things than code.
var ambiguousCode = map[string]bool{"source": true, "text": true, "plain": true, "plaintext": true, "snippet": true, "highlight": true,
	"less": true, "make": true}

// codeElement returns the HTML of the code of a shortcode, which may stand alone in its lines; ok is false when it shows no code.
func codeElement(name, language, attributes, code string, alone bool) (element string, ok bool) {
	if rest, found := strings.CutPrefix(attributes, ":"); found { // [code:php]
		attributes = " " + rest
	} else if rest, found := strings.CutPrefix(attributes, "="); found { // [code=php]
		attributes = " language=" + rest
	}
	named, words := shortcodeWords(html.UnescapeString(attributes))
	for _, key := range []string{"language", "lang", "brush", "type"} {
		language = prose.Or(strings.Trim(named[key], ` "'“”„″′`), language)
	}
	if name == "highlight" && language == "" && (named["color"]+named["colour"]+named["background"]+named["bg"]+named["style"]) != "" {
		return "", false
	}
	if ambiguousCode[name] && language == "" && len(words) == 0 && !strings.Contains(strings.TrimSpace(code), "\n") &&
		!breakTag.MatchString(code) && !alone {
		return "", false // it names a source, or marks a word
	}
	if len(words) > 0 && codeLanguages[strings.ToLower(words[0])] {
		language = prose.Or(language, words[0])
	}
	if edge := strings.TrimSpace(code); breakTag.FindStringIndex(edge) != nil &&
		(strings.HasPrefix(edge, "<br") || strings.HasSuffix(edge, "<br>") || strings.HasSuffix(edge, "<br />") ||
			strings.HasSuffix(edge, "<br/>")) {
		code = breakTag.ReplaceAllString(code, "\n") // in a paragraph of the block editor
	}
	code = codeEntities.Replace(strings.ReplaceAll(code, "\r\n", "\n"))
	class := ""
	if language = strings.ToLower(language); languageName.MatchString(language) {
		class = ` class="language-` + language + `"`
	}
	inline := named["inline"] == "true" || named["inline"] == "1" || name == "icode" || name == "inlinecode" || name == "cci" ||
		name == "ccei" || name == "ccie"
	if inline {
		return "<code>" + html.EscapeString(strings.TrimSpace(code)) + "</code>", true
	}
	return "<pre><code" + class + ">" + html.EscapeString(strings.Trim(code, "\n")) + "</code></pre>", true
}

// languageName matches the name of a language.
var languageName = regexp.MustCompile(`^[a-z0-9+#_.-]{1,30}$`)
