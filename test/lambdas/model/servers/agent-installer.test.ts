import { describe, expect, it } from 'vitest';
import { machinesNotServing, servedByMachine } from '../../../../lambdas/model/servers/agent-installer.ts';
import type { PresentCertificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import type { Machine } from '../../../../lambdas/model/servers/server.schema.ts';
import { iso, NOW, SECOND } from '../../a-domain.ts';
import { certificate, machine } from '../../agent-api/an-agent.ts';

const EXPECTED = `sha256:${certificate.facts.fingerprintSha256}`;
const { hostname } = certificate;
type Serving = NonNullable<Machine['serving']>;

describe('what a machine shows', () => {
  const all: Serving = { revision: 7, missing: {}, missingCount: 0 };
  it.each<[string, Partial<PresentCertificate>, Serving | undefined, string | undefined]>([
    ['nothing is known of before it said anything', { announcedRevision: 7 }, undefined, undefined],
    ['is the certificate where it serves all up to its announcement', { announcedRevision: 7 }, all, EXPECTED],
    ['is not known of one that was announced later', { announcedRevision: 8 }, all, undefined],
    ['is not known of one that was not announced yet', {}, all, undefined],
    ['is what it names', { announcedRevision: 7 }, { ...all, missing: { [hostname]: 'error:x' }, missingCount: 1 }, 'error:x'],
    [
      'is the certificate where it names all that is missing',
      { announcedRevision: 7 },
      { ...all, missing: { 'other.customer.com': 'error:x' }, missingCount: 1 },
      EXPECTED,
    ],
    [
      'is not known where more is missing than it names',
      { announcedRevision: 7 },
      { ...all, missing: { 'other.customer.com': 'error:x' }, missingCount: 2 },
      undefined,
    ],
    [
      'is what it reported of the hostname itself',
      { handshakes: { mch_1: { shown: EXPECTED, at: iso(0) } } },
      undefined,
      EXPECTED,
    ],
  ])('%s', (_, changes, serving, shown) => {
    expect(servedByMachine({ ...machine, serving }, { ...certificate, ...changes })).toBe(shown);
  });

  it('is nothing of names that every object inherits', () => {
    const named = { ...certificate, hostname: 'constructor', announcedRevision: 7 };
    expect(servedByMachine({ ...machine, serving: all }, named)).toBe(EXPECTED);
  });
});

it('half of a fleet that is behind is named, but for machines that have not asked for eleven minutes', () => {
  const fleet = Array.from({ length: 6 }, (_, n) => ({
    ...machine,
    id: `m${n}`,
    lastSeenAt: iso(n === 5 ? -661 * SECOND : -660 * SECOND),
    serving: { revision: n % 2 === 0 ? 7 : 6, missing: {}, missingCount: 0 },
  }));
  const behind = machinesNotServing({ ...certificate, announcedRevision: 7 }, fleet, NOW);
  expect(behind.map(({ id }) => id)).toEqual(['m1', 'm3']);
});
