// What the settings are until the owner changes them: the texts, names and links of spec.md.

package events

// DefaultSettings returns the settings of a site of which the owner has changed none.
func DefaultSettings() Settings {
	return Settings{
		Site: SiteSettings{
			Name:        "Candor",
			Tagline:     "Honest tech reviews",
			Description: "A trusted source for comprehensive tech reviews, comparisons and industry insights.",
			Language:    "en-US",
			TimeZone:    "UTC",
			Currency:    "USD",
		},
		Navigation: NavigationSettings{
			Header: []SettingsLink{{"Home", "/"}, {"All Reviews", "/reviews"}, {"Tech Articles", "/tech-articles"},
				{"Office Tools", "/office-tools"}},
			Footer: []SettingsLink{{"About Us", "/about"}, {"Contact", "/contact"}, {"Corrections", "/corrections"},
				{"Privacy Policy", "/privacy"},
				{"Terms of Service", "/terms"}},
			// Placeholders until the owner has accounts (spec.md section 2): nobody can own a name under .example.
			Social: []SettingsLink{{"Mastodon", "https://mastodon.example/@candor"}, {"Bluesky", "https://bluesky.example/candor"},
				{"YouTube", "https://youtube.example/@candor"}},
		},
		Publication: PublicationSettings{
			Copyright:           "© 2024 {{name}}. All rights reserved.",
			ContactEmail:        "hello@candor.example",
			ResponseTime:        "within 24 hours",
			AffiliateDisclosure: "Some links to shops earn us a commission. It never changes a verdict, and it never changes your price.",
			IllustrationNote:    "Image used for illustration purposes only.",
			PublicHistory:       "full",
			CorrectionsPolicy: "When something we published was wrong, or has changed since, we say so: on its own page, and here, with the date, " +
				"the reason and what it said before. Typos aren’t listed.",
		},
		Privacy: PrivacySettings{PageViewDays: 400, MessageDays: Forever, Addresses: "full", CountCountries: true},
	}
}
