package main

import (
	"crypto"
	"slices"
	"strings"
	"time"

	"github.com/miekg/dns"
)

const (
	keyTTL = 5
	// How long signatures hold, and for how long expired ones have not.
	validFor = 7 * 24 * time.Hour
)

// Signs one zone when it is asked. Its key is made with it and lasts as long as the program.
type signer struct {
	public  *dns.DNSKEY
	private crypto.Signer
	// A key that the zone does not have.
	stranger        *dns.DNSKEY
	strangerPrivate crypto.Signer
}

func newSigner(origin string) (*signer, error) {
	s := &signer{public: newKey(origin), stranger: newKey(origin)}
	private, err := s.public.Generate(256)
	if err != nil {
		return nil, err
	}
	strangerPrivate, err := s.stranger.Generate(256)
	if err != nil {
		return nil, err
	}
	s.private, s.strangerPrivate = private.(crypto.Signer), strangerPrivate.(crypto.Signer)
	return s, nil
}

func newKey(origin string) *dns.DNSKEY {
	header := dns.RR_Header{Name: origin, Rrtype: dns.TypeDNSKEY, Class: dns.ClassINET, Ttl: keyTTL}
	return &dns.DNSKEY{Hdr: header, Flags: dns.ZONE | dns.SEP, Protocol: 3, Algorithm: dns.ECDSAP256SHA256}
}

// What the registry has of the zone's key.
func (s *signer) ds(signing string) dns.RR {
	key := s.public
	if signing == "missing-key" {
		key = s.stranger
	}
	return key.ToDS(dns.SHA256)
}

func (s *signer) signature(records []dns.RR, signing string) dns.RR {
	end := time.Now().Add(validFor)
	if signing == "expired" {
		end = time.Now().Add(-validFor)
	}
	signature := &dns.RRSIG{
		Hdr:        dns.RR_Header{Name: records[0].Header().Name, Rrtype: dns.TypeRRSIG, Class: dns.ClassINET, Ttl: records[0].Header().Ttl},
		Algorithm:  s.public.Algorithm,
		KeyTag:     s.public.KeyTag(),
		SignerName: s.public.Hdr.Name,
		Inception:  uint32(end.Add(-2 * validFor).Unix()),
		Expiration: uint32(end.Unix()),
	}
	private := s.private
	if signing == "bogus" && records[0].Header().Rrtype != dns.TypeDNSKEY {
		private = s.strangerPrivate
	}
	if signature.Sign(private, records) != nil {
		return nil
	}
	return signature
}

// Adds the signatures, and that what is not there is not (RFC 4035, section 3.1).
func (z *zone) prove(name string, found finding, reply *dns.Msg) {
	for _, records := range setsOf(reply.Answer) {
		owner := dns.CanonicalName(records[0].Header().Name)
		if z.records[owner] == nil {
			reply.Ns = append(reply.Ns, z.denialOf(owner))
		}
		reply.Answer = append(reply.Answer, z.signatureOf(owner, records))
	}
	if len(found.records) == 0 && found.referral == nil {
		reply.Ns = append(reply.Ns, z.denialOf(name))
		if wildcard := "*." + z.encloserOf(name); z.records[name] == nil {
			reply.Ns = append(reply.Ns, z.denialOf(wildcard))
		}
	}
	for _, records := range setsOf(reply.Ns) {
		if records[0].Header().Rrtype != dns.TypeNS {
			reply.Ns = append(reply.Ns, z.signatureOf(records[0].Header().Name, records))
		}
	}
	reply.Ns = dns.Dedup(reply.Ns, nil)
}

// What a wildcard gave is signed under the wildcard's own name.
func (z *zone) signatureOf(owner string, records []dns.RR) dns.RR {
	if z.records[owner] != nil {
		return z.signer.signature(records, z.signing)
	}
	source := z.records["*."+z.encloserOf(owner)][records[0].Header().Rrtype]
	signature := z.signer.signature(source, z.signing)
	signature.Header().Name = owner
	return signature
}

// The NSEC of a name, or the one between whose names it would lie.
func (z *zone) denialOf(name string) dns.RR {
	at, exact := slices.BinarySearchFunc(z.names, name, compareNames)
	if !exact {
		at--
	}
	owner := z.names[at]
	header := dns.RR_Header{Name: owner, Rrtype: dns.TypeNSEC, Class: dns.ClassINET, Ttl: z.negative()[0].Header().Ttl}
	return &dns.NSEC{Hdr: header, NextDomain: z.names[(at+1)%len(z.names)], TypeBitMap: z.typesOf(owner)}
}

func (z *zone) typesOf(owner string) []uint16 {
	types := []uint16{dns.TypeRRSIG, dns.TypeNSEC}
	isCut := owner != z.origin && len(z.records[owner][dns.TypeNS]) > 0
	for kind := range z.records[owner] {
		if !isCut || kind == dns.TypeNS {
			types = append(types, kind)
		}
	}
	if owner == z.origin {
		types = append(types, dns.TypeDNSKEY)
	}
	slices.Sort(types)
	return types
}

// Those that have records of their own, in the order of RFC 4034, section 6.1.
func (z *zone) ownNames() []string {
	var names []string
	for name, records := range z.records {
		if cut := z.cutAbove(name, dns.TypeNone); len(records) > 0 && (cut == "" || cut == name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, compareNames)
	return names
}

func compareNames(one string, other string) int {
	a, b := dns.SplitDomainName(one), dns.SplitDomainName(other)
	slices.Reverse(a)
	slices.Reverse(b)
	return slices.CompareFunc(a, b, strings.Compare)
}

// Records of one name and type, in the order in which they come; each once.
func setsOf(records []dns.RR) [][]dns.RR {
	var sets [][]dns.RR
	for _, record := range records {
		at := slices.IndexFunc(sets, func(set []dns.RR) bool {
			return set[0].Header().Rrtype == record.Header().Rrtype && set[0].Header().Name == record.Header().Name
		})
		switch {
		case at < 0:
			sets = append(sets, []dns.RR{record})
		case !slices.ContainsFunc(sets[at], func(other dns.RR) bool { return dns.IsDuplicate(other, record) }):
			sets[at] = append(sets[at], record)
		}
	}
	return sets
}
