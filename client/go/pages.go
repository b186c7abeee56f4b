package cps

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"net/url"
)

// Page is a part of a list. An empty page may have a next one.
type Page[T any] struct {
	Data []T `json:"data"`
	// NextCursor is the Cursor of the next page. Empty on the last page; at the end of the event log, the same Cursor.
	NextCursor string `json:"next_cursor"`
}

// pages requests page after page. An empty page does not end the event log, because a filter may match nothing in it; at its
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
			// `after` is only for the first page: the API rejects it together with a cursor.
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
