import { generateKeyPairSync } from 'node:crypto';
import type { NextStep } from '../../../../contract/stack/steps.ts';
import { publicJwk } from '../../../../lambdas/acme/account.ts';
import { acmeGateway, certificateAuthority } from '../../../../lambdas/acme/acme.gateway.ts';
import type { AgentCaller } from '../../../../lambdas/agent-api/agent-credentials.ts';
import { recordReport } from '../../../../lambdas/agent-api/agent-routes.ts';
import { listChanges } from '../../../../lambdas/agent-api/list-changes.ts';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import { probeProof } from '../../../../lambdas/model/domains/challenge/challenge-probe.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import type { GuardedNet } from '../../../../lambdas/shared/net/guarded.gateway.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { checkDns, checkThenWatch } from '../../../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../../../lambdas/steps/dns/watch-dns.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';
import { everyStep, type RunStep } from '../../../../lambdas/steps/test-mode/every-step.ts';
import { openDns } from '../../../../lambdas/wiring/dns.wiring.ts';
import { openInstallation } from '../../../../lambdas/wiring/installation.wiring.ts';
import { openIssuance } from '../../../../lambdas/wiring/issuance.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { openPreparation } from '../../../../lambdas/wiring/preparation.wiring.ts';
import { openSteps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { aDomain, NOW, SECOND, timings } from '../../../lambdas/a-domain.ts';
import { agentPorts } from '../../../lambdas/agent-api/agent-ports.ts';
import { machine, rowOf, server } from '../../../lambdas/agent-api/an-agent.ts';
import { portsOf, serviceSecret } from '../../../lambdas/api/api-caller.ts';
import { resolverKnowing } from '../../../lambdas/shared/net/answers.ts';
import { DIRECTORY_URL, InMemoryCa } from '../../../lambdas/steps/issuance/in-memory-ca.ts';
import { oneAccount } from '../../../lambdas/steps/issuance/one-ca.ts';
import { ACountedStream, webhookItem } from './a-counted-stream.ts';
import { meteredTable } from './metered-table.ts';

const accountKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
/** Sizes of a P-256 key in PKCS #8 PEM, sealed with KMS and AES-256-GCM. */
const SEALED = { dataKey: 'k'.repeat(250), iv: 'i'.repeat(16), tag: 't'.repeat(24), ciphertext: 'c'.repeat(330) };

/** `enter` and `done`; each step has a Choice state behind it. A wait before the next one is another state. */
const ENTRANCE_AND_END = 2;
const STEP_AND_TURN = 2;

const ACCOUNT_URL = 'https://ca.test/account/0';

/** One domain on its way through all steps, with the metered table, a CA in memory, and a server that serves its certificates. */
export class ACountedDomain {
  readonly #pointsHere: boolean;
  readonly ca = new InMemoryCa();
  readonly metered = meteredTable([
    { ...keys.server('org_A', 1), ...server },
    rowOf(machine),
    { ...keys.acmeAccount(DIRECTORY_URL), accountUrl: ACCOUNT_URL },
    webhookItem,
  ]);
  readonly stream = new ACountedStream(this.metered);
  now = NOW;
  /** Lambda invocations for steps and checks. */
  runs = 0;
  /** State transitions: each state that an execution enters (lib/lifecycle/lifecycle-definition.ts). */
  transitions = 0;
  #ids = 0;
  readonly #queued: { body: string; dueAtMs: number }[] = [];
  /** Each step is a process of its own, with its own cache of the CA's health. */
  readonly #steps = new Map<NextStep, RunStep>();
  readonly #rows;

  constructor({ pointsHere = true } = {}) {
    this.#pointsHere = pointsHere;
    this.#rows = this.#open();
    this.ca.accounts.push(publicJwk(accountKey));
  }

  async create(): Promise<Domain> {
    const domain = aDomain('awaiting-dns');
    const change = { timeline: 'domain.created', events: ['domain.created' as const], startExecution: true };
    await this.#rows.domains.create(domain, this.#rows.claims.firstWrite(domain), change);
    await this.stream.follow(this.now);
    this.now = new Date(this.now.getTime() + SECOND);
    return domain;
  }

  /** The whole window of a name that never points here. Returns the number of sent messages. */
  async watch(domainId: number): Promise<number> {
    let sent = 0;
    const ports = this.#open();
    const step = checkDns(ports);
    this.#steps.set('check-dns', checkThenWatch(step, ports));
    await this.go('check-dns', domainId);
    for (let next = this.#queued.shift(); next; next = this.#queued.shift()) {
      sent += 1;
      this.now = new Date(next.dueAtMs + SECOND);
      await watchDns(step, ports)([{ id: '1', body: next.body, receives: 1 }]);
      this.runs += 1;
    }
    await this.stream.follow(this.now);
    return sent;
  }

  /** The server's machine fetches the changes and reports that it serves them. */
  async #fetchAndReport(): Promise<void> {
    const { table } = this.#rows;
    const ports = agentPorts({ table, newId: (prefix) => `${prefix}_${this.#ids++}` }, { encryptToMachine: async () => 'jwe' });
    const answer = await listChanges(await this.#caller(), {}, ports, this.now);
    if (answer.changes.length !== 1) throw new Error('not one change');
    const serving = { place: answer.place ?? '', missing: [], missing_count: 0 };
    await recordReport(await this.#caller(), { serving }, ports, this.now);
  }

  /** Authenticating a request takes one read. */
  async #caller(): Promise<AgentCaller> {
    const found = await this.#rows.servers.getMachine('org_A', 1, machine.id);
    if (!found) throw new Error('no machine');
    const lately = { ...found.machine, lastSeenAt: this.now.toISOString() };
    return { server: found.server, machine: lately, signature: { id: `once${this.#ids++}`, signedAt: this.now } };
  }

  /** Runs a step and all that follow, to the end of the execution. */
  async go(from: NextStep, domainId: number): Promise<void> {
    const { attempt } = (await this.row(domainId)).execution;
    this.transitions += ENTRANCE_AND_END;
    for (let next = from; next !== 'done'; ) {
      this.ca.validate();
      this.ca.issue();
      if (next === 'verify-installation') await this.#fetchAndReport();
      const outcome = await this.#stepOf(next)({ domainId, attempt, timings, epoch: 0 });
      await this.stream.follow(this.now);
      this.runs += 1;
      this.transitions += STEP_AND_TURN + (outcome.next !== 'done' && outcome.waitSeconds > 0 ? 1 : 0);
      next = outcome.next;
      this.now = new Date(this.now.getTime() + (outcome.waitSeconds + 1) * SECOND);
    }
  }

  #stepOf(name: Exclude<NextStep, 'done'>): RunStep {
    const opened = this.#steps.get(name);
    if (opened) return opened;
    const ports = this.#open();
    const steps: Record<typeof name, RunStep> = { ...everyStep(ports), 'check-dns': checkThenWatch(checkDns(ports), ports) };
    this.#steps.set(name, steps[name]);
    return steps[name];
  }

  /** Not metered. */
  async row(domainId: number): Promise<Domain> {
    const units = { ...this.metered.used };
    const row = await this.#rows.domains.get(domainId);
    Object.assign(this.metered.used, units);
    if (!row) throw new Error('no such domain');
    return row;
  }

  /** The write with which a renewal begins. */
  async replace(before: Domain, after: Domain): Promise<void> {
    const change = { timeline: 'certificate.renewal_requested', events: [], startExecution: true };
    await this.#rows.domains.replace(before, after, change);
    await this.stream.follow(this.now);
  }

  /** The service with a CA in memory, a DNS with at most one name, and a server that serves the certificate. */
  #open() {
    const { url, cname } = aDomain('awaiting-dns');
    const records = {
      [`CNAME ${url}`]: [cname.target],
      // At the target of the CNAME: the service's own records, which name its account.
      [`CAA ${url}`]: [`0 issue "ca.example; accounturi=${ACCOUNT_URL}"`],
    };
    const resolve = resolverKnowing(this.#pointsHere ? records : {});
    const exchange = this.ca.exchange;
    const clock = () => this.now;
    const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange, clock });
    const account = { kind: 'ok' as const, value: { key: accountKey, url: ACCOUNT_URL } };
    const certificateAuthorityOf = () =>
      certificateAuthority(
        acme,
        oneAccount(async () => account),
      );
    const rows = portsOf({
      clock,
      newId: (prefix) => `${prefix}_${String(this.#ids++).padStart(16, '0')}${'0'.repeat(10)}`,
      jitter: () => 0.5,
      resolveWithin: () => resolve,
      openDnsReader: () => recursiveReader(resolve),
      openNet: () => this.#net(),
      seal: async () => SEALED,
      dnsQueue: { send: async (messages) => this.#send(messages) },
    });
    const withCa = lazily({ certificateAuthorityOf: () => certificateAuthorityOf, newKeyAndCsr: () => newKeyAndCsr }, rows);
    return openPreparation(openIssuance(openInstallation(openDns(openSteps(withCa)))));
  }

  #send(messages: readonly QueueMessage[]): [] {
    for (const { body, delaySeconds = 0 } of messages)
      this.#queued.push({ body, dueAtMs: this.now.getTime() + delaySeconds * SECOND });
    return [];
  }

  /** The integrator's server: it answers challenges, and serves the certificates of its machine. */
  #net(): GuardedNet {
    const addresses = ['192.0.2.7'];
    const [address = ''] = addresses;
    const now = () => this.now;
    const shown = async () => {
      const row = await this.row(aDomain('awaiting-dns').id);
      const { fingerprintSha256 } = row.phase === 'installing' ? row.issued : { fingerprintSha256: '' };
      return { kind: 'certificate' as const, fingerprintSha256, issuer: 'CN=CA', subject: '', notAfter: '', address };
    };
    return {
      tlsPeer: shown,
      tlsPeers: async () => [await shown()],
      addresses: async () => ({ kind: 'addresses', addresses: [], names: [] }),
      async walk({ hostname, path }) {
        const body = probeProof(serviceSecret, hostname, path.slice(path.lastIndexOf('/') + 1), now()) ?? '';
        const hops = [{ url: hostname, address, answer: { kind: 'answer' as const, status: 200, headers: {}, body, address } }];
        return { kind: 'walked', names: [hostname], addresses, walks: [{ hops }] };
      },
    };
  }
}
