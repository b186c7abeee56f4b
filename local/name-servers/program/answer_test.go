package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/miekg/dns"
)

// Three records lie in a slice with room for a fourth: a signature that is put there would be the one of every answer that is still on its way.
const signedZone = `shop.test. 3600 IN SOA ns1.dns.test. hostmaster.dns.test. 1 3600 600 86400 5
www.shop.test. 60 IN A 10.0.0.1
www.shop.test. 60 IN A 10.0.0.2
www.shop.test. 60 IN A 10.0.0.3
`

func TestAnAnswerIsNotChangedByTheNext(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "shop.test.zone"), []byte(signedZone), 0o600); err != nil {
		t.Fatal(err)
	}
	source := &source{folder: folder, signers: map[string]*signer{}}
	shop, err := source.readZone("shop.test.zone", "shop.test.", "right")
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"192.0.2.17", view} {
		now := snapshot{zones: map[string]map[string]*zone{who: {"shop.test.": shop}}}
		ask := func() []dns.RR {
			reply := new(dns.Msg)
			now.answer(question{name: "www.shop.test.", kind: dns.TypeA, who: who, wantsProof: true}, reply)
			return reply.Answer
		}
		answer := ask()
		last := answer[len(answer)-1]
		ask()
		if answer[len(answer)-1] != last {
			t.Errorf("what %s has answered is changed by its next answer", who)
		}
	}
}
