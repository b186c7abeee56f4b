import type { NextStep } from '../../../contract/stack/steps.ts';
import { omit } from '../../shared/rows/omit.ts';
import type { Domain, DomainIn, Phase } from './domain-row.schema.ts';

/** The next step of each phase. A phase at rest has no step. */
export const STEP_OF_PHASE: Record<Phase, NextStep> = {
  'awaiting-dns': 'check-dns',
  preparing: 'prepare-issuance',
  ordering: 'create-order',
  authorizing: 'answer-challenge',
  validating: 'poll-order',
  finalizing: 'finalize-order',
  downloading: 'download-certificate',
  installing: 'verify-installation',
  moving: 'verify-move',
  retiring: 'retire-certificate',
  revoking: 'revoke-certificate',
  removing: 'remove-domain',
  active: 'done',
  failed: 'done',
};

/** True when no step is next: the scan then handles a domain with a certificate; any other waits for a request. */
export function isAtRest(phase: Phase): boolean {
  return STEP_OF_PHASE[phase] === 'done';
}

/** True when a domain's last execution ended on purpose, to continue when it is due. */
export function isResting({ execution }: Domain): boolean {
  return execution.resumeAt !== undefined;
}

/** Failed for API callers, even if copies of its certificate must still be removed. */
export function hasFailed({ phase, sslStatus }: Domain): boolean {
  return phase === 'failed' || (phase === 'retiring' && sslStatus !== 'active');
}

/** The fields of every phase. */
export type CommonDomain = Omit<DomainIn<'failed'>, 'phase'>;

type FieldOf<D> = D extends Domain ? keyof D : never;
const OF_ONE_PHASE: Record<Exclude<FieldOf<Domain>, keyof CommonDomain>, true> = {
  phase: true,
  dnsDeadlineAt: true,
  issuance: true,
  issued: true,
  installDeadlineAt: true,
  rolledBack: true,
  moveDeadlineAt: true,
};

/** Drops the fields of the current phase: a key in progress, deadlines, a certificate not yet seen. */
export function withoutPhase(domain: Domain): CommonDomain {
  return omit(domain, ...(Object.keys(OF_ONE_PHASE) as (keyof typeof OF_ONE_PHASE)[])) as CommonDomain;
}
