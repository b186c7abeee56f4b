import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { acmeGateway, certificateAuthority } from '../../../../lambdas/acme/acme.gateway.ts';
import { domainItem, domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain, Revocation, RevocationReason } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { revocationStore } from '../../../../lambdas/model/domains/revocation.store.ts';
import { derOfPem } from '../../../../lambdas/steps/issuance/certificate-facts.ts';
import { revokeCertificate } from '../../../../lambdas/steps/issuance/revoke-certificate.ts';
import { openIssuance } from '../../../../lambdas/wiring/issuance.wiring.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { aDomain, iso, NOW, revocation, said, timings } from '../../a-domain.ts';
import { DOMAIN_ID, itemsUnder, table, tableHolds } from '../../api/api-caller.ts';
import { edgesWith } from '../../edges.ts';
import { aCertificate } from './a-certificate.ts';
import { DIRECTORY_URL, InMemoryCa, problem } from './in-memory-ca.ts';
import { oneAccount } from './one-ca.ts';

const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const leafPem = aCertificate({ hostname: 'shop.customer.com', publicKey, signedWith: key });
const certificate = derOfPem(leafPem).toString('base64url');
const revocations = revocationStore(table);
const done = { next: 'done', waitSeconds: 0 };

let ca: InMemoryCa;
let items: ReturnType<typeof tableHolds>;
const row = () => domainOf(items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`) ?? expect.fail('the row is gone'));
const kept = () => items.get(`DOMAIN#${DOMAIN_ID}|REVOCATION`);
const eventsSent = () => itemsUnder(items, 'OUTBOX#').flatMap(({ kind, event }) => (kind === 'event' ? [event] : []));

function hold(domain: Domain): void {
  const write = revocations.putWrite(DOMAIN_ID, leafPem, domain.revocation ?? revocation);
  items = tableHolds(domainItem(domain), write.Put?.Item ?? {});
}
const toRevoke = (changes: Partial<Revocation> = {}) => aDomain('revoking', { revocation: { ...revocation, ...changes } });

/** A new process, like the Lambda, with an account that the CA may have forgotten. */
async function run(attempt = 1) {
  const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: ca.exchange, clock: () => NOW });
  const account = async () => {
    const made = await acme.newAccount(key, undefined);
    return made.kind === 'ok' ? { kind: 'ok' as const, value: { key, url: made.value } } : made;
  };
  const authority = certificateAuthority(acme, oneAccount(account));
  const edges = edgesWith({ certificateAuthorityOf: () => authority });
  const step = revokeCertificate(openIssuance(openSteps(openRows(edges))));
  return step({ domainId: DOMAIN_ID, attempt, timings, epoch: 0 });
}

beforeEach(() => {
  ca = new InMemoryCa();
  hold(toRevoke());
});

describe('the revocation of a certificate that was replaced', () => {
  it.each<[RevocationReason, number | undefined]>([
    ['keyCompromise', 1],
    ['affiliationChanged', 3],
    ['superseded', 4],
    ['cessationOfOperation', 5],
    ['unspecified', undefined],
  ])('is asked of the CA with the whole certificate and its reason %s', async (reason, code) => {
    hold(toRevoke({ reason }));
    expect(await run()).toEqual(done);
    expect(ca.revoked).toEqual([{ certificate, reason: code }]);
    expect(row()).toMatchObject({ phase: 'active', execution: { attempt: 1 } });
    expect(row()).not.toHaveProperty('revocation');
    expect(kept()).toBeUndefined();
    expect(eventsSent()).toEqual(['certificate.revoked']);
  });

  it('is done once: a repeat after a crash before the write asks again, and what is revoked already counts', async () => {
    ca.revoked.push({ certificate, reason: 1 });
    expect(await run()).toEqual(done);
    expect(ca.revoked).toHaveLength(1);
    expect(eventsSent()).toEqual(['certificate.revoked']);
    expect(await run()).toEqual(done);
    expect(eventsSent()).toHaveLength(1);
  });

  it('is asked without a reason of a CA that does not take this one', async () => {
    ca.instead.push({ match: /POST .revoke/, result: problem(400, 'badRevocationReason') });
    await run();
    expect(ca.revoked).toEqual([{ certificate, reason: undefined }]);
    expect(row().phase).toBe('active');
  });

  it.each([
    ['is down', { kind: 'failed', reason: 'ECONNREFUSED' } as const],
    ['answers 503', { kind: 'answer', status: 503, headers: { 'retry-after': '600' }, body: 'down' } as const],
    ['refuses', problem(403, 'unauthorized')],
  ])('by a CA that %s is put off: nothing is told, and the certificate is kept', async (_, result) => {
    ca.instead.push({ match: /POST .revoke/, result });
    expect(await run()).toEqual(done);
    expect(said(row())).toMatchObject({ phase: 'active', sslStatus: 'active', diagnosis: { code: 'ok' } });
    expect(row().revocation).toMatchObject({
      reason: 'keyCompromise',
      againAt: expect.any(String),
      acmeError: expect.any(String),
    });
    expect(kept()).toMatchObject({ leafPem });
    expect(eventsSent()).toEqual([]);
  });

  it('by a CA that has no such operation is put off too', async () => {
    const directory = {
      newNonce: 'https://ca.test/nonce',
      newAccount: 'https://ca.test/account',
      newOrder: 'https://ca.test/order',
    };
    ca.answers(/^.dir$/, { kind: 'answer', status: 200, headers: {}, body: JSON.stringify(directory) });
    await run();
    expect(row().revocation?.acmeError).toContain('does not revoke');
  });

  it('is nothing to a CA once the certificate has ended', async () => {
    hold(toRevoke({ notAfter: iso(0) }));
    await run();
    expect(ca.requests).toEqual([]);
    expect(row()).not.toHaveProperty('revocation');
    expect(eventsSent()).toEqual([]);
    expect(kept()).toBeUndefined();
  });

  it('by an execution of an earlier attempt asks nothing', async () => {
    hold({ ...toRevoke(), execution: { attempt: 2, restarts: 0 } });
    expect(await run(1)).toEqual(done);
    expect(ca.requests).toEqual([]);
  });
});

describe('the revocation of a certificate whose domain was deleted', () => {
  beforeEach(() => hold(aDomain('removing', { revocation })));

  it('goes before the row, which is left to the step that removes it', async () => {
    expect(await run()).toEqual({ next: 'remove-domain', waitSeconds: 0 });
    expect(ca.revoked).toHaveLength(1);
    expect(row()).toMatchObject({ phase: 'removing' });
    expect(row()).not.toHaveProperty('revocation');
    expect(eventsSent()).toEqual(['certificate.revoked']);
  });

  it('by a CA that is down is taken up later by the sweep', async () => {
    ca.instead.push({ match: /POST .revoke/, result: { kind: 'failed', reason: 'ECONNREFUSED' } });
    expect(await run()).toEqual(done);
    expect(row()).toMatchObject({ phase: 'removing', execution: { resumeAt: iso(60_000), dueAt: iso(60_000) }, revocation });
    expect(kept()).toBeDefined();
  });
});
