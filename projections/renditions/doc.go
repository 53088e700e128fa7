// Package renditions keeps smaller copies of the stored pictures in files, for pages to choose from. They are made in the background, one
// picture at a time, and can be deleted at any time: they are made again. Each instance of the site makes its own; backups don't contain
// them. Those that come with the program, of the demo's pictures, are kept without being made.
//
// [Store] answers which copy there is. Its Run makes what is missing: pictures that came in or were asked for first, then all others, with
// pauses. It deletes what belongs to no stored picture. A picture whose copies can't be made is tried again only on request.
//
// renditions/v3/9f/9f86d0…/800 a copy in a width; empty: the original is served in its place, as a copy would not be smaller or can't be
// made
//
//	renditions/v3/9f/9f86d0…/failed  why copies could not be made, in plain words
//	renditions/v3/new/               the copies of the picture that is worked on; a folder gets its name when all are complete
//
// renditions/v3/tried/9f86d0… how often work on a picture began that has not ended, in digits; more than 0 if the process died over it
package renditions
