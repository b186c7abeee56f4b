import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import type { Authorization, Challenge } from '../../acme/answer.schema.ts';
import { malformedAnswer } from '../../acme/problem.ts';
import type { ChallengeObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnChallenge } from '../../lifecycle/issuance-transition.ts';
import type { ChallengeStore } from '../../model/domains/challenge/challenge.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { caObstacle, orderObstacle, spentAuthorization } from './ca-obstacle.ts';
import { type CaStepPorts, caStep } from './ca-step.ts';

export interface AnswerChallengePorts {
  challenges: Pick<ChallengeStore, 'put'>;
}

/** Puts the answer where the CA will ask for it, and only then tells it to ask. */
export function answerChallenge(ports: AnswerChallengePorts & CaStepPorts) {
  return caStep<'authorizing', ChallengeObservation>(ports, {
    name: 'answer-challenge',
    phase: 'authorizing',
    ask: async ({ url, issuance }, now, { ca }) => ({
      answer: await answered({ ...ports, ca }, url, issuance.authorizationUrl, now),
    }),
    decide: decideOnChallenge,
  });
}

/** A CA asks within minutes, several times and from several places; also in the last minute of the issuance window. */
const LASTS_SECONDS = 86_400;

const isAnswered: ChallengeObservation = { kind: 'challenge-answered' };

/** Safe to repeat: a challenge that was answered is answered no second time. */
export async function answered(
  { ca, challenges }: AnswerChallengePorts & { ca: CertificateAuthority },
  hostname: string,
  authorizationUrl: string,
  now: Date,
): Promise<ChallengeObservation> {
  const authorization = await ca.getAuthorization(authorizationUrl);
  if (authorization.kind === 'problem') return orderObstacle('getAuthorization', authorization.problem, ca);
  if (authorization.value.status === 'valid') return isAnswered;
  if (authorization.value.status !== 'pending') return spentAuthorization(authorization.value);
  const challenge = httpChallenge(authorization.value);
  if (!challenge) return caObstacle('getAuthorization', malformedAnswer('The CA offers no http-01 challenge.'));
  if (challenge.status !== 'pending') return isAnswered;
  const keyAuthorization = await ca.keyAuthorization(challenge.token);
  if (keyAuthorization.kind === 'problem') return caObstacle('answerChallenge', keyAuthorization.problem);
  const expiresAtSeconds = expirySeconds(now, LASTS_SECONDS);
  await challenges.put(challenge.token, { hostname, keyAuthorization: keyAuthorization.value, expiresAtSeconds });
  const told = await ca.answerChallenge(challenge.url);
  return told.kind === 'problem' ? orderObstacle('answerChallenge', told.problem, ca) : isAnswered;
}

function httpChallenge({ challenges }: Authorization): (Challenge & { token: string }) | undefined {
  return challenges.flatMap(({ token, ...challenge }) =>
    challenge.type === 'http-01' && token !== undefined ? [{ ...challenge, token }] : [],
  )[0];
}
