import type { Slots } from '../../lifecycle/ca-budget/take-slot.ts';
import type { FallbackFull, OrderObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnOrder } from '../../lifecycle/issuance-transition.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { Made } from './acme/acme.gateway.ts';
import type { Order } from './acme/acme-answer.schema.ts';
import { malformedAnswer, refusesReplacement } from './acme/acme-problem.ts';
import type { AcmeResult } from './acme/acme-result.ts';
import { type AnswerChallengePorts, answered } from './answer-challenge.ts';
import { caObstacle } from './ca-obstacle.ts';
import { type CaStepPorts, caStep, isEarly, isWindowOver } from './ca-step.ts';
import type { CertificateAuthorities, KnownCa } from './certificate-authorities.ts';
import { namedAsReplaced, needsNoSlot } from './replaced-certificate.ts';

export interface CreateOrderPorts extends AnswerChallengePorts, CaStepPorts {
  /** At the preferred CA. */
  slots: Pick<Slots, 'exemptsReplacements' | 'takeAnother'>;
  /** At a CA that is asked because the preferred one is not: whose queue it has waited in. */
  takeFallbackSlot: (caName: string, domain: DomainIn<'ordering'>, now: Date) => Promise<boolean>;
}

/** Those who wait for a fallback are spread over as long as they have waited: each that comes in vain pays for a look. */
const SHORTEST_SPREAD_SECONDS = 60;
const LONGEST_SPREAD_SECONDS = 600;

/**
 * Asks for one certificate, and tells the CA at once that the challenge is in place. Killed before its write, it leaves one order behind that
 * nobody finishes, and asks again.
 */
export function createOrder(ports: CreateOrderPorts) {
  return caStep<'ordering', OrderObservation>(ports, {
    name: 'create-order',
    phase: 'ordering',
    ask: async (domain, now, known) => ({ answer: await orderedAndAnswered({ ...ports, ...known }, domain, now) }),
    decide: decideOnOrder,
  });
}

/** What stands in the way of the answer is for the step to meet that answers challenges: the order is made whatever comes of it. */
async function orderedAndAnswered(
  ports: CreateOrderPorts & KnownCa & { wasHalted: boolean },
  domain: DomainIn<'ordering'>,
  now: Date,
): Promise<OrderObservation | FallbackFull> {
  if (isWindowOver(domain.issuance, now)) return { kind: 'window-over' };
  const withoutSlot = await slotRefusal(ports, domain, now);
  if (withoutSlot) return withoutSlot;
  const made = ordered(await orderFor(domain, ports), ports.name);
  if (made.kind !== 'order-created' || !isEarly(now, ports.clock())) return made;
  const told = await answered(ports, domain.url, made.authorizationUrl, now);
  return told.kind === 'challenge-answered' ? { ...made, challengeAnswered: true } : made;
}

/** The first order has the slot of the preparation. All that come back after trouble of the CA, or waited elsewhere, would else come at once when it is over. */
async function slotRefusal(
  ports: CreateOrderPorts & KnownCa & { wasHalted: boolean },
  domain: DomainIn<'ordering'>,
  now: Date,
): Promise<OrderObservation | FallbackFull | undefined> {
  const { slots, cas, name, takeFallbackSlot, wasHalted } = ports;
  if (name !== cas.inOrder[0].name)
    return (await takeFallbackSlot(name, domain, now)) ? undefined : fallbackFull(cas, name, domain, now);
  if (!domain.issuance.lastObstacleWasCa && !wasHalted) return undefined;
  return needsNoSlot(domain, slots, name) || (await slots.takeAnother(domain, now)) ? undefined : { kind: 'slot-refused' };
}

/** It keeps its turn at the preferred CA, which may be back before there is room: it is not sent to that one's queue again. */
function fallbackFull(
  { jitterSeconds }: Pick<CertificateAuthorities, 'jitterSeconds'>,
  ca: string,
  { updatedAt }: DomainIn<'ordering'>,
  now: Date,
): FallbackFull {
  const waitedSeconds = Math.floor((now.getTime() - Date.parse(updatedAt)) / 1000);
  const spreadSeconds = Math.min(Math.max(waitedSeconds, SHORTEST_SPREAD_SECONDS), LONGEST_SPREAD_SECONDS);
  return { kind: 'fallback-full', ca, retryAfterSeconds: 1 + jitterSeconds(spreadSeconds) };
}

/** A CA that cannot take it as the replacement of the present certificate may take it as a new one: that it is replaced matters more. */
async function orderFor(domain: DomainIn<'ordering'>, { ca, name }: KnownCa): Promise<AcmeResult<Made<Order>>> {
  const { url } = domain;
  const replaces = namedAsReplaced(domain, name);
  const first = await ca.newOrder(url, replaces);
  const isRefused = replaces !== undefined && first.kind === 'problem' && refusesReplacement(first.problem);
  return isRefused ? ca.newOrder(url) : first;
}

function ordered(result: AcmeResult<Made<Order>>, ca: string): OrderObservation {
  if (result.kind === 'problem') return caObstacle('newOrder', result.problem);
  const { url: orderUrl, resource } = result.value;
  const [authorizationUrl] = resource.authorizations;
  if (authorizationUrl === undefined) return caObstacle('newOrder', malformedAnswer('The order has no authorization.'));
  return { kind: 'order-created', ca, orderUrl, finalizeUrl: resource.finalize, authorizationUrl };
}
