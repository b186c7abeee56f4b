package cps

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

type reply struct {
	status int
	body   string
	header map[string]string
	// isLost closes the connection without an answer.
	isLost bool
}

type asked struct {
	*http.Request
	body string
}

// played is a fake API with these answers, one per request, which records the requests.
type played struct {
	client *Client
	asked  []asked
	pauses []time.Duration
}

func play(t *testing.T, options Options, answers ...reply) *played {
	t.Helper()
	p := &played{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		p.asked = append(p.asked, asked{r, string(body)})
		answer := answers[min(len(p.asked), len(answers))-1]
		if answer.isLost {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("X-Request-Id", "req_1")
		for name, value := range answer.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(answer.status)
		_, _ = io.WriteString(w, answer.body)
	}))
	t.Cleanup(server.Close)
	options.SiteURL, options.APIKeyID, options.APIKey = server.URL+"/tenant/", " cps_pk_test_played\n", "sk_test_played "
	client, err := NewClient(options)
	if err != nil {
		t.Fatal(err)
	}
	client.sleep = func(_ context.Context, pause time.Duration) error {
		p.pauses = append(p.pauses, pause)
		return nil
	}
	p.client = client
	return p
}

const domainJSON = `{"id": 118271623110656, "url": "shop.customer.com", "ssl_status": "made_up_tomorrow", "created_at": "2026-11-21T05:58:41.117Z", "made_up_tomorrow": {"added": true}}`

func refusal(status int, code string, header map[string]string) reply {
	return reply{status: status, body: `{"error": {"code": "` + code + `", "message": "No.", "details": {"errors": {"url": ["wrong"]}, "made_up": 1}}}`, header: header}
}

var done = reply{status: 200, body: domainJSON}

func (p *played) get() (*Domain, error) {
	return p.client.Domains.Get(context.Background(), 118271623110656)
}

func (p *played) create(options ...RequestOption) error {
	_, err := p.client.Domains.Create(context.Background(), CreateDomainRequest{URL: "shop.customer.com", ServerID: 1, SendNotifications: Ptr(false)}, options...)
	return err
}

