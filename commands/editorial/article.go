// Tech articles, as a kind of content.

package editorial

import (
	"candor/events"
)

// article is the state of one article.
type article = item[events.ArticleContent, events.ArticleChanges]

var articles = &kind[events.ArticleContent, events.ArticleChanges]{
	Kind: events.MustKind(events.ArticleKind), newNoun: "article", actions: ArticleActions,
	title:       func(c events.ArticleContent) string { return c.Title },
	correctable: "the content, the title, the excerpt, the picture or the author",
	fields:      articleFields,
}
