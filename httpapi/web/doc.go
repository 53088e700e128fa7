// Package web answers what browsers and search engines ask for: pages, assets, feeds, sitemaps and the description of the API.
package web
