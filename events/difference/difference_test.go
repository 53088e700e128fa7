package difference_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"candor/events/difference"
	"candor/projections/markdown"
)

// of returns the difference between two texts in Markdown, without what is only said.
func of(old, new string, o difference.Options) string {
	return difference.Seen(difference.HTML(rendered(old), rendered(new), o))
}

func rendered(source string) string { return markdown.Render(source, markdown.Options{}).HTML }

// What changed is shown as readers see it, with the words, cells and items that went and came.
func TestDifference(t *testing.T) {
	const table = "| Part | Score |\n|---|---|\n| Value | 2.7 |\n| Screen | 4 |\n"
	for _, test := range []struct{ name, old, new, want string }{
		{"the same", "One *word*.", "One _word_.", ""},
		{"a number whole", "It weighs 2.71 kg and costs $1,299 now.", "It weighs 2.19 kg and costs $1,399 now.",
			`<p dir="auto">It weighs <del>2.71</del> <ins>2.19</ins> kg and costs $<del>1,299</del> <ins>1,399</ins> now.</p>`},
		{"a sentence of which most changed", "It is light and thin. We like it very much indeed.",
			"It is heavy but cheap. We like it very much indeed.",
			`<p dir="auto"><del>It is light and thin. </del> <ins>It is heavy but cheap. </ins>We like it very much indeed.</p>`},
		{"neighbours in one piece", "The old and slow fan of this thing here is quite a nuisance to us.",
			"The new but loud fan of this thing here is quite a nuisance to us.",
			`<p dir="auto">The <del>old and slow</del> <ins>new but loud</ins> fan of this thing here is quite a nuisance to us.</p>`},
		{"marks and links", "See **our** test of the screen, please.", "See **our** [test](https://a.example/) of the screen, please.",
			`<p dir="auto">See <strong>our</strong> <del>test</del> <ins><a href="https://a.example/" rel="nofollow noopener">test</a></ins> of the screen, please.</p>`},
		{"what an author struck through is no removal", "A ~~bad~~ thing that we tested.", "A ~~bad~~ thing that we tried.",
			`<p dir="auto">A <s>bad</s> thing that we <del>tested</del> <ins>tried</ins>.</p>`},
		{"a paragraph between", "First.\n\nThird.", "First.\n\nSecond.\n\nThird.",
			`<p dir="auto">First.</p><p dir="auto" class="diff-added"><ins>Second.</ins></p><p dir="auto">Third.</p>`},
		{"a heading isn't one of the page", "# Sound\nGood.", "# Noise\nGood.",
			`<p dir="auto" class="diff-heading diff-removed"><strong><del>Sound</del></strong></p><p dir="auto" class="diff-heading diff-added"><strong><ins>Noise</ins></strong></p><p dir="auto">Good.</p>`},
		{"items", "- Light\n- Quiet\n", "- Light\n- Cheap to buy\n",
			`<ul dir="auto"><li>Light</li><li class="diff-removed"><del>Quiet</del></li><li class="diff-added"><ins>Cheap to buy</ins></li></ul>`},
		{"numbered items", "1. Open the lid\n2. Wait\n", "1. Unpack it\n2. Open the lid\n3. Wait\n",
			`<ol dir="auto"><li value="1" class="diff-added"><ins>Unpack it</ins></li><li value="2">Open the lid</li><li value="3">Wait</li></ol>`},
		{"a cell", table, strings.Replace(table, "2.7", "3.9", 1),
			`<table dir="auto"><tr><th>Part</th><th>Score</th></tr><tr><td>Value</td><td><del>2.7</del> <ins>3.9</ins></td></tr><tr><td>Screen</td><td>4</td></tr></table>`},
		{"a row", table, table + "| Sound | 5 |\n",
			`<table dir="auto"><tr><th>Part</th><th>Score</th></tr><tr><td>Value</td><td>2.7</td></tr><tr><td>Screen</td><td>4</td></tr><tr class="diff-added"><td class="diff-added"><ins>Sound</ins></td><td class="diff-added"><ins>5</ins></td></tr></table>`},
		{"a column", "| A | B |\n|---|---|\n| 1 | 2 |\n", "| A | New | B |\n|---|---|---|\n| 1 | 9 | 2 |\n",
			`<table dir="auto"><tr><th>A</th><th class="diff-added"><ins>New</ins></th><th>B</th></tr><tr><td>1</td><td class="diff-added"><ins>9</ins></td><td>2</td></tr></table>`},
		{"pictures side by side", "![A dog](/a.png)", "![A cat](/b.png)",
			`<div class="diff-pictures"><p dir="auto" class="diff-removed"><del><img src="/a.png" loading="lazy" decoding="async" alt="A dog"></del></p><p dir="auto" class="diff-added"><ins><img src="/b.png" loading="lazy" decoding="async" alt="A cat"></ins></p></div>`},
		{"a link that leads elsewhere", "See [the shop](https://a.example/x) for it.", "See [the shop](https://b.example/y) for it.",
			`<p dir="auto"><del>See <a href="https://a.example/x" rel="nofollow noopener">the shop</a><span class="diff-unseen"> (https://a.example/x)</span> for it.</del> ` +
				`<ins>See <a href="https://b.example/y" rel="nofollow noopener">the shop</a><span class="diff-unseen"> (https://b.example/y)</span> for it.</ins></p>`},
		{"another alt text", "![A dog](/a.png)", "![](/a.png)",
			`<div class="diff-pictures"><p dir="auto" class="diff-removed"><del><img src="/a.png" loading="lazy" decoding="async" alt="A dog"><span class="diff-unseen"> (alt text: A dog)</span></del></p>` +
				`<p dir="auto" class="diff-added"><ins><img src="/a.png" loading="lazy" decoding="async" alt=""><span class="diff-unseen"> (no alt text)</span></ins></p></div>`},
		{"a heading's level alone", "## Sound\nGood.\n\n### Keys\nLoud.", "## Sound\nGood.\n\n## Keys\nLoud.",
			`<p dir="auto" class="diff-heading"><strong>Sound</strong></p><p dir="auto">Good.</p><p class="diff-unseen diff-form"><del>Heading 3</del> <ins>Heading 2</ins></p>` +
				`<p dir="auto" class="diff-heading"><strong>Keys</strong></p><p dir="auto">Loud.</p>`},
		{"a heading that becomes text", "# Sound\n\nGood.", "Sound\n\nGood.",
			`<p class="diff-unseen diff-form"><del>Heading 2</del> <ins>Text</ins></p><p dir="auto">Sound</p><p dir="auto">Good.</p>`},
		{"a heading with other words, too", "## One\n### Keys of it\nLoud.", "## One\n## Keys of that\nLoud.",
			`<p dir="auto" class="diff-heading"><strong>One</strong></p>` +
				`<p class="diff-unseen diff-form"><del>Heading 3</del> <ins>Heading 2</ins></p><p dir="auto" class="diff-heading"><strong><del>Keys of it</del> <ins>Keys of that</ins></strong></p><p dir="auto">Loud.</p>`},
		{"the language of code", "```go\nf := 1\n```", "```rust\nf := 1\n```",
			`<p class="diff-unseen diff-form"><del>Code: go</del> <ins>Code: rust</ins></p><pre dir="auto"><code>f := 1` + "\n" + `</code></pre>`},
		{"code that has no words", "```go\n{}\n```", "```\n{}\n```",
			`<p class="diff-unseen diff-form"><del>Code: go</del> <ins>Code without a language</ins></p><pre dir="auto"><code>{}` +
				"\n" + `</code></pre>`},
		{"code in a list", "- Run it:\n\n  ```sh\n  ls\n  ```\n", "- Run it:\n\n  ```bash\n  ls\n  ```\n",
			`<ul dir="auto"><li><p dir="auto">Run it:</p><p class="diff-unseen diff-form"><del>Code: sh</del> <ins>Code: bash</ins></p><pre dir="auto"><code>ls` + "\n" + `</code></pre></li></ul>`},
		{"a list that begins elsewhere", "1. Wait\n2. Go\n", "3. Wait\n4. Go\n",
			`<p class="diff-unseen diff-form"><del>Numbered from 1</del> <ins>Numbered from 3</ins></p><ol dir="auto"><li value="3">Wait</li><li value="4">Go</li></ol>`},
		{"a column that is aligned", table, strings.Replace(table, "|---|---|", "|---|--:|", 1),
			`<table dir="auto"><tr><th>Part</th><th style="text-align:right"><span class="diff-unseen diff-form"><del>Not aligned</del> <ins>Aligned right</ins></span>Score</th></tr>` +
				`<tr><td>Value</td><td style="text-align:right">2.7</td></tr><tr><td>Screen</td><td style="text-align:right">4</td></tr></table>`},
		{"a link's title", `See [it](https://a.example/ "One") for all that we know.`, `See [it](https://a.example/ "Two") for all that we know.`,
			`<p dir="auto">See <del><a href="https://a.example/" rel="nofollow noopener" title="One">it</a><span class="diff-unseen"> (https://a.example/, title: One)</span></del> ` +
				`<ins><a href="https://a.example/" rel="nofollow noopener" title="Two">it</a><span class="diff-unseen"> (https://a.example/, title: Two)</span></ins> for all that we know.</p>`},
		{"a picture's title", `![A dog](/a.png "One")`, `![A dog](/a.png "Two")`,
			`<div class="diff-pictures"><p dir="auto" class="diff-removed"><del><img src="/a.png" loading="lazy" decoding="async" alt="A dog" title="One"><span class="diff-unseen"> (alt text: A dog, title: One)</span></del></p>` +
				`<p dir="auto" class="diff-added"><ins><img src="/a.png" loading="lazy" decoding="async" alt="A dog" title="Two"><span class="diff-unseen"> (alt text: A dog, title: Two)</span></ins></p></div>`},
		{"a task that is done", "- [ ] Weigh it", "- [x] Weigh it",
			`<ul dir="auto"><li><del><input type="checkbox" disabled="" aria-label="To do"></del> <ins><input type="checkbox" disabled="" checked="" aria-label="Done"></ins> Weigh it</li></ul>`},
		{"a footnote alone", "Text[^1] here.\n\n[^1]: It is a note about what we did here on a Monday.",
			"Text[^1] here.\n\n[^1]: It is a note about what we did here on a Friday.",
			`<p dir="auto">Text<sup>1</sup> here.</p><div><hr><ol dir="auto"><li value="1"><p dir="auto">It is a note about what we did here on a <del>Monday</del> <ins>Friday</ins>.` + "\u00a0↩︎</p></li></ol></div>"},
		{"a price on one line", "It costs 149\u00a0€ in this shop now.", "It costs 119\u00a0€ in this shop now.",
			"<p dir=\"auto\">It costs <del>149</del> <ins>119</ins>\u00a0€ in this shop now.</p>"},
		{"Japanese", "このノートパソコンのバッテリーは約12時間持ちます。充電も速いです。", "このノートパソコンのバッテリーは約14時間持ちます。充電も速いです。",
			`<p dir="auto">このノートパソコンのバッテリーは約<del>12</del> <ins>14</ins>時間持ちます。充電も速いです。</p>`},
		{"Chinese", "这台笔记本电脑的电池很好，可以使用一整天。", "这台笔记本电脑的电池很差，可以使用一整天。",
			`<p dir="auto">这台笔记本电脑的电池很<del>好</del> <ins>差</ins>，可以使用一整天。</p>`},
		{"no scripts", "a", "<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>",
			`<p dir="auto" class="diff-removed"><del>a</del></p><p dir="auto" class="diff-added"><ins>&lt;script&gt;alert(1)&lt;/script&gt; x &lt;img src=x onerror=alert(1)&gt;</ins></p>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := strings.TrimSuffix(strings.TrimPrefix(of(test.old, test.new, difference.Options{}), `<div class="diff">`), `</div>`)
			if got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// Those who hear a page are told what went and what came, without changing the direction of the text.
func TestWhatIsSaid(t *testing.T) {
	got := difference.HTML("<p>بطارية</p>", "<p>شاشة</p>", difference.Options{})
	want := `<div class="diff"><p dir="auto" class="diff-removed"><del><span class="sr-only" dir="ltr">removed: </span>بطارية</del></p>` +
		`<p dir="auto" class="diff-added"><ins><span class="sr-only" dir="ltr">added: </span>شاشة</ins></p></div>`
	if got != want {
		t.Errorf("%s", got)
	}
}

// Of a long text only what lies around a change is shown, and on request all of it.
func TestOnlyWhatChanged(t *testing.T) {
	var lines []string
	for _, n := range strings.Fields("one two three four five six seven eight nine ten eleven") {
		lines = append(lines, "Line "+n+".")
	}
	old := strings.Join(lines, "\n\n")
	changed := strings.Replace(old, "six", "6", 1)
	short := of(old, changed, difference.Options{})
	for text, want := range map[string]bool{"Line three.": false, "Line four.": true, "Line eight.": true, "Line nine.": false,
		"Show all": false} {
		if strings.Contains(short, text) != want {
			t.Errorf("%q is shown: %t\n%s", text, !want, short)
		}
	}
	whole := of(old, changed, difference.Options{Whole: true})
	if !strings.Contains(whole, "Show all") || !strings.Contains(whole, "Line eleven.") ||
		!strings.HasSuffix(whole, strings.TrimPrefix(short, `<div class="diff">`)+"</div>") {
		t.Errorf("%s", whole)
	}
	if cut := of(old, "", difference.Options{Most: 100}); len(cut) > 300 || !strings.Contains(cut, "…") {
		t.Errorf("%s", cut)
	}
}

var (
	wentIn = regexp.MustCompile(`(?s)<del>.*?</del>`)
	cameIn = regexp.MustCompile(`(?s)<ins>.*?</ins>`)
	// what is said of an address or a form, in words that are in neither text
	unseen = regexp.MustCompile(`<(?:span|p) class="diff-unseen[^"]*">(?:[^<]|<(?:del|ins)>[^<]*</(?:del|ins)>)*</(?:span|p)>`)
)

// textOf returns what readers see of HTML, without spaces.
func textOf(fragment string) string {
	var out strings.Builder
	for z := html.NewTokenizer(strings.NewReader(fragment)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return strings.Join(strings.Fields(out.String()), "")
		case html.TextToken:
			out.Write(z.Text())
		case html.SelfClosingTagToken, html.StartTagToken:
			if t := z.Token(); t.Data == "img" {
				for _, a := range t.Attr {
					if a.Key == "src" {
						out.WriteString("[" + a.Val + "]")
					}
				}
			}
		}
	}
}

