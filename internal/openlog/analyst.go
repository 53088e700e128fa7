// The analysts' user of an opened embedded node: reads page views and content, changes nothing.

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

// analystSettings is how a real EventStoreDB keeps a group from writing, too: by the lists of streams without one of their own.
// Everything is for administrators, but that analysts may read. Which of the streams they read is no matter of
// EventStoreDB's lists, which are about whole streams by name or about all of them.
const analystSettings = `{
	"$userStreamAcl":   {"$r": ["$admins", "analysts"], "$mr": ["$admins", "analysts"], "$w": "$admins", "$d": "$admins", "$mw": "$admins"},
	"$systemStreamAcl": {"$r": ["$admins", "analysts"], "$mr": "$admins", "$w": "$admins", "$d": "$admins", "$mw": "$admins"}
}`

// letAnalystsIn adds the analysts' user to a node, unless it has no password.
func letAnalystsIn(c *nodeserver.Config, password string) {
	if password == "" {
		return
	}
	c.Settings = analystSettings
	c.Users = append(c.Users, nodeserver.User{Name: AnalystUser, Password: password, Groups: []string{analystGroup}, Only: analystPrefixes()})
}

// analystPrefixes begin the names of the streams that analysts read: those without people and secrets, and the links to
// their events by category and by type. Links of other types would tell the names of other
// streams; those in $ce-pageslug, which $ce-page lets through, are slugs that pages tell, too.
func analystPrefixes() []string {
	prefixes := []string{"$et-PageViewed", "$et-DaySummarized", "$et-MediaStored"}
	for _, name := range events.Types() {
		if e, ok := events.Zero(name).(events.ItemEvent); ok && e.About().IsContent() {
			prefixes = append(prefixes, "$et-"+name)
		}
	}
	for _, prefix := range events.AnalystStreams {
		prefixes = append(prefixes, prefix, "$ce-"+strings.TrimSuffix(prefix, "-"))
	}
	return prefixes
}
