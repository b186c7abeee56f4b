import { type KeyObject, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeKey, registerAccount, showAccount } from '../../bin/admin/ca-account.ts';
import { accountClients } from '../../bin/admin/open-ca-account.ts';
import { leafPemOf } from '../../contract/certificate-text.ts';
import { acmeDirectory, httpsExchange } from '../../lambdas/acme/exchange.gateway.ts';
import { askRenewalInformation } from '../../lambdas/acme/renewal-information.gateway.ts';
import { diagnosisOf } from '../../lambdas/model/domains/diagnosis-of.ts';
import { REVOCATION_REASON_CODES } from '../../lambdas/model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../../lambdas/model/domains/issuance.schema.ts';
import type { Certificate } from '../../lambdas/model/servers/certificate.schema.ts';
import { caAt, runToEnd, type Seen as SeenRequest } from '../e2e/certificates/changing-ca.ts';
import { servedAs } from '../lambdas/a-domain.ts';
import { aStoredAccount, opened, sealed } from '../lambdas/acme/a-stored-account.ts';
import { AnIssuance, type OtherCa } from '../lambdas/steps/issuance/an-issuance.ts';
import { EXTERNAL, type OtherProgram, PROGRAMS, type Program, serveChallenges } from './programs.ts';
import { rowOf, rowsOfPage, type Seen, updateTable } from './table.ts';

/** Bound for one certificate, whatever the CA. */
const MAX_REQUESTS = 10;

const CONTACT = 'ops@service.example';
const LOOK_EVERY_MS = 100;
const MAX_TURNS = 200;

const clock = () => new Date();
const programs = PROGRAMS.filter(({ isSlowToInstall }) => !isSlowToInstall || process.env.CPS_INTEROP === 'all');

let web: Awaited<ReturnType<typeof serveChallenges>>;
const running: OtherProgram[] = [];
beforeAll(async () => {
  web = await serveChallenges();
});
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  web.server.close();
  web.server.closeAllConnections();
});

async function started(program: Program, requiresBinding = false): Promise<OtherProgram> {
  const ca = await program.start({ webPort: web.port, requiresBinding });
  running.push(ca);
  return ca;
}

/** Registers an account, and returns the ports of the administrator's commands and of the steps. */
async function joined(name: string, ca: OtherProgram, onRequest: SeenRequest = () => {}) {
  const stored = aStoredAccount().store;
  const seal = async (key: KeyObject) => sealed(key);
  const administrator = { stored, seal, open: opened, client: await accountClients(ca), clock };
  const publish = (token: string, answer: string) => void web.answers.set(token, answer);
  return { administrator, at: caAt(ca, { name, publish, seen: onRequest, contactEmail: CONTACT }, stored) };
}

interface Issued {
  hostname: string;
  certificate: CertificateFacts;
  atServer: Certificate & { state: 'present' };
}

let names = 0;
async function issuedAt(cas: readonly OtherCa[], replaced?: Issued): Promise<Issued> {
  names += 1;
  const issuance = await AnIssuance.preparedAt(cas, replaced?.hostname ?? `shop-${names}.customer.example`);
  if (replaced) {
    issuance.domain = { ...issuance.domain, sslStatus: 'active', served: servedAs({ certificate: replaced.certificate }) };
    issuance.atServer = replaced.atServer;
  }
  await runToEnd(issuance, MAX_TURNS, LOOK_EVERY_MS);
  const { domain } = issuance;
  if (domain.phase !== 'installing') return expect.fail(JSON.stringify(diagnosisOf(domain)));
  const put = issuance.certificates.at(-1) ?? expect.fail('nothing was put at the server');
  return { hostname: domain.url, certificate: domain.issued, atServer: { ...put, state: 'present', handshakes: {} } };
}

const seen = new Map<string, Partial<Seen>>();
const saw = (name: string, what: Partial<Seen>) => void seen.set(name, { ...seen.get(name), ...what });

