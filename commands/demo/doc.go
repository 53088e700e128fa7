// Package demo holds the content of a demonstration site: four categories, their
// reviews and articles, and their pictures, all about invented products.
//
// [Load] reads everything from files built into the binary and returns a [Content];
// [Content.Image] returns one picture. Each text says in its last line that it is demo content.
//
// The files, below content/:
//
//	categories.json            [{"id":1,"name":"Computers & Laptops","slug":"computers",…}, …]
//	reviews/01-<product>.json  {"productName":"Slate 14","categoryId":1,"images":["slate-14-front.webp",…],…}
//	reviews/01-<product>.md    its text: # Silence, and what it costs …
//	articles/01-<subject>.json {"title":…,"category":"AI","image":"council-minutes.webp",…}
//	articles/01-<subject>.md   its text
//	pages/01-<slug>.json       {"title":"How we test","slug":"how-we-test","daysAgo":41.8}
//	pages/01-<slug>.md         its text
//	story.json                 authors, changes, a bot that goes wrong, messages, subscribers, a draft: see [Story]
//	images.json                {"slate-14-front.webp":"A thin laptop, open, …", …}: alt texts
//	images/<name>.webp         1200 × 800 pixels; what drew them is in the history of this repository, up to 39df9a73
//
// Field names are those of the API. Pictures are named by file, also in texts, because their addresses are known only once they are stored,
// and so are items in links: {tarnholt-slate-14}. File names begin with a number, and it is the order of [Load].
//
// [Load] knows nothing of events, commands or storage. [Content.Make] and [Content.Fill] turn the content and the story into events.
package demo
