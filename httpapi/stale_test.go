// What readers get of a page whose lists have changed while no engine is free.

package httpapi_test

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"candor/httpapi"
	"candor/internal/eventually"
)

// busy renders like counting, and on the pages of reviews from 3 on until a category is called Free.
var busy = strings.NewReplacer(
	`var reads = {`, `if (/^\/reviews\/([3-9]|\d\d)/.test(path)) while (answer("/api/categories").body.indexOf("Free") < 0);
	var reads = {"/reviews": ["/api/reviews?limit=24"], `,
	`"/reviews/1": ["/api/reviews/1"]`, `"/reviews/1": ["/api/reviews/1", "/api/reviews?categoryId=1&limit=4"]`,
).Replace(counting)

func TestWhileNoEngineIsFreeListsMayBeOutdatedAndSaySo(t *testing.T) {
	s := scripted(t, busy)
	admin := s.asAdmin()
	bot, _ := s.newKey("bot", "create_reviews")
	var last string
	for range 2 + httpapi.RenderEngines() {
		last = s.do("POST", "/api/reviews", published("One of them"), admin).is(201).id()
	}
	s.do("GET", "/reviews/1", "").is(200).says("made 1").has("Age", "")
	s.do("GET", "/reviews", "").is(200).says("made 2").has("Age", "")
	s.do("GET", "/reviews/2", "").is(200).says("made 3")
	var held sync.WaitGroup
	n, err := strconv.Atoi(last)
	if err != nil {
		t.Fatal(err)
	}
	for id := 3; id <= n; id++ {
		held.Go(func() { s.do("GET", "/reviews/"+strconv.Itoa(id), "").is(200).says("made ") })
	}
	s.enginesBusy()

	position := s.do("POST", "/api/reviews", published("Published now"), admin).is(201).header.Get("Candor-Position")
	for path, made := range map[string]string{"/reviews/1": "made 1", "/reviews": "made 2"} {
		old := s.do("GET", path, "").is(200).says(made).has("Age", "0")
		s.do("GET", path, "", with("If-None-Match", old.header.Get("ETag"))).is(304).has("Age", "0")
	}
	s.do("GET", "/reviews", "", with("Candor-Position", position)).is(200).says("made 2").has("Age", "0") // anybody can name a number
	s.do("GET", "/reviews", "", with("Cookie", "candor_session=made-up")).is(200).says("made 2").has("Age", "0")
	// Who has written, and the admin, wait for the page as it is now; so does everybody for a review that was edited.
	held.Go(func() {
		s.do("GET", "/reviews", "", key(bot), with("Candor-Position", position)).is(200).lacks("made 2").has("Age", "")
	})
	held.Go(func() { s.do("GET", "/reviews", "", admin).is(200).lacks("made 2").has("Age", "") })
	s.do("PATCH", "/api/reviews/1", `{"title":"Edited"}`, admin).is(200)
	held.Go(func() { s.do("GET", "/reviews/1", "").is(200).lacks("made 1").has("Age", "") })
	s.do("GET", "/reviews/2", "").is(200).says("made 3").has("Age", "")
	s.clock.Add(2 * time.Minute) // too old to be shown by now
	held.Go(func() { s.do("GET", "/reviews", "").is(200).lacks("made 2").has("Age", "") })

	s.inFlight("pages", int64(httpapi.RenderEngines())+3) // all of them wait
	s.inFlight("admin", 1)
	s.do("PATCH", "/api/admin/categories/1", `{"name":"Free"}`, admin).is(200)
	held.Wait()
	s.do("GET", "/reviews", "").is(200).lacks("made 2").has("Age", "")
}

// enginesBusy waits until no engine is free.
func (s *site) enginesBusy() {
	s.Helper()
	eventually.Holds(s, func() error {
		if !httpapi.EnginesBusy(s.server.Handler) {
			return errors.New("an engine is free")
		}
		return nil
	})
}

// A page that may show a removed picture is not served as it was, however busy the site is.
func TestNoPageIsOutdatedByARemovedPicture(t *testing.T) {
	s := scripted(t, busy)
	admin := s.asAdmin()
	s.do("POST", "/api/reviews", published("One of them"), admin).is(201)
	var made struct{ ProductImageURL string }
	s.do("POST", "/api/reviews", illustrated(true, picture(t, 1), picture(t, 2)), admin).is(201).decode(&made)
	for range httpapi.RenderEngines() {
		s.do("POST", "/api/reviews", published("One of them"), admin).is(201)
	}
	old := s.do("GET", "/reviews", "").is(200).says("made 1").body
	var held sync.WaitGroup
	for id := range httpapi.RenderEngines() {
		held.Go(func() { s.do("GET", "/reviews/"+strconv.Itoa(id+3), "").is(200) })
	}
	s.enginesBusy()
	s.do("POST", "/api/reviews", published("Published now"), admin).is(201)
	s.do("GET", "/reviews", "").is(200).says("made 1").has("Age", "0")
	s.removePicture(made.ProductImageURL)
	held.Go(func() {
		if a := s.do("GET", "/reviews", "").is(200).has("Age", ""); a.body == old {
			t.Error("readers get the page as it was")
		}
	})
	s.inFlight("pages", int64(httpapi.RenderEngines())+1) // it waits for an engine; an outdated one would be there at once
	s.do("PATCH", "/api/admin/categories/1", `{"name":"Free"}`, admin).is(200)
	held.Wait()
}
