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

// server answers requests. Its parts are safe for concurrent use.
type server struct {
	Config
	router        *mux.Router
	pageReads     pageReads
	metrics       *metrics.Metrics
	load          *load
	origins       *http.CrossOriginProtection
	cookies       respond.Cookies
	headers       respond.SecurityHeaders
	site          *pages.Site
	renderer      *pages.Renderer // nil: all pages are shells
	keys          *limit.Keys
	bulkRepeats   *limit.Limiter[events.KeyID]
	fresh         *freshness
	documents     *pages.CachedDocuments
	signIns       *limit.SignIns
	contacts      *limit.Writes
	subscriptions *limit.Writes
	tracking      *limit.Tracking
	bodies        *limit.Bodies // of everything but page views
	viewBodies    *limit.Bodies
	editors       *editing.Windows
	uploads       *limit.Queue  // of pictures that are being received, checked and stored
	awaiting      chan struct{} // holds one for each request that waits for a position
	ending        chan struct{} // closed by end, when the server stops: what would last ends
	end           func()

	undeclaredProxy *client.UndeclaredProxy
}
