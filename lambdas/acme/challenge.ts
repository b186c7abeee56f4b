import { createHash } from 'node:crypto';
import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { ChallengeStore, ProofStore } from '../model/domains/challenge/challenge.store.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { servingServerOf } from '../model/domains/domain-servers.ts';
import { proofOf } from '../model/domains/validation.ts';
import { installer } from '../model/servers/installer.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import { type NotReady, whyNotReady } from '../model/servers/server.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds, expirySeconds } from '../shared/time/instant.ts';
import type { CertificateAuthority } from './acme.gateway.ts';
import type { Challenge } from './answer.schema.ts';
import type { AcmeResult } from './answer.ts';
import { malformedAnswer } from './problem.ts';

/** How we prove control of a hostname (RFC 8555, section 8). CAA records use the same names (RFC 8657, section 4). */
export type ChallengeType = 'http-01' | 'dns-01' | 'dns-persist-01';

export function challengeTypeOf({ validation }: Pick<Domain, 'validation'>): ChallengeType {
  if (!validation) return 'http-01';
  return validation.stands ? 'dns-persist-01' : 'dns-01';
}

/**
 * The challenge types in use on a stage. DNS types need a validation zone; each domain uses the record that its owner was given.
 */
export function challengeTypesOf({ validationZone }: Pick<Settings, 'validationZone'>): readonly ChallengeType[] {
  return validationZone === undefined ? ['http-01'] : ['http-01', 'dns-01', 'dns-persist-01'];
}

export interface ChallengeAnswer {
  /** Empty if the challenge has none. */
  token: string;
  text: string;
}

type Proven = Pick<Domain, 'id' | 'url' | 'organizationId' | 'validation'>;

/** One challenge type. Its ports lie under its name, so that a new type does not widen another's access. */
interface ChallengeMethod {
  /** Builds what the CA must find from its challenge. */
  answer(
    challenge: Challenge,
    ca: Pick<CertificateAuthority, 'keyAuthorization' | 'persistentRecord'>,
  ): Promise<AcmeResult<ChallengeAnswer>>;
  /** Publishes the answer. True if the CA would find it now. Safe to repeat. */
  publish(domain: Proven, answer: ChallengeAnswer, ports: PublishPorts, now: Date): Promise<boolean>;
  /** Removes the answer after the order, unless it is persistent. Safe to repeat. */
  withdraw(domain: Proven, ports: PublishPorts, now: Date): Promise<void>;
  /** Removes whatever is published when the domain is deleted. Safe to repeat. */
  forget(domain: Proven, ports: PublishPorts, now: Date): Promise<void>;
  /** Undefined if a CA would find what is published. Checked before an order, because a CA counts failed validations. */
  isPublished(domain: Domain, ports: PublishedPorts, now: Date): Promise<ChallengeTrouble | undefined>;
  /** The answer expires after this time. */
  withdrawnAfterSeconds: number;
}

export interface PublishPorts {
  'http-01': Pick<ChallengeStore, 'put'>;
  'dns-01': ProofStore;
}

export interface PublishedPorts {
  preflight: (domain: Domain, now: Date) => Promise<Preflight>;
  servers: Pick<ServerReads, 'get'>;
}

/**
 * `mayBlockOnlyUs`: nothing answered, or only we may be blocked. A server that gives everybody the same wrong answer gives it to
 * the CA, too.
 */
export type Preflight =
  | { kind: 'passed' }
  | { kind: 'failed'; mayBlockOnlyUs: boolean; reason?: DiagnosisReason; observed?: string; evidence: Evidence[] };

/**
 * A challenge path that did not lead to us. `seenByAgent`: perhaps only we are blocked, because the server's agent sees
 * challenges arrive.
 */
export interface ChallengeTrouble {
  serverConnected: boolean;
  whyNot?: NotReady;
  seenByAgent?: true;
  reason?: DiagnosisReason;
  /** The addresses that lead elsewhere. */
  observed?: string;
  evidence: Evidence[];
}

