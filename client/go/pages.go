package cps

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"net/url"
)

// Page is a part of a list. It may be empty, and still lead on.
type Page[T any] struct {
	Data []T `json:"data"`
	// NextCursor leads on from here: give it as Cursor. Empty on the last page; of events the one that was given.
	NextCursor string `json:"next_cursor"`
}

// pages asks for page after page. An empty page is not the end of the event log, as a filter may have let nothing through; at its
// end the cursor stays the same.
func pages[T any](ctx context.Context, c *Client, path string, query url.Values, options []RequestOption) iter.Seq2[*Page[T], error] {
	return func(yield func(*Page[T], error) bool) {
		query := maps.Clone(query)
		if query.Get("limit") == "" {
			query.Set("limit", "100")
		}
		for {
			page, err := call[Page[T]](ctx, c, http.MethodGet, path, query, nil, options)
			if !yield(page, err) || err != nil {
				return
			}
			isLast := page.NextCursor == "" || page.NextCursor == query.Get("cursor")
			if isLast {
				return
			}
			// It names where the log is first read from; from then on the cursor does, and the API takes only one of them.
			query.Del("after")
			query.Set("cursor", page.NextCursor)
		}
	}
}

func items[T any](pages iter.Seq2[*Page[T], error]) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for page, err := range pages {
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range page.Data {
				if !yield(&page.Data[i], nil) {
					return
				}
			}
		}
	}
}
