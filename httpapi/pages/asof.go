// Pages of an earlier time: the bar above them, and their links.

package pages

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"candor/events"
)

// AsOf returns the site with a bar on each page for an admin who views an earlier time: it shows the time, asks for another one and leads
// back. empty says that the site did not exist yet.
func (s *Site) AsOf(moment time.Time, empty bool) *Site {
	const input = `<label><span>Other time (UTC)</span> <input type="datetime-local" name="asOf" step="1" required value="%s"></label><button>Go</button>`
	before := ""
	if empty {
		before = `<p>The site was empty at this time.</p>`
	}
	return s.withBar(moment, `data-keep="`+events.FormatMoment(moment)+`"`,
		before+`<form method="get">`+fmt.Sprintf(input, moment.UTC().Format("2006-01-02T15:04:05"))+`</form><a href="?">Leave</a>`)
}

// ReadOnly returns the site with a bar on each page that shows the time.
func (s *Site) ReadOnly(moment time.Time) *Site { return s.withBar(moment, "", "<p>Read-only.</p>") }

// withBar adds the bar above each page, outside of what React renders, and its script before the app's.
func (s *Site) withBar(moment time.Time, attributes, controls string) *Site {
	copied := *s
	var elements string
	for _, name := range slices.Sorted(maps.Keys(s.assets)) {
		switch {
		case !strings.HasPrefix(name, "assets/past-bar-"):
		case strings.HasSuffix(name, ".js"):
			elements += `<script type="module" src="/` + name + `"></script>` + "\n    "
		case strings.HasSuffix(name, ".css"):
			elements += `<link rel="stylesheet" href="/` + name + `">` + "\n    "
		}
	}
	bar := fmt.Sprintf(`<aside id="past" aria-label="The site as it was" %s><p>The site as it stood on <time datetime="%s">%s</time></p>%s</aside>`+"\n    ",
		attributes, events.FormatMoment(moment), FormatMoment(moment), controls)
	copied.between = []byte(elements + string(s.between) + bar)
	return &copied
}

// FormatMoment returns a moment as people write it: "October 1, 2026, 00:00 UTC".
func FormatMoment(moment time.Time) string {
	layout := "January 2, 2006, 15:04"
	if moment.Second() != 0 || moment.Nanosecond() != 0 {
		layout += ":05"
	}
	return moment.UTC().Format(layout) + " UTC"
}

// siteLink finds the links of a rendered page that lead to another page of the site.
var siteLink = regexp.MustCompile(`(<a\b[^>]*? href=")(/(?:[^/"#][^"#]*)?)(#[^"]*)?"`)

// addMoment adds the moment to the links of a rendered page, so that they lead to it without JavaScript, too.
func addMoment(body, moment string) string {
	return siteLink.ReplaceAllStringFunc(body, func(link string) string {
		part := siteLink.FindStringSubmatch(link)
		for _, other := range []string{"/admin", "/media/", "/assets/", "/api/"} {
			if strings.HasPrefix(part[2], other) {
				return link
			}
		}
		separator := "?"
		if strings.Contains(part[2], "?") {
			separator = "&amp;"
		}
		return part[1] + part[2] + separator + "asOf=" + moment + part[3] + `"`
	})
}
