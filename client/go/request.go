package cps

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Ptr is for optional fields of a request: cps.Ptr(false).
func Ptr[T any](value T) *T { return &value }

// Nullable is a field of a change for which null has a meaning. Its zero value is not sent.
type Nullable[T any] struct {
	value   T
	isGiven bool
	isNull  bool
}

// Value sends this value.
func Value[T any](value T) Nullable[T] { return Nullable[T]{value: value, isGiven: true} }

// Null sends null, which clears the field.
func Null[T any]() Nullable[T] { return Nullable[T]{isGiven: true, isNull: true} }

// IsZero is called by encoding/json.
func (n Nullable[T]) IsZero() bool { return !n.isGiven }

// MarshalJSON is called by encoding/json.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.isNull {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// noID cannot occur in an id.
const noID = "\x00"

// pathOf joins names and ids. An empty id would be the path of another operation: call rejects it.
func pathOf(parts ...any) string {
	var path strings.Builder
	for _, part := range parts {
		path.WriteByte('/')
		switch part := part.(type) {
		case int64:
			path.WriteString(strconv.FormatInt(part, 10))
		case string:
			if part == "" || part == "." || part == ".." {
				path.WriteString(noID)
			}
			path.WriteString(url.PathEscape(part))
		}
	}
	return path.String()
}

type query url.Values

func (q query) text(name, value string) {
	if value != "" {
		q[name] = []string{value}
	}
}

func (q query) integer(name string, value *int64) {
	if value != nil {
		q[name] = []string{strconv.FormatInt(*value, 10)}
	}
}

func (q query) boolean(name string, value bool) {
	if value {
		q[name] = []string{"true"}
	}
}

func (q query) instant(name string, value time.Time) {
	if !value.IsZero() {
		q[name] = []string{value.UTC().Format(time.RFC3339Nano)}
	}
}

func (q query) deep(name string, values map[string]string) {
	for key, value := range values {
		q[name+"["+key+"]"] = []string{value}
	}
}

func positive(value int64) *int64 {
	if value == 0 {
		return nil
	}
	return &value
}
