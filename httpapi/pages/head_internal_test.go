// Descriptions.

package pages

import "testing"

func TestDescriptionIsCutByCharacters(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"  a\n\tb  c ", 10, "a b c"}, {"ééé", 2, "éé"}, {"ab cd", 3, "ab"}, {"ab cd", 4, "ab c"}, {"", 5, ""},
	} {
		if got := oneLine(tt.text, tt.most); got != tt.want {
			t.Errorf("%q to %d: %q, want %q", tt.text, tt.most, got, tt.want)
		}
	}
}
