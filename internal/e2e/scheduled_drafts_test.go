// Drafts of something published that are due: once, whoever dies, and after a backup was restored, too.

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"candor/internal/eventually"
)

// plan publishes a review, and schedules a draft of it as a correction.
func plan(t *testing.T, admin *visitor, body map[string]any, due time.Time) (id int64) {
	t.Helper()
	var made struct{ ID, Revision int64 }
	body["isPublished"] = true
	decode(t, admin.want(201, "POST", "/api/reviews", body), &made)
	draft := fmt.Sprintf("/api/admin/reviews/%d/draft", made.ID)
	admin.want(200, "PUT", draft, map[string]any{"base": made.Revision, "fields": map[string]any{"title": "Planned title"}})
	admin.want(200, "POST", draft+"/publish", map[string]any{"correction": "The title was wrong.",
		"publishAt": due.UTC().Format(time.RFC3339Nano)})
	admin.want(200, "GET", fmt.Sprintf("/api/admin/reviews/%d", made.ID), nil)
	return made.ID
}

// wentLive waits until readers see the planned title.
func wentLive(t *testing.T, v *visitor, id int64) {
	t.Helper()
	eventually.Holds(t, func() error {
		if status, text, err := v.try("GET", fmt.Sprintf("/api/reviews/%d", id), nil); err != nil || status != 200 ||
			!strings.Contains(text, "Planned title") {
			return fmt.Errorf("%d, %v: %s", status, err, text)
		}
		return nil
	})
}

func TestOneOfTwoInstancesPublishesAScheduledDraftThoughTheOtherIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: an instance is killed before a schedule is due")
	}
	t.Parallel()
	c := newCluster(t, 2, []string{"CANDOR_ADMIN_PASSWORD=" + adminPassword}, "--site-url", "http://example.com")
	admin := c.traveller()
	admin.at(0).want(200, "POST", "/api/admin/login", map[string]string{"username": "admin", "password": adminPassword})
	var ids []int64
	due := time.Now().Add(8 * time.Second) // still to come when the last one is planned
	for n := range 5 {
		ids = append(ids, plan(t, admin.at(0), c.review(fmt.Sprint("Live ", n)), due.Add(time.Duration(n)*50*time.Millisecond)))
	}
	eventually.Holds(t, func() error { // the first of them is on its way
		if len(c.recorded("DraftPublished")) == 0 {
			return fmt.Errorf("nothing was published yet")
		}
		return nil
	})
	c.instances[0].kill()
	for _, id := range ids {
		wentLive(t, admin.at(1), id)
	}
	c.restart(0)
	c.instances[0].ready()
	for _, id := range ids {
		wentLive(t, admin.at(0), id)
	}
	for _, eventType := range []string{"DraftScheduled", "ReviewUpdated", "ReviewCorrected", "DraftPublished"} {
		if n := len(c.recorded(eventType)); n != len(ids) {
			t.Errorf("%d %s, want %d", n, eventType, len(ids))
		}
	}
	eventually.Holds(t, func() error { // what the dead one left is tidied up
		for _, id := range ids {
			status, text, err := admin.at(0).try("GET", fmt.Sprintf("/api/admin/reviews/%d/draft", id), nil)
			if err != nil || status != 200 || strings.TrimSpace(text) != "null" {
				return fmt.Errorf("the draft of %d: %d, %v: %s", id, status, err, text)
			}
		}
		return nil
	})
}

func TestARestoredBackupKeepsTheScheduleOfADraftAndCarriesItOutOnce(t *testing.T) {
	t.Parallel()
	dir, file, copied := t.TempDir(), filepath.Join(t.TempDir(), "planned.candor"), filepath.Join(t.TempDir(), "copied")
	server := startProcess(t, dir)
	id := plan(t, server.admin(), review("Live"), time.Now().Add(6*time.Second))
	mustCandor(t, "", "--data", dir, "backup", file)
	server.kill() // long before it is due, or just after: the copy knows nothing of that
	mustCandor(t, "", "--data", copied, "restore", file)
	for range 2 { // the second start finds it done
		again := startProcess(t, copied)
		wentLive(t, again.visitor(), id)
		if draft := again.admin().want(200, "GET", fmt.Sprintf("/api/admin/reviews/%d/draft", id), nil); strings.TrimSpace(draft) != "null" {
			t.Errorf("its draft is still there: %s", draft)
		}
		again.kill()
	}
	for _, eventType := range []string{"DraftScheduled", "ReviewCorrected", "DraftPublished"} {
		if n := strings.Count(mustCandor(t, "", "--data", copied, "replay", "--type", eventType), "\n"); n != 1 {
			t.Errorf("%d %s", n, eventType)
		}
	}
}
