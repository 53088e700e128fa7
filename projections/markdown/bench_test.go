package markdown_test

import (
	"strings"
	"testing"

	"candor/projections/markdown"
)

// longest is how many characters a text may have, commands.MaxContent.
const longest = 200_000

// repeated are parts of texts that are expensive when they are repeated.
var repeated = map[string]string{
	"brackets": "[", "images": "![", "links": "[a](", "open links": "[a](<b", "titles": "[a](b \"", "unbalanced": "[a]((b)",
	"images without an end": "![a](<", "nested links": "[[a](b)](", "closing": "]",
	"pairs": "[]", "pairs and brackets": "[]][", "labels": "[a][", "labels in lines": "- ][<  \n  ", "nested brackets": "[a]]",
	"uses": "[a]\n", "uses in one line": "[a] ", "references": "[a]: b\n", "references apart": "[a]: b\n\n",
	"titles of references": "[a]: b\n\"c\n", "empty links": "[](b)", "empty images": "![](b)", "footnotes": "[^1]",
	"notes of footnotes": "[^1]: a\n", "inline notes": "^[a]",
	"stars": "*a ", "mixed stars": "*a **b ", "underscores": "_a __b ", "interleaved": "_a*", "interleaved the other way": "*a_",
	"interleaved with words": "*a _b* c_ ", "three kinds": "*a_b~c", "strong": "**a", "doubled and single": "**a_b*", "starred": "*",
	"lined": "_", "pairs of stars": "*a* ",
	"tildes": "~a", "waves": "a~~~", "many waves": "x~", "backticks": "`a``", "backticks in lines": "- `a\n  ``b\n", "entities": "&#",
	"entities in lines": "a &\n", "stars and entities": "*&amp;", "backslashes": `\`, "escaped": `\*`,
	"angles": "<a", "angle addresses": "<a:b", "angle mails": "<a@b", "tags": "<div>", "comments": "<!--", "instructions": "<?",
	"declarations": "<![CDATA[",
	"addresses":    "http://a", "addresses in brackets": "(http://a.b/(", "long hosts": "http://" + strings.Repeat("a.", 120) + " ",
	"hosts without an end": "_www.", "hosts after waves": "~www.", "www": "www.", "mails": "a@b.c ", "mails without a dot": "a@b ",
	"lists": "- a\n", "empty items": "-\n", "longer lists": "- a\n\n  b\n", "nested lists": "- - - a\n", "kinds of lists": "- a\n+ b\n",
	"numbers": "1. a\n", "numbers in quotes": "> 1. a\n", "items in items": "- ", "numbers in numbers": "1. ", "tasks": "- [ ] a\n",
	"quotes": "> ", "quotes in lines": "> a\n\n", "deep quotes": strings.Repeat("> ", 16) + "a\n\n", "quotes and lists": "> - ",
	"lines of quotes and lists": "> - > - > 1. a\n\n", "breaks of items": "- a\\\n  ",
	"fences": "```\n\n", "fences without an end": "```\na", "tables": "a|b\n-|-\n", "rules of tables": "-|-\n", "wide": "|", "pipes": "`\\|`|",
	"columns":  strings.Repeat("|a", 40) + "|\n" + strings.Repeat("|-", 40) + "|\n" + strings.Repeat("|\n", 100) + "\n",
	"headings": "# a\n", "different headings": "# a\n# b\n# a-2\n", "headings without a text": "#\n", "lines": "a\n", "lines apart": "a\n\n",
	"breaks": "a  \n", "rules": "* * *\n", "dashes": "---\n", "underlines": "a\n=\n", "spaces": "a   ", "tabs": "\t", "empty lines": "\n",
	"marks": "e\u0301*", "ideographs": "世*", "emoji": "👩‍👩‍👧 _",
}

// hostile returns texts of the greatest length that are made to be expensive.
func hostile() map[string]string {
	all := map[string]string{}
	for name, part := range repeated {
		all[name] = fill(part, longest)
	}
	half := longest / 2
	for name, text := range map[string]string{
		"one word":                    fill("a", longest),
		"stars that end":              fill("*a ", half) + fill("a* ", half),
		"long runs":                   "a" + fill("*", half-1) + "b" + fill("*", half-1),
		"brackets that end":           fill("[", half) + fill("]", half),
		"images in images":            fill("![", half) + fill("](b)", half),
		"longer and longer backticks": growing("`", longest),
		"longer and longer brackets":  growing("[", longest),
		"a long address used often":   "[a]: http://b.c/" + fill("d", half) + "\n\n" + fill("[a] ", half),
		"a long title used often":     "[a]: b '" + fill("d", half) + "'\n\n" + fill("[a] ", half),
		"a long picture used often":   "[a]: /media/" + fill("d", half) + "\n\n" + fill("![a] ", half),
		"links, then brackets":        fill("[a](<b", 6_000) + fill("c", longest),
		"deep, then empty":            fill("- ", 32) + "a\n" + fill("\n", longest),
		"deep, then code":             fill("- ", 32) + "```\n" + fill("\n", longest),
		"deep, then long":             fill("- ", 32) + "a\n" + fill("\t", longest),
		"a table with code":           "a|b\n-|-\n" + fill("`\\|`", 4_000) + fill("`c`", longest),
	} {
		all[name] = text
	}
	for name, text := range all {
		all[name] = string([]rune(text)[:min(longest, len([]rune(text)))])
	}
	return all
}

// fill repeats a part to at least n bytes.
func fill(part string, n int) string { return strings.Repeat(part, n/len(part)+1) }

// growing returns runs of a mark, each longer than the one before.
func growing(mark string, length int) string {
	var b strings.Builder
	for n := 1; b.Len() < length; n++ {
		b.WriteString(strings.Repeat(mark, n) + " ")
	}
	return b.String()
}

// BenchmarkHostile renders texts made to be expensive. None may take more than 250 ms and 64 MiB.
func BenchmarkHostile(b *testing.B) {
	for name, source := range hostile() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(source)))
			b.ReportAllocs()
			for b.Loop() {
				markdown.Render(source, markdown.Options{})
			}
		})
	}
}
