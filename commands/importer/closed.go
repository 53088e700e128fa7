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

// closedText matches what membership plugins of WordPress restrict a part of a text with: blocks and shortcodes.
var closedText = regexp.MustCompile(`(?i)<!--\s*wp:(?:jetpack/paywall|jetpack/premium-content|premium-content/|[a-z0-9-]+/(?:restrict|member|paywall|protected))` +
	`|\[(?:restrict|membership|members?[_-]?only|members?|paywall|private|protected|hide|um_loggedin|loggedin|logged_in|is_logged_in|access|s2if|s2member|rcp_restrict|mepr-[a-z]+|pmpro_[a-z]+|wlm_[a-z]+|ihc-hide-content|swpm_protected|wpmem_logged_in|ppw)\b`)

// membersCard matches where Ghost begins a part of a text for members.
var membersCard = regexp.MustCompile(`(?i)<!--\s*(?:members-only\s*-->|kg-gated-block:begin\s+nonMember:false)`)

// close has the post imported as a draft, and says why.
func (i *item) close(why string) {
	i.published, i.scheduled = false, false
	i.note("%s, so it is imported as a draft", why)
}

// protect keeps a post unpublished that not everybody could read, or of which that isn't known.
func (i *wxrItem) protect(one *item) {
	switch {
	case i.status == "future" && i.password == "":
		one.scheduled = true
	case i.status == "private":
		one.close("it was private")
	case i.status != "publish" && i.status != "draft" && i.status != "pending" && i.status != "future":
		one.close(fmt.Sprintf("its status was %q", firstLine(i.status)))
	}
	switch public := one.published || one.scheduled || i.status == "future"; {
	case !public:
	case i.password != "":
		one.close("it was password-protected")
	case i.restricted():
		one.close("it was for members only, or a part of it")
	}
}

// restricted reports whether only some readers could read the post, or a part of it.
func (i *wxrItem) restricted() bool {
	for name, value := range i.meta {
		if open, ok := closedMeta[name]; ok && !slices.Contains(open, strings.TrimSpace(value)) {
			return true
		}
	}
	return closedText.MatchString(i.content)
}

// protect keeps a post unpublished that not everybody could read, or of which that isn't known.
func (p *ghostPost) protect(one *item, emailOnly bool) {
	switch {
	case p.Status == "sent":
		one.close("it was only sent by e-mail")
	case p.Status != "published" && p.Status != "scheduled" && p.Status != "draft":
		one.close(fmt.Sprintf("its status was %q", firstLine(p.Status)))
	case p.Status == "draft":
	case emailOnly:
		one.close("it was only for e-mail")
	case p.Visibility != "" && p.Visibility != "public":
		one.close("it was for members only")
	case membersCard.MatchString(value(p.HTML)):
		one.close("a part of it was for members only")
	}
}
