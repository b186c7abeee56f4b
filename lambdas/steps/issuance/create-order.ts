import type { Slots } from '../../lifecycle/ca-budget/take-slot.ts';
import { decideOnOrder } from '../../lifecycle/issuance-transition.ts';
import type { OrderObservation } from '../../lifecycle/observation.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import type { Made } from './acme/acme.gateway.ts';
import type { Order } from './acme/acme-answer.schema.ts';
import { malformedAnswer, refusesReplacement } from './acme/acme-problem.ts';
import type { AcmeResult } from './acme/acme-result.ts';
import { type AnswerChallengePorts, answered } from './answer-challenge.ts';
import { caObstacle } from './ca-obstacle.ts';
import { caStep, isEarly, isWindowOver } from './ca-step.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import { namedAsReplaced, needsNoSlot } from './replaced-certificate.ts';

export interface CreateOrderPorts extends AnswerChallengePorts {
  slots: Pick<Slots, 'exemptsReplacements' | 'takeAnother'>;
  /** Shown with certificates as their CA. */
  caName: string;
  clock: Clock;
}

/**
 * Asks for one certificate, and tells the CA at once that the challenge is in place. Killed before its write, it leaves one order behind that
 * nobody finishes, and asks again.
 */
export function createOrder(ports: CreateOrderPorts) {
  return caStep<'ordering', OrderObservation>(ports.ca, {
    name: 'create-order',
    phase: 'ordering',
    ask: async (domain, now) => ({ answer: await orderedAndAnswered(ports, domain, now) }),
    decide: decideOnOrder,
  });
}

/** What stands in the way of the answer is for the step to meet that answers challenges: the order is made whatever comes of it. */
async function orderedAndAnswered(ports: CreateOrderPorts, domain: DomainIn<'ordering'>, now: Date): Promise<OrderObservation> {
  if (isWindowOver(domain.issuance, now)) return { kind: 'window-over' };
  if (!(await hasSlot(ports, domain, now))) return { kind: 'slot-refused' };
  const made = ordered(await orderFor(domain, ports.ca, ports.caName));
  if (made.kind !== 'order-created' || !isEarly(now, ports.clock())) return made;
  const told = await answered(ports, domain.url, made.authorizationUrl, now);
  return told.kind === 'challenge-answered' ? { ...made, challengeAnswered: true } : made;
}

/** The first order has the slot of the preparation. All that come back after trouble of the CA would else come at once when it is over. */
async function hasSlot({ slots, caName }: CreateOrderPorts, domain: DomainIn<'ordering'>, now: Date): Promise<boolean> {
  if (!domain.issuance.lastObstacleWasCa) return true;
  return needsNoSlot(domain, slots, caName) || slots.takeAnother(domain, now);
}

/** A CA that cannot take it as the replacement of the present certificate may take it as a new one: that it is replaced matters more. */
async function orderFor(
  domain: DomainIn<'ordering'>,
  ca: CertificateAuthority,
  caName: string,
): Promise<AcmeResult<Made<Order>>> {
  const { url } = domain;
  const replaces = namedAsReplaced(domain, caName);
  const first = await ca.newOrder(url, replaces);
  const isRefused = replaces !== undefined && first.kind === 'problem' && refusesReplacement(first.problem);
  return isRefused ? ca.newOrder(url) : first;
}

function ordered(result: AcmeResult<Made<Order>>): OrderObservation {
  if (result.kind === 'problem') return caObstacle('newOrder', result.problem);
  const { url: orderUrl, resource } = result.value;
  const [authorizationUrl] = resource.authorizations;
  if (authorizationUrl === undefined) return caObstacle('newOrder', malformedAnswer('The order has no authorization.'));
  return { kind: 'order-created', orderUrl, finalizeUrl: resource.finalize, authorizationUrl };
}
