import type { CaPassedOver, CaUnavailable } from '../../lifecycle/observation.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { Timings } from '../../shared/contract/timings.schema.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import type { CertificateAuthorities, KnownCa } from './certificate-authorities.ts';

export type Choice = { kind: 'chosen'; known: KnownCa } | CaUnavailable;
type Spared = Extract<Awaited<ReturnType<KnownCa['health']['mayAsk']>>, { kind: 'spared' }>;

/** Those that come back together when a CA does, after the probe, are spread over so long at least. */
const SHORTEST_SPREAD_SECONDS = 10;

/** For a new order: the first CA in order that serves, and has not refused this name for reasons of its own. */
export async function chooseCa(
  cas: CertificateAuthorities,
  { issuance }: DomainIn<'ordering'>,
  clock: Clock,
  timings: Timings,
): Promise<Choice> {
  const { passedOver = [] } = issuance;
  const eligible = cas.inOrder.filter(({ name }) => !passedOver.includes(name));
  const spared: Spared[] = [];
  for (const known of eligible.length === 0 ? cas.inOrder : eligible) {
    const may = await known.health.mayAsk(timings.caRetrySeconds);
    if (may.kind === 'serving') return { kind: 'chosen', known };
    spared.push(may);
  }
  const [first] = spared.toSorted((one, other) => (one.until < other.until ? -1 : 1));
  return first ? unavailable(first, cas, clock(), timings) : { kind: 'chosen', known: cas.inOrder[0] };
}

/** For an order that lies at a CA: that one, unless it is spared. Then another takes over, as long as the order may not have become a certificate. */
export async function caOfOrder(
  cas: CertificateAuthorities,
  domain: DomainIn<'authorizing' | 'validating' | 'finalizing' | 'downloading'>,
  clock: Clock,
  timings: Timings,
): Promise<Choice | CaPassedOver> {
  const { ca, passedOver } = domain.issuance;
  const known = cas.of(ca);
  const may = await known.health.mayAsk(timings.caRetrySeconds);
  if (may.kind === 'serving') return { kind: 'chosen', known };
  if (!mayBeCertificate(domain) && (await doesAnotherServe(cas, known, passedOver)))
    return { kind: 'ca-passed-over', ca: known.name, problem: may.problem };
  return unavailable(may, cas, clock(), timings);
}

export function othersThan({ inOrder }: CertificateAuthorities, known: KnownCa, passedOver: readonly string[] = []): KnownCa[] {
  return inOrder.filter((other) => other !== known && !passedOver.includes(other.name));
}

/** Its order was finalized, or is being so: ordered elsewhere, the name might get two. */
export function mayBeCertificate({ phase }: Pick<Domain, 'phase'>): boolean {
  return phase === 'finalizing' || phase === 'downloading';
}

export async function doesAnotherServe(
  cas: CertificateAuthorities,
  known: KnownCa,
  passedOver: readonly string[] | undefined,
): Promise<boolean> {
  for (const other of othersThan(cas, known, passedOver)) if (await other.health.isServing()) return true;
  return false;
}

/** Not all who wait come with the probe: each a while after it, when its result is known. */
function unavailable(
  { until, problem }: Spared,
  { jitterSeconds }: CertificateAuthorities,
  now: Date,
  { caRetrySeconds }: Timings,
): CaUnavailable {
  const untilProbe = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1000));
  const spread = jitterSeconds(Math.max(SHORTEST_SPREAD_SECONDS, 2 * caRetrySeconds));
  return { kind: 'ca-unavailable', problem, retryAfterSeconds: Math.max(1, untilProbe + spread) };
}
