import { timingSafeEqual } from 'node:crypto';
import type { ServiceSecret } from '../../../shared/secrets/service-secret.ts';

// `v1.<kid>.<domain id, exp, generation>.<tag>`. The link permits reading one domain and starting a check of it.

/** The contents of a link. The portal's token is signed too, but not repeated: it is in the URL. */
export interface PortalLink {
  domainId: number;
  expiresAt: Date;
  /** The domain's link generation: raising it ends all earlier links. */
  generation: number;
}

export type ReadLink = { kind: 'valid'; link: PortalLink } | { kind: 'expired' } | { kind: 'invalid' };

const FORM = /^v1\.([1-9][0-9]{0,5})\.([A-Za-z0-9_-]{20})\.([A-Za-z0-9_-]{22})$/;
/** Half of HMAC-SHA-256: as hard to guess as a key of AES-128 (RFC 2104, section 5). */
const TAG_BYTES = 16;
const EXPIRY_BYTES = 5;

export function signPortalLink(token: string, link: PortalLink, secret: ServiceSecret): string {
  const facts = encodeFacts(link);
  const { version, tag } = secret.signNamed('portal-link', messageOf(token, facts));
  return ['v1', version, facts, tagText(tag)].join('.');
}

/** Nothing in a link is trusted before its tag is verified, not even its expiry. */
export function readPortalLink(token: string, text: string, secret: ServiceSecret, now: Date): ReadLink {
  const [, kid, facts, sent] = FORM.exec(text) ?? [];
  if (kid === undefined || facts === undefined || sent === undefined) return { kind: 'invalid' };
  const tag = secret.signAs(Number(kid), 'portal-link', messageOf(token, facts));
  // Compared as text: the last character has spare bits, and a link must have only one spelling.
  if (!tag || !timingSafeEqual(Buffer.from(tagText(tag)), Buffer.from(sent))) return { kind: 'invalid' };
  const link = decodeFacts(facts);
  return link.expiresAt > now ? { kind: 'valid', link } : { kind: 'expired' };
}

function messageOf(token: string, facts: string): string {
  return `${token} ${facts}`;
}

function tagText(tag: Buffer): string {
  return tag.subarray(0, TAG_BYTES).toString('base64url');
}

/** 8 bytes of id, 5 of seconds, 2 of generation: 20 characters. */
function encodeFacts({ domainId, expiresAt, generation }: PortalLink): string {
  const bytes = Buffer.alloc(15);
  bytes.writeBigUInt64BE(BigInt(domainId), 0);
  bytes.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 8, EXPIRY_BYTES);
  bytes.writeUInt16BE(generation, 13);
  return bytes.toString('base64url');
}

function decodeFacts(facts: string): PortalLink {
  const bytes = Buffer.from(facts, 'base64url');
  return {
    domainId: Number(bytes.readBigUInt64BE(0)),
    expiresAt: new Date(bytes.readUIntBE(8, EXPIRY_BYTES) * 1000),
    generation: bytes.readUInt16BE(13),
  };
}
