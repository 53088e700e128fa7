// Drafts of sections of the settings.

package httpapi_test

import (
	"strings"
	"testing"
)

const siteDraft = "/api/admin/settings/site/draft"

func TestADraftOfSettingsIsKeptUntilItIsSavedOrDiscarded(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("GET", siteDraft, "", admin).is(200).says("null")
	public := s.do("GET", "/api/site", "").is(200).body
	s.records(func() {
		s.do("PUT", siteDraft, `{"base":0,"fields":{"name":"Noisy","accent":"re"},"was":{"name":"Candor","accent":""}}`, admin,
			with("If-None-Match", "*")).
			is(200).has("ETag", `"0"`).
			says(`"id":"settings-site","kind":"settings","itemId":null,"base":0,"fields":{"accent":"re","name":"Noisy"}`,
				`"title":"site"`, `"schedule":null`)
	}, "DraftSaved")

	// Another session, another instance and the next start see it; readers, the settings themselves and the trail don't.
	other := with("Cookie", s.signIn())
	position := with("Candor-Position", s.do("GET", siteDraft, "", other).is(200).says("Noisy").header.Get("Candor-Position"))
	s.instance(0).do("GET", siteDraft, "", other, position).is(200).says("Noisy")
	s.restart()
	s.do("GET", siteDraft, "", admin).is(200).says("Noisy")
	s.do("GET", siteDraft, "").problem(401)
	if now := s.do("GET", "/api/site", "").is(200).body; now != public {
		t.Errorf("readers see %s, before %s", now, public)
	}
	s.do("GET", "/api/admin/settings/site", "", admin).is(200).says(`"revision":0`).lacks("Noisy")
	s.do("GET", "/api/admin/settings/publication/draft", "", admin).is(200).says("null")
	s.do("GET", "/api/admin/drafts", "", admin).is(200).says("[]")
	s.do("GET", "/api/admin/activity", "", admin).is(200).lacks("Noisy").lacks("Draft")

	s.records(func() { s.do("DELETE", siteDraft, "", admin, with("If-Match", `"0"`)).is(204) }, "DraftDiscarded")
	s.do("GET", siteDraft, "", admin).is(200).says("null")
	s.do("DELETE", siteDraft, "", admin).problem(404)
}

func TestSavedSettingsEndTheirDraft(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("PUT", siteDraft, `{"base":0,"fields":{"name":"Noisy","tagline":"Coffee","logo":"`+picture(t, 1)+
		`"},"was":{"name":"Candor","tagline":"T","logo":""}}`, admin).
		is(200).lacks("base64")
	s.records(func() {
		s.do("PUT", "/api/admin/settings/site", `{"name":""}`, admin, with("If-Match", `"0"`)).problem(400, "name")
		s.do("PUT", "/api/admin/settings/site", `{"name":"Noisy"}`, admin, with("If-Match", `"9"`)).problem(412)
	})
	// What another window has typed meanwhile stays.
	s.records(func() {
		s.do("PUT", "/api/admin/settings/site", `{"name":"Noisy Kitchen","logo":null}`, admin, with("If-Match", `"0"`)).is(200)
	}, "SiteSettingsChanged", "DraftSaved")
	s.do("GET", siteDraft, "", admin).is(200).has("ETag", `"1"`).says(`"base":0,"fields":{"tagline":"Coffee"},"was":{"tagline":"T"}`)
	s.records(func() {
		s.do("PUT", "/api/admin/settings/site", `{"tagline":"Coffee"}`, admin, with("If-Match", `"1"`)).is(200)
	}, "SiteSettingsChanged", "DraftDiscarded")
	s.do("GET", siteDraft, "", admin).is(200).says("null")
	if at, err := s.log.Last(t.Context(), "draft-settings-site"); err == nil {
		t.Errorf("the draft's stream still ends with %s", at.Type)
	}

	// Restoring an earlier version leaves the draft to be merged.
	s.do("PUT", siteDraft, `{"base":2,"fields":{"name":"Quiet"},"was":{"name":"Noisy Kitchen"}}`, admin, with("If-None-Match", "*")).is(200)
	s.do("POST", "/api/admin/settings/site/history/0/restore", "", admin).is(200)
	s.do("GET", siteDraft, "", admin).is(200).says(`"base":2`)
}

func TestADraftOfSettingsThatIsNoLongerTheLatestIsNotOverwritten(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	save := func(name string, options ...option) *answer {
		return s.do("PUT", siteDraft, `{"base":0,"fields":{"name":"`+name+`"}}`, append(options, admin)...)
	}
	save("One", with("If-None-Match", "*")).is(200)
	save("Two", with("If-None-Match", "*")).problem(412).has("ETag", `"0"`).says(`"currentRevision":0`, `"changedBy":{"kind":"admin"`)
	save("Two", with("If-Match", `"0"`)).is(200).has("ETag", `"1"`)
	save("Three", with("If-Match", `"0"`)).problem(412).has("ETag", `"1"`)
	s.do("DELETE", siteDraft, "", admin, with("If-Match", `"0"`)).problem(412)
	s.do("PUT", "/api/admin/settings/site", `{"name":"Two"}`, admin, with("If-Match", `"0"`)).is(200)
	save("Three", with("If-Match", `"1"`)).problem(412)
	s.do("GET", siteDraft, "", admin).is(200).says("null")
}

func TestBadDraftsOfSettingsAreRefusedByName(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	key, _ := s.newKey("press", "create_reviews", "read_unpublished")
	s.records(func() {
		for body, field := range map[string]string{
			`{`: "body", `{"base":0}`: "fields", `{"base":0,"fields":{}}`: "fields", `{"fields":{"name":"a"}}`: "base",
			`{"base":-1,"fields":{"name":"a"}}`:                                     "base",
			`{"base":0,"fields":{"logo":"data:image/png;base64,bm8gcGljdHVyZQ=="}}`: "logo",
		} {
			s.do("PUT", siteDraft, body, admin, contentType("application/json")).problem(400, field)
		}
		s.do("PUT", siteDraft, `{"base":0,"fields":{"description":"`+strings.Repeat("a", 1_000_000)+`"}}`, admin).problem(413)
		for _, method := range []string{"GET", "PUT", "DELETE"} {
			s.do(method, "/api/admin/settings/other/draft", `{"base":0,"fields":{"name":"a"}}`, admin).problem(404)
			s.do(method, siteDraft, `{"base":0,"fields":{"name":"a"}}`).problem(401)
			s.do(method, siteDraft, `{"base":0,"fields":{"name":"a"}}`, with("X-API-Key", key)).problem(401)
		}
	})
}

func TestAPictureOfADraftOfSettingsIsTheAdmins(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	var saved struct{ Fields struct{ Logo string } }
	s.do("PUT", siteDraft, `{"base":0,"fields":{"logo":"`+picture(t, 1)+`"}}`, admin).is(200).decode(&saved)
	logo := saved.Fields.Logo
	s.do("GET", logo, "").problem(404)
	s.do("GET", logo, "", admin).is(200)
	s.do("GET", "/api/admin/media/"+pictureID(t, picture(t, 1)), "", admin).is(200).
		says(`"uses":[{"kind":"settings","id":0,"title":"site","state":"changes of"}]`)
	s.do("PUT", "/api/admin/settings/site", `{"logo":"`+logo+`"}`, admin, with("If-Match", `"0"`)).is(200)
	s.do("GET", logo, "").is(200)
	s.do("GET", siteDraft, "", admin).is(200).says("null")
}
