package pages

import "testing"

func TestPagesGetTheSourceOfNoTextThatIsRendered(t *testing.T) {
	for body, want := range map[string]string{
		`{"id":1,"content":"*a*","verdict":"b","contentHtml":"<em>"}`: `{"contentHtml":"\u003cem\u003e","id":1}`,
		`[{"id":2,"content":"*a*","contentHtml":""}]`:                 `[{"contentHtml":"","id":2}]`,
		`[{"id":3,"content":"\"contentHtml\":"}]`:                     `[{"id":3,"content":"\"contentHtml\":"}]`,
		`[]`: `[]`,
	} {
		if got, err := withoutSource([]byte(body)); err != nil || string(got) != want {
			t.Errorf("of %s: %s, %v, want %s", body, got, err, want)
		}
	}
}
