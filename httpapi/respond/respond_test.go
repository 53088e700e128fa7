// Which codings and entity tags a request names.

package respond_test

import (
	"testing"

	"candor/httpapi/respond"
)

func TestAcceptEncoding(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "GZIP": true, "br, gzip": true, "gzip;q=1.0, br": true, "gzip;q=0": false, "gzip; q=0.000": false,
		"identity": false, "x-gzip-ish": false, "deflate, br;q=0.5 , gzip ;q=0.2": true, "gzip;q=x": false,
	} {
		if got := respond.AcceptsGzip([]string{header}); got != want {
			t.Errorf("Accept-Encoding %q: gzip %v, want %v", header, got, want)
		}
	}
}

func TestEntityTags(t *testing.T) {
	const tag = `"12-abc"`
	for header, want := range map[string]bool{
		tag: true, `W/"12-abc"`: true, `"x", "12-abc"`: true, "*": true, `"12-abd"`: false, "12-abc": false, `"12-abc`: false, "": false, `"",,"12-abc"`: true,
	} {
		if got := respond.MatchesTag([]string{header}, tag); got != want {
			t.Errorf("If-None-Match %s: %v, want %v", header, got, want)
		}
	}
}
