// The analysts' user of an opened embedded node, who reads page views and content and changes nothing.

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

// analystSettings keeps the group from writing in the way that a real EventStoreDB does, too: by the access lists for streams that have none
// of their own. Only administrators may do anything but read. Which streams analysts read isn't said here, because EventStoreDB's lists are
// about single streams or all of them; see analystPrefixes.
const analystSettings = `{
	"$userStreamAcl":   {"$r": ["$admins", "analysts"], "$mr": ["$admins", "analysts"], "$w": "$admins", "$d": "$admins", "$mw": "$admins"},
	"$systemStreamAcl": {"$r": ["$admins", "analysts"], "$mr": "$admins", "$w": "$admins", "$d": "$admins", "$mw": "$admins"}
}`

// addAnalyst adds the analysts' user to a node, unless it has no password.
func addAnalyst(c *nodeserver.Config, password string) {
	if password == "" {
		return
	}
	c.Settings = analystSettings
	c.Users = append(c.Users, nodeserver.User{Name: AnalystUser, Password: password, Groups: []string{analystGroup}, Only: analystPrefixes()})
}

// analystPrefixes returns the prefixes of the streams that analysts read: those without people and secrets, and the links to their events by
// category and by type. Links to other types of events would reveal the names of other streams; those in $ce-pageslug, which $ce-page lets
// through, are slugs that pages show, too.
func analystPrefixes() []string {
	prefixes := []string{"$et-PageViewed", "$et-DaySummarized", "$et-MediaStored", "$et-MediaDescribed", "$et-MediaReplaced", "$et-MediaRemoved", "$et-MediaAllowed", "$et-MediaReturned"}
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
