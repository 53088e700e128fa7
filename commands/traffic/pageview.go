// Page views as events: without an IP address, a raw user agent or a query.

package traffic

import (
	"slices"
	"strings"
	"time"

	"github.com/mileusna/useragent"

	"candor/commands/input"
	"candor/commands/traffic/crawlers"
	"candor/events"
)

// maxViewAge bounds how late a view may arrive and still count at its own time. An older one, or one in the future, counts now.
const maxViewAge = 7 * 24 * time.Hour

// maxKnownAgents bounds the cache of parsed user agents: parsing one costs as much as the rest of a view.
const maxKnownAgents = 4_096

// agent holds what is stored of a user agent.
type agent struct{ browser, system, device, program string } // program is "" for a browser

// otherAgent stands for an unknown browser or robot. The parser would copy a name from the text that was sent, which may contain
// anything, even a person's name.
const otherAgent = "Other"

// knownAgents lists the names that the parser itself gives.
var knownAgents = map[string]bool{
	useragent.Opera: true, useragent.OperaMini: true, useragent.OperaTouch: true, useragent.Chrome: true, useragent.HeadlessChrome: true,
	useragent.Firefox: true, useragent.InternetExplorer: true, useragent.Safari: true, useragent.Edge: true, useragent.Vivaldi: true,
	useragent.MobileSafari: true, useragent.NetFront: true, useragent.SamsungBrowser: true, useragent.BlackBerry: true,
	useragent.GoogleAdsBot: true, useragent.Googlebot: true, useragent.Twitterbot: true, useragent.FacebookExternalHit: true,
	useragent.Applebot: true, useragent.Bingbot: true, useragent.YandexBot: true, useragent.YandexAdNet: true,
	useragent.FacebookApp: true, useragent.InstagramApp: true, useragent.TiktokApp: true,
	"Android browser": true, "Huawei Browser": true, "Miui Browser": true, "Bytespider": true, "Yahoo Ad monitoring": true,
}

// parseAgent recognises browser, system and class of device. Every browser names itself: what doesn't is a program.
func parseAgent(text string) agent {
	ua := useragent.Parse(text)
	a := agent{browser: ua.Name, system: ua.OS, device: "desktop"}
	if !knownAgents[a.browser] {
		a.browser = otherAgent
	}
	a.program = crawlers.Of(text)
	if a.program == "" && ua.Bot {
		a.program = crawlers.Unlisted
	}
	switch {
	case a.program != "":
		a.device = "bot"
	case ua.Tablet:
		a.device = "tablet"
	case ua.Mobile:
		a.device = "phone"
	}
	return a
}

// pageViewed returns the event of a view.
func pageViewed(in *TrackInput, v *visitor, a agent, now time.Time) events.PageViewed {
	return events.PageViewed{
		Event:     in.Event,
		Page:      cleanAddress(in.Page),
		Referrer:  input.Truncate(cleanAddress(in.Referrer), maxReferrer),
		SessionID: in.SessionID,
		VisitorID: v.ID,
		Country:   v.country,
		City:      v.city,
		Browser:   a.browser,
		System:    a.system,
		Device:    a.device,
		Agent:     a.program,
		Metadata:  in.Metadata,
		At:        viewTime(in.At, now),
	}
}

// viewTime returns the time at which a view counts. given is the browser's.
func viewTime(given, now time.Time) time.Time {
	if given.IsZero() || given.After(now) || now.Sub(given) > maxViewAge {
		return now
	}
	return given.UTC().Truncate(time.Millisecond)
}

// campaignParameters lists the query parameters that are stored. Others that begin with utm_ are custom ones and may name a person.
var campaignParameters = []string{"utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"}

// previewPath begins the address of a preview.
const previewPath = "/preview/"

// cleanAddress removes the parts of a URL that may name a person: user and password, the fragment, and the query except for campaign
// parameters. It also removes the token of a preview link, with which anybody could open the draft.
func cleanAddress(address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, query, _ := strings.Cut(address, "?")
	if scheme, rest, ok := strings.Cut(address, "://"); ok {
		host, path, hasPath := strings.Cut(rest, "/")
		if at := strings.LastIndexByte(host, '@'); at >= 0 {
			address = scheme + "://" + host[at+1:]
			if hasPath {
				address += "/" + path
			}
		}
	}
	if before, token, ok := strings.Cut(address, previewPath); ok && token != "" {
		address = before + previewPath
	}
	separator := byte('?')
	for query != "" {
		var parameter string
		parameter, query, _ = strings.Cut(query, "&")
		if name, _, _ := strings.Cut(parameter, "="); slices.Contains(campaignParameters, strings.ToLower(name)) {
			address += string(separator) + parameter
			separator = '&'
		}
	}
	return address
}

// MaxUserAgent is how many bytes are kept of a user agent.
const MaxUserAgent = 512
