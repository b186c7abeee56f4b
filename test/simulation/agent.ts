import { X509Certificate } from 'node:crypto';
import { fingerprintOf } from '../../contract/certificate-text.ts';
import type { AgentCaller } from '../../lambdas/agent-api/agent-credentials.ts';
import { asAppError } from '../../lambdas/shared/http/serve-http.ts';
import type { Failed } from '../../lambdas/shared/net/failure.ts';
import type { PeerCertificate } from '../../lambdas/shared/net/guarded.gateway.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { Chance } from './chance.ts';
import type { Functions } from './functions.ts';
import type { ServerAt } from './integrators/organizations.ts';
import type { MachineAt, World } from './world.ts';

/**
 * Idle agents poll this seldom, because the world's settings say so. An agent that expects changes polls no sooner: news wakes
 * it.
 */
const IDLE_SECONDS = 21_600;

/** Fingerprint of somebody else's certificate. */
const ANOTHER = 'a'.repeat(64);

interface Installed {
  fingerprint: string;
  /** The certificate that a client sees in the handshake. */
  seen: PeerCertificate;
}

type Signature = AgentCaller['signature'];

export class Agent implements MachineAt {
  readonly server: ServerAt;
  /** Installed certificates, by hostname. */
  readonly shown = new Map<string, Installed>();
  onKey: (hostname: string, jwe: string) => void = () => {};
  onReplay: (signature: string) => void = () => {};
  /** Signatures that were already answered with keys. */
  readonly #usedSignatures = new Set<string>();
  readonly #world: World;
  readonly #chance: Chance;
  readonly #expected = new Set<string>();
  #cursor: string | undefined;
  /** End of the time in which the web server shows another certificate, by hostname. */
  readonly #wrongUntilMs = new Map<string, number>();
  #offUntilMs = 0;
  /** The last cursor that was reported as fully served. */
  #reported: string | undefined;
  #signatures = 0;
  #isPolling = false;
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(world: World, server: ServerAt, seed: number) {
    this.#world = world;
    this.server = server;
    this.#chance = new Chance(seed, `agent ${server.machineId}`);
  }

