// All kinds of content.

package content

import "candor/events"

// kinds are those of [events.Kinds]. A kind that is missing here panics at once.
var kinds = func() (all []kind) {
	rooms := map[string]kind{events.ReviewKind: reviewKind, events.ArticleKind: articleKind, events.PageKind: pageKind}
	for _, k := range events.Kinds {
		room := rooms[k.Name]
		room.Kind = k
		room.empty()
		all = append(all, room)
	}
	return all
}()
