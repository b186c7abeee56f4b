import { expect, it } from 'vitest';
import type { Conditions } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import type { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { iso, issued, served } from '../../a-domain.ts';
import { AnIssuance } from './an-issuance.ts';

const sealedKey = { dataKey: 'ZGs=', iv: 'aXY=', tag: 'dGFn', ciphertext: 'b2xk' };
const FORMER = { sk: 'FORMER', facts: issued, chainPem: 'THE OLD CHAIN', sealedKey };

/** A renewal whose server already has this certificate. */
async function renewed(
  atServer: (domainId: number) => Partial<Certificate>,
  atOnce = false,
  conditions: Conditions = {},
): Promise<AnIssuance> {
  const renewal = await AnIssuance.prepared();
  renewal.domain = { ...renewal.domain, ...served, conditions } as typeof renewal.domain;
  const { organizationId, url: hostname, id: domainId, serverId } = renewal.domain;
  const present = { state: 'present', organizationId, serverId, hostname, domainId, attempt: 1, handshakes: {} };
  renewal.atServer = { ...present, facts: issued, chainPem: 'THE OLD CHAIN', sealedKey, ...atServer(domainId) } as Certificate;
  renewal.ca.issuesAtOnce = atOnce;
  await renewal.finish();
  expect(renewal.domain).toMatchObject({ phase: 'installing', served: { certificate: issued } });
  return renewal;
}

it.each([false, true])(
  'a certificate that is served is kept with its key in the transaction that puts another in its place, by whichever step: at once %s',
  async (atOnce) => {
    const { formers, changes, domain } = await renewed(() => ({}), atOnce);
    expect(formers).toEqual([expect.objectContaining({ ...FORMER, pk: `DOMAIN#${domain.id}` })]);
    expect(changes.at(-1)?.alongside).toContainEqual({ Put: expect.objectContaining({ Item: formers[0] }) });
    expect(formers[0]?.expiresAtSeconds).toBe(Date.parse(issued.notAfter) / 1000 + 86_400);
  },
);

it.each<[string, (domainId: number) => Partial<Certificate>]>([
  ['another that was never seen served', () => ({ facts: { ...issued, fingerprintSha256: 'ef'.repeat(32) } })],
  ["another domain's", (domainId) => ({ domainId: domainId + 1 })],
  ['only the news that one was removed', () => ({ state: 'removed', facts: { ...issued, notAfter: iso(0) } })],
])('a certificate at the server is not kept where it is %s', async (_, atServer) => {
  const { formers } = await renewed(atServer);
  expect(formers).toEqual([]);
});

it.each([false, true])(
  'a renewed certificate tells its server whether the one before it was not seen served: %s',
  async (isUnseen) => {
    const unseen = { since: iso(0), found: { code: 'certificate_not_served' as const, evidence: [] } };
    const { certificates } = await renewed(() => ({}), false, isUnseen ? { unseen } : {});
    expect(certificates.at(-1)?.wasNotServed).toBe(isUnseen || undefined);
  },
);

it('a first certificate takes nobody’s place: nothing is read for it, and nothing kept', async () => {
  const issuance = await AnIssuance.prepared();
  await issuance.finish();
  expect(issuance.formers).toEqual([]);
});
