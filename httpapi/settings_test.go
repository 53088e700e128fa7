package httpapi_test

import (
	"strings"
	"testing"
)

func TestSettingsAreTheSpecificationsUntilTheyAreChanged(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	s.do("GET", "/api/admin/settings", "").is(401)
	s.do("GET", "/api/admin/settings", "", admin).is(200).says(`"site":{"name":"Candor","tagline":"Honest tech reviews"`).says(`"revision":0`)
	s.do("GET", "/api/admin/settings/other", "", admin).is(404)
	s.do("PUT", "/api/admin/settings/site", `{"name":"Noisy Kitchen"}`, admin).is(428)
	s.do("PUT", "/api/admin/settings/site", `{"name":"Noisy Kitchen"}`, admin, with("If-Match", `"0"`)).is(200).
		says(`"name":"Noisy Kitchen"`).says(`"revision":1`).says(`"defaults":{"name":"Candor"`)
	s.do("PUT", "/api/admin/settings/site", `{"name":"Quiet Kitchen"}`, admin, with("If-Match", `"0"`)).is(412)
	s.do("PUT", "/api/admin/settings/site", `{"tagline":"Coffee"}`, admin, with("If-Match", `"1"`)).is(200).says(`"revision":2`)
	s.do("GET", "/api/site", "").is(200).says(`"name":"Noisy Kitchen","tagline":"Coffee"`)
	s.do("PUT", "/api/admin/settings/site", `{"tagline":null}`, admin, with("If-Match", `"2"`)).is(200).says(`"tagline":"Honest tech reviews"`)
	s.do("GET", "/api/admin/settings/site/history", "",
		admin).is(200).says(`"revision":3`).says(`{"field":"name","old":"Candor","new":"Noisy Kitchen"}`)
	s.do("POST", "/api/admin/settings/site/history/2/restore", "", admin).is(200).says(`"tagline":"Coffee"`)
	s.do("POST", "/api/admin/settings/site/history/0/restore", "", admin).is(200).says(`"name":"Candor"`).says(`"revision":5`)
	s.do("POST", "/api/admin/settings/site/history/9/restore", "", admin).is(404)
}

func TestSettingsThatBreakARuleAreNamedAndNothingIsSaved(t *testing.T) {
	s := newSite(t)
	admin := s.asAdmin()
	for _, one := range []struct{ section, body, field string }{
		{"site", `{"name":""}`, "name"},
		{"site", `{"name":"` + strings.Repeat("n", 61) + `"}`, "name"},
		{"site", `{"language":"no language"}`, "language"},
		{"site", `{"timeZone":"Mars/Olympus"}`, "timeZone"},
		{"site", `{"currency":"DOLLAR"}`, "currency"},
		{"site", `{"accent":"red"}`, "accent"},
		{"site", `{"logo":"https://example.com/logo.png"}`, "logo"},
		{"site", `{"icon":"data:image/png;base64,AAAA"}`, "icon"},
		{"navigation", `{"header":[{"label":"` + strings.Repeat("l", 200) + `","url":"/"}]}`, "header[0].label"},
		{"navigation", `{"footer":[{"label":"A","url":"/"},{"label":"B","url":"/pages/none"}]}`, "footer[1].url"},
		{"navigation", `{"footer":[{"label":"A","url":"javascript:alert(1)"}]}`, "footer[0].url"},
		{"navigation", `{"social":[{"label":"A","url":"/about"}]}`, "social[0].url"},
		{"publication", `{"publicHistory":"some"}`, "publicHistory"},
		{"publication", `{"contactEmail":"nobody"}`, "contactEmail"},
		{"privacy", `{"pageViewDays":29}`, "pageViewDays"},
		{"privacy", `{"messageDays":0}`, "messageDays"},
		{"privacy", `{"addresses":"some"}`, "addresses"},
		{"privacy", `{"countCountries":"yes"}`, "countCountries"},
	} {
		s.do("PUT", "/api/admin/settings/"+one.section, one.body, admin, with("If-Match", "*")).is(400).says(`"field":"` + one.field + `"`)
		s.do("GET", "/api/admin/settings/"+one.section, "", admin).is(200).says(`"revision":0`)
	}
}
