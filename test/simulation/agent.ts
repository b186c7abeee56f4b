import { X509Certificate } from 'node:crypto';
import { fingerprintOf } from '../../contract/certificate-text.ts';
import type { PeerCertificate } from '../../lambdas/shared/net/guarded.gateway.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { Chance } from './chance.ts';
import type { MachineAt, Organization, World } from './world.ts';

/** The settings of the world tell an idle agent so. One that is told to hurry asks no sooner: it is woken by news. */
const IDLE_SECONDS = 21_600;

interface Installed {
  pem: string;
  fingerprint: string;
}

/** The agent of a machine, with the web server beside it. */
export class Agent implements MachineAt {
  readonly organization: Organization;
  /** What the web server shows, by hostname. */
  readonly shown = new Map<string, Installed>();
  onKey: (hostname: string, jwe: string) => void = () => {};
  readonly #world: World;
  readonly #chance: Chance;
  readonly #expected = new Set<string>();
  #cursor: string | undefined;
  #polls = 0;
  #isPolling = false;
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(world: World, organization: Organization, seed: number) {
    this.#world = world;
    this.organization = organization;
    this.#chance = new Chance(seed, `agent ${organization.id}`);
  }

  /** It asks once in a while, and soon after there is news: a poll in between would hear nothing. */
  begin(): void {
    const { pk, sk } = keys.server(this.organization.id, this.organization.server.id);
    this.#world.watch((changed) => {
      const server = changed.find(({ key }) => key === `${pk}|${sk}`);
      if (server && server.before?.revision !== server.after?.revision) this.#wake(this.#chance.between(1, 60));
    });
    this.#wake(1);
  }

  /** Whether it passes on challenges for the hostname. */
  passesOn(hostname: string): boolean {
    return this.#expected.has(hostname) || this.shown.has(hostname);
  }

  peer(hostname: string): PeerCertificate | { kind: 'failed'; cause: 'tls'; reason: string } {
    const certificate = this.shown.get(hostname);
    if (!certificate) return { kind: 'failed', cause: 'tls', reason: 'TLS: no certificate' };
    const { issuer, subject, validToDate } = new X509Certificate(certificate.pem);
    const { fingerprint: fingerprintSha256 } = certificate;
    return { kind: 'certificate', fingerprintSha256, issuer, subject, notAfter: validToDate.toISOString(), address: '192.0.2.1' };
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
    this.#isPolling = true;
    const { services, scheduler } = this.#world;
    const { id, server } = this.organization;
    const name = `agents ${id}`;
    const machineId = Object.keys(server.machines)[0] ?? '';
    this.#polls += 1;
    const signature = { id: `${id}-${this.#polls}`, signedAt: scheduler.now() };
    const ending = await services.invoke(name, async ({ agent }) => {
      const found = await agent.ports.servers.getMachine(id, server.id, machineId);
      if (!found) throw new Error(`the machine ${machineId} is not there`);
      const query = { ...(this.#cursor !== undefined && { since: this.#cursor }), challenge_path: 'ok' as const };
      return agent.listChanges({ ...found, signature }, query, agent.ports, scheduler.clock());
    });
    this.#isPolling = false;
    if (ending.kind !== 'answered') return this.#wake(this.#chance.between(2, 30));
    const { changes, hostnames = [], cursor, poll_after_seconds } = ending.value;
    for (const hostname of hostnames) this.#expected.add(hostname);
    for (const change of changes) {
      if (change.state === 'removed') this.shown.delete(change.hostname);
      else this.#install(change);
    }
    this.#cursor = cursor;
    this.#wake(changes.length > 0 ? 5 : Math.max(IDLE_SECONDS, poll_after_seconds));
  }

  #install(change: { hostname: string; certificate_pem: string; private_key_jwe: string }): void {
    const { hostname, certificate_pem: pem, private_key_jwe: jwe } = change;
    this.onKey(hostname, jwe);
    this.shown.set(hostname, { pem, fingerprint: fingerprintOf(new X509Certificate(pem)) });
    this.#world.scheduler.tell(`${this.organization.id} serves ${hostname} with a new certificate`);
  }
}
