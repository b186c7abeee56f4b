import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { renewalTime } from '../../../lambdas/model/domains/renewal-time.ts';
import { WATCH_SLOTS } from '../../../lambdas/shared/table/keys.ts';
import { aDomain } from '../../lambdas/a-domain.ts';
import { BEGIN, DAY, MINUTE, type Year } from './inputs.ts';

/** A simulated domain, with what happens to it. */
export interface Life {
  domain: Domain;
  /** Its time in the scan's index. */
  dueAt?: string | undefined;
  /** Its CNAME points elsewhere in this time. */
  brokenFrom: number;
  brokenUntil: number;
  isRevoked: boolean;
  /** When the revocation was seen, until the certificate is replaced. */
  revokedAt?: number;
  /** Its time of day for visits. */
  slot: number;
}

/** Half of the broken names never come back, the others within two months. */
const COME_BACK = { share: 0.5, days: 60 };

/** A domain with a certificate of random age, as in a service that has run for long. */
export function bornLife(id: number, { lifetimeDays, days, brokenDns, revocation }: Year, random: () => number): Life {
  const lifetime = lifetimeDays * DAY;
  const notBefore = BEGIN - random() * 0.6 * lifetime;
  const certificate = certificateOf(id, 0, notBefore, lifetime);
  const isBroken = random() < brokenDns;
  const brokenFrom = isBroken ? BEGIN + random() * days * DAY : Number.POSITIVE_INFINITY;
  const comesBack = random() < COME_BACK.share;
  // At rest: served, validated and healthy.
  const row = aDomain('active', {
    id,
    served: { certificate, renewAt: renewalTime(certificate) },
    updatedAt: new Date(notBefore).toISOString(),
  });
  return {
    domain: row,
    brokenFrom,
    brokenUntil: comesBack ? brokenFrom + random() * COME_BACK.days * DAY : Number.POSITIVE_INFINITY,
    isRevoked: random() < revocation.share,
    slot: Math.floor(random() * WATCH_SLOTS),
  };
}

export function certificateOf(id: number, number: number, notBefore: number, lifetime: number) {
  return {
    serialNumber: `${id}`,
    issuer: 'CN=CA',
    notBefore: new Date(notBefore).toISOString(),
    notAfter: new Date(notBefore + lifetime).toISOString(),
    fingerprintSha256: `${id}-${number}`,
    keyType: 'ECDSA P-256',
    ca: 'CA',
    ariId: `${id}.${number}`,
  };
}

export function isDnsRight({ brokenFrom, brokenUntil }: Life, at: number): boolean {
  return at < brokenFrom || at >= brokenUntil;
}

/** The next of its two daily visits after a time. */
export function nextVisit({ slot }: Life, at: number): number {
  const turn = (slot / WATCH_SLOTS) * DAY;
  const half = DAY / 2;
  return at + MINUTE + ((((turn - at - MINUTE) % half) + half) % half);
}
