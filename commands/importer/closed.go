// Posts that weren't for everybody. What is not known to have been public is imported as a draft.

package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// closedMeta are the WordPress fields by which plugins restrict who may read a post, unless they hold one of these values.
var closedMeta = map[string][]string{
	"_jetpack_newsletter_access":                      {"", "everybody"},
	"_jetpack_memberships_contains_paywalled_content": {"", "0"},
	"_members_access_role":                            {""},                // Members
	"rcp_subscription_level":                          {"", "all"},         // Restrict Content Pro
	"rcp_user_level":                                  {"", "all", "None"}, //
	"rcp_access_level":                                {"", "0", "None"},   //
	"_is_paid":                                        {"", "0"},           //
	"_wpmem_block":                                    {"", "0"},           // WP-Members
	"_s2member_ccaps_req":                             {""},
	"_leaky_paywall_visibility":                       {""},
	"wpuf_content_restriction":                        {"", "everyone"}, // WP User Frontend
}

// closedBlock and closedShortcode match what membership plugins of WordPress restrict a part of a text with. They are two, so that a search
// for their beginnings is all that most texts need.
var (
	closedBlock     = regexp.MustCompile(`<!--\s*(?i:wp:(?:jetpack/paywall|jetpack/premium-content|premium-content/|[a-z0-9-]+/(?:restrict|member|paywall|protected)))`)
	closedShortcode = regexp.MustCompile(`\[(?i:restrict|membership|members?[_-]?only|members?|paywall|private|protected|hide|um_loggedin|loggedin|logged_in|is_logged_in|access|s2if|s2member|rcp_restrict|mepr-[a-z]+|pmpro_[a-z]+|wlm_[a-z]+|ihc-hide-content|swpm_protected|wpmem_logged_in|ppw)\b`)
)

// membersCard matches where Ghost begins a part of a text for members.
var membersCard = regexp.MustCompile(`(?i)<!--\s*(?:members-only\s*-->|kg-gated-block:begin\s+nonMember:false)`)

// whyClosedInWordPress returns why a post must not be published: not everybody could read it, or that isn't known; "": everybody could, or
// it wasn't published anyway.
func whyClosedInWordPress(status, password, content string, meta map[string]string) string {
	switch status {
	case "draft", "pending":
		return ""
	case "private":
		return "it was private"
	case "publish", "future":
	default:
		return fmt.Sprintf("its status was %.80q", status)
	}
	if password != "" {
		return "it was password-protected"
	}
	for name, value := range meta {
		if open, ok := closedMeta[name]; ok && !slices.Contains(open, strings.TrimSpace(value)) {
			return "it was for members only"
		}
	}
	if closedBlock.MatchString(content) || closedShortcode.MatchString(content) {
		return "a part of it was for members only"
	}
	return ""
}

// whyClosedInGhost is whyClosedInWordPress for a post of Ghost.
func whyClosedInGhost(status, visibility, html string, emailOnly bool) string {
	switch {
	case status == "draft":
		return ""
	case status == "sent":
		return "it was only sent by e-mail"
	case status != "published" && status != "scheduled":
		return fmt.Sprintf("its status was %.80q", status)
	case emailOnly:
		return "it was only for e-mail"
	case visibility != "" && visibility != "public":
		return "it was for members only"
	case membersCard.MatchString(html):
		return "a part of it was for members only"
	}
	return ""
}
