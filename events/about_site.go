// What the events of authors, messages, subscribers, keys, pictures, the demo site and the administration are about.

package events

import "time"

// An author's name is no title: titles stay when the author is deleted.

func (e AuthorCreated) About() About { return about(AuthorKind, e.AuthorID, ActionCreated, e.At) }
func (e AuthorUpdated) About() About {
	return about(AuthorKind, e.AuthorID, ActionUpdated, e.At).changing(e.Changes)
}
func (e AuthorDeleted) About() About { return about(AuthorKind, e.AuthorID, ActionDeleted, e.At) }

func (e MessageReceived) About() About { return about(ContactKind, e.MessageID, ActionReceived, e.At) }
func (e MessageRead) About() About     { return about(ContactKind, e.MessageID, ActionRead, e.At) }
func (e MessageDeleted) About() About  { return about(ContactKind, e.MessageID, ActionDeleted, e.At) }

func (e NewsletterSubscribed) About() About {
	return about(SubscriberKind, e.SubscriberID, ActionSubscribed, e.At)
}
func (e NewsletterUnsubscribed) About() About {
	return about(SubscriberKind, e.SubscriberID, ActionUnsubscribed, e.At)
}

func (e ApiKeyCreated) About() About {
	return about(KeyKind, e.KeyID, ActionCreated, e.At).titled(e.Name)
}
func (e ApiKeyDeactivated) About() About { return about(KeyKind, e.KeyID, ActionDeactivated, e.At) }
func (e ApiKeyDeleted) About() About     { return about(KeyKind, e.KeyID, ActionDeleted, e.At) }

func (e MediaDescribed) About() About {
	return aboutPicture(e.SHA256, e.ContentType, ActionDescribed, e.At).changing(e.Changes)
}
func (e MediaReplaced) About() About {
	return aboutPicture(e.SHA256, e.ContentType, ActionReplaced, e.At)
}
func (e MediaRemoved) About() About {
	return aboutPicture(e.SHA256, e.ContentType, ActionRemoved, e.At)
}
func (e MediaAllowed) About() About {
	return aboutPicture(e.SHA256, e.ContentType, ActionAllowed, e.At)
}
func (e MediaReturned) About() About {
	return aboutPicture(e.SHA256, e.ContentType, ActionReturned, e.At)
}

func aboutPicture(sha256, contentType string, action Action, at time.Time) About {
	return aboutUnnumbered(PictureKind, action, at).titled(MediaAddress(sha256, contentType))
}

func (e PersonErased) About() About { return aboutUnnumbered(ErasureKind, ActionErased, e.At) }

func (e DemoSiteBegun) About() About {
	return aboutUnnumbered(DemoKind, ActionCreated, e.MadeAt).titled(e.Note)
}
func (e DemoSiteFinished) About() About { return aboutUnnumbered(DemoKind, ActionFinished, e.At) }

func (e AdminPasswordSet) About() About { return aboutUnnumbered(AdminKind, ActionPasswordSet, e.At) }
func (e AdminLoggedIn) About() About {
	return aboutUnnumbered(AdminKind, ActionSignedIn, e.At).titled(e.Username)
}
func (e AdminLoginFailed) About() About { return aboutUnnumbered(AdminKind, ActionSignInFailed, e.At) }
func (e AdminLoggedOut) About() About   { return aboutUnnumbered(AdminKind, ActionSignedOut, e.At) }
