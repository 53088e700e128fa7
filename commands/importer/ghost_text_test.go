package importer_test

import (
	"encoding/json"
	"strings"
	"testing"

	"candor/events"
)

// ghostSite is a Ghost export with one post, which has these fields besides others.
func ghostSite(t *testing.T, fields map[string]any) string {
	t.Helper()
	post := map[string]any{"id": "a1", "uuid": "0b6f6a3e-5f0a-4d5f-9a51-6b8b0a000001", "title": "Old", "slug": "old", "html": nil,
		"type": "post", "status": "published", "visibility": "public", "published_at": "2025-03-01T08:00:00.000Z"}
	for name, value := range fields {
		post[name] = value
	}
	text, err := json.Marshal(map[string]any{
		"db": []any{map[string]any{"meta": map[string]any{"version": "5.94.0"}, "data": map[string]any{"posts": []any{post}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestGhostTextsWithoutHTMLAreReadFromTheEditorsFormat(t *testing.T) {
	lexical := func(nodes string) map[string]any {
		return map[string]any{"lexical": `{"root":{"children":[` + nodes +
			`],"direction":"ltr","format":"","indent":0,"type":"root","version":1}}`}
	}
	mobiledoc := func(markups, atoms, cards, sections string) map[string]any {
		return map[string]any{"mobiledoc": `{"version":"0.3.1","markups":[` + markups + `],"atoms":[` + atoms + `],"cards":[` + cards +
			`],"sections":[` + sections + `]}`}
	}
	text := func(text string, format string) string {
		return `{"type":"extended-text","text":"` + text + `","format":` + format + `,"mode":"normal","style":"","version":1}`
	}
	paragraph := func(nodes string) string {
		return `{"type":"paragraph","format":"","children":[` + nodes + `]}`
	}
	item := func(nodes string) string { return `{"type":"listitem","value":1,"children":[` + nodes + `]}` }
	link := `{"type":"link","url":"https://maker.example/","rel":null,"children":[` + text("it", "0") + `]}`
	list := func(kind, items string) string {
		return `{"type":"list","listType":"` + kind + `","start":1,"tag":"ul","children":[` + items + `]}`
	}
	for name, c := range map[string]struct {
		post map[string]any
		want string
		says string // of the report
	}{
		"marks": {lexical(paragraph(text("a ", "0") + text("bold", "1") + text(" and ", "0") + text("both", "3") + text(" or ", "0") +
			text("gone", "4") + text(" x < y ", "0") + text("f()", "16"))), "a **bold** and ***both*** or ~~gone~~ x < y `f()`", ""},
		"a link": {lexical(paragraph(text("See ", "0") + "," + link + `,{"type":"linebreak","version":1},` + text("soon.", "0"))),
			"See [it](https://maker.example/)  \nsoon.", ""},
		"lists": {lexical(list("bullet", item(text("one", "0"))+","+item(list("number", item(text("inner", "0"))))+","+
			item(text("two", "0")))), "- one\n  1. inner\n- two", ""},
		"a heading": {lexical(`{"type":"extended-heading","tag":"h2","children":[` + text("Head", "0") +
			`]},{"type":"horizontalrule"},{"type":"extended-quote","children":[` + text("Said", "0") + `]}`), "# Head\n\n---\n\n> Said", ""},
		"code": {lexical(`{"type":"codeblock","code":"a <b>\n\n[c]","language":"go","caption":""}`), "```go\na <b>\n\n[c]\n```", ""},
		"pictures": {lexical(paragraph(text("a",
			"0")) + `,{"type":"image","src":"https://old.example/a.png","alt":"First","caption":""},{"type":"gallery","images":[{"src":"https://old.example/b.png","row":0,"width":9},{"src":"https://old.example/c.png","alt":"C"}],"caption":"All"}`), "a\n\n![](https://old.example/b.png)\n\n![C](https://old.example/c.png)\n\nAll", ""},
		"HTML":        {lexical(`{"type":"html","html":"<p>Raw <b>text</b></p><script>alert(1)</script>"},{"type":"markdown","markdown":"- a *b*\n- c\n\n<u>d</u>"}`), "Raw **text**\n\n- a *b*\n- c\n\nd", ""},
		"other pages": {lexical(`{"type":"bookmark","url":"https://maker.example/p","metadata":{"icon":"https://maker.example/i.ico","title":"The page","description":"Of it"},"caption":""},{"type":"embed","url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ","embedType":"video","html":"<iframe src=x>"}`), "[The page](https://maker.example/p)\n\nOf it", ""},
		"files":       {lexical(`{"type":"audio","src":"https://old.example/a.mp3","title":"Sound","duration":61.2},{"type":"file","src":"https://old.example/a.pdf","fileTitle":"Paper","fileSize":9}`), "[Sound](https://old.example/a.mp3)\n\n[Paper](https://old.example/a.pdf)", ""},
		"boxes":       {lexical(`{"type":"callout","calloutText":"<p>Mind <b>this</b></p>","calloutEmoji":"💡"},{"type":"toggle","heading":"More","content":"<p>Hidden.</p>"}`), "> 💡 Mind **this**\n\n### More\n\nHidden.", ""},
		"a later card": {lexical(paragraph(text("Text.", "0")) +
			`,{"type":"hologram","depth":3},{"type":"signup","header":"Join"},{"type":"box","children":[` + paragraph(text("In it.", "0")) + `]}`),
			"Text.\n\nIn it.", "left out: card hologram, card signup, card box"},
		"a paywall": {lexical(paragraph(text("Open.", "0")) + `,{"type":"paywall"},` + paragraph(text("Closed.", "0"))), "Open.\n\nClosed.",
			"a part of it was for members only, so it is imported as a draft"},
		"a hidden card": {lexical(paragraph(text("Open.", "0")) +
			`,{"type":"html","html":"<p>Closed.</p>","visibility":{"web":{"nonMember":false,"memberSegment":"status:free"}}}`), "Open.\n\nClosed.",
			"so it is imported as a draft"},
		"mobiledoc": {mobiledoc(`["strong"],["a",["href","https://maker.example/"]]`,
			`["soft-return","",{}]`, `["code",{"code":"x = [1]","language":"py"}],["image",{"src":"https://old.example/a.png","alt":"A"}],["hr",{}],["bookmark",{"url":"https://maker.example/b","metadata":{"title":"B"}}],["markdown",{"markdown":"*m*"}],["map",{}]`,
			`[1,"h2",[[0,[],0,"Head"]]],[1,"p",[[0,[],0,"a "],[0,[0],1,"bold"],[1,[],0,0],[0,[1,0],2,"link"]]],[3,"ol",[[[0,[],0,"one"]],[[0,[],0,"two"]]]],[10,0],[10,1],[10,2],[10,3],[10,4],[10,5],[1,"blockquote",[[0,[],0,"Said"]]]`),
			"# Head\n\na **bold**  \n[**link**](https://maker.example/)\n\n1. one\n2. two\n\n```py\nx = [1]\n```\n\n---\n\n[B](https://maker.example/b)\n\n*m*\n\n> Said", "left out: card map"},
		"its HTML": {map[string]any{"html": "<p>HTML.</p>", "lexical": `{"root":{"children":[` + paragraph(text("Lexical.", "0")) +
			`]}}`}, "HTML.", ""},
		"empty HTML": {map[string]any{"html": "", "lexical": `{"root":{"children":[` + paragraph(text("Lexical.", "0")) + `]}}`},
			"Lexical.", ""},
		"nothing but a plain": {map[string]any{"lexical": `{"root":{"children":[]}}`, "plaintext": "One.\n\nTwo."}, "One.\n\nTwo.", ""},
	} {
		c.post = cleanLists(c.post)
		s := newSite(t)
		report := said(t, s.imports(ghostSite(t, c.post)))
		if got := first[events.ArticleCreated](s, "article-1").Content; got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
		if c.says == "" && strings.Contains(report, "left out: card") || !strings.Contains(report, c.says) {
			t.Errorf("%s: the report should say %q:\n%s", name, c.says, report)
		}
	}
}

// cleanLists puts the commas between the nodes of the tests' documents.
func cleanLists(post map[string]any) map[string]any {
	for name, value := range post {
		if text, ok := value.(string); ok {
			post[name] = strings.ReplaceAll(text, "}{", "},{")
		}
	}
	return post
}

func TestTheTimeOfTheLastChangeIsKept(t *testing.T) {
	s := newSite(t)
	s.imports(ghostSite(t, map[string]any{"html": "<p>Text.</p>", "updated_at": "2025-04-01T08:00:00.000Z"}))
	s.imports(wordpressSite(
		wordpressPost("1", "Text.", "<wp:post_modified_gmt>2024-05-04 08:30:00</wp:post_modified_gmt>", wordpressMeta("rating", "4")),
		wordpressPost("2", "Text.", "<wp:post_modified>2024-05-04 08:30:00</wp:post_modified><wp:post_modified_gmt>0000-00-00 00:00:00</wp:post_modified_gmt>"),
		wordpressPost("3", "Text.", "<wp:post_modified_gmt>2024-03-04 08:30:00</wp:post_modified_gmt>"),
		wordpressPost("4", "Text.", "<wp:post_modified_gmt>2124-03-04 08:30:00</wp:post_modified_gmt>"),
	))
	for what, c := range map[string]struct{ at, modified, want string }{
		"Ghost": {first[events.ArticleCreated](s, "article-1").At.String(),
			first[events.ArticleCreated](s, "article-1").ModifiedAt.String(), "2025-04-01 08:00:00 +0000 UTC"},
		"a review":          {"", first[events.ReviewCreated](s, "review-1").ModifiedAt.String(), "2024-05-04 08:30:00 +0000 UTC"},
		"only local":        {"", first[events.ArticleCreated](s, "article-2").ModifiedAt.String(), "2024-05-04 08:30:00 +0000 UTC"},
		"never changed":     {"", first[events.ArticleCreated](s, "article-3").ModifiedAt.String(), "0001-01-01 00:00:00 +0000 UTC"},
		"changed in future": {"", first[events.ArticleCreated](s, "article-4").ModifiedAt.String(), "0001-01-01 00:00:00 +0000 UTC"},
	} {
		if c.modified != c.want {
			t.Errorf("%s: changed at %s, want %s", what, c.modified, c.want)
		}
	}
}

func TestTheTimeOfTheLastChangeMovesOnToAnotherCandor(t *testing.T) {
	s := newSite(t)
	s.imports(ghostSite(t, map[string]any{"html": "<p>Text.</p>", "updated_at": "2025-04-01T08:00:00.000Z"}))
	other := newSite(t)
	other.imports(s.export())
	if got := first[events.ArticleCreated](other, "article-1").ModifiedAt.String(); got != "2025-04-01 08:00:00 +0000 UTC" {
		t.Errorf("it was changed at %s", got)
	}
}
