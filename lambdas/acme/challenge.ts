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

/** How a hostname is proven to a CA (RFC 8555, section 8). CAA records call it by the same name (RFC 8657, section 4). */
export type ChallengeType = 'http-01' | 'dns-01' | 'dns-persist-01';

/** By which a domain is proven. */
export function challengeTypeOf({ validation }: Pick<Domain, 'validation'>): ChallengeType {
  if (!validation) return 'http-01';
  return validation.stands ? 'dns-persist-01' : 'dns-01';
}

/** By which domains of a stage are proven: by DNS where it has a zone for that, each by the record that its owner was told. */
export function challengeTypesOf({ validationZone }: Pick<Settings, 'validationZone'>): readonly ChallengeType[] {
  return validationZone === undefined ? ['http-01'] : ['http-01', 'dns-01', 'dns-persist-01'];
}

/** What the CA is to find. */
export interface ChallengeAnswer {
  /** Empty where a challenge has none. */
  token: string;
  text: string;
}

type Proven = Pick<Domain, 'id' | 'url' | 'organizationId' | 'validation'>;

/** One way of proof. Its ports lie under its name, so that another type widens nobody else's. */
interface ChallengeMethod {
  /** What the CA is to find, by what its challenge says. */
  answer(
    challenge: Challenge,
    ca: Pick<CertificateAuthority, 'keyAuthorization' | 'persistentRecord'>,
  ): Promise<AcmeResult<ChallengeAnswer>>;
  /** Puts the answer where the CA will look for it. Whether it would find it now. Safe to repeat. */
  publish(domain: Proven, answer: ChallengeAnswer, ports: PublishPorts, now: Date): Promise<boolean>;
  /** Takes the answer away after the order, unless it is to stand. Safe to repeat. */
  withdraw(domain: Proven, ports: PublishPorts, now: Date): Promise<void>;
  /** Takes away whatever is there, with the domain. Safe to repeat. */
  forget(domain: Proven, ports: PublishPorts, now: Date): Promise<void>;
  /**
   * Whether a CA would find what is published: asked before an order, because a CA counts failed validations. Undefined where it
   * would.
   */
  isPublished(domain: Domain, ports: PublishedPorts, now: Date): Promise<ChallengeTrouble | undefined>;
  /** The answer is withdrawn by itself after so long. */
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

/** `refusesUs`: nothing answered, or not us in particular; what answers everybody the same wrong way answers the CA so, too. */
export type Preflight =
  | { kind: 'passed' }
  | { kind: 'failed'; refusesUs: boolean; reason?: DiagnosisReason; observed?: string; evidence: Evidence[] };

/**
 * A challenge path that did not lead to us. `seenByAgent`: we alone may be refused, for the server's agent sees challenges
 * arrive.
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
  /** `lambdas/edge/serve-challenges.ts` answers with it, until it expires. */
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
  /** The path answers any token of ours. Its server is read only if it does not. */
  async isPublished(domain, { preflight, servers }, now) {
    const answer = await preflight(domain, now);
    if (answer.kind === 'passed') return;
    const server = await servers.get(domain.organizationId, servingServerOf(domain));
    const place = installer(server);
    const whyNot = whyNotReady(server);
    const seenByAgent = answer.refusesUs && place.seesItsChallengePath(now);
    const seen = omit(answer, 'kind', 'refusesUs');
    return { serverConnected: place.isReady(), ...(whyNot?.reason && { whyNot }), ...(seenByAgent && { seenByAgent }), ...seen };
  },
  /** A CA asks within minutes, several times and from several places; also in the last minute of the issuance window. */
  withdrawnAfterSeconds: 86_400,
};

/** RFC 8555, section 8.4. The CA follows the CNAME that the hostname's owner has set once, to the label in our zone. */
const dns01: ChallengeMethod = {
  answer: answerOfToken,
  async publish(domain, { text }, { 'dns-01': proofs }, now) {
    const value = createHash('sha256').update(text).digest('base64url');
    return proofs.show({ ...proofOf(domain), value, until: addSeconds(now, dns01.withdrawnAfterSeconds) }, now);
  },
  withdraw: (domain, { 'dns-01': proofs }, now) => proofs.withdraw(proofOf(domain), now),
  forget: (domain, { 'dns-01': proofs }, now) => proofs.withdraw(proofOf(domain), now),
  /** The CNAME is checked wherever that of traffic is checked otherwise. What it leads to is written for each order. */
  isPublished: async () => undefined,
  /** An authorization of Let's Encrypt's shortest profile may be answered for so long. */
  withdrawnAfterSeconds: 3_600,
};

/**
 * draft-ietf-acme-dns-persist. The record that one order has needed stands for the next ones, which find it and write nothing. It
 * is written anew where the account, the CA or what it wants to read is another.
 */
const dnsPersist01: ChallengeMethod = {
  async answer(challenge, ca) {
    const record = await ca.persistentRecord(challenge);
    return record.kind === 'ok' ? { kind: 'ok', value: { token: '', text: record.value } } : record;
  },
  /** For an hour, as any: a step that a deletion overtakes leaves no more. */
  publish: (domain, { text }, { 'dns-01': proofs }, now) =>
    proofs.show({ ...proofOf(domain), value: text, until: addSeconds(now, dns01.withdrawnAfterSeconds) }, now),
  withdraw: (domain, { 'dns-01': proofs }, now) =>
    proofs.leave(proofOf(domain), { until: addSeconds(now, dnsPersist01.withdrawnAfterSeconds) }, now),
  forget: dns01.forget,
  isPublished: async () => undefined,
  /** Longer than between two renewals, of which each makes it so long again. */
  withdrawnAfterSeconds: 400 * 86_400,
};

/** By its type, one case for each and no default: a new type does not compile until it is decided here. */
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
