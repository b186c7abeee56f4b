import { describe, expect, it, vi } from 'vitest';
import type { Transition } from '../../../../lambdas/lifecycle/transition.ts';
import { evidence } from '../../../../lambdas/model/domains/diagnosis/conditions.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { AgentServer } from '../../../../lambdas/model/servers/server.schema.ts';
import { type PreparationPorts, prepareIssuance } from '../../../../lambdas/steps/issuance/prepare-issuance.ts';
import { aDomain, HOUR, NOW, SECOND, said, timings } from '../../a-domain.ts';
import { server } from '../../agent-api/an-agent.ts';
import { ALWAYS } from '../../ca-limits/open-slots.ts';
import { decideOnOrder } from '../../lifecycle/said-decisions.ts';
import { neverPaused } from '../../never-paused.ts';
import { NO_CLOUDFRONT, NOBODY_NEXT, TOLD_AGENTS } from './told-agents.ts';

const refused = evidence('http', 'GET http://shop.customer.com/', 'timeout', NOW);
const MINUTE = 60 * SECOND;

interface World {
  /** The state of its server at an instant. */
  serverAt?: (now: Date) => Partial<AgentServer>;
  domain?: Domain;
  dns?: 'cname-matched' | 'dns-unknown';
  preflight?: () => boolean;
  mayBlockOnlyUs?: boolean;
}

const connected = (now: Date): Partial<AgentServer> => ({ challengePathSeenAt: now.toISOString() });

/** A day of a certificate request whose preflight never passes and whose orders the CA cannot validate. */
class ADay {
  now = NOW;
  domain: Domain;
  readonly orders: Date[] = [];
  checks = 0;
  readonly #ports: PreparationPorts;

  constructor({
    serverAt = connected,
    domain = aDomain('preparing'),
    dns = 'cname-matched',
    preflight = () => false,
    mayBlockOnlyUs = true,
  }: World) {
    this.domain = domain;
    this.#ports = {
      lookAtCname: async () => ({ kind: dns, evidence: [] }),
      lookAtValidation: async () => ({ kind: 'cname-matched', evidence: [] }),
      cloudFront: NO_CLOUDFRONT,
      lookAtCaa: async () => [{ kind: 'caa-allows' }],
      preflight: async () => {
        this.checks += 1;
        return preflight() ? { kind: 'passed' } : { kind: 'failed', mayBlockOnlyUs, evidence: [refused] };
      },
      servers: { get: async () => ({ ...server, ...serverAt(this.now) }) },
      hostnameWrites: TOLD_AGENTS,
      slots: ALWAYS,
      paused: neverPaused,
      isZoneBehind: async () => false,
      caNames: ['Test CA'],
      newKeyAndCsr: vi.fn(async () => ({ privateKeyPem: 'PRIVATE', csr: 'CSR' })),
      sealPrivateKey: async () => ({ dataKey: '', iv: '', tag: '', ciphertext: '' }),
    };
  }

  async pass(milliseconds: number): Promise<this> {
    const end = this.now.getTime() + milliseconds;
    while (this.now.getTime() < end && (this.domain.phase === 'preparing' || this.domain.phase === 'ordering')) {
      const { domain, waitSeconds } = await this.#next();
      this.domain = domain;
      this.now = new Date(this.now.getTime() + Math.max(waitSeconds, 1) * SECOND);
    }
    return this;
  }

  async #next(): Promise<Transition> {
    const { domain, now } = this;
    if (domain.phase === 'ordering') {
      this.orders.push(now);
      const problem = { type: 'urn:ietf:params:acme:error:unauthorized', detail: 'refused' };
      return decideOnOrder(domain, { kind: 'order-lost', problem }, { now, timings });
    }
    if (domain.phase !== 'preparing') throw new Error(domain.phase);
    const step = prepareIssuance(this.#ports, NOBODY_NEXT);
    const { observation } = await step.gather(domain, { now, timings });
    return said(step.decide(domain, observation, { now, timings }));
  }
}

function pausesOf(orders: readonly Date[]): number[] {
  return orders.slice(1).map((at, index) => at.getTime() - (orders[index]?.getTime() ?? 0));
}

describe('an order in spite of a preflight that fails', () => {
  it('is placed at the third failure, and then once an hour at most, to the end of the window', async () => {
    const day = await new ADay({}).pass(26 * HOUR);
    const [first] = day.orders;
    expect(first?.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 2 * MINUTE);
    expect(first?.getTime()).toBeLessThan(NOW.getTime() + 4 * MINUTE);
    expect(Math.min(...pausesOf(day.orders))).toBeGreaterThanOrEqual(HOUR);
    expect(Math.max(...pausesOf(day.orders))).toBeLessThanOrEqual(2 * HOUR + MINUTE);
    expect(day.orders.length).toBeGreaterThanOrEqual(12);
    expect(said(day.domain)).toMatchObject({ phase: 'failed', sslStatus: 'error' });
  });

  it('is one in an hour also of a domain that is retried or renewed meanwhile', async () => {
    const day = await new ADay({}).pass(10 * MINUTE);
    expect(day.orders).toHaveLength(1);
    const { orderedUnprovenAt } = day.domain;
    const again = new ADay({ domain: aDomain('preparing', { orderedUnprovenAt }) });
    again.now = day.now;
    await again.pass(40 * MINUTE);
    expect(again.checks).toBeGreaterThan(3);
    expect(again.orders).toEqual([]);
  });

  it.each<[string, World]>([
    ['of which no machine was seen for eleven minutes', { serverAt: () => ({ challengePathSeenAt: NOW.toISOString() }) }],
    ['of which no machine says that challenges arrive', { serverAt: (now) => ({ lastSeenAt: now.toISOString() }) }],
    ['whose DNS gives no answer', { dns: 'dns-unknown' }],
    ['that answers everybody something else at the challenge path', { mayBlockOnlyUs: false }],
  ])('is never placed for a server %s', async (_, world) => {
    const day = new ADay(world);
    day.now = new Date(NOW.getTime() + 12 * MINUTE);
    await day.pass(26 * HOUR);
    expect(day.orders).toEqual([]);
    expect(day.checks).toBeGreaterThan(10);
  });

  it('says so until the next one, and what the CA said after it', async () => {
    const day = await new ADay({}).pass(2.5 * MINUTE);
    const atTheOrder = day.orders.length;
    await day.pass(20 * MINUTE);
    expect(atTheOrder).toBeLessThanOrEqual(1);
    expect(said(day.domain).diagnosis).toMatchObject({
      code: 'challenge_unreachable',
      reason: 'reached_by_agent',
      evidence: [refused],
    });
  });
});
