// Where a request ends: a proxy in front must never take for one request what this server takes for two.

package httpapi_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// answersTo sends bytes as they are, and returns the status of each answer. left reports whether the server left the connection open.
func (s *site) answersTo(sent string) (statuses []int, left bool) {
	s.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := io.WriteString(c, sent); err != nil {
		s.Fatal(err)
	}
	in := bufio.NewReader(c)
	for {
		_ = c.SetReadDeadline(time.Now().Add(waitTime))
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			return statuses, false
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			s.Error(err)
		}
		_ = answer.Body.Close()
		statuses = append(statuses, answer.StatusCode)
		if !answer.Close && len(statuses) == strings.Count(sent, "HTTP/1.") {
			return statuses, true
		}
	}
}

func TestAConnectionEndsWithARequestOfUnclearLength(t *testing.T) {
	s := newSite(t)
	const (
		head  = "POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
		body  = `{"name":"Ada","email":"ada@example.org","subject":"Hi","message":"Is this the way the cars go by?"}`
		whole = "63\r\n" + body + "\r\n0\r\n\r\n"
		next  = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	)
	if len(body) != 0x63 {
		t.Fatal(len(body))
	}
	for name, test := range map[string]struct {
		sent   string
		status int
		left   bool
	}{
		"a length, then another request":    {head + "Content-Length: 99\r\n\r\n" + body + next, 201, true},
		"chunks, then another request":      {head + "Transfer-Encoding: chunked\r\n\r\n" + whole + next, 201, false},
		"chunks and a length, as the table": {head + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + whole + next, 201, false},
		"a length after the chunks' header": {head + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n" + whole + next, 201, false},
		"chunks with an extension":          {head + "Transfer-Encoding: Chunked\r\n\r\n63;a=b\r\n" + body + "\r\n0\r\n\r\n" + next, 201, false},
		"chunks that are refused unread": {strings.Replace(head, "contact", "nothing", 1) +
			"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + whole + next, 404, false},
		"chunks on a page": {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + whole + next,
			200, false},
		"HTTP/1.0 with chunks": {strings.Replace(head, "HTTP/1.1", "HTTP/1.0", 1) +
			"Connection: keep-alive\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n" + body + next, 201, false},
		"chunked, identity":      {head + "Transfer-Encoding: chunked, identity\r\n\r\n" + whole + next, 501, false},
		"xchunked":               {head + "Transfer-Encoding: xchunked\r\n\r\n" + whole + next, 501, false},
		"two transfer encodings": {head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + whole + next, 501, false},
		"chunked twice":          {head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + whole + next, 501, false},
		"a folded header":        {head + "Transfer-Encoding:\r\n chunked\r\n\r\n" + whole + next, 201, false},
		"a space before a colon": {head + "Transfer-Encoding : chunked\r\n\r\n" + whole + next, 400, false},
		"a signed length":        {head + "Content-Length: +99\r\n\r\n" + body + next, 400, false},
		"a negative length":      {head + "Content-Length: -99\r\n\r\n" + body + next, 400, false},
		"a length in hex":        {head + "Content-Length: 0x63\r\n\r\n" + body + next, 400, false},
		"two lengths":            {head + "Content-Length: 99\r\nContent-Length: 4\r\n\r\n" + body + next, 400, false},
		"a list of lengths":      {head + "Content-Length: 99, 99\r\n\r\n" + body + next, 400, false},
		"a chunk of signed size": {head + "Transfer-Encoding: chunked\r\n\r\n+63\r\n" + body + "\r\n0\r\n\r\n" + next, 400, false},
		"a chunk too long":       {head + "Transfer-Encoding: chunked\r\n\r\n4\r\n" + body + "\r\n0\r\n\r\n" + next, 400, false},
		"chunks with bare LF":    {head + "Transfer-Encoding: chunked\r\n\r\n63\n" + body + "\n0\n\n" + next, 400, false},
	} {
		t.Run(name, func(t *testing.T) {
			statuses, left := s.answersTo(test.sent)
			want := []int{test.status}
			if test.left {
				want = append(want, 200)
			}
			if len(statuses) != len(want) || statuses[0] != want[0] || left != test.left {
				t.Errorf("answers %v, the connection left open: %v; want %v, %v", statuses, left, want, test.left)
			}
		})
	}
}