/** RFC 8555, section 8.1. */
const answerOfToken: ChallengeMethod['answer'] = async ({ token }, ca) => {
  if (token === undefined) return { kind: 'problem', problem: malformedAnswer('The challenge of the CA has no token.') };
  const authorization = await ca.keyAuthorization(token);
  return authorization.kind === 'ok' ? { kind: 'ok', value: { token, text: authorization.value } } : authorization;
};

const http01: ChallengeMethod = {
  answer: answerOfToken,
  /** `lambdas/agent-api/serve-challenges.ts` serves it until it expires. */
  async publish({ url: hostname }, { token, text }, { 'http-01': challenges }, now) {
    await challenges.put(token, {
      hostname,
      keyAuthorization: text,
      expiresAtSeconds: expirySeconds(now, http01.withdrawnAfterSeconds),
    });
    return true;
  },
  withdraw: async () => {},
  forget: async () => {},
  /** The path answers any token of ours. The domain's server is read only if it does not. */
  async isPublished(domain, { preflight, servers }, now) {
    const answer = await preflight(domain, now);
    if (answer.kind === 'passed') return;
    const server = await servers.get(domain.organizationId, servingServerOf(domain));
    const place = installer(server);
    const whyNot = whyNotReady(server);
    const seenByAgent = answer.mayBlockOnlyUs && place.seesItsChallengePath(now);
    const seen = omit(answer, 'kind', 'mayBlockOnlyUs');
    return { serverConnected: place.isReady(), ...(whyNot?.reason && { whyNot }), ...(seenByAgent && { seenByAgent }), ...seen };
  },
  /** A CA validates within minutes, several times and from several places, also in the last minute of the issuance window. */
  withdrawnAfterSeconds: 86_400,
};

/** RFC 8555, section 8.4. The CA follows the CNAME that the hostname's owner sets once, to the label in our zone. */
const dns01: ChallengeMethod = {
  answer: answerOfToken,
  async publish(domain, { text }, { 'dns-01': proofs }, now) {
    const value = createHash('sha256').update(text).digest('base64url');
    return proofs.show({ ...proofOf(domain), value, until: addSeconds(now, dns01.withdrawnAfterSeconds) }, now);
  },
  withdraw: (domain, { 'dns-01': proofs }, now) => proofs.withdraw(proofOf(domain), now),
  forget: (domain, { 'dns-01': proofs }, now) => proofs.withdraw(proofOf(domain), now),
  /** The CNAME is checked together with the traffic CNAME. The record at its target is written for each order. */
  isPublished: async () => undefined,
  /** The longest time to answer an authorization of Let's Encrypt's shortest profile. */
  withdrawnAfterSeconds: 3_600,
};

/**
 * draft-ietf-acme-dns-persist. The record of one order serves the next orders, which write nothing. It is rewritten if the
 * account, the CA or the expected content changes.
 */
const dnsPersist01: ChallengeMethod = {
  async answer(challenge, ca) {
    const record = await ca.persistentRecord(challenge);
    return record.kind === 'ok' ? { kind: 'ok', value: { token: '', text: record.value } } : record;
  },
  /** For an hour only, like dns-01: a step that races with a deletion leaves nothing longer. */
  publish: (domain, { text }, { 'dns-01': proofs }, now) =>
    proofs.show({ ...proofOf(domain), value: text, until: addSeconds(now, dns01.withdrawnAfterSeconds) }, now),
  withdraw: (domain, { 'dns-01': proofs }, now) =>
    proofs.leave(proofOf(domain), { until: addSeconds(now, dnsPersist01.withdrawnAfterSeconds) }, now),
  forget: dns01.forget,
  isPublished: async () => undefined,
  /** Longer than the time between two renewals; each renewal extends it. */
  withdrawnAfterSeconds: 400 * 86_400,
};

/** No default: a new type does not compile until it is decided here. */
export function challengeMethod(type: ChallengeType): ChallengeMethod {
  switch (type) {
    case 'http-01':
      return http01;
    case 'dns-01':
      return dns01;
    case 'dns-persist-01':
      return dnsPersist01;
  }
}
