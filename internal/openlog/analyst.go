// The analysts' user of an opened embedded node, who reads page views, daily totals and categories, and content if it is told so, and
// changes nothing.

package openlog

import (
	"strings"

	"candor/events"
	nodeserver "candor/events/embedded/server"
)

const (
	AnalystUser  = "analyst"
	analystGroup = "analysts"
)

// analystSettings keeps the group from writing in the way that a real EventStoreDB does, too: by the access lists for streams that have
// none of their own. Only administrators may do anything but read. Which streams analysts read isn't said here, because EventStoreDB's
// lists are about single streams or all of them; see analystPrefixes.
const analystSettings = `{
	"$userStreamAcl":   {"$r": ["$admins", "analysts"], "$mr": ["$admins", "analysts"], "$w": "$admins", "$d": "$admins", "$mw": "$admins"},
	"$systemStreamAcl": {"$r": ["$admins", "analysts"], "$mr": "$admins", "$w": "$admins", "$d": "$admins", "$mw": "$admins"}
}`

// addAnalyst adds the analysts' user to a node, unless it has no password. content lets them read all content, too: a node can't tell what
// readers may see of it.
func addAnalyst(c *nodeserver.Config, password string, content bool) {
	if password == "" {
		return
	}
	c.Settings = analystSettings
	c.Users = append(c.Users, nodeserver.User{Name: AnalystUser, Password: password, Groups: []string{analystGroup},
		Only: analystPrefixes(content)})
}

// alwaysPublic are the prefixes of the streams that hold neither drafts nor what was withheld.
var alwaysPublic = []string{events.PageViewPrefix, events.DaySummaryPrefix, events.CategoryPrefix}

// analystPrefixes returns the prefixes of the streams that analysts read: none with people and secrets, those with content only if they
// may, and the links to their events by category and by type. Links to other types of events would reveal the names of other streams; those
// in $ce-pageslug, which $ce-page lets through, are slugs that pages show, too.
func analystPrefixes(content bool) []string {
	streams, prefixes := alwaysPublic, []string{"$et-PageViewed", "$et-DaySummarized"}
	if content {
		streams = events.AnalystStreams
		prefixes = append(prefixes, "$et-MediaStored", "$et-MediaDescribed", "$et-MediaReplaced", "$et-MediaRemoved", "$et-MediaAllowed",
			"$et-MediaReturned")
	}
	for _, name := range events.Types() {
		if about, ok := events.AboutOf(events.Zero(name)); ok && about.IsContent() && (content || about.Kind == events.CategoryKind) {
			prefixes = append(prefixes, "$et-"+name)
		}
	}
	for _, prefix := range streams {
		prefixes = append(prefixes, prefix, "$ce-"+strings.TrimSuffix(prefix, "-"))
	}
	return prefixes
}