describe.each(programs)('$name', { timeout: 300_000 }, (program) => {
  it('issues to a new account with few requests, renews, and revokes once', async () => {
    const ca = await started(program);
    let requests = 0;
    const { administrator, at } = await joined(program.name, ca, () => {
      requests += 1;
    });
    expect(await registerAccount(administrator, { contacts: [CONTACT] })).toMatchObject({ status: 'valid' });
    const first = await issuedAt([at]);
    expect(requests).toBeLessThanOrEqual(MAX_REQUESTS);
    saw(program.name, { version: ca.version, requests, renewalInformation: await suggestedBy(ca, first) });
    const second = await issuedAt([at], first);
    expect(second.certificate.serialNumber).not.toBe(first.certificate.serialNumber);
    const der = new X509Certificate(leafPemOf(second.atServer.chainPem) ?? '').raw;
    const { revokeCertificate } = at.open(clock);
    expect(await revokeCertificate(der, REVOCATION_REASON_CODES.superseded)).toMatchObject({ kind: 'ok' });
    expect(await revokeCertificate(der)).toMatchObject({ problem: { type: 'urn:ietf:params:acme:error:alreadyRevoked' } });
    saw(program.name, { revocation: 'with a reason' });
  });

  it('changes the key of our account, or says in its words that it does not', async () => {
    const { administrator } = await joined(program.name, await started(program));
    await registerAccount(administrator, { contacts: [CONTACT] });
    const changed = await changeKey(administrator).catch(({ message }: Error) => message);
    if (typeof changed === 'string') expect(changed).toContain('not implemented');
    saw(program.name, { keyChange: typeof changed === 'string' ? 'no: the command shows the refusal' : 'yes' });
    expect(await showAccount(administrator)).toMatchObject({ status: 'valid' });
  });

  it('is the operator’s matter while it requires a binding that our account lacks', async () => {
    const { binding } = program;
    saw(program.name, { binding });
    if (binding === 'never required') return;
    const { administrator, at } = await joined(program.name, await started(program, true));
    const issuance = await AnIssuance.preparedAt([at], 'unbound.customer.example');
    await runToEnd(issuance, 3);
    expect(issuance.domain).toMatchObject({ phase: 'ordering', sslStatus: 'pending' });
    const { diagnosis } = diagnosisOf(issuance.domain);
    expect(diagnosis).toMatchObject({
      reason: 'ca_account_refused',
      observed: expect.stringContaining('externalAccountRequired'),
    });
    const registered = registerAccount(administrator, { contacts: [CONTACT], external: EXTERNAL });
    if (binding !== 'issues when bound') return expect(registered).rejects.toThrow();
    expect(await registered).toMatchObject({ status: 'valid' });
    issuance.restart();
    await runToEnd(issuance, MAX_TURNS, LOOK_EVERY_MS);
    expect(issuance.domain).toMatchObject({ phase: 'installing' });
  });
});

it('a CA that is down is replaced by the next, of another maker', { timeout: 300_000 }, async () => {
  for (const [index, program] of programs.entries()) {
    const next = programs[(index + 1) % programs.length] ?? program;
    const [down, up] = await Promise.all([started(program), started(next)]);
    const cas = [await joined(`${program.name} (down)`, down), await joined(next.name, up)].map(({ at }) => at);
    await down.stop();
    const { certificate } = await issuedAt(cas);
    expect(certificate.ca).toBe(next.name);
  }
});

it('what was seen is what the page of the CAs says', () => {
  const rows = programs.map(({ name }) => rowOf(name, seen.get(name) as Seen));
  if (process.env.CPS_INTEROP === 'all') updateTable(rows);
  expect(rowsOfPage()).toEqual(expect.arrayContaining(rows));
});

async function suggestedBy(ca: OtherProgram, { certificate }: Issued): Promise<string> {
  const exchange = httpsExchange(ca);
  const directory = acmeDirectory({ directoryUrl: ca.directoryUrl, exchange, clock });
  const ask = askRenewalInformation({ directory, exchange, clock, longestRetrySeconds: 86_400 });
  const { url, window } = await ask(certificate.ariId ?? '');
  expect(window === undefined).toBe(url === undefined);
  return url === undefined ? 'no: renewed after two thirds' : 'yes';
}
