import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';

/** What a domain has in every phase. */
export type PhaseLess = Omit<DomainIn<'failed'>, 'phase'>;

type FieldOf<D> = D extends Domain ? keyof D : never;
const OF_ONE_PHASE: Record<Exclude<FieldOf<Domain>, keyof PhaseLess>, true> = {
  phase: true,
  dnsDeadlineAt: true,
  issuance: true,
  issued: true,
  installDeadlineAt: true,
  moveDeadlineAt: true,
  beforeDnsError: true,
};

/** The domain without what only its present phase has: a key under way, deadlines, a certificate not yet seen. */
export function withoutPhase(domain: Domain): PhaseLess {
  const kept = Object.entries(domain).filter(([name]) => !Object.hasOwn(OF_ONE_PHASE, name));
  return Object.fromEntries(kept) as unknown as PhaseLess;
}
