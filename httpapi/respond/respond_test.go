// Which codings and entity tags a request names.

package respond_test

import (
	"strings"
	"testing"

	"candor/httpapi/respond"
)

func TestAcceptEncoding(t *testing.T) {
	for header, want := range map[string]string{
		"": "", "gzip": "gzip", "GZIP": "gzip", "br, gzip": "gzip br", "gzip;q=1.0, br": "gzip br", "gzip;q=0": "", "gzip; q=0.000": "",
		"br;q=0, gzip": "gzip",
		"identity":     "", "x-gzip-ish": "", "deflate, br;q=0.5 , gzip ;q=0.2": "gzip br", "gzip;q=x": "", "gzip, deflate, br, zstd": "gzip br",
	} {
		var got []string
		for _, coding := range []respond.Coding{respond.Gzip, respond.Brotli} {
			if respond.Accepts([]string{header}, coding) {
				got = append(got, string(coding))
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("Accept-Encoding %q: %q, want %q", header, got, want)
		}
	}
}

func TestEntityTags(t *testing.T) {
	const tag = `"12-abc"`
	for header, want := range map[string]bool{
		tag: true, `W/"12-abc"`: true, `"x", "12-abc"`: true, "*": true, `"12-abd"`: false, "12-abc": false, `"12-abc`: false, "": false,
		`"",,"12-abc"`: true,
	} {
		if got := respond.MatchesTag([]string{header}, tag); got != want {
			t.Errorf("If-None-Match %s: %v, want %v", header, got, want)
		}
	}
}
