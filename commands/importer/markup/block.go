// Blocks of WordPress's editor, as far as their text isn't all that they show.

package markup

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
)

var (
	// block matches the comment that begins or ends a block: its slash, name, attributes as JSON, and the slash of one without a text.
	block         = regexp.MustCompile(`(?s)<!--\s+(/)?wp:((?:[a-z][a-z0-9_-]*/)?[a-z][a-z0-9_-]*)\s+(?:(\{.*?\})\s+)?(/)?-->`)
	shownElement  = regexp.MustCompile(`(?i)<(?:img|video|audio|iframe|embed|picture|object|hr|svg|figure|table)\b`)
	anyTag        = regexp.MustCompile(`(?s)<!--.*?-->|<[^>]*>`)
	preTag        = regexp.MustCompile(`(?i)<pre\b`)
	footnotesMark = regexp.MustCompile(`<!--\s+wp:footnotes\b[^>]*-->`)
)

// silentBlocks are blocks without text whose absence the report doesn't mention.
var silentBlocks = map[string]bool{"spacer": true, "separator": true, "more": true, "nextpage": true, "post-title": true,
	"post-content": true, "paragraph": true, "freeform": true}

// Reusable holds the reusable blocks of a file by their ids; only what its readers could see.
type Reusable struct {
	texts map[string]string
	bytes int
}

// maxReusable is the most bytes that reusable blocks may have, in the memory and in one text.
const maxReusable = 16 << 20

// Keep remembers a reusable block.
func (r *Reusable) Keep(id, text string) {
	if r.texts == nil {
		r.texts = map[string]string{}
	}
	if r.bytes += len(text); id != "" && r.bytes <= maxReusable {
		r.texts[id] = text
	}
}

// blocks returns a text with its reusable blocks, with the language of its code where only a block says it, and without the blocks that
// hold no text; lost is told their names. within are the reusable blocks that the text is a part of.
func (r *Reusable) blocks(text string, lost *LeftOut, room *int, within ...string) string {
	if !strings.Contains(text, "wp:") {
		return text
	}
	var b strings.Builder
	end := 0
	marks := block.FindAllStringSubmatchIndex(text, -1)
	for n, at := range marks {
		part := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		b.WriteString(text[end:at[0]])
		end = at[1]
		name := strings.TrimPrefix(part(2), "core/")
		var attributes struct {
			Ref      json.Number `json:"ref"`
			Language string      `json:"language"`
			Style    struct {
				Background struct {
					Image struct{ URL string } `json:"backgroundImage"`
				} `json:"background"`
			} `json:"style"`
		}
		_ = json.Unmarshal([]byte(part(3)), &attributes) // others are of no use here
		if picture := attributes.Style.Background.Image.URL; picture != "" {
			lost.Add("background picture %s", picture)
		}
		switch {
		case part(1) != "": // its end
			b.WriteString(part(0))
		case name == "block" && attributes.Ref != "":
			b.WriteString(r.block(attributes.Ref.String(), lost, room, within))
		case name == "footnotes":
			b.WriteString(part(0))
		case part(4) != "":
			if !silentBlocks[name] {
				lost.Add("block %s", name)
			}
			b.WriteString(part(0)) // it may be a paywall
		default:
			if strings.Contains(name, "/") && n+1 < len(marks) && showsNothing(text[at[1]:marks[n+1][0]]) &&
				text[marks[n+1][4]:marks[n+1][5]] == part(2) {
				lost.Add("block %s", name)
			}
			b.WriteString(part(0))
			if next := text[at[1]:]; languageName.MatchString(strings.ToLower(attributes.Language)) && preTag.MatchString(firstTag(next)) &&
				!strings.Contains(firstTag(next), "language-") {
				skipped := strings.Index(next, "<")
				b.WriteString(next[:skipped] + `<pre class="language-` + strings.ToLower(attributes.Language) + `" `)
				end += skipped + len("<pre")
			}
		}
	}
	b.WriteString(text[end:])
	return b.String()
}

// block returns the text of a reusable block.
func (r *Reusable) block(id string, lost *LeftOut, room *int, within []string) string {
	for _, outer := range within {
		if outer == id {
			return ""
		}
	}
	text, ok := r.texts[id]
	switch {
	case !ok:
		lost.Add("reusable block %s (not in the file)", id)
		return ""
	case *room < len(text) || len(within) > 8:
		lost.Add("reusable block %s", id)
		return ""
	}
	*room -= len(text)
	return r.blocks(text, lost, room, append(within[:len(within):len(within)], id)...)
}

// firstTag returns the tag that a text begins with, "" if it begins with none.
func firstTag(text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	if i := strings.IndexByte(text, '>'); i > 0 && text[0] == '<' {
		return text[:i+1]
	}
	return ""
}

// showsNothing reports whether HTML shows neither text nor anything else.
func showsNothing(text string) bool {
	return !shownElement.MatchString(text) && strings.TrimSpace(html.UnescapeString(anyTag.ReplaceAllString(text, ""))) == ""
}

// footnote is one of the notes that WordPress's Footnotes block shows.
type footnote struct {
	ID      string `json:"id"`
	Content string `json:"content"` // HTML
}

// footnotes puts the notes of a post, which WordPress keeps beside its text, where they are shown: at the block, or else at the end.
func footnotes(text, notes string, lost *LeftOut) string {
	shown := footnotesMark.FindStringIndex(text)
	if notes = strings.TrimSpace(notes); notes == "" || shown == nil && !strings.Contains(text, "data-fn=") {
		return text
	}
	var all []footnote
	if json.Unmarshal([]byte(notes), &all) != nil {
		lost.Add("footnotes (they can't be read)")
		return text
	}
	list := footnoteList(all)
	if shown == nil {
		return text + "\n\n" + list
	}
	return text[:shown[0]] + list + text[shown[1]:]
}

// footnoteList returns notes as an ordered list.
func footnoteList(all []footnote) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<ol class="wp-block-footnotes">`)
	for _, one := range all {
		fmt.Fprintf(&b, `<li id="%s">%s</li>`, html.EscapeString(one.ID), one.Content)
	}
	return b.String() + "</ol>"
}

// writtenNote matches a footnote that is written into the text, by one of the plugins for them.
var writtenNote = regexp.MustCompile(`(?is)\[(footnote|efn_note|mfn|fn|ref)(?:\s[^\[\]<>]*)?\](.*?)\[/(?:footnote|efn_note|mfn|fn|ref)\]`)

// writtenNotes makes of footnotes that are written into a text marks, as WordPress's own are, and a list at the end.
func writtenNotes(text string) string {
	var all []footnote
	text = writtenNote.ReplaceAllStringFunc(text, func(whole string) string {
		one := footnote{fmt.Sprintf("note-%d", len(all)+1), strings.TrimSpace(writtenNote.FindStringSubmatch(whole)[2])}
		all = append(all, one)
		return fmt.Sprintf(`<sup data-fn="%s" class="fn"><a href="#%[1]s" id="%[1]s-link">%d</a></sup>`, one.ID, len(all))
	})
	if len(all) == 0 {
		return text
	}
	return text + "\n\n" + footnoteList(all)
}
