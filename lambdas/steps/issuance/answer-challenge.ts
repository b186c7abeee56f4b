import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import { challengeMethod, challengeTypeOf, type PublishPorts } from '../../acme/challenge.ts';
import { toChallengeNotOffered } from '../../acme/problem.ts';
import type { ChallengeObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnChallenge } from '../../lifecycle/issuance-transition.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { type CaStepPorts, caStep } from './ca-step.ts';
import { classifyCaProblem, classifyOrderProblem, invalidAuthorizationObstacle } from './classify-ca-problem.ts';

export interface AnswerChallengePorts {
  challenges: PublishPorts;
}

/** Publishes the challenge's answer, then tells the CA that it is ready. */
export function answerChallenge(ports: AnswerChallengePorts & CaStepPorts) {
  return caStep<'authorizing', ChallengeObservation>(ports, {
    name: 'answer-challenge',
    phase: 'authorizing',
    ask: async (domain, now, { ca }) => ({
      answer: await answerAtCa(ports, ca, domain, domain.issuance.authorizationUrl, now),
    }),
    decide: decideOnChallenge,
    announce: (domain, now) => withdrawAfterOrder(domain, ports, now),
  });
}

/** The CA has read the answer, or the order is lost. A killed step's answer expires by itself. */
export async function withdrawAfterOrder(domain: Domain, { challenges }: AnswerChallengePorts, now: Date): Promise<void> {
  if (domain.phase === 'authorizing' || domain.phase === 'validating') return;
  await challengeMethod(challengeTypeOf(domain)).withdraw(domain, challenges, now);
}

const isAnswered: ChallengeObservation = { kind: 'challenge-answered' };

/** Safe to repeat: an answered challenge is not answered again. */
export async function answerAtCa(
  { challenges }: AnswerChallengePorts,
  ca: CertificateAuthority,
  domain: Domain,
  authorizationUrl: string,
  now: Date,
): Promise<ChallengeObservation> {
  const authorization = await ca.getAuthorization(authorizationUrl);
  if (authorization.kind === 'problem') return classifyOrderProblem('getAuthorization', authorization.problem, ca);
  if (authorization.value.status === 'valid') return isAnswered;
  if (authorization.value.status !== 'pending') return invalidAuthorizationObstacle(authorization.value);
  const type = challengeTypeOf(domain);
  const method = challengeMethod(type);
  const challenge = authorization.value.challenges.find((offered) => offered.type === type);
  if (!challenge) return classifyCaProblem('getAuthorization', toChallengeNotOffered(type));
  if (challenge.status === 'invalid') return invalidAuthorizationObstacle(authorization.value);
  if (challenge.status !== 'pending') return isAnswered;
  const answer = await method.answer(challenge, ca);
  if (answer.kind === 'problem') return classifyCaProblem('answerChallenge', answer.problem);
  const isThere = await method.publish(domain, answer.value, challenges, now);
  if (!isThere) return { kind: 'challenge-awaited' };
  const told = await ca.answerChallenge(challenge.url);
  if (told.kind === 'problem') return classifyOrderProblem('answerChallenge', told.problem, ca);
  // A CA may validate during the request and leave the order pending.
  return told.value.status === 'invalid'
    ? invalidAuthorizationObstacle({ ...authorization.value, challenges: [told.value] })
    : isAnswered;
}
