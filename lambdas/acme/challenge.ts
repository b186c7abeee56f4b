import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { ChallengeStore } from '../model/domains/challenge/challenge.store.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { servingServerOf } from '../model/domains/phase.ts';
import { installer } from '../model/servers/installer.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import { type NotReady, whyNotReady } from '../model/servers/server.ts';
import { omit } from '../shared/rows/omit.ts';
import { expirySeconds } from '../shared/time/instant.ts';

/** How a hostname is proven to a CA (RFC 8555, section 8). CAA records call it by the same name (RFC 8657, section 4). */
export type ChallengeType = 'http-01';

/** By which every domain is proven. */
export const OUR_CHALLENGE_TYPE: ChallengeType = 'http-01';

/** What the CA is to find. */
export interface ChallengeAnswer {
  hostname: string;
  token: string;
  keyAuthorization: string;
}

/** One way of proof. Its ports lie under its name, so that another type widens nobody else's. */
interface ChallengeMethod {
  /** Puts the answer where the CA will look for it. Safe to repeat. */
  publish(answer: ChallengeAnswer, ports: PublishPorts, now: Date): Promise<void>;
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

const http01: ChallengeMethod = {
  /** `lambdas/edge/serve-challenges.ts` answers with it, until it expires. */
  publish: ({ token, ...answer }, { 'http-01': challenges }, now) =>
    challenges.put(token, { ...answer, expiresAtSeconds: expirySeconds(now, http01.withdrawnAfterSeconds) }),
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

/** By its type, one case for each and no default: a new type does not compile until it is decided here. */
export function challengeMethod(type = OUR_CHALLENGE_TYPE): ChallengeMethod {
  switch (type) {
    case 'http-01':
      return http01;
  }
}
