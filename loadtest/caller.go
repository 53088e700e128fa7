// Callers: HTTP clients that behave as people, bots and the admin do, each from an address of its own.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"time"
)

// caller makes calls to any of several instances, as through a load balancer.
type caller struct {
	urls    []string
	http    *http.Client
	address string // what the server takes for the caller's
	key     string // API key, or ""
}

const callTime = 30 * time.Second

// connections are those of all callers.
var connections = &http.Transport{MaxIdleConnsPerHost: 64}

// answer is what came back.
type answer struct {
	status int
	body   []byte
	header http.Header
}

func newCaller(urls ...string) *caller {
	jar, _ := cookiejar.New(nil) // never fails without options
	return &caller{urls: urls, address: randomAddress(1 << 24), http: &http.Client{Jar: jar, Timeout: callTime, Transport: connections}}
}

// randomAddress is one of n addresses of people.
func randomAddress(n uint32) string {
	a := rand.Uint32N(n)
	return fmt.Sprintf("81.%d.%d.%d", byte(a>>16), byte(a>>8), byte(a))
}

// anywhere calls one of the instances, whichever.
func (c *caller) anywhere(method, path string, body any, headers ...string) (answer, error) {
	return c.at(c.urls[rand.IntN(len(c.urls))], method, path, body, headers...)
}

// at calls one instance. body is sent as JSON; nil: none. headers are names and values in turn.
func (c *caller) at(url, method, path string, body any, headers ...string) (answer, error) {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		in = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, url+path, in)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", c.address)
	if c.key != "" {
		request.Header.Set("X-API-Key", c.key)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	got, err := c.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	return answer{got.StatusCode, text, got.Header}, err
}

// signIn signs the admin in, everywhere at once: a cookie is good for every instance on this machine.
func (c *caller) signIn() error {
	got, err := c.anywhere(http.MethodPost, "/api/admin/login", map[string]string{"username": "admin", "password": adminPassword})
	if err == nil && got.status != http.StatusOK {
		err = fmt.Errorf("sign in: %d: %s", got.status, got.body)
	}
	return err
}

// into reads an answer's JSON; any status but 200 is an error.
func (a answer) into(v any) error {
	if a.status != http.StatusOK {
		return fmt.Errorf("status %d: %.200s", a.status, a.body)
	}
	return json.Unmarshal(a.body, v)
}

// review is one as a bot or the admin sends it, of a usual length.
func review(title string, published bool) map[string]any {
	return map[string]any{"productName": "Slate", "productBrand": "Tarnholt " + title[len(title)-1:], "categoryId": 1 + len(title)%4,
		"title": title, "rating": 4.2, "authorName": "Ada",
		"pros": []string{"Quiet", "Light"}, "cons": []string{"Dear"},
		"content": strings.Repeat("A sentence of this review. ", 120), "isPublished": published}
}

// pageView is one as a browser sends it.
func pageView(id, page, session string) map[string]any {
	return map[string]any{"id": id, "event": "page_view", "page": page,
		"userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
		"referrer":  "https://search.example/", "sessionId": session, "metadata": nil}
}
