package httpapi_test

import (
	"testing"

	"github.com/google/uuid"
)

// A key can only create: an existing picture keeps its name and texts.
func TestAKeyNamesOnlyNewPictures(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	plain, _ := s.newKey("press", "create_news")
	bot := key(plain)
	file := string(fileOf(t, picture(t, 9)))
	var one struct{ ID, URL string }
	s.do("POST", "/api/admin/media", file, admin, as("image/png")).is(200).decode(&one)
	s.do("PATCH", "/api/admin/media/"+one.ID, `{"alt":"A grey field"}`, admin).is(200)
	keeps := func(name string) {
		t.Helper()
		s.do("GET", "/api/admin/media/"+one.ID, "", admin).is(200).says(`"name":"`+name+`"`, `"alt":"A grey field"`)
	}
	renamed := func() {
		t.Helper()
		s.records(func() {
			s.do("POST", "/api/bot/media?name=evil.png", file, bot, as("image/png")).is(200).says(one.URL)
			s.do("POST", "/api/bot/media", `{"data":"`+picture(t, 9)+`","name":"evil.png"}`, bot).is(200).says(one.URL)
		})
		s.records(func() {
			s.do("POST", "/api/bot/media?name=evil.png", file, bot, as("image/png"), with("Idempotency-Key", uuid.NewString())).is(200).says(one.URL)
		}, "RequestAccepted")
	}
	renamed()
	keeps("")
	s.do("PATCH", "/api/admin/media/"+one.ID, `{"name":"field.png"}`, admin).is(200)
	renamed()
	keeps("field.png")
	s.do("DELETE", "/api/admin/media/"+one.ID, "", admin).is(204)
	s.do("POST", "/api/bot/media?name=evil.png", file, bot, as("image/png")).problem(400)
	s.do("POST", "/api/admin/media/"+one.ID+"/allow", "", admin).is(200)
	s.do("POST", "/api/bot/media?name=evil.png", file, bot, as("image/png")).is(200)
	keeps("field.png")

	other := string(fileOf(t, picture(t, 10))) // its own, stored without a name
	s.do("POST", "/api/bot/media", other, bot, as("image/png")).is(200).decode(&one)
	s.records(func() { s.do("POST", "/api/bot/media?name=late.png", other, bot, as("image/png")).is(200) })
	third := string(fileOf(t, picture(t, 11)))
	s.do("POST", "/api/bot/media?name=new.png", third, bot, as("image/png")).is(200).decode(&one)
	s.do("GET", "/api/admin/media/"+one.ID, "", admin).is(200).says(`"name":"new.png"`)
}