// check checks that both texts are in their difference.
func check(t testing.TB, old, new string) {
	t.Helper()
	whole := difference.Seen(difference.HTML(rendered(old), rendered(new), difference.Options{Whole: true}))
	if whole == "" {
		return
	}
	if _, all, ok := strings.Cut(whole, "<summary>Show all</summary>"); ok {
		whole, _, _ = strings.Cut(all, "</details>")
	}
	whole = unseen.ReplaceAllLiteralString(whole, "")
	if got, want := textOf(cameIn.ReplaceAllString(whole, "")), textOf(rendered(old)); got != want {
		t.Errorf("without what came, %q and %q:\n got %s\nwant %s\n%s", old, new, got, want, whole)
	}
	if got, want := textOf(wentIn.ReplaceAllString(whole, "")), textOf(rendered(new)); got != want {
		t.Errorf("without what went, %q and %q:\n got %s\nwant %s\n%s", old, new, got, want, whole)
	}
	difference.HTML(rendered(old), rendered(new), difference.Options{Most: 50})
}

func FuzzDifference(f *testing.F) {
	f.Add("One two. Three four five!", "One 2. Three four six!")
	f.Add("# A\n- a\n- b\n  - c\n", "# A\n- a\n  1. b\n\n> q\n")
	f.Add("| a | b |\n|---|--:|\n| 1 | 2 |\n", "| a |\n|---|\n| 1 |\n\n![x](/y.png)")
	f.Add("```\na  b\nc\n```", "```\na b\nd\n```\n---\n~~x~~ **b*c*d**")
	f.Add("```go\n```\n## A\n3. b", "```rust\n```\n### A\n1. b")
	f.Add("| a |\n|--:|\n| 1 |\n\n![x](/y.png \"t\")", "| a |\n|:-:|\n| 1 |\n\n![z](/y.png)")
	f.Add("日本語の文。\u200f", "日本の文\xff。<br>")
	f.Fuzz(func(t *testing.T, old, new string) { check(t, old, new) })
}

