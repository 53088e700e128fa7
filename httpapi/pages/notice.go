// Notices: small pages that work without the web app.

package pages

import "html"

// Notice returns a page of a site that says one thing, with one link. An empty name of the site is left out.
func Notice(site, title, detail, address, link string) []byte {
	fullTitle := title
	if site != "" {
		fullTitle += " | " + site
	}
	return []byte(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>` + html.EscapeString(fullTitle) + `</title>
<style>:root{color-scheme:light dark}body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:34rem;margin:20vh auto 0;padding:0 1.5rem}h1{font:600 1.75rem/1.15 Georgia,serif}</style>
</head>
<body>
<main>
<h1>` + html.EscapeString(title) + `</h1>
<p role="status">` + html.EscapeString(detail) + `</p>
<p><a href="` + html.EscapeString(address) + `">` + html.EscapeString(link) + `</a></p>
</main>
</body>
</html>
`)
}
