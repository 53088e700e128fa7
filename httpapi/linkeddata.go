// Linked data: the JSON-LD (schema.org) of reviews, articles and breadcrumbs.

package httpapi

import (
	"strconv"

	"candor/projections"
)

// object is a schema.org object. encoding/json sorts its keys.
type object map[string]any

// webSite describes the home page.
func webSite(origin string) object {
	return object{
		"@context": "https://schema.org", "@type": "WebSite", "name": siteName, "url": origin + "/", "description": siteDescription,
		"potentialAction": object{
			"@type": "SearchAction", "target": origin + "/reviews?search={term}", "query-input": "required name=term",
		},
	}
}

// crumb is one step of a breadcrumb.
type crumb struct{ name, path string }

// breadcrumbs describes where a page is: Home first.
func breadcrumbs(origin string, crumbs ...crumb) object {
	var items []object
	for i, c := range append([]crumb{{"Home", "/"}}, crumbs...) {
		items = append(items, object{"@type": "ListItem", "position": i + 1, "name": c.name, "item": origin + c.path})
	}
	return object{"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items}
}

// productReview describes a review as what it reviews: Product → review → Review, the shape in
// which search engines show pros and cons. All of it stands on the page.
func productReview(origin string, r projections.Review, category string) object {
	review := object{
		"@type": "Review", "name": r.Title, "url": origin + "/reviews/" + strconv.FormatInt(r.ID, 10),
		"author":        object{"@type": "Person", "name": r.AuthorName},
		"publisher":     publisher(origin),
		"datePublished": rfc3339(first(r.PublishedAt, r.CreatedAt)), "dateModified": rfc3339(r.UpdatedAt),
		"description":  oneLine(r.Content, descriptionLength),
		"reviewRating": object{"@type": "Rating", "ratingValue": r.Rating, "bestRating": 5, "worstRating": 1},
	}
	if len(r.Pros) > 0 {
		review["positiveNotes"] = notes(r.Pros)
	}
	if len(r.Cons) > 0 {
		review["negativeNotes"] = notes(r.Cons)
	}
	product := object{
		"@context": "https://schema.org", "@type": "Product", "name": r.ProductName,
		"brand": object{"@type": "Brand", "name": r.ProductBrand}, "review": review,
	}
	if category != "" {
		product["category"] = category
	}
	if r.ProductDescription != nil {
		product["description"] = *r.ProductDescription
	}
	if image := reviewImage(r); image != "" {
		product["image"] = absolute(origin, image)
	}
	if r.ProductPrice != nil {
		offers := object{"@type": "AggregateOffer", "priceCurrency": "USD", "lowPrice": *r.ProductPrice}
		if r.ProductPriceMax != nil && *r.ProductPriceMax >= *r.ProductPrice {
			offers["highPrice"] = *r.ProductPriceMax
		}
		product["offers"] = offers
	}
	return product
}

func notes(lines []string) object {
	var items []object
	for i, line := range lines {
		items = append(items, object{"@type": "ListItem", "position": i + 1, "name": line})
	}
	return object{"@type": "ItemList", "itemListElement": items}
}

// newsArticle describes a tech article.
func newsArticle(origin string, a projections.Article) object {
	article := object{
		"@context": "https://schema.org", "@type": "NewsArticle", "headline": a.Title,
		"description":      descriptionOf(a.Excerpt, a.Content),
		"articleSection":   a.Category,
		"author":           object{"@type": "Person", "name": a.AuthorName},
		"publisher":        publisher(origin),
		"datePublished":    rfc3339(first(a.PublishedAt, a.CreatedAt)),
		"dateModified":     rfc3339(a.UpdatedAt),
		"mainEntityOfPage": origin + "/tech-articles/" + strconv.FormatInt(a.ID, 10),
	}
	if a.ImageURL != nil {
		article["image"] = absolute(origin, *a.ImageURL)
	}
	return article
}

func publisher(origin string) object {
	return object{"@type": "Organization", "name": siteName, "url": origin + "/"}
}
