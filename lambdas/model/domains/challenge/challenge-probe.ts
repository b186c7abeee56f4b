import { timingSafeEqual } from 'node:crypto';
import type { ServiceSecret } from '../../../shared/secrets/service-secret.ts';

/** Longer than a preflight takes, so that only a current token is answered. */
const PROBE_LIFE_SECONDS = 300;
const PROBE_TOKEN = /^cps-probe-([0-9a-z]{1,9})-[A-Za-z0-9_-]{43}$/;

/** A token that looks like a CA's and that only we can create: its hostname and second are signed, and nothing is written. */
export function probeToken(secret: ServiceSecret, hostname: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000).toString(36);
  return `cps-probe-${seconds}-${secret.sign('challenge-probe', tokenMessage(hostname, seconds)).toString('base64url')}`;
}

/** The response to a probe's token: it proves that the request reached this service. Undefined for any other token. */
export function probeProof(secret: ServiceSecret, hostname: string, token: string, now: Date): string | undefined {
  const seconds = PROBE_TOKEN.exec(token)?.[1];
  if (seconds === undefined) return undefined;
  const ageSeconds = now.getTime() / 1000 - Number.parseInt(seconds, 36);
  if (Math.abs(ageSeconds) > PROBE_LIFE_SECONDS) return undefined;
  const tag = Buffer.from(token.slice(-43), 'base64url');
  const isOurs = secret.signAll('challenge-probe', tokenMessage(hostname, seconds)).some((ours) => timingSafeEqual(ours, tag));
  return isOurs ? secret.sign('challenge-probe', proofMessage(hostname, token)).toString('base64url') : undefined;
}

/** Also true while one side has a newer version of the secret. */
export function isProof(secret: ServiceSecret, hostname: string, token: string, answer: string): boolean {
  return secret
    .signAll('challenge-probe', proofMessage(hostname, token))
    .some((tag) => tag.toString('base64url') === answer.trim());
}

function tokenMessage(hostname: string, seconds: string): string {
  return `token ${hostname} ${seconds}`;
}

function proofMessage(hostname: string, token: string): string {
  return `proof ${hostname} ${token}`;
}