func equal[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestARequestGoesToTheSiteBehindItsPathWithBothKeys(t *testing.T) {
	p := play(t, Options{}, done)
	if err := p.create(); err != nil {
		t.Fatal(err)
	}
	request := p.asked[0]
	equal(t, request.URL.Path, "/tenant/api/domains")
	equal(t, request.Header.Get("X-API-KEY-ID")+" "+request.Header.Get("X-API-KEY"), "cps_pk_test_played sk_test_played")
	equal(t, request.body, `{"url":"shop.customer.com","server_id":1,"send_notifications":false}`)
}

func TestARequestSendsNullOnlyWhereItSaysSomething(t *testing.T) {
	p := play(t, Options{}, reply{status: 200, body: "{}"})
	for _, body := range []UpdateKeyRequest{{ExpiresAt: Null[time.Time]()}, {Name: Ptr("ci")}, {AllowedServerIDs: Value([]int64{1})}} {
		if _, err := p.client.APIKeys.Update(context.Background(), "cps_pk_live_1", body); err != nil {
			t.Fatal(err)
		}
	}
	equal(t, p.asked[0].body+p.asked[1].body+p.asked[2].body, `{"expires_at":null}{"name":"ci"}{"allowed_server_ids":[1]}`)
}

func TestARequestWritesFiltersAsTheAPIReadsThem(t *testing.T) {
	p := play(t, Options{}, reply{status: 200, body: `{"data": [], "next_cursor": null}`})
	after := time.Date(2026, 11, 26, 13, 0, 0, 0, time.FixedZone("", 3600))
	params := ListDomainsParams{Metadata: map[string]string{"plan": "pro"}, CreatedAfter: after, ExpiresWithin: Ptr(int64(0))}
	for range p.client.Domains.List(context.Background(), params) {
	}
	equal(t, p.asked[0].URL.Query().Encode(), "created_after=2026-11-26T12%3A00%3A00Z&expires_within=0&limit=100&metadata%5Bplan%5D=pro")
}

func TestAnIDStaysInItsPlaceInThePath(t *testing.T) {
	p := play(t, Options{}, reply{status: 200, body: "{}"})
	if _, err := p.client.Events.Get(context.Background(), "../domains?x=1"); err != nil {
		t.Fatal(err)
	}
	equal(t, p.asked[0].URL.EscapedPath(), "/tenant/api/events/..%2Fdomains%3Fx=1")
	for _, id := range []string{"", "..", "."} {
		if _, err := p.client.Events.Get(context.Background(), id); err == nil {
			t.Errorf("%q is taken for an id", id)
		}
	}
	equal(t, len(p.asked), 1)
}

func TestALostAnswerIsRepeatedWithTheSameIdempotencyKey(t *testing.T) {
	p := play(t, Options{}, reply{isLost: true}, reply{isLost: true}, done)
	if err := p.create(); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, request := range p.asked {
		keys[request.Header.Get("Idempotency-Key")] = true
	}
	equal(t, len(p.asked), 3)
	equal(t, len(keys), 1)
	if p.pauses[0] < firstPause/2 || p.pauses[0] > firstPause || p.pauses[1] < firstPause || p.pauses[1] > 2*firstPause {
		t.Errorf("the pauses do not grow from half a second: %v", p.pauses)
	}
	for _, options := range [][]RequestOption{nil, {WithIdempotencyKey("order-17")}} {
		if err := p.create(options...); err != nil {
			t.Fatal(err)
		}
	}
	if keys[p.asked[3].Header.Get("Idempotency-Key")] {
		t.Error("another call has the same key")
	}
	equal(t, p.asked[4].Header.Get("Idempotency-Key"), "order-17")
}

func TestWhatPassesIsRepeated(t *testing.T) {
	for _, status := range []int{429, 503, 500, 502, 504} {
		domain, err := play(t, Options{}, reply{status: status, body: `{"message": "Too Many Requests"}`}, done).get()
		if err != nil || domain.ID != 118271623110656 {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestARepeatWaitsAsLongAsTheAPISays(t *testing.T) {
	seconds := refusal(429, "rate_limit_exceeded", map[string]string{"Retry-After": "7"})
	date := refusal(503, "service_unavailable", map[string]string{"Retry-After": "Thu, 26 Nov 2020 12:00:20 GMT", "Date": "Thu, 26 Nov 2020 12:00:00 GMT"})
	p := play(t, Options{}, seconds, date, done)
	if _, err := p.get(); err != nil {
		t.Fatal(err)
	}
	for i, want := range []time.Duration{7 * time.Second, 20 * time.Second} {
		if p.pauses[i] < want || p.pauses[i] > want+firstPause {
			t.Errorf("waits %v, not %v", p.pauses[i], want)
		}
	}
}

func TestNobodyWaitsForAnHour(t *testing.T) {
	p := play(t, Options{}, refusal(429, "rate_limit_exceeded", map[string]string{"Retry-After": "2400"}))
	_, err := p.get()
	var refused *Error
	if !errors.As(err, &refused) || refused.RetryAfter != 40*time.Minute {
		t.Fatal(err)
	}
	equal(t, len(p.asked), 1)
}

func TestA409IsRepeatedOnlyWhileTheFirstRequestIsRunning(t *testing.T) {
	if err := play(t, Options{}, refusal(409, "conflict", map[string]string{"Retry-After": "1"}), done).create(); err != nil {
		t.Error(err)
	}
	p := play(t, Options{}, refusal(409, "conflict", nil), done)
	if p.create() == nil {
		t.Error("a conflict is repeated")
	}
}

func TestRepeatsAreAsManyAsAllowed(t *testing.T) {
	for _, answer := range []reply{{isLost: true}, refusal(503, "service_unavailable", nil)} {
		for retries, want := range map[int]int{2: 3, -1: 1, 0: 1 + DefaultMaxRetries} {
			p := play(t, Options{MaxRetries: retries}, answer)
			if _, err := p.get(); err == nil {
				t.Fatal("no error")
			}
			equal(t, len(p.asked), want)
		}
	}
}

func TestAChangeWithIfMatchThatMayHaveBeenMadeIsNotRepeated(t *testing.T) {
	for _, answer := range []reply{{isLost: true}, refusal(500, "internal_error", nil), refusal(412, "precondition_failed", nil)} {
		p := play(t, Options{}, answer)
		_, err := p.client.Webhooks.Update(context.Background(), 7, UpdateWebhookRequest{Status: Ptr("disabled")}, WithIfMatch(`"1"`))
		if err == nil {
			t.Fatal("no error")
		}
		equal(t, len(p.asked), 1)
		equal(t, p.asked[0].Header.Get("If-Match"), `"1"`)
	}
}

func TestTheContextEndsACall(t *testing.T) {
	p := play(t, Options{}, refusal(503, "service_unavailable", nil))
	ctx, cancel := context.WithCancel(context.Background())
	p.client.sleep = func(ctx context.Context, _ time.Duration) error {
		cancel()
		return sleep(ctx, time.Hour)
	}
	if _, err := p.client.Domains.Get(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := p.client.Domains.Get(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	equal(t, len(p.asked), 1)
}

func TestOneTryEndsInTime(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	client, err := NewClient(Options{SiteURL: server.URL, APIKeyID: "cps_pk_1", APIKey: "sk_1", Timeout: 20 * time.Millisecond, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Domains.Get(context.Background(), 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestAnErrorHasWhatAReportAndAProgramNeed(t *testing.T) {
	err := play(t, Options{}, refusal(422, "validation_error", nil)).create()
	var refused *Error
	if !errors.As(err, &refused) {
		t.Fatal(err)
	}
	equal(t, refused.Error(), "No. url: wrong (422 validation_error, request req_1)")
	equal(t, refused.Code, ErrorCodeValidationError)
	equal(t, refused.Details.Errors["url"][0], "wrong")
}

func TestAWrongSiteIsNamed(t *testing.T) {
	for _, answer := range []reply{
		{status: 200, body: "<html>Welcome</html>"},
		{status: 404, body: "<html>Not here</html>"},
		{status: 301, header: map[string]string{"Location": "https://elsewhere.example/"}},
	} {
		p := play(t, Options{}, answer)
		_, err := p.get()
		var refused *Error
		if !errors.As(err, &refused) || !refused.IsUnexpected || !strings.Contains(refused.Message, "/tenant the site?") {
			t.Errorf("%d: %v", answer.status, err)
		}
		equal(t, len(p.asked), 1)
	}
}

func TestALaterVersionIsNoError(t *testing.T) {
	domain, err := play(t, Options{}, done).get()
	if err != nil || domain.SSLStatus != "made_up_tomorrow" || domain.ExpiresAt != nil {
		t.Error(domain, err)
	}
}

func TestAListIsReadPageAfterPageOverEmptyOnes(t *testing.T) {
	p := play(t, Options{},
		reply{status: 200, body: `{"data": [{"id": 1}], "next_cursor": "a"}`},
		refusal(429, "rate_limit_exceeded", map[string]string{"Retry-After": "1"}),
		reply{status: 200, body: `{"data": [], "next_cursor": "b"}`},
		reply{status: 200, body: `{"data": [{"id": 2}, {"id": 3}], "next_cursor": null}`})
	var ids []int64
	for domain, err := range p.client.Domains.List(context.Background(), ListDomainsParams{SSLStatus: "active"}) {
		if err != nil {
			t.Fatal(err)
		}
		if ids = append(ids, domain.ID); domain.ID == 2 {
			break
		}
	}
	if !slices.Equal(ids, []int64{1, 2}) {
		t.Error(ids)
	}
	equal(t, p.asked[3].URL.RawQuery, "cursor=b&limit=100&ssl_status=active")
}

func TestAListEndsWithAnError(t *testing.T) {
	p := play(t, Options{}, reply{status: 200, body: `{"data": [{"id": 1}], "next_cursor": "a"}`}, refusal(403, "insufficient_permissions", nil))
	var failures int
	for domain, err := range p.client.Domains.List(context.Background(), ListDomainsParams{}) {
		if err != nil {
			failures++
		} else {
			equal(t, domain.ID, 1)
		}
	}
	equal(t, failures, 1)
}

func TestAListThatNeverEndsIsReadUntilItsCursorStaysOverPagesThatAFilterLeftEmpty(t *testing.T) {
	p := play(t, Options{},
		reply{status: 200, body: `{"data": [], "next_cursor": "a"}`},
		reply{status: 200, body: `{"data": [], "next_cursor": "b"}`},
		reply{status: 200, body: `{"data": [{"id": "evt_1"}], "next_cursor": "c"}`},
		reply{status: 200, body: `{"data": [], "next_cursor": "c"}`})
	var ids, asked []string
	for event, err := range p.client.Events.List(context.Background(), ListEventsParams{After: "evt_0", Event: "certificate.failed"}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, event.ID)
	}
	if !slices.Equal(ids, []string{"evt_1"}) {
		t.Error(ids)
	}
	for _, request := range p.asked {
		asked = append(asked, request.URL.Query().Get("after")+request.URL.Query().Get("cursor"))
	}
	if !slices.Equal(asked, []string{"evt_0", "a", "b", "c"}) {
		t.Error(asked)
	}
}

func TestHeadersOfAnAnswerCanBeRead(t *testing.T) {
	var response http.Response
	p := play(t, Options{}, reply{status: 200, body: "{}", header: map[string]string{"ETag": `"1"`}})
	if _, err := p.client.Webhooks.Get(context.Background(), 7, WithResponse(&response)); err != nil {
		t.Fatal(err)
	}
	equal(t, response.Header.Get("ETag"), `"1"`)
}

func TestDoAnswersAFile(t *testing.T) {
	p := play(t, Options{}, reply{status: 200, body: "a,b\n", header: map[string]string{"Content-Type": "text/csv"}})
	body, err := p.client.Do(context.Background(), http.MethodGet, "/api/audit", map[string][]string{"format": {"csv"}}, nil)
	if err != nil || string(body) != "a,b\n" {
		t.Error(string(body), err)
	}
}

func TestSettingsThatCannotBeRightAreRefusedWithoutTheKey(t *testing.T) {
	right := Options{SiteURL: "https://a.example/x/api/", APIKeyID: "cps_pk_1", APIKey: "sk_1"}
	client, err := NewClient(right)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, client.settings.site, "https://a.example/x")
	for sentence, wrong := range map[string]func(*Options){
		"has to be like https://":      func(o *Options) { o.SiteURL = "certificates.example.com" },
		"it is certificates.example.":  func(o *Options) { o.SiteURL = "certificates.example.com" },
		"like https://certificates.ex": func(o *Options) { o.SiteURL = "CPS_API_KEY=sk_1" },
		"no user, query or fragment":   func(o *Options) { o.SiteURL += "?a=1" },
		"is in no key":                 func(o *Options) { o.APIKey = "sk_1 2" },
		"are interchanged":             func(o *Options) { o.APIKeyID, o.APIKey = o.APIKey, o.APIKeyID },
		"missing: give it to NewClie":  func(o *Options) { o.APIKeyID = " " },
	} {
		options := right
		wrong(&options)
		if _, err := NewClient(options); err == nil || !strings.Contains(err.Error(), sentence) || strings.Contains(err.Error(), "sk_1") {
			t.Errorf("%q is not said: %v", sentence, err)
		}
	}
}

func TestSettingsComeFromTheEnvironment(t *testing.T) {
	t.Setenv("CPS_SITE_URL", "https://a.example")
	t.Setenv("CPS_API_KEY_ID", "cps_pk_1")
	t.Setenv("CPS_API_KEY", "sk_1")
	if _, err := NewClient(Options{}); err != nil {
		t.Error(err)
	}
	t.Setenv("CPS_API_KEY", "")
	if _, err := NewClient(Options{}); err == nil || !strings.Contains(err.Error(), "CPS_API_KEY") {
		t.Error(err)
	}
}
