// This file loads the demo content from the files built into the binary.

package demo

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"candor/events"
)

//go:embed content
var files embed.FS

// Copies returns the smaller copies of the pictures, in files as a site keeps them (projections/renditions). A site of another version
// makes its own.
func Copies() (fs.FS, error) { return fs.Sub(files, "content/copies") }

// Content is everything a demonstration site starts with.
type Content struct {
	Categories []Category        // in the order of their ids, which are 1 to 4
	Reviews    []Review          // in the order of their file names
	Articles   []Article         // in the order of their file names
	Pages      []Page            // in the order of their file names
	Alts       map[string]string // alt texts of the pictures, by file name
	Story      Story             // what happens besides
}

// Category is one review category. Reviews name it by ID.
type Category struct {
	ID          int         `json:"id"`
	Name        string      `json:"name"`
	Slug        string      `json:"slug"`
	Description string      `json:"description"`
	Icon        string      `json:"icon"`  // a lucide icon name, such as "laptop"
	Color       string      `json:"color"` // "#rrggbb"
	Criteria    []Criterion `json:"criteria"`

	Specifications []events.ComparedSpecification `json:"specifications"`
}

// Criterion is one thing that reviews of a category score. Weights are in percent; those of a category add up to 100.
type Criterion struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
}

// SubScore is a review's score by a criterion of its category, whose id is its name's slug.
type SubScore struct {
	CriterionID string  `json:"criterionId"`
	Score       float64 `json:"score"`
	Text        string  `json:"text,omitempty"`
}

// Review is one product review. A nil price means that none is published.
type Review struct {
	Name               string     `json:"-"` // its file's: "tarnholt-slate-14"
	ProductName        string     `json:"productName"`
	ProductBrand       string     `json:"productBrand"`
	CategoryID         int        `json:"categoryId"`
	Title              string     `json:"title"`
	ProductDescription string     `json:"productDescription"`
	ProductPrice       *float64   `json:"productPrice"`
	ProductPriceMax    *float64   `json:"productPriceMax"`
	Rating             float64    `json:"rating"` // 1 to 5, one decimal
	SubScores          []SubScore `json:"subScores,omitempty"`
	AuthorName         string     `json:"authorName"`
	IsFeatured         bool       `json:"isFeatured"`
	IsPublished        bool       `json:"isPublished"`
	// how many days before the first start it came out or, if it is no published one, was written
	DaysAgo float64 `json:"daysAgo"`
	// in how many days after the first start it comes out; 0: it isn't scheduled
	PublishInDays  float64  `json:"publishInDays,omitempty"`
	Tags           []string `json:"tags"`
	Shops          []Shop   `json:"shops,omitempty"`
	VideoURL       string   `json:"videoUrl,omitempty"`
	VideoCredit    string   `json:"videoCredit,omitempty"`
	Images         []string `json:"images"` // file names for [Content.Image]; the first is the main picture
	Specifications []string `json:"specifications"`
	Features       []string `json:"features"`
	Pros           []string `json:"pros"`
	Cons           []string `json:"cons"`
	Content        string   `json:"content"` // Markdown, from the .md file; its pictures are named as in Images
	Verdict        string   `json:"verdict"`
	AliexpressLink string   `json:"aliexpressLink"`
	ShopeeLink     string   `json:"shopeeLink"`
}

// Shop is an offer of a review's product.
type Shop struct {
	Name    string  `json:"name"`
	URL     string  `json:"url"`
	Price   float64 `json:"price"`
	DaysAgo float64 `json:"daysAgo"` // how many days before the first start it had that price
}

// Page is one page of the site.
type Page struct {
	Title   string  `json:"title"`
	Slug    string  `json:"slug"`
	DaysAgo float64 `json:"daysAgo"`
	Content string  `json:"content"` // Markdown, from the .md file
}

// Article is one tech article. Its category is free text.
type Article struct {
	Name        string   `json:"-"` // its file's: "council-minutes"
	Title       string   `json:"title"`
	Excerpt     string   `json:"excerpt"`
	Category    string   `json:"category"`
	AuthorName  string   `json:"authorName"`
	Image       string   `json:"image"` // a file name for [Content.Image]
	IsPublished bool     `json:"isPublished"`
	DaysAgo     float64  `json:"daysAgo"` // how many days before the first start it came out
	Tags        []string `json:"tags"`
	Content     string   `json:"content"` // Markdown, from the .md file
}

// Load returns the demo content. It fails only if a file built into the binary is
// malformed; the error names the file.
func Load() (Content, error) {
	var c Content
	if err := decode("content/categories.json", &c.Categories); err != nil {
		return Content{}, err
	}
	if err := decode("content/images.json", &c.Alts); err != nil {
		return Content{}, err
	}
	if err := decode("content/story.json", &c.Story); err != nil {
		return Content{}, err
	}
	var err error
	if c.Reviews, err = decodeAll("content/reviews", func(r *Review, name, text string) { r.Name, r.Content = name, text }); err != nil {
		return Content{}, err
	}
	if c.Articles, err = decodeAll("content/articles", func(a *Article, name, text string) { a.Name, a.Content = name, text }); err != nil {
		return Content{}, err
	}
	if c.Pages, err = decodeAll("content/pages", func(p *Page, _, text string) { p.Content = text }); err != nil {
		return Content{}, err
	}
	return c, nil
}

// Image returns the bytes and the media type of the picture with that file name, such as
// "slate-14-front.webp". An unknown name is an error that wraps [fs.ErrNotExist], also
// when the name leads out of the pictures' folder.
func (Content) Image(name string) (data []byte, contentType string, err error) {
	if path.Base(name) != name || path.Ext(name) != ".webp" {
		return nil, "", fmt.Errorf("demo: image %q: %w", name, fs.ErrNotExist)
	}
	data, err = files.ReadFile("content/images/" + name)
	if err != nil {
		return nil, "", fmt.Errorf("demo: image %q: %w", name, err)
	}
	return data, "image/webp", nil
}

// decodeAll reads every item of a folder, in the order of their names: the fields from the item's JSON file, and the text from the Markdown
// file of the same name. set takes the name, without its number, and the text.
func decodeAll[T any](dir string, set func(item *T, name, text string)) ([]T, error) {
	names, err := fs.Glob(files, dir+"/*.json")
	if err != nil {
		return nil, fmt.Errorf("demo: list %s: %w", dir, err)
	}
	all := make([]T, len(names))
	for i, name := range names {
		if err := decode(name, &all[i]); err != nil {
			return nil, err
		}
		whole := strings.TrimSuffix(name, ".json")
		markdown, err := files.ReadFile(whole + ".md")
		if err != nil {
			return nil, fmt.Errorf("demo: read %s: %w", name, err)
		}
		_, base, _ := strings.Cut(path.Base(whole), "-")
		set(&all[i], base, strings.TrimSpace(string(markdown)))
	}
	return all, nil
}

// decode reads one JSON file into v. An unknown field is an error, because in a file
// written by hand it is a typing mistake that would silently lose a value.
func decode(name string, v any) error {
	data, err := files.ReadFile(name)
	if err != nil {
		return fmt.Errorf("demo: read %s: %w", name, err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("demo: decode %s: %w", name, err)
	}
	return nil
}
