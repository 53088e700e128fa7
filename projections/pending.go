package projections

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

var errPending = errors.New("pending")

type Content struct{}
type Inbox struct{}
type Access struct{}
type Analytics struct{}
type History struct{}
type Media struct{}

func Open(ctx context.Context, c Config) (*Models, error) { return nil, errPending }
func (m *Models) Close() error                            { return nil }
func (m *Models) Status() []Status                        { return nil }
func (m *Models) WaitCaughtUp(ctx context.Context) error  { return errPending }
func (m *Models) Rebuild(ctx context.Context, name string, progress func(at, head events.Position)) error {
	return errPending
}
func (m *Models) Dump(name string) (string, error)                        { return "", errPending }
func (c *Content) WaitFor(ctx context.Context, p events.Position) error   { return errPending }
func (c *Inbox) WaitFor(ctx context.Context, p events.Position) error     { return errPending }
func (c *Access) WaitFor(ctx context.Context, p events.Position) error    { return errPending }
func (c *Analytics) WaitFor(ctx context.Context, p events.Position) error { return errPending }
func (c *History) WaitFor(ctx context.Context, p events.Position) error   { return errPending }
func (c *Media) WaitFor(ctx context.Context, p events.Position) error     { return errPending }

type ReviewQuery struct {
	Search        string
	CategoryID    int64
	Category      string
	Featured      *bool
	Limit, Offset int
}
type ArticleQuery struct {
	Search, Category string
	Limit, Offset    int
}

func (c *Content) ReviewAnswer(id int64) (*Answer, error)              { return nil, errPending }
func (c *Content) ReviewsAnswer(q ReviewQuery) (*Answer, error)        { return nil, errPending }
func (c *Content) ArticleAnswer(id int64) (*Answer, error)             { return nil, errPending }
func (c *Content) ArticlesAnswer(q ArticleQuery) (*Answer, error)      { return nil, errPending }
func (c *Content) CategoriesAnswer() (*Answer, error)                  { return nil, errPending }
func (c *Content) CategoryAnswer(id int64) (*Answer, error)            { return nil, errPending }
func (c *Content) ProductsAnswer(limit, offset int) (*Answer, error)   { return nil, errPending }
func (c *Content) AdminReviewAnswer(id int64) (*Answer, error)         { return nil, errPending }
func (c *Content) AdminReviewsAnswer(q ReviewQuery) (*Answer, error)   { return nil, errPending }
func (c *Content) AdminArticleAnswer(id int64) (*Answer, error)        { return nil, errPending }
func (c *Content) AdminArticlesAnswer(q ArticleQuery) (*Answer, error) { return nil, errPending }
func (c *Content) Review(id int64) (Review, error)                     { return Review{}, errPending }
func (c *Content) Article(id int64) (Article, error)                   { return Article{}, errPending }
func (c *Content) Category(slug string) (Category, error)              { return Category{}, errPending }
func (c *Content) CategoryByID(id int64) (Category, error)             { return Category{}, errPending }
func (c *Content) Categories() ([]Category, error)                     { return nil, errPending }
func (c *Content) LatestReviews(n int) ([]Review, error)               { return nil, errPending }
func (c *Content) LatestArticles(n int) ([]Article, error)             { return nil, errPending }
func (c *Content) Published(visit func(kind string, id int64, title string, updated time.Time) error) error {
	return errPending
}
func (i *Inbox) MessagesAnswer() (*Answer, error)        { return nil, errPending }
func (i *Inbox) MessageAnswer(id int64) (*Answer, error) { return nil, errPending }
func (i *Inbox) SubscribersAnswer() (*Answer, error)     { return nil, errPending }
func (i *Inbox) Unerased() []string                      { return nil }

type Key struct {
	ID          int64
	Name        string
	Hash        string
	Permissions []string
	IsActive    bool
	ExpiresAt   *time.Time
	LastUsed    *time.Time
	CreatedAt   time.Time
}
type Session struct {
	ID        string
	Username  string
	CreatedAt time.Time
	ExpiresAt time.Time
}
type KeyUse struct {
	At   time.Time
	Cost int
}

func (a *Access) KeysAnswer() (*Answer, error)                     { return nil, errPending }
func (a *Access) KeyAnswer(id int64) (*Answer, error)              { return nil, errPending }
func (a *Access) KeyByHash(hash string) (Key, bool)                { return Key{}, false }
func (a *Access) Session(id string, now time.Time) (Session, bool) { return Session{}, false }
func (a *Access) PasswordHash() string                             { return "" }
func (a *Access) KeyUses(id int64, since time.Time) []KeyUse       { return nil }
func (a *Access) LoginFailures(address string, since time.Time) (n int, oldest time.Time) {
	return 0, time.Time{}
}
func (a *Analytics) SummaryAnswer() (*Answer, error)                       { return nil, errPending }
func (a *Analytics) VisitorOf(address string) (uuid.UUID, bool)            { return uuid.Nil, false }
func (h *History) ActivityAnswer(limit int, before int64) (*Answer, error) { return nil, errPending }
func (m *Media) File(sha256 string) (contentType string, body []byte, err error) {
	return "", nil, errPending
}
