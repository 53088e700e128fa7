// Facts about an author: a person whose profile readers see. Stream author-<id>, deleted whole with its personal data; stream
// authornames says only whose name is being set.

package events

import "time"

func init() {
	register[AuthorCreated](1)
	register[AuthorUpdated](1)
	register[AuthorDeleted](1)
	register[AuthorNamingBegun](1)
	register[AuthorNamingEnded](1)
}

// AuthorLink is a link of an author's profile, such as to a page elsewhere.
type AuthorLink struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// AuthorContent holds an author's profile. Text is Markdown. Names are unique by [NameKey]. An item belongs to the author whose name has
// the same key as the item's authorName.
type AuthorContent struct {
	Name       string       `json:"name"`
	PictureURL string       `json:"pictureUrl,omitempty"`
	Text       string       `json:"text,omitempty"`
	Links      []AuthorLink `json:"links,omitempty"`
	Disclosure string       `json:"disclosure,omitempty"` // of interests that readers should know about
}

// AuthorChanges holds the fields that an update changed, with their new values; nil is unchanged, and an emptied field is present
// and empty.
type AuthorChanges struct {
	Name       *string       `json:"name,omitempty"`
	PictureURL *string       `json:"pictureUrl,omitempty"`
	Text       *string       `json:"text,omitempty"`
	Links      *[]AuthorLink `json:"links,omitempty"`
	Disclosure *string       `json:"disclosure,omitempty"`
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

// ApplyTo sets the changed fields of a.
func (ch AuthorChanges) ApplyTo(a *AuthorContent) {
	set(&a.Name, ch.Name)
	set(&a.PictureURL, ch.PictureURL)
	set(&a.Text, ch.Text)
	set(&a.Links, ch.Links)
	set(&a.Disclosure, ch.Disclosure)
}