  /** Polls seldom, and soon after news: a poll in between would return nothing. */
  begin(): void {
    const { organizationId, id } = this.server.row;
    const { pk, sk } = keys.server(organizationId, id);
    this.#world.watch((changed) => {
      const found = changed.find(({ key }) => key === `${pk}|${sk}`);
      if (found && found.before?.revision !== found.after?.revision) this.#wake(this.#chance.between(1, 60));
    });
    this.#wake(1);
  }

  /** Whether it forwards ACME challenges for the hostname. */
  passesOn(hostname: string): boolean {
    return !this.#isOff() && (this.#expected.has(hostname) || this.shown.has(hostname));
  }

  poll(): void {
    this.#wake(this.#chance.between(1, 60));
  }

  showAnother(hostname: string, seconds: number): void {
    const { scheduler } = this.#world;
    scheduler.tell(`${this.server.machineId} shows another certificate for ${hostname}`);
    this.#wrongUntilMs.set(hostname, scheduler.nowMs + seconds * 1000);
  }

  turnOff(seconds: number): void {
    const { scheduler } = this.#world;
    scheduler.tell(`${this.server.machineId} is off`);
    this.#offUntilMs = scheduler.nowMs + Math.round(seconds * 1000);
  }

  #isOff(): boolean {
    return this.#world.scheduler.nowMs < this.#offUntilMs;
  }

  peer(hostname: string): PeerCertificate | Failed {
    if (this.#isOff()) return { kind: 'failed', cause: 'connection', reason: 'the machine is off' };
    const certificate = this.shown.get(hostname) ?? this.shown.get(hostname.replace(/^[^.]+/, '*'));
    if (!certificate) return { kind: 'failed', cause: 'tls', reason: 'TLS: no certificate' };
    const isWrong = this.#world.scheduler.nowMs < (this.#wrongUntilMs.get(hostname) ?? 0);
    return isWrong ? { ...certificate.seen, fingerprintSha256: ANOTHER } : certificate.seen;
  }

  #wake(seconds: number): void {
    const { scheduler } = this.#world;
    const atMs = scheduler.nowMs + Math.round(seconds * 1000);
    if (this.#nextMs <= atMs) return;
    this.#nextMs = atMs;
    scheduler.at(atMs, () => {
      if (this.#nextMs !== atMs) return;
      this.#nextMs = Number.POSITIVE_INFINITY;
      scheduler.begin(() => this.#poll());
    });
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return this.#wake(5);
    if (this.#isOff()) return this.#wake((this.#offUntilMs - this.#world.scheduler.nowMs) / 1000);
    this.#isPolling = true;
    const { scheduler } = this.#world;
    const signature = this.#sign();
    if (scheduler.faults.meets('signed request is sent again')) scheduler.begin(async () => void (await this.#ask(signature)));
    const ending = await this.#ask(signature);
    this.#isPolling = false;
    if (ending.kind !== 'answered' || !ending.value) return this.#wake(this.#chance.between(2, 30));
    const { changes, hostnames = [], cursor, place, poll_after_seconds } = ending.value;
    for (const hostname of hostnames) this.#expected.add(hostname);
    for (const change of changes) {
      if (change.state === 'removed') this.shown.delete(change.hostname);
      else this.#install(change);
    }
    this.#cursor = cursor;
    if (place) scheduler.begin(() => this.#report(place));
    this.#wake(changes.length > 0 ? 5 : Math.max(IDLE_SECONDS, poll_after_seconds));
  }

  /** Reports that all changes up to this cursor are served. Repeats until the report is received or a later one replaces it. */
  async #report(place: string): Promise<void> {
    if (this.#reported === place) return;
    this.#reported = place;
    const { scheduler } = this.#world;
    do {
      await scheduler.sleep(this.#chance.between(1, 10));
      const serving = { place, missing: [], missing_count: 0 };
      const ending = await this.#send(this.#sign(), (caller, { agent }) =>
        agent.recordReport(caller, { serving }, agent.ports, scheduler.clock()),
      );
      if (ending.kind === 'answered' && ending.value) return;
    } while (this.#reported === place);
  }

  #sign(): Signature {
    this.#signatures += 1;
    return { id: `${this.server.machineId}-${this.#signatures}`, signedAt: this.#world.scheduler.now() };
  }

  /** A signed request can be replayed by a proxy in between: its signature is accepted for keys only once. */
  async #ask(signature: Signature) {
    const query = { ...(this.#cursor !== undefined && { since: this.#cursor }), challenge_path: 'ok' as const };
    const ending = await this.#send(signature, (caller, { agent }) =>
      agent.listChanges(caller, query, agent.ports, this.#world.scheduler.clock()),
    );
    if (ending.kind === 'answered' && ending.value?.changes.some(({ state }) => state === 'present')) {
      if (this.#usedSignatures.has(signature.id)) this.onReplay(signature.id);
      this.#usedSignatures.add(signature.id);
    }
    return ending;
  }

  /** Undefined: the request was refused. */
  #send<T>(signature: Signature, work: (caller: AgentCaller, functions: Functions) => Promise<T>) {
    const { row, machineId } = this.server;
    return this.#world.services.invoke(`agents ${row.organizationId}`, async (functions) => {
      const found = await functions.agent.ports.servers.getMachine(row.organizationId, row.id, machineId);
      if (!found) throw new Error(`the machine ${machineId} is not there`);
      try {
        return await work({ ...found, signature }, functions);
      } catch (error) {
        if (asAppError(error).status >= 500) throw error;
        return;
      }
    });
  }

  #install(change: { hostname: string; certificate_pem: string; private_key_jwe: string }): void {
    const { hostname, certificate_pem: pem, private_key_jwe: jwe } = change;
    this.onKey(hostname, jwe);
    const certificate = new X509Certificate(pem);
    const { issuer, subject, validToDate } = certificate;
    const fingerprint = fingerprintOf(certificate);
    const seen = { kind: 'certificate', fingerprintSha256: fingerprint, issuer, subject, address: '192.0.2.1' } as const;
    this.shown.set(hostname, { fingerprint, seen: { ...seen, notAfter: validToDate.toISOString() } });
    this.#world.scheduler.tell(`${this.server.machineId} serves ${hostname} with a new certificate`);
  }
}
