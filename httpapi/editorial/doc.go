// Package editorial answers calls about content: reviews, articles, pages, categories, authors, names, drafts, previews, searches and
// corrections.
package editorial
