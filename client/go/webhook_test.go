package cps

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	secret  = "whsec_BbhODQtS9sgWfjYrfqJ3ZXmNFJMfXtltpoSbY/ozrW4="
	another = "whsec_YW5vdGhlciBzZWNyZXQgb2YgMzIgYnl0ZXMgbGVuZ3Ro"
	now     = int64(1795254073)
	event   = `{"id": "evt_1", "event": "certificate.issued", "livemode": true, "created_at": "2026-11-21T09:41:12.900Z", "data": {"domain": {"id": 1, "url": "shop.customer.com"}, "made_up": 1}}`
)

func mac(key []byte, text string) []byte {
	signer := hmac.New(sha256.New, key)
	signer.Write([]byte(text))
	return signer.Sum(nil)
}

func signed(body, secret string, at int64) http.Header {
	key := []byte(secret)
	if encoded, isEncoded := strings.CutPrefix(secret, "whsec_"); isEncoded {
		key, _ = base64.StdEncoding.DecodeString(encoded)
	}
	timestamp := strconv.FormatInt(at, 10)
	header := http.Header{}
	header.Set("x-service-signature", "sha256="+hex.EncodeToString(mac([]byte(secret), body)))
	header.Set("webhook-id", "evt_1")
	header.Set("webhook-timestamp", timestamp)
	header.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac(key, "evt_1."+timestamp+"."+body)))
	return header
}

func check(body string, header http.Header, secrets ...string) (*Event, error) {
	return WebhookVerifier{Secrets: secrets, Now: func() time.Time { return time.Unix(now, 0) }}.Verify([]byte(body), header)
}

func refused(t *testing.T, want string, _ *Event, err error) {
	t.Helper()
	var found *WebhookError
	if !errors.As(err, &found) || found.Reason != want || strings.Contains(err.Error(), "whsec_") {
		t.Errorf("want %s, got %v", want, err)
	}
}

func TestADeliveryIsReadAsAnEvent(t *testing.T) {
	found, err := check(event, signed(event, secret, now), secret)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, found.Event, EventNameCertificateIssued)
	equal(t, found.Data.Domain.URL, "shop.customer.com")
	tomorrow := strings.Replace(event, "certificate.issued", "made_up.tomorrow", 1)
	if found, err := VerifyWebhook([]byte(tomorrow), signed(tomorrow, secret, time.Now().Unix()), secret); err != nil || found.Event != "made_up.tomorrow" {
		t.Error(err)
	}
}

func TestSecretsThatFit(t *testing.T) {
	for _, given := range [][]string{{" " + secret + "\n"}, {another, secret}} {
		if _, err := check(event, signed(event, secret, now), given...); err != nil {
			t.Error(err)
		}
	}
	own := "my own secret "
	if _, err := check(event, signed(event, own, now), own); err != nil {
		t.Error(err)
	}
}

func TestEitherSecretFitsWhileOneIsRotated(t *testing.T) {
	both, next := signed(event, secret, now), signed(event, another, now)
	both.Set("x-service-signature-next", next.Get("x-service-signature"))
	both.Set("webhook-signature", both.Get("webhook-signature")+" "+next.Get("webhook-signature"))
	for _, one := range []string{secret, another} {
		if _, err := check(event, both, one); err != nil {
			t.Error(err)
		}
	}
}

// The cases are for the clients of all languages: those of TypeScript and Python read the same file.
func TestEveryCaseOfAWebhook(t *testing.T) {
	var file struct {
		At    int64
		Cases []struct {
			Name, Body, Result string
			Secrets            []string
			Headers            map[string]any
			SecondsLater       int64
		}
	}
	readCases(t, "webhooks.json", &file)
	for _, one := range file.Cases {
		t.Run(one.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range one.Headers {
				if texts, isList := value.([]any); isList {
					for _, text := range texts {
						header.Add(name, text.(string))
					}
				} else {
					header.Set(name, value.(string))
				}
			}
			at := func() time.Time { return time.Unix(file.At+one.SecondsLater, 0) }
			found, err := WebhookVerifier{Secrets: one.Secrets, Now: at}.Verify([]byte(one.Body), header)
			var delivery *WebhookError
			switch {
			case one.Result == "accepted":
				if err != nil || found.IsTest != strings.Contains(one.Body, "is_test") {
					t.Error(err, found)
				}
			case one.Result == "wrong_secret":
				if err == nil || errors.As(err, &delivery) {
					t.Error(err)
				}
			default:
				refused(t, one.Result, found, err)
			}
			if isWrong := one.Result == "wrong_secret"; isWrong != (CheckWebhookSecret(one.Secrets...) != nil) {
				t.Error("the secret is not found to be right or wrong when the program starts")
			}
		})
	}
}

func readCases(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("../cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}
