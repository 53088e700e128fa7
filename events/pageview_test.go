package events_test

import (
	"testing"

	"candor/events"
)

func TestOwnPage(t *testing.T) {
	for page, own := range map[string]bool{
		"/admin": true, "/admin/": true, "/admin/reviews": true, "/admin-login": true, "/admin-login/": true, "/Admin/Reviews": true,
		"/admin?utm_source=a": true, "/admin-login?to=/admin#top": true, "https://reviews.example/admin/analytics": true,
		"https://reviews.example/admin": true,
		"/%61dmin/reviews":              true, "/admin%2Freviews": true, "/admin%2Dlogin": true, "https://reviews.example/%41dmin?q=%zz": true,
		"/admin/%zz":      true,
		"/preview/GQ4TQN": true, "https://reviews.example/preview/GQ4TQN?a=b": true, "/preview": false, "/reviews/preview/1": false,
		"/": false, "": false, "/%zzadmin": false, "/admin%3Fq": false, "/%2561dmin": false, "/reviews/1": false, "/administrators": false,
		"/admin-tools": false, "/reviews/admin": false, "/?to=/admin": false, "https://admin": false,
	} {
		if events.OwnPage(page) != own {
			t.Errorf("%q: %v", page, !own)
		}
	}
}
