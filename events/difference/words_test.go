package difference_test

import (
	"strings"
	"testing"

	"candor/events/difference"
)

// TestWords shows where words of several scripts end, and that punctuation, spaces and symbols are none.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		" — … !? ":                      "",
		"Value 2.7 → 3.9, isn't it?":    "Value|2.7|3.9|isn't|it",
		"$1,299.50 (RTX4090, 16 GB)":    "1,299.50|RTX4090|16|GB",
		"Zwölf Boxkämpfer jagen Viktor": "Zwölf|Boxkämpfer|jagen|Viktor",
		"この製品はバッテリーが良い。": "こ|の|製|品|は|バッテリー|が|良|い",
		"电池很好":                                   "电|池|很|好",
		"ภาษาไทย":                                "ภ|า|ษ|า|ไ|ท|ย",
		"بطارية جيدة، ٣٫٩ من ٥":                  "بطارية|جيدة|٣٫٩|من|٥",
		"re\u0301sume\u0301":                     "re\u0301sume\u0301",
		"one\ntwo\tthree":                        "one|two|three",
		"\xff\xfe broken \xc3 bytes":             "broken|bytes",
		"well-known snake_case http://a.b/c?d=e": "well|known|snake_case|http|a.b|c|d|e",
	} {
		if got := strings.Join(difference.Words(text), "|"); got != want {
			t.Errorf("Words(%q) = %s, want %s", text, got, want)
		}
	}
}
