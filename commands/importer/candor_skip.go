// What of another Candor is left behind.

package importer

import (
	"strings"

	"candor/events"
)

// skipReason returns why events of a type are not imported; "" for bookkeeping, which this site makes itself.
func skipReason(name, stream string) string {
	switch {
	case events.OwnBookkeeping(stream):
		return ""
	case events.Personal(stream):
		return "personal data is not imported; use candor backup and restore to keep it"
	case name == (events.DraftDiscarded{}).EventType():
		return ""
	case stream == events.AdminStream || strings.HasPrefix(stream, events.KeyPrefix):
		return "passwords, sign-ins and keys are not imported; use candor backup and restore to keep them"
	case strings.HasPrefix(stream, events.DraftPrefix):
		return "drafts are not imported; publish or create them first, or use candor backup and restore to keep them"
	case strings.HasPrefix(stream, events.PreviewPrefix):
		return "preview links are not imported; use candor backup and restore to keep them"
	case strings.HasPrefix(stream, events.PageViewPrefix):
		return "page views are not imported; use candor backup and restore to keep them"
	}
	return "not imported; use candor backup and restore to keep it"
}
