import { timingSafeEqual } from 'node:crypto';
import { type EnrollingMachine, enrollmentMessage } from '../../../contract/http/identity-header.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import { addSeconds, expirySeconds } from '../../shared/time/instant.ts';

/** Enough for a booting machine to get its credentials, too short for a signature to be useful when stolen later. */
export const NONCE_VALID_SECONDS = 300;

/** `<expiry>.<random>.<HMAC>`: the service stores nothing until the nonce is spent. */
export function makeNonce(machine: EnrollingMachine, random: string, secret: ServiceSecret, now: Date) {
  const body = `${expirySeconds(now, NONCE_VALID_SECONDS)}.${random}`;
  const tag = secret.sign('machine-nonce', messageOf(body, machine)).toString('base64url');
  return { nonce: `${body}.${tag}`, expiresAt: addSeconds(now, NONCE_VALID_SECONDS) };
}

/** Returns the nonce's random part, its key once spent, if the service made it for this machine and it has not expired. */
export function openNonce(nonce: string, machine: EnrollingMachine, secret: ServiceSecret, now: Date): string | undefined {
  const [, body, expires, random, tag] = /^((\d{1,12})\.([\w-]{22}))\.([\w-]{43})$/.exec(nonce) ?? [];
  if (body === undefined || random === undefined || tag === undefined) return undefined;
  if (Number(expires) * 1000 <= now.getTime()) return undefined;
  const sent = Buffer.from(tag, 'base64url');
  const isOurs = secret.signAll('machine-nonce', messageOf(body, machine)).some((ours) => timingSafeEqual(ours, sent));
  return isOurs ? random : undefined;
}

function messageOf(body: string, machine: EnrollingMachine): string {
  return `${body}\n${enrollmentMessage(machine)}`;
}
