import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { cnameState } from '../../../../lambdas/model/domains/domain-resource.ts';

type Found = Omit<Diagnosis, 'evidence'>;
const stateOf = (dnsStatus: 'pending' | 'validated' | 'error', found: Found) =>
  cnameState({ dnsStatus, diagnosis: { evidence: [], ...found } });

describe('the state of the CNAME record', () => {
  it.each<[string, Found, ReturnType<typeof cnameState>]>([
    ['never looked for', { code: 'in_progress' }, 'missing'],
    ['not there', { code: 'cname_not_found' }, 'missing'],
    ['not there, but addresses', { code: 'cname_not_found', reason: 'address_instead', observed: '203.0.113.9' }, 'missing'],
    ['there, and leads elsewhere', { code: 'invalid_cname_target', observed: 'other.net' }, 'wrong'],
    ['there, beside addresses', { code: 'conflicting_records', reason: 'record_beside_cname', observed: '203.0.113.9' }, 'wrong'],
    ['there, though resolvers remember that it was not', { code: 'in_progress', reason: 'negative_cache' }, 'ok'],
    ['not seen yet: its servers are silent', { code: 'dns_validation_failed', reason: 'servers_silent' }, 'missing'],
    ['not seen yet: its servers disagree', { code: 'dns_validation_failed', reason: 'servers_disagree' }, 'missing'],
    ['not seen yet, and nobody says why', { code: 'dns_validation_failed' }, 'missing'],
  ])('for a domain whose DNS is awaited: %s', (_, found, state) => {
    expect(stateOf('pending', found)).toBe(state);
  });

  it.each<[string, Found, ReturnType<typeof cnameState>]>([
    ['not there', { code: 'dns_validation_timeout' }, 'missing'],
    [
      'under another name',
      { code: 'dns_validation_timeout', reason: 'doubled_name', observed: 'a.b.b CNAME own.target.test' },
      'missing',
    ],
    ['there, and leads elsewhere', { code: 'dns_validation_timeout', observed: 'other.net' }, 'wrong'],
    ['not seen yet', { code: 'dns_validation_timeout', reason: 'servfail' }, 'missing'],
    ['not looked for: the hostname was lost', { code: 'hostname_claimed' }, 'missing'],
  ])('for a domain whose window has ended: %s', (_, found, state) => {
    expect(stateOf('error', found)).toBe(state);
  });

  it('stays ok while DNS gives no answer, once it was seen to be right', () => {
    expect(stateOf('validated', { code: 'dns_validation_failed', reason: 'servers_silent' })).toBe('ok');
    expect(stateOf('validated', { code: 'cname_not_found' })).toBe('missing');
  });
});
