import { describe, expect, it } from 'vitest';
import { readTimelines } from '../../e2e/timelines.ts';
import { wrongTimeline } from './allowed-steps.ts';

const ISSUED = ['domain.created', 'domain.validated', 'certificate.prepared', 'order.created', 'challenge.answered'];
const SERVED = [...ISSUED, 'order.finalized', 'certificate.downloaded', 'delivery.succeeded', 'certificate.installed'];

describe('a timeline', () => {
  it.each([
    [SERVED, 'active'],
    [[...SERVED, 'certificate.renewal_started'], 'preparing'],
    [[...SERVED, 'certificate.renewal_started', 'domain.deleted'], undefined],
    // The event alone does not tell whether the domain is retired first; the next event does.
    [['domain.created', 'domain.validation_failed', 'domain.retried', 'dns.checked'], 'awaiting-dns'],
    [['domain.created', 'test.active', 'certificate.renewal_requested'], 'preparing'],
  ] as const)('%j may lead to %s', (words, phase) => {
    expect(wrongTimeline(words, phase)).toBeUndefined();
  });

  it.each([
    [SERVED, 'failed', /^is failed, and .* leads to active or moving or revoking$/],
    [[...SERVED, 'order.created'], undefined, /^says order.created while active or moving or revoking, after /],
    [['domain.created', 'certificate.installed'], undefined, /^says certificate.installed while awaiting-dns/],
    [['domain.created', 'domain.deleted', 'domain.updated'], undefined, /^says domain.updated while removing/],
    [['domain.created', 'domain.vanished'], undefined, /^says domain.vanished/],
    [['dns.checked'], 'awaiting-dns', /^begins with dns.checked$/],
  ] as const)('%j may not lead to %s', (words, phase, what) => {
    expect(wrongTimeline(words, phase)).toMatch(what);
  });

  it('is read from the rows of a table, in the order of its entries', () => {
    const entry = (domain: number, id: string, what: string) => ({ pk: `DOMAIN#${domain}`, sk: `TIMELINE#tl_${id}`, what });
    const rows = [entry(1, '02', 'domain.validated'), entry(1, '01', 'domain.created'), entry(2, '01', 'domain.created')];
    const row = { pk: 'DOMAIN#2', sk: 'DOMAIN', phase: 'active' };
    expect(readTimelines([...rows, row])).toEqual({ timelines: 2, wrong: [expect.stringMatching(/^DOMAIN#2 is active/)] });
  });
});
