package httpapi_test

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkSubscribeKnownAndUnknown compares by rank how long requests take for addresses that are subscribed and for addresses that
// aren't, in pairs of a random order. known-slower is the share of all comparisons in which the known address took longer: 0.5 if nothing
// can be told from the times. p is how likely a share as far from it is by chance (Mann-Whitney U), below 0.05 in one run out of twenty.
func BenchmarkSubscribeKnownAndUnknown(b *testing.B) {
	const pairs = 200
	for _, call := range []string{"subscribe", "unsubscribe"} {
		b.Run(call, func(b *testing.B) {
			s := newSiteLogging(b, io.Discard)
			client := &http.Client{}
			sent := 0
			send := func(call, email string) time.Duration {
				sent++
				r, err := http.NewRequestWithContext(b.Context(), "POST", s.url+"/api/newsletter/"+call, strings.NewReader(`{"email":"`+email+`"}`))
				if err != nil {
					b.Fatal(err)
				}
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.18.%d.%d", sent/250%250, sent%250+1)) // within each address's limit
				began := time.Now()
				res, err := client.Do(r)
				took := time.Since(began)
				if err != nil {
					b.Fatal(err)
				}
				defer res.Body.Close()
				if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode >= 300 {
					b.Fatalf("status %d, %v", res.StatusCode, err)
				}
				return took
			}
			var known, unknown []time.Duration
			round := 0
			for b.Loop() {
				round++
				for n := range pairs {
					send("subscribe", fmt.Sprintf("known%d.%d@example.com", round, n))
				}
				for n := range pairs {
					one := func() { known = append(known, send(call, fmt.Sprintf("known%d.%d@example.com", round, n))) }
					other := func() { unknown = append(unknown, send(call, fmt.Sprintf("other%d.%d@example.com", round, n))) }
					if rand.IntN(2) == 0 {
						one, other = other, one
					}
					one()
					other()
				}
			}
			slower, p := ranks(known, unknown)
			b.ReportMetric(slower, "known-slower")
			b.ReportMetric(p, "p")
			b.ReportMetric(float64(median(known).Microseconds()), "p50-µs-known")
			b.ReportMetric(float64(median(unknown).Microseconds()), "p50-µs-unknown")
		})
	}
}

// ranks returns the share of comparisons of an a with a b in which a is larger, and how likely a share as far from one half is by chance.
func ranks(as, bs []time.Duration) (larger, p float64) {
	for _, a := range as {
		for _, b := range bs {
			switch {
			case a > b:
				larger++
			case a == b:
				larger += 0.5
			}
		}
	}
	n, m := float64(len(as)), float64(len(bs))
	z := (larger - n*m/2) / math.Sqrt(n*m*(n+m+1)/12)
	return larger / (n * m), math.Erfc(math.Abs(z) / math.Sqrt2)
}

func median(all []time.Duration) time.Duration {
	all = slices.Clone(all)
	slices.Sort(all)
	return all[len(all)/2]
}
