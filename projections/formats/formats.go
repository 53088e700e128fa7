// Package formats holds how languages write dates, numbers and prices. The data is the Unicode CLDR's, written by webapp/formats.mjs: the
// server's script engine has no Intl, browsers have different ones, and both must write the same. Pages get the entry of the site's
// language with /api/site, and webapp/src/lib/formats.ts writes with it; feeds are written here.
package formats

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"candor/events"
)

// Format is how a site writes. Patterns have the names of their parts in braces: {y}, {M} (the month's name), {d} or {dd} (two digits);
// {H} or {h} (of twelve), {HH}, {hh}, {mm}, {a} (the half of the day); {n} (the number).
type Format struct {
	Long         string   `json:"long"` // "{M} {d}, {y}"
	Months       []string `json:"months"`
	Medium       string   `json:"medium"`
	MediumMonths []string `json:"mediumMonths"`
	Short        string   `json:"short"` // without the year
	ShortMonths  []string `json:"shortMonths"`
	Weekdays     []string `json:"weekdays"` // short, from Sunday on
	Time         string   `json:"time"`
	Halves       []string `json:"halves"` // "AM", "PM"; empty where the day has 24 hours
	Number       Number   `json:"number"`
	Money        Money    `json:"money"`
	Zone         []int    `json:"zone"` // see zone
}

// Groups is how digits before the decimal mark are grouped.
type Groups struct {
	Mark  string `json:"group"`
	Sizes [2]int `json:"sizes"` // of the last group and of those before it
	From  int    `json:"from"`  // the number of digits from which on there are groups
}

// Number is how numbers are written.
type Number struct {
	Groups
	Decimal string `json:"decimal"`
}

// Money is how prices are written: "{n} €".
type Money struct {
	Groups
	Pattern string `json:"pattern"`
}

//go:embed formats.json
var written []byte

// languages returns the data: what the entry of a language tag has that the entry of the shorter tag lacks, of "fr" that of "en".
var languages = sync.OnceValue(func() map[string]json.RawMessage {
	var data struct {
		Languages map[string]json.RawMessage `json:"languages"`
	}
	if err := json.Unmarshal(written, &data); err != nil {
		panic("formats.json: " + err.Error())
	}
	return data.Languages
})

// fallback is the language of what the data lacks.
const fallback = "en"

// tags returns the tags from whose entries that of a language is made, the most general first.
func tags(tag string) []string {
	all := []string{fallback}
	base, script, region := language.Make(tag).Raw()
	stem := base.String()
	all = append(all, stem)
	if text := script.String(); text != "Zzzz" {
		if _, ok := languages()[stem+"-"+text]; ok {
			stem += "-" + text
			all = append(all, stem)
		}
	}
	if text := region.String(); text != "ZZ" {
		all = append(all, stem+"-"+text)
	}
	return all
}

// key is what a format is made from.
type key struct {
	language, timeZone, currency string
	until                        int // the year
}

// made are the formats of the site, now and at moments of its past.
var made struct {
	sync.Mutex
	formats map[key]*Format
}

// mostMade is how many formats are kept: a site has one for as long as its settings stay.
const mostMade = 32

// Of returns how a site writes, the same one for the same settings while it is kept. It is never modified.
func Of(site events.SiteSettings) *Format {
	k := key{site.Language, site.TimeZone, site.Currency, lastYear()}
	made.Lock()
	defer made.Unlock()
	f := made.formats[k]
	if f == nil {
		if len(made.formats) >= mostMade || made.formats == nil {
			made.formats = map[key]*Format{}
		}
		f = newFormat(k)
		made.formats[k] = f
	}
	return f
}

func newFormat(k key) *Format {
	var entry struct {
		Format
		Symbols map[string]string `json:"symbols"`
	}
	for _, tag := range tags(k.language) {
		if more, ok := languages()[tag]; ok {
			if err := json.Unmarshal(more, &entry); err != nil {
				panic("formats.json: " + tag + ": " + err.Error())
			}
		}
	}
	symbol, ok := entry.Symbols[k.currency]
	if !ok {
		symbol = k.currency
	}
	entry.Format.Money.Pattern = withSymbol(entry.Format.Money.Pattern, symbol)
	entry.Zone = zone(k.timeZone, k.until)
	return &entry.Format
}

// withSymbol puts a currency's symbol into a pattern: beside a digit with a space between them, unless it ends in a sign there (CLDR's
// currencySpacing).
func withSymbol(pattern, symbol string) string {
	const number, place, space = "{n}", "{c}", "\u00a0"
	first, _ := utf8.DecodeRuneInString(symbol)
	last, _ := utf8.DecodeLastRuneInString(symbol)
	if !isSign(last) {
		pattern = strings.Replace(pattern, place+number, place+space+number, 1)
	}
	if !isSign(first) {
		pattern = strings.Replace(pattern, number+place, number+space+place, 1)
	}
	return strings.Replace(pattern, place, symbol, 1)
}

func isSign(r rune) bool { return unicode.In(r, unicode.S, unicode.Z) }
