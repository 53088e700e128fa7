// server: the parts that every request shares.

package httpapi

import (
	"net/http"

	"github.com/gorilla/mux"

	"candor/events"
	"candor/httpapi/client"
	"candor/httpapi/editing"
	"candor/httpapi/limit"
	"candor/httpapi/metrics"
	"candor/httpapi/pages"
	"candor/httpapi/respond"
)

// Server answers requests. Its parts are safe for concurrent use.
type Server struct {
	Config
	router        *mux.Router
	pageReads     PageReads
	Metrics       *metrics.Metrics
	load          *load
	origins       *http.CrossOriginProtection
	Cookies       respond.Cookies
	headers       respond.SecurityHeaders
	Site          *pages.Site
	renderer      *pages.Renderer // nil: all pages are shells
	Keys          *limit.Keys
	bulkRepeats   *limit.Limiter[events.KeyID]
	fresh         *freshness
	documents     *pages.CachedDocuments
	SignIns       *limit.SignIns
	Contacts      *limit.Writes
	Subscriptions *limit.Writes
	Tracking      *limit.Tracking
	bodies        *limit.Bodies // of everything but page views
	viewBodies    *limit.Bodies
	Editors       *editing.Windows
	Uploads       *limit.Queue  // of pictures that are being received, checked and stored
	awaiting      chan struct{} // holds one for each request that waits for a position
	Ending        chan struct{} // closed by end, when the server stops: what would last ends
	end           func()

	undeclaredProxy *client.UndeclaredProxy
}
