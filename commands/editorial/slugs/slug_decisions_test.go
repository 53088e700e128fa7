package slugs

import (
	"testing"
	"time"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestSlugDecisions(t *testing.T) {
	reserved := events.SlugReserved{Slug: "gadgets", CategoryID: 3, At: at}
	released := events.SlugReleased{Slug: "gadgets", At: at}
	later := at.Add(ReservationAge + time.Second)
	decisiontest.Play(t, []scenario[slug]{
		{"a free slug is reserved", nil, reserveSlug{OfCategories, "gadgets", 3, false, at}, happened(reserved), 0, ""},
		{"the owner needs no second reservation", happened(reserved), reserveSlug{OfCategories, "gadgets", 3, false, at}, nil, 0, ""},
		{"another's slug is taken", happened(reserved), reserveSlug{OfCategories, "gadgets", 4, false, later}, nil, commands.Invalid, "slug"},
		{"a young reservation counts before it is used", happened(reserved), reserveSlug{OfCategories, "gadgets", 4, true, at.Add(time.Minute)},
			nil, commands.Invalid, "slug"},
		{"an old reservation that nobody uses is taken over", happened(reserved), reserveSlug{OfCategories, "gadgets", 4, true, later},
			happened(events.SlugReserved{Slug: "gadgets", CategoryID: 4, At: later}), 0, ""},
		{"a released slug is free", happened(reserved, released), reserveSlug{OfCategories, "gadgets", 4, false, at},
			happened(events.SlugReserved{Slug: "gadgets", CategoryID: 4, At: at}), 0, ""},
		{"the owner releases its slug", happened(reserved), releaseSlug{OfCategories, "gadgets", 3, at}, happened(released), 0, ""},
		{"nobody else can", happened(reserved), releaseSlug{OfCategories, "gadgets", 4, at}, nil, 0, ""},
	})
}

func TestPageSlugDecisions(t *testing.T) {
	later := at.Add(2 * ReservationAge)
	reserved := events.PageSlugReserved{Slug: "a", PageID: 3, At: at}
	decisiontest.PlayFrom(t, slug{}, []scenario[slug]{
		{"a free slug is reserved", happened(events.PageSlugReleased{Slug: "a", At: at}), reserveSlug{OfPages, "a", 3, false, at},
			happened(reserved), 0, ""},
		{"another's slug is taken", happened(reserved), reserveSlug{OfPages, "a", 4, false, later}, nil, commands.Invalid, "slug"},
		{"an old reservation that nobody uses is taken over", happened(reserved), reserveSlug{OfPages, "a", 4, true, later},
			happened(events.PageSlugReserved{Slug: "a", PageID: 4, At: later}), 0, ""},
		{"the owner releases its slug", happened(reserved), releaseSlug{OfPages, "a", 3, at},
			happened(events.PageSlugReleased{Slug: "a", At: at}), 0, ""},
		{"nobody else can", happened(reserved), releaseSlug{OfPages, "a", 4, at}, nil, 0, ""},
	})
}
