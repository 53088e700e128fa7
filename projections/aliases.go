// What callers know of the read models under the names of this package.

package projections

import (
	"context"

	"candor/events"
	"candor/projections/access"
	"candor/projections/analytics"
	"candor/projections/answers"
	"candor/projections/audit"
	"candor/projections/content"
	"candor/projections/inbox"
	"candor/projections/media"
	"candor/projections/projector"
	"candor/projections/proof"
)

// What all read models share.
type (
	Source = projector.Source
	Status = projector.Status
	Answer = answers.Answer
)

// The read models.
type (
	Access    = access.Reader
	Analytics = analytics.Reader
	Content   = content.Reader
	History   = audit.Reader
	Inbox     = inbox.Reader
	Media     = media.Reader
	Proof     = proof.Reader
)

// Versions of what read models make of the log.
const (
	AnalyticsVersion = analytics.Version
	ContentVersion   = content.Version
)

// Of [Access].
type (
	Key     = access.Key
	KeyUse  = access.KeyUse
	Session = access.Session
	SignIn  = access.SignIn
)

// Of [Analytics].
type (
	BrowserCount  = analytics.BrowserCount
	CountryCount  = analytics.CountryCount
	DeviceCount   = analytics.DeviceCount
	PageCount     = analytics.PageCount
	ReferrerCount = analytics.ReferrerCount
	Series        = analytics.Series
	SeriesBucket  = analytics.SeriesBucket
	SeriesRange   = analytics.SeriesRange
	Summary       = analytics.Summary
	SystemCount   = analytics.SystemCount
)

// Ranges and buckets of a [Series].
const (
	BucketDay    = analytics.BucketDay
	BucketHour   = analytics.BucketHour
	Range24Hours = analytics.Range24Hours
	Range7Days   = analytics.Range7Days
	Range30Days  = analytics.Range30Days
	Range90Days  = analytics.Range90Days
	RangeAll     = analytics.RangeAll
	RangeCustom  = analytics.RangeCustom
)

// Of [Content].
type (
	Arrangement    = content.Arrangement
	Article        = content.Article
	ArticleCounts  = content.ArticleCounts
	ArticleQuery   = content.ArticleQuery
	CategoryCount  = content.CategoryCount
	CorrectedField = content.CorrectedField
	Correction     = content.Correction
	ItemCorrection = content.ItemCorrection
	PictureUse     = content.PictureUse
	Review         = content.Review
	ReviewCounts   = content.ReviewCounts
	ReviewQuery    = content.ReviewQuery
	Schedule       = content.Schedule
)

// The columns by which the admin's lists may be sorted.
var (
	ArticleColumns = content.ArticleColumns
	ReviewColumns  = content.ReviewColumns
)

// Of [History].
type (
	Activity   = audit.Activity
	Deleted    = audit.Deleted
	Item       = audit.Item
	Touched    = audit.Touched
	TrailEntry = audit.ListedEntry
	TrailPage  = audit.Page
	TrailQuery = audit.Query
)

// MessageQuery narrows the messages of [Inbox].
type MessageQuery = inbox.MessageQuery

// Tree is the history as [Proof] knows it.
type Tree = proof.Tree

// Errors of queries.
var (
	ErrNotFound  = projector.ErrNotFound
	ErrRemoved   = projector.ErrRemoved
	ErrNotReady  = projector.ErrNotReady
	ErrListsFull = answers.ErrListsFull
)

// Errors of running a read model.
var (
	ErrStopped      = projector.ErrStopped
	ErrOtherLog     = projector.ErrOtherLog
	ErrUnknownModel = projector.ErrUnknownModel
	ErrRebuilding   = projector.ErrRebuilding
	ErrClosed       = projector.ErrClosed
	ErrDiffers      = projector.ErrDiffers
)

// NewAnswer returns an answer of a body that nobody modifies any more; see [answers.New].
func NewAnswer(body []byte, etag string) *Answer { return answers.New(body, etag) }

// Gzip compresses body; see [answers.Gzip].
func Gzip(body []byte) []byte { return answers.Gzip(body) }

// ReviewOf returns a review of that content; see [content.ReviewOf].
func ReviewOf(c events.ReviewContent) Review { return content.ReviewOf(c) }

// ArticleOf returns an article of that content; see [content.ArticleOf].
func ArticleOf(c events.ArticleContent) Article { return content.ArticleOf(c) }

// ReadKeys returns all API keys of a log; see [access.ReadKeys].
func ReadKeys(ctx context.Context, log Source) ([]Key, error) { return access.ReadKeys(ctx, log) }
