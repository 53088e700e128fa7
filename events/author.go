// Facts about an author: a person whose profile readers see. Stream author-<id>, deleted whole with its personal data; stream
// authornames says only whose name is being set.

package events

import "time"

func init() {
	registerItem[AuthorCreated](1, AuthorKind, ActionCreated)
	registerItem[AuthorUpdated](1, AuthorKind, ActionUpdated)
	registerItem[AuthorDeleted](1, AuthorKind, ActionDeleted)
	register[AuthorNamingBegun](1, AuthorNamesStream)
	register[AuthorNamingEnded](1, AuthorNamesStream)
}

// AuthorLink is a link of an author's profile, such as to a page elsewhere.
type AuthorLink struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// AuthorContent holds an author's profile. Text is Markdown. Names are unique by [NameKey]. An item belongs to the author whose name has
// the same key as the item's authorName.
type AuthorContent struct {
	Name       string       `json:"name" personal:"true"`
	PictureURL string       `json:"pictureUrl,omitempty" personal:"true"`
	Text       string       `json:"text,omitempty" personal:"true"`
	Links      []AuthorLink `json:"links,omitempty" personal:"true"`
	Disclosure string       `json:"disclosure,omitempty" personal:"true"` // of interests that readers should know about
}

// AuthorChanges holds the fields that an update changed, with their new values; nil is unchanged, and an emptied field is present
// and empty.
type AuthorChanges struct {
	Name       *string       `json:"name,omitempty" personal:"true"`
	PictureURL *string       `json:"pictureUrl,omitempty" personal:"true"`
	Text       *string       `json:"text,omitempty" personal:"true"`
	Links      *[]AuthorLink `json:"links,omitempty" personal:"true"`
	Disclosure *string       `json:"disclosure,omitempty" personal:"true"`
}

// AuthorCreated says that an author has a profile.
type AuthorCreated struct {
	AuthorID AuthorID `json:"authorId"`
	AuthorContent
	At time.Time `json:"at"`
}

// AuthorUpdated says which fields of an author's profile changed.
type AuthorUpdated struct {
	AuthorID AuthorID      `json:"authorId"`
	Changes  AuthorChanges `json:"changes"`
	At       time.Time     `json:"at"`
}

// AuthorDeleted says that the admin deleted the author. The stream itself is deleted right after.
type AuthorDeleted struct {
	AuthorID AuthorID  `json:"authorId"`
	At       time.Time `json:"at"`
}

// AuthorNamingBegun says that an author is about to get a name. Until [AuthorNamingEnded], no other author gets one.
type AuthorNamingBegun struct {
	AuthorID AuthorID  `json:"authorId"`
	At       time.Time `json:"at"`
}

// AuthorNamingEnded says that the author has the name, or doesn't get it.
type AuthorNamingEnded struct {
	AuthorID AuthorID  `json:"authorId"`
	At       time.Time `json:"at"`
}

func (AuthorCreated) EventType() string     { return "AuthorCreated" }
func (AuthorUpdated) EventType() string     { return "AuthorUpdated" }
func (AuthorDeleted) EventType() string     { return "AuthorDeleted" }
func (AuthorNamingBegun) EventType() string { return "AuthorNamingBegun" }
func (AuthorNamingEnded) EventType() string { return "AuthorNamingEnded" }