// Texts that differ everywhere are compared within bounds: what is beyond them counts as rewritten.
func TestHostileTexts(t *testing.T) {
	many := func(n int, one func(i int) string) string {
		var out strings.Builder
		for i := range n {
			out.WriteString(one(i))
		}
		return out.String()
	}
	number := func(n int) string { return strconv.FormatInt(int64(n)*7919%1_000_003, 36) }
	for name, test := range map[string][2]string{
		"words": {many(30_000, func(i int) string { return "a" + number(i) + " " }),
			many(30_000, func(i int) string { return "b" + number(i) + " " })},
		"letters": {many(60_000, func(i int) string { return string(rune('a'+i%2)) + " " }),
			many(60_000, func(i int) string { return string(rune('a'+i%3)) + " " })},
		"lines": {many(9_000, func(i int) string { return "x" + number(i) + "\n" }),
			many(9_000, func(i int) string { return "y" + number(i) + " z\n" })},
		"sentences": {many(20_000, func(i int) string { return "A " + number(i) + ". " }),
			many(20_000, func(i int) string { return "B " + number(i) + ". " })},
		"characters": {many(60_000, func(i int) string { return string(rune('一' + i*31%20_000)) }),
			many(60_000, func(i int) string { return string(rune('一' + i*37%20_000)) })},
		"one word": {strings.Repeat("a", 190_000), strings.Repeat("b", 190_000)},
		"marks":    {many(20_000, func(i int) string { return "*a* " }), many(20_000, func(i int) string { return "**a** " })},
		"items": {many(6_000, func(i int) string { return "- " + number(i) + "\n" }),
			many(6_000, func(i int) string { return "- " + number(i+1) + " a\n" })},
		"rows": {"| a |\n|---|\n" + many(4_000, func(i int) string { return "| " + number(i) + " |\n" }),
			"| a | b |\n|---|---|\n" + many(4_000, func(i int) string { return "| b | " + number(i) + " |\n" })},
	} {
		t.Run(name, func(t *testing.T) {
			if len(of(test[0], test[1], difference.Options{Whole: true})) < len(test[1]) {
				t.Error("what came isn't shown whole")
			}
		})
	}
}
