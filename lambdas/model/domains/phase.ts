import { baseOf } from '../../../contract/domain-name.ts';
import type { NextStep } from '../../../contract/stack/steps.ts';
import { omit } from '../../shared/rows/omit.ts';
import type { Domain, DomainIn, Execution, Phase } from './domain-row.schema.ts';

/**
 * At which a CA looks for the proof of a hostname in DNS (RFC 8555, section 8.4; draft-ietf-acme-dns-persist, section 4): of a
 * wildcard at the same as of its base.
 */
export function validationName({ url, validation }: Pick<Domain, 'url' | 'validation'>): string {
  return `${validation?.stands ? '_validation-persist' : '_acme-challenge'}.${baseOf(url)}`;
}

/** Where the proof of a domain lies that is validated by DNS. */
export function proofOf({ id: domainId, organizationId, validation }: Pick<Domain, 'id' | 'organizationId' | 'validation'>): {
  label: string;
  organizationId: string;
  domainId: number;
} {
  const [label] = validation?.target.split('.') ?? [];
  if (label === undefined) throw new Error('only a domain that is validated by DNS has a label for its proof');
  return { label, organizationId, domainId };
}

/**
 * Whether its next order writes a proof into the validation zone. One that stands was written by the order of the present
 * certificate.
 */
export function needsNewProof({ validation, served }: Pick<Domain, 'validation' | 'served'>): boolean {
  return validation !== undefined && !(validation.stands && served);
}

/** What another organization's request for the hostname has come to; undefined once it is as if nobody had asked. */
export function transferAt({ transfer }: Pick<Domain, 'transfer'>, now: Date): Domain['transfer'] {
  return transfer && transfer.endsAt > now.toISOString() ? transfer : undefined;
}

/** Validated by DNS, its certificate needs no traffic. Where that leads elsewhere, it is looked for at its server. */
export function isAheadOfTraffic({ validation, dnsStatus }: Pick<Domain, 'validation' | 'dnsStatus'>): boolean {
  return validation !== undefined && dnsStatus !== 'validated';
}

/** Whose turn it is in each phase. A phase at rest has no step. */
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

/** Whether no step has its turn: a domain with a certificate is then left to the scan, any other until somebody asks. */
export function isAtRest(phase: Phase): boolean {
  return STEP_OF_PHASE[phase] === 'done';
}

/** Failed for whoever asks, even if copies of its certificate are still to be taken away. */
export function hasFailed({ phase, sslStatus }: Domain): boolean {
  return phase === 'failed' || (phase === 'retiring' && sslStatus !== 'active');
}

/** What a domain has in every phase. */
export type PhaseLess = Omit<DomainIn<'failed'>, 'phase'>;

/** Without what it waits for, and when it was to be heard of: the next execution begins without. */
export function withoutWaits({ attempt, restarts }: Execution): Execution {
  return { attempt, restarts };
}

type FieldOf<D> = D extends Domain ? keyof D : never;
const OF_ONE_PHASE: Record<Exclude<FieldOf<Domain>, keyof PhaseLess>, true> = {
  phase: true,
  dnsDeadlineAt: true,
  issuance: true,
  issued: true,
  installDeadlineAt: true,
  rolledBack: true,
  moveDeadlineAt: true,
};

/** The domain without what only its present phase has: a key under way, deadlines, a certificate not yet seen. */
export function withoutPhase(domain: Domain): PhaseLess {
  return omit(domain, ...(Object.keys(OF_ONE_PHASE) as (keyof typeof OF_ONE_PHASE)[])) as PhaseLess;
}

type Placed = Pick<Domain, 'serverId' | 'move'>;

/** Where a domain's certificate is to lie: at its server, and while it moves also at the one that it comes from. */
export function serversOf({ serverId, move }: Placed): number[] {
  return move === undefined ? [serverId] : [serverId, move.fromServerId];
}

/** Whether a domain on its way still has its certificate at this server: visitors who are led there are served. */
export function isBeingLeft({ move, retireFrom = [] }: Pick<Domain, 'move' | 'retireFrom'>, serverId: number): boolean {
  return move !== undefined && (serverId === move.fromServerId || retireFrom.includes(serverId));
}

/** Which server the hostname leads to, as far as is known: while a domain moves, the one that it comes from. */
export function servingServerOf({ serverId, move }: Placed): number {
  return move?.fromServerId ?? serverId;
}
