// Events for analysts: page views and content as a file, written while it is sent.

package traffic

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"candor/commands"
	"candor/commands/access"
	"candor/events"
	"candor/events/characters"
	"candor/httpapi"
	"candor/httpapi/pictures"
	"candor/projections/projector"
	"candor/projections/replay"
)

// notForAnalysts begin the names of the types that other streams hold. What may be read is decided by the streams; this tells
// callers why they would get nothing.
var notForAnalysts = []string{"Message", "Newsletter", "Email", "Visitor", "Admin", "ApiKey", "Limit", "Request", "Id", "Slug"}

// GET /api/analytics/events?type=&stream=&prefix=&from=&to=&format=ndjson|csv|parquet
func analystEvents(c *httpapi.Call) error {
	q, format, err := parseEvents(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	if err := c.Log.Available(); err != nil { // it would be waited for
		return err
	}
	name := "candor-events"
	if len(q.Types) == 1 {
		name = q.Types[0]
	}
	c.Set("Content-Type", format.ContentType())
	c.Set("Content-Disposition", `attachment; filename="`+name+"."+string(format)+`"`)
	c.Header()["Cache-Control"] = httpapi.NoStore
	c.WriteHeader(http.StatusOK)
	if c.Request.Method == http.MethodHead {
		return nil
	}
	if c.Key != nil && !slices.Contains(c.Key.Permissions, access.PermitUnpublished) {
		q.Readers = &replay.Readers{SeePicture: func(hash string) (bool, error) { return readersSee(c, hash) }}
	}
	connection := http.NewResponseController(c.ResponseWriter)
	_ = connection.SetReadDeadline(time.Time{}) // it ends the request, and a long file is no slow request
	_, err = replay.Run(c.Request.Context(), c.Log, q, replay.Output{Format: format, Writer: c.DownloadWriter(connection)})
	switch {
	case c.Request.Context().Err() != nil: // the client has gone
		return nil
	case err != nil:
		c.Cause = err
		panic(http.ErrAbortHandler) // so that the client sees that the file is incomplete
	}
	return nil
}

// readersSee reports whether readers may see a picture: under its own address, and as it is.
func readersSee(c *httpapi.Call, hash string) (bool, error) {
	_, _, _, err := c.Models.Media.Shape(hash) // which a removed one doesn't have
	switch {
	case errors.Is(err, projector.ErrNotFound), errors.Is(err, projector.ErrRemoved):
		return false, nil
	case err != nil:
		return false, err
	}
	return pictures.PicturePublic(c, hash)
}

// parseEvents reads what to download. Of repeated parameters the first counts, but for type; empty ones are absent.
// Errors: 400 that names the parameter, 403 for what is not for analysts.
func parseEvents(raw string) (q replay.Query, format replay.Format, err error) {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return q, "", httpapi.InvalidField("query", "The query string is malformed.")
	}
	values := map[string]string{}
	for _, name := range []string{"stream", "prefix", "from", "to", "format"} {
		value := query.Get(name)
		if characters.Count(value) > httpapi.MaxParameter || !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
			return q, "", httpapi.InvalidField(name, name+" must be text of at most 256 characters.")
		}
		values[name] = strings.TrimSpace(value)
	}
	for _, name := range query["type"] {
		switch {
		case name == "":
			continue
		case !events.Known(name):
			return q, "", httpapi.InvalidField("type", "Unknown event type. Known types: "+strings.Join(events.Types(), ", ")+".")
		case slices.ContainsFunc(notForAnalysts, func(prefix string) bool { return strings.HasPrefix(name, prefix) }):
			return q, "", notAnalysts("type")
		case !slices.Contains(q.Types, name):
			q.Types = append(q.Types, name)
		}
	}
	q.Stream, q.Prefix, q.Within = values["stream"], values["prefix"], events.AnalystStreams
	switch {
	case q.Stream != "" && q.Prefix != "":
		return q, "", httpapi.InvalidField("prefix", "stream and prefix can't be combined.")
	case q.Stream != "" && !slices.ContainsFunc(events.AnalystStreams, func(p string) bool { return strings.HasPrefix(q.Stream, p) }):
		return q, "", notAnalysts("stream")
	case !slices.ContainsFunc(events.AnalystStreams,
		func(p string) bool { return strings.HasPrefix(q.Prefix, p) || strings.HasPrefix(p, q.Prefix) }):
		return q, "", notAnalysts("prefix")
	}
	if q.From, err = httpapi.Moment("from", values["from"]); err != nil {
		return q, "", err
	}
	if q.To, err = httpapi.Moment("to", values["to"]); err != nil {
		return q, "", err
	}
	if !q.From.IsZero() && !q.To.IsZero() && !q.From.Before(q.To) {
		return q, "", httpapi.InvalidField("to", "to must be after from.")
	}
	if format = replay.Format(values["format"]); format == "" {
		format = replay.NDJSON
	}
	if !format.Known() {
		return q, "", httpapi.InvalidField("format", "format must be ndjson, csv or parquet.")
	}
	return q, format, nil
}

// notAnalysts refuses what is neither page views nor content.
func notAnalysts(field string) error {
	const detail = "Only page views and content can be downloaded: streams whose names start with pageviews-, daysummary-, review-, article-, page-, category- or media-."
	return &httpapi.Refusal{Status: http.StatusForbidden, Kind: "not-for-analysts", Detail: detail,
		Fields: []commands.FieldError{{Field: field, Message: detail}}}
}
