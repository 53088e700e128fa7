package cli

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// An import that fails says that what its report lists is there, if it lists anything.
func TestAnImportThatFailsSaysWhatIsThere(t *testing.T) {
	const begins = `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>`
	const item = `<item><title>A lamp</title><content:encoded>It shines.</content:encoded><wp:post_id>1</wp:post_id>` +
		`<wp:post_date_gmt>2024-03-04 08:30:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
	for _, test := range []struct {
		name, file string
		stdout     io.Writer
		says       bool
	}{
		{"a file that is cut off", begins + `<item><title>A`, io.Discard, false},
		{"a report that can't be written", begins + item + `</channel></rss>`, full{}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := []string{"import", "--data", t.TempDir(), "-"}
			err := Run(t.Context(), args, variables(nil), strings.NewReader(test.file), test.stdout, io.Discard)
			if err == nil || strings.Contains(err.Error(), "The items listed as new have been imported") != test.says {
				t.Errorf("got %v", err)
			}
		})
	}
}
