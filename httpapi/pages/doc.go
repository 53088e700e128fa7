// Package pages makes the documents that readers and search engines get: pages, rendered by the web app or as its shell, feeds and
// sitemaps; and it caches them for as long as they show what the API answers.
package pages
