package cps

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
)

type settings struct {
	// Without /api and without a trailing slash.
	site     string
	apiKeyID string
	apiKey   string
}

// readSettings reads missing settings from the environment, and removes whitespace around pasted values.
func readSettings(options Options) (settings, error) {
	site, err := given("SiteURL", options.SiteURL, "CPS_SITE_URL")
	if err != nil {
		return settings{}, err
	}
	if site, err = siteOf(site); err != nil {
		return settings{}, err
	}
	id, err := keyOf("APIKeyID", options.APIKeyID, "CPS_API_KEY_ID")
	if err != nil {
		return settings{}, err
	}
	key, err := keyOf("APIKey", options.APIKey, "CPS_API_KEY")
	if err != nil {
		return settings{}, err
	}
	if strings.HasPrefix(id, "sk_") || strings.HasPrefix(key, "cps_pk_") {
		return settings{}, errors.New("APIKeyID and APIKey are interchanged: the id begins with cps_pk_, the key with sk_")
	}
	if !strings.HasPrefix(id, "cps_pk_") {
		return settings{}, errors.New("APIKeyID is none: it begins with cps_pk_. Copy it again")
	}
	if !strings.HasPrefix(key, "sk_") {
		return settings{}, errors.New("APIKey is none: it begins with sk_. Copy it again")
	}
	return settings{site, id, key}, nil
}

func given(name, value, variable string) (string, error) {
	if value == "" {
		value = os.Getenv(variable)
	}
	if value = strings.TrimSpace(value); value == "" {
		return "", fmt.Errorf("%s is missing: give it to NewClient, or set %s", name, variable)
	}
	return value, nil
}

func keyOf(name, value, variable string) (string, error) {
	key, err := given(name, value, variable)
	if err != nil {
		return "", err
	}
	isStrange := func(r rune) bool { return r <= ' ' || r > '~' }
	if strings.ContainsFunc(key, isStrange) {
		return "", fmt.Errorf("%s has a character that is in no key: copy it again", name)
	}
	return key, nil
}

func siteOf(given string) (string, error) {
	site, err := url.Parse(given)
	if err != nil || (site.Scheme != "https" && site.Scheme != "http") || site.Hostname() == "" {
		if strings.Contains(given, "sk_") {
			// The message must not contain a secret that was pasted here by mistake.
			return "", errors.New("SiteURL has to be like https://certificates.example.com; it looks like a key")
		}
		return "", fmt.Errorf("SiteURL has to be like https://certificates.example.com; it is %s", given)
	}
	if site.User != nil || site.RawQuery != "" || site.Fragment != "" {
		return "", errors.New("SiteURL may have a path, but no user, query or fragment")
	}
	path := strings.TrimRight(site.EscapedPath(), "/")
	path = strings.TrimRight(strings.TrimSuffix(path, "/api"), "/")
	return site.Scheme + "://" + site.Host + path, nil
}
