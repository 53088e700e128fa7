// A sitemap beyond the limit of one file.

package pages

import "testing"

func TestLargeSitemapIsSplit(t *testing.T) {
	if parts := sitemapParts(maxSitemap); parts != 1 {
		t.Errorf("%d addresses in %d files", maxSitemap, parts)
	}
	total := 2*maxSitemap + 1
	if parts := sitemapParts(total); parts != 3 {
		t.Errorf("%d addresses in %d files, want 3", total, parts)
	}
	sum := 0
	for n := 1; n <= 3; n++ {
		from, to, ok := sitemapPart(n, total)
		if !ok || to-from > maxSitemap || from != sum {
			t.Errorf("part %d is %d to %d, %v", n, from, to, ok)
		}
		sum = to
	}
	if _, _, ok := sitemapPart(4, total); ok || sum != total {
		t.Errorf("parts hold %d of %d", sum, total)
	}
}
