package cps

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"maps"
	"net/http"
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

func TestEachHeaderIsNeededAndFits(t *testing.T) {
	next := signed(event, another, now)
	for name := range signed(event, secret, now) {
		header := signed(event, secret, now)
		header.Del(name)
		found, err := check(event, header, secret)
		refused(t, "missing_header", found, err)
		if strings.HasSuffix(name, "Signature") {
			header.Set(name, next.Get(name))
			found, err = check(event, header, secret)
			refused(t, "wrong_signature", found, err)
		}
	}
	found, err := check(event+" ", signed(event, secret, now), secret)
	refused(t, "wrong_signature", found, err)
}

func TestAMalformedHeaderIsRefused(t *testing.T) {
	for name, value := range map[string]string{"Webhook-Timestamp": "now", "Webhook-Signature": "v1a,abc", "X-Service-Signature": "sha256=ABC"} {
		header := maps.Clone(signed(event, secret, now))
		header.Set(name, value)
		found, err := check(event, header, secret)
		refused(t, "malformed_header", found, err)
	}
	twice := signed(event, secret, now)
	twice.Add("webhook-id", "evt_2")
	found, err := check(event, twice, secret)
	refused(t, "malformed_header", found, err)
}

func TestAnotherTimeThanNowIsRefused(t *testing.T) {
	for _, at := range []int64{now - 300, now + 300} {
		if _, err := check(event, signed(event, secret, at), secret); err != nil {
			t.Error(err)
		}
	}
	found, err := check(event, signed(event, secret, now-301), secret)
	refused(t, "too_old", found, err)
	found, err = check(event, signed(event, secret, now+301), secret)
	refused(t, "too_new", found, err)
}

func TestASignedBodyThatIsNoEventIsRefused(t *testing.T) {
	for _, body := range []string{"no json", "[1]"} {
		found, err := check(body, signed(body, secret, now), secret)
		refused(t, "not_json", found, err)
	}
}

func TestAWrongCallIsToldApartFromAWrongDelivery(t *testing.T) {
	for _, secrets := range [][]string{{}, {""}, {"whsec_"}, {secret, ""}, {"whsec_not base64"}} {
		_, err := check(event, signed(event, secret, now), secrets...)
		var delivery *WebhookError
		if err == nil || errors.As(err, &delivery) {
			t.Errorf("%q: %v", secrets, err)
		}
	}
}
