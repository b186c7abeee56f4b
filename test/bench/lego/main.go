// Gets certificates with lego's library in one process, with a given concurrency, for a comparison (issuance.bench.ts).
package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/go-acme/lego/v4/certcrypto"
	"github.com/go-acme/lego/v4/certificate"
	"github.com/go-acme/lego/v4/lego"
	"github.com/go-acme/lego/v4/providers/http/webroot"
	"github.com/go-acme/lego/v4/registration"
)

type account struct {
	key          crypto.PrivateKey
	registration *registration.Resource
}

func (a *account) GetEmail() string                        { return "" }
func (a *account) GetRegistration() *registration.Resource { return a.registration }
func (a *account) GetPrivateKey() crypto.PrivateKey        { return a.key }

func main() {
	directory := flag.String("directory", "", "the CA's")
	roots := flag.String("roots", "", "PEM of what its HTTPS chains to")
	root := flag.String("webroot", "", "where the answers to challenges are put")
	atOnce := flag.Int("at-once", 1, "certificates under way")
	flag.Parse()
	if err := run(*directory, *roots, *root, *atOnce, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Prints the seconds for all certificates, without the account's registration.
func run(directory, roots, root string, atOnce int, hostnames []string) error {
	client, err := registered(directory, roots, root)
	if err != nil {
		return err
	}
	waiting := make(chan string)
	failures := make(chan error, len(hostnames))
	var workers sync.WaitGroup
	began := time.Now()
	for range atOnce {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for hostname := range waiting {
				if _, err := client.Certificate.Obtain(certificate.ObtainRequest{Domains: []string{hostname}, Bundle: true}); err != nil {
					failures <- err
				}
			}
		}()
	}
	for _, hostname := range hostnames {
		waiting <- hostname
	}
	close(waiting)
	workers.Wait()
	close(failures)
	var all []error
	for failure := range failures {
		all = append(all, failure)
	}
	fmt.Println(time.Since(began).Seconds())
	return errors.Join(all...)
}

func registered(directory, roots, root string) (*lego.Client, error) {
	pem, err := os.ReadFile(roots)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, errors.New("no certificate in " + roots)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	us := &account{key: key}
	config := lego.NewConfig(us)
	config.CADirURL = directory
	config.Certificate.KeyType = certcrypto.EC256
	config.HTTPClient = &http.Client{
		Timeout:   30 * time.Second,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, MaxIdleConnsPerHost: 100},
	}
	client, err := lego.NewClient(config)
	if err != nil {
		return nil, err
	}
	provider, err := webroot.NewHTTPProvider(strings.TrimSuffix(root, "/"))
	if err != nil {
		return nil, err
	}
	if err := client.Challenge.SetHTTP01Provider(provider); err != nil {
		return nil, err
	}
	us.registration, err = client.Registration.Register(registration.RegisterOptions{TermsOfServiceAgreed: true})
	return client, err
}
