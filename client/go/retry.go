package cps

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
)

type retryRules struct {
	maxRetries int
	maxWait    time.Duration
}

// afterFailure says when the next try is, if there was no whole answer.
func (r retryRules) afterFailure(retries int, isRepeatable bool) (time.Duration, bool) {
	return backoff(retries), isRepeatable && retries < r.maxRetries
}

// afterAnswer says when the next try is, if the answer is worth one.
func (r retryRules) afterAnswer(retries int, isRepeatable bool, status int, header http.Header) (time.Duration, bool) {
	wanted, isWanted := retryAfter(header)
	if retries >= r.maxRetries || !isWorthARetry(status, isWanted, isRepeatable) {
		return 0, false
	}
	if !isWanted {
		return backoff(retries), true
	}
	// The API may ask for an hour, where the limit of an hour is used up.
	if wanted > r.maxWait {
		return 0, false
	}
	// So that many clients that were stopped together do not come back together.
	return wanted + rand.N(firstPause), true
}

func isWorthARetry(status int, isWanted, isRepeatable bool) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		// Nothing was done.
		return true
	case http.StatusConflict:
		// It says when to come again only while the first request with its key is running.
		return isWanted
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout:
		return isRepeatable
	}
	return false
}

func backoff(retries int) time.Duration {
	pause := min(longestPause, firstPause<<min(retries, 10))
	return pause/2 + rand.N(pause/2)
}

// retryAfter reads seconds or a date. A date is compared with that of the answer, not with the clock of this machine.
func retryAfter(header http.Header) (time.Duration, bool) {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	then, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(0, then.Sub(now)), true
}
