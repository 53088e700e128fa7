// What must hold after a soak: everything acknowledged is there, once; the chains are whole; the read models are what a
// replay makes of the log, and both instances answer the same.

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sort"
	"strings"
	"time"
)

// check asks the running instances for everything in the ledger, and has each verify its read models.
func (s *soak) check(ctx context.Context) error {
	var lists []string
	for _, p := range s.instances {
		if err := p.awaitReady(ctx); err != nil {
			return err
		}
		admin := newCaller(p.url)
		if err := admin.signIn(); err != nil {
			return err
		}
		list, err := s.checkInstance(admin, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		lists = append(lists, list)
	}
	if lists[0] != lists[1] {
		s.fault("the instances answer differently")
	}
	if err := s.checkLog(ctx); err != nil {
		return err
	}
	for _, p := range s.instances {
		output, err := s.line.candor(ctx, "--data", s.line.folder(p.name), "--eventstore", s.log, "verify")
		if err != nil {
			s.fault("%s: %v", p.name, err)
		}
		fmt.Printf("verify %s: %s\n", p.name, strings.ReplaceAll(strings.TrimSpace(output), "\n", " "))
	}
	return nil
}

// checkInstance compares one instance's answers with the ledger, and returns them.
func (s *soak) checkInstance(admin *caller, p *process) (string, error) {
	var reviews []struct{ Title string }
	var people []struct{ Email string }
	var messages []struct{ Subject string }
	var summary struct {
		TopPages []struct {
			Page  string
			Count int
		}
	}
	output := strings.Builder{}
	for path, into := range map[string]any{"/api/admin/reviews": &reviews, "/api/admin/subscribers": &people,
		"/api/contact-messages": &messages, "/api/analytics/summary": &summary} {
		got, err := admin.at(p.url, http.MethodGet, path, nil)
		if err == nil {
			err = got.into(into)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	titles, addresses, subjects := map[string]int{}, map[string]int{}, map[string]int{}
	for _, r := range reviews {
		titles[r.Title]++
		fmt.Fprintln(&output, r.Title)
	}
	for _, r := range people {
		addresses[r.Email]++
	}
	for _, m := range messages {
		subjects[m.Subject]++
	}
	once := func(what string, asked map[string]bool, there map[string]int, most int) {
		for name, acknowledged := range asked {
			if n := there[name]; acknowledged && n < 1 || n > most {
				s.broke("%s: %s %q (acknowledged: %v) is there %d times", p.name, what, name, acknowledged, n)
			}
		}
	}
	once("review", s.reviews, titles, 1)
	once("subscriber", s.people, addresses, 1)
	once("message", s.messages, subjects, 1)
	for path, e := range s.edits {
		if titles[e.title] == 1 {
			continue
		}
		if !slices.ContainsFunc(e.maybe, func(t string) bool { return titles[t] == 1 }) {
			s.broke("%s: %s is titled neither %q, acknowledged last, nor anything asked for since", p.name, path, e.title)
		}
	}
	counted := 0
	for _, page := range summary.TopPages {
		if strings.HasPrefix(page.Page, "/soak/") {
			counted += page.Count
			fmt.Fprintln(&output, page.Page, page.Count)
		}
	}
	fmt.Printf("%s: %d reviews, %d subscribers, %d messages, %d page views counted\n", p.name, len(reviews),
		len(people), len(messages), counted)
	s.countedViews = append(s.countedViews, counted)
	lines := strings.Split(output.String(), "\n")
	sort.Strings(lines)
	return strings.Join(lines, "\n"), nil
}

// checkLog looks for every acknowledged edit, and for every page view, in the log itself.
func (s *soak) checkLog(ctx context.Context) error {
	file := s.line.folder("views.ndjson")
	if _, err := s.line.candor(ctx, "--eventstore", s.log, "replay", "--type", "PageViewed", "-o", file); err != nil {
		return err
	}
	text, err := os.Open(file)
	if err != nil {
		return err
	}
	defer text.Close()
	seen := map[string]int{}
	lines := bufio.NewScanner(text)
	for lines.Buffer(nil, 1<<20); lines.Scan(); {
		var e struct{ ID string }
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return err
		}
		seen[e.ID]++
	}
	if err := lines.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	distinct, twice := 0, 0
	for id, acknowledged := range s.views {
		n := seen[id]
		_, retried := s.retried[id]
		distinct += min(n, 1)
		switch {
		case acknowledged && n == 0:
			s.broke("acknowledged page view %s is not in the log", id)
		case n > 1 && retried: // at another instance: the read models count it once
			twice++
		case n > 1:
			s.broke("page view %s was sent once and is in the log %d times", id, n)
		}
	}
	for _, counted := range s.countedViews {
		if counted != distinct {
			s.broke("%d page views are in the log and %d are counted", distinct, counted)
		}
	}
	fmt.Printf("page views: %d sent, %d in the log (%d of them twice, from retries), counted %v\n", len(s.views),
		distinct, twice, s.countedViews)
	edits := s.edits
	s.mu.Unlock()
	for path, e := range edits {
		stream := strings.Replace(strings.TrimPrefix(path, "/api/"), "reviews/", "review-", 1)
		history, err := s.line.candor(ctx, "--eventstore", s.log, "replay", "--stream", stream)
		if err != nil {
			return err
		}
		for _, title := range e.acknowledged {
			if !bytes.Contains([]byte(history), []byte(`"title":"`+title+`"`)) {
				s.fault("the acknowledged edit %q of %s is not in the log", title, path)
			}
		}
		fmt.Printf("%s: %d edits acknowledged, all in the log\n", stream, len(e.acknowledged))
	}
	return nil
}

// checkStopped verifies the node's folder once everything has stopped: its file page by page, too.
func (s *soak) checkStopped(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	output, err := s.line.candor(ctx, "--data", s.line.folder("node"), "verify")
	fmt.Printf("verify node: %s\n", strings.ReplaceAll(strings.TrimSpace(output), "\n", " "))
	return err
}

// report says what happened.
func (s *soak) report() {
	if s.crowd == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.all() {
		fmt.Printf("%s: killed %d times; ended by itself %d times\n", p.name, p.kills, len(p.deaths))
		for _, death := range p.deaths[:min(len(p.deaths), 10)] {
			fmt.Println("   ", death)
		}
	}
	kinds := make([]string, 0, len(s.statuses))
	for kind, n := range s.statuses {
		kinds = append(kinds, fmt.Sprintf("%s: %d", kind, n))
	}
	if s.attacker != nil {
		for kind, n := range s.attacker.statuses {
			kinds = append(kinds, fmt.Sprintf("%s: %d", kind, n))
		}
	}
	sort.Strings(kinds)
	fmt.Println("answers:", strings.Join(kinds, ", "))
	for name, in := range map[string]map[string]bool{"page views": s.views, "reviews": s.reviews,
		"subscribers": s.people, "messages": s.messages} {
		all, acknowledged := counts(in)
		fmt.Printf("%s: %d asked for, %d acknowledged\n", name, all, acknowledged)
	}
}

// verdict is what did not hold.
func (s *soak) verdict() error {
	if s.crowd == nil {
		return nil
	}
	for _, p := range s.all() {
		if len(p.deaths) > 0 {
			s.fault("%s ended by itself %d times: %s", p.name, len(p.deaths), p.deaths[0])
		}
	}
	for _, f := range s.faults {
		fmt.Println("FAULT:", f)
	}
	if s.broken > 0 {
		return fmt.Errorf("%d promises were broken", s.broken)
	}
	if _, acknowledged := counts(s.views); acknowledged == 0 {
		return errors.New("nothing was acknowledged: this run has shown nothing")
	}
	fmt.Println("nothing acknowledged was lost, nothing grew, everything is whole")
	return nil
}
