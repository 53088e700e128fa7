package search_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"candor/events"
	"candor/projections"
	"candor/projections/search"
)

const benchReviews = 10_000

// vocabulary is words that are as frequent as in a language: the n-th is n times as rare as the first.
type vocabulary struct {
	words  []string
	random *rand.Zipf
}

func newVocabulary(n int) *vocabulary {
	r := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("ba ter lap top qui et no ise can cel key bo ard mou se scre en char ger li ght so und pho ne ca me ra ro bot de sk fan pro ces sor mo tor st and")
	v := &vocabulary{random: rand.NewZipf(r, 1.1, 8, uint64(n-1))}
	known := map[string]bool{}
	for len(v.words) < n {
		word := ""
		for range 2 + r.IntN(3) {
			word += syllables[r.IntN(len(syllables))]
		}
		if !known[word] {
			known[word] = true
			v.words = append(v.words, word)
		}
	}
	return v
}

func (v *vocabulary) text(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = v.words[v.random.Uint64()]
	}
	return strings.Join(words, " ")
}

// telling returns a word that readers look for: not one of those that are in nearly all texts.
func (v *vocabulary) telling() string {
	for {
		if n := v.random.Uint64(); n >= 50 {
			return v.words[n]
		}
	}
}

// benchModel returns a model of 10,000 reviews, and their words.
func benchModel(b *testing.B) (*projections.Models, *vocabulary) {
	v := newVocabulary(30_000)
	c := newEmptyCorpus(b)
	for i := range benchReviews {
		c.review(float64(i), events.ReviewContent{ProductName: v.text(2), ProductBrand: v.words[i%200], CategoryID: events.CategoryID(1 + i%4),
			Title: v.text(8), Content: v.text(400),
			Pros: []string{v.text(5), v.text(5)}, Cons: []string{v.text(5)}, Verdict: v.text(30), AuthorName: v.words[i%20] + " " + v.words[i%30],
			Rating: 4, Tags: []string{v.words[i%500], v.words[i%300]}})
	}
	return c.open(), v
}

// measure runs queries in turn, and reports the 99th percentile.
func measure(b *testing.B, queries []string, run func(query string) error) {
	took := make([]time.Duration, 0, b.N)
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		if err := run(queries[i%len(queries)]); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
}

// BenchmarkSuggest asks for suggestions after each letter of two words, and of one with a typo.
func BenchmarkSuggest(b *testing.B) {
	m, v := benchModel(b)
	var queries []string
	for range 200 {
		one, other := v.telling(), v.telling()
		for end := range len(one) {
			queries = append(queries, one[:end+1])
		}
		for end := range len(other) {
			queries = append(queries, one+" "+other[:end+1])
		}
		queries = append(queries, one[:2]+one[3:], one[:2]+one[3:]+" "+other)
	}
	find(b, m, "warm") // reads the vocabulary
	measure(b, queries, func(query string) error {
		_, err := m.Search.Suggest(b.Context(), query)
		return err
	})
}

// BenchmarkSearch searches 10,000 reviews as readers do: for one to three words of any frequency, for beginnings of words, for words with a
// typo and for parts of words. It reports the 99th percentile.
func BenchmarkSearch(b *testing.B) {
	m, v := benchModel(b)
	r := rand.New(rand.NewPCG(3, 4))
	queries := make([]string, 2000)
	for i := range queries {
		word := v.telling()
		switch i % 8 {
		case 0, 1, 2:
			queries[i] = word
		case 3, 4:
			queries[i] = word + " " + v.telling()
		case 5:
			queries[i] = word + " " + v.telling() + " " + v.telling()
		case 6:
			queries[i] = v.telling() + " " + word[:3]
		case 7:
			at := 1 + r.IntN(len(word)-2)
			queries[i] = word[:at] + word[at+1:]
		}
	}
	find(b, m, "warm") // reads the vocabulary
	measure(b, queries, func(query string) error {
		_, err := m.Search.Find(b.Context(), search.Query{Text: query, Limit: 20})
		return err
	})
}
