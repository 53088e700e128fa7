package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"candor/projections/markdown"
)

// BenchmarkHostile renders texts made to be expensive, each in two lengths: where the time per byte is the same, it grows in proportion.
func BenchmarkHostile(b *testing.B) {
	for name, part := range map[string]string{
		"brackets": "[", "images": "![", "links": "[a](", "open links": "[a](<b", "titles": "[a](b \"", "unbalanced": "[a]((b)", "images without an end": "![a](<", "nested links": "[[a](b)](", "closing": "]", "quotes": "> ", "stars": "*a ", "mixed stars": "*a **b ", "underscores": "_a __b ",
		"backticks": "`a``", "tildes": "~a", "entities": "&#", "angles": "<a", "addresses": "http://a", "addresses in brackets": "(http://a.b/(", "www": "www.", "mails": "a@b.c ", "references": "[a]: b\n", "references apart": "[a]: b\n\n", "nested brackets": "[a]]", "longer lists": "- a\n\n  b\n", "uses": "[a]\n", "lists": "- a\n",
		"nested lists": "- - - a\n", "numbers": "1. a\n", "fences": "```\n\n", "tables": "a|b\n-|-\n", "wide": "|", "pipes": "`\\|`|", "headings": "# a\n", "breaks": "a  \n", "backslashes": `\`, "spaces": "a   ", "tabs": "\t", "rules": "* * *\n",
	} {
		for _, length := range []int{50_000, 100_000} {
			source := strings.Repeat(part, length/len(part))
			b.Run(fmt.Sprintf("%s/%d", name, length), func(b *testing.B) {
				b.SetBytes(int64(len(source)))
				for b.Loop() {
					markdown.Render(source, markdown.Options{})
				}
			})
		}
	}
}
