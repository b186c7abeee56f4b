import { createHash, type KeyObject, sign } from 'node:crypto';

/**
 * A minimal X.509 certificate of a test CA: a leaf for one hostname, signed by any P-256 key; self-signed if the key is the
 * leaf's own. Without a key, a hash replaces the signature, so that equal options make equal bytes.
 */
export function aCertificate(options: {
  hostname: string;
  alsoFor?: readonly string[];
  publicKey: KeyObject;
  signedWith?: KeyObject;
  issuer?: string;
  /** Default: until 2049. */
  validity?: readonly [Date, Date];
  /** Sixteen hexadecimal digits. */
  serial?: string;
  /** The issuer's key identifier in hexadecimal digits; absent by default. */
  authorityKeyId?: string;
}): string {
  const {
    hostname,
    alsoFor = [],
    publicKey,
    signedWith,
    issuer = 'Test CA',
    validity = LONG,
    serial = '0102030405060708',
    authorityKeyId,
  } = options;
  const ecdsaWithSha256 = tlv(SEQUENCE, hex('06082a8648ce3d040302'));
  const names = [hostname, ...alsoFor].map((name) => tlv(0x82, Buffer.from(name)));
  const subjectAltName = tlv(SEQUENCE, hex('0603551d11'), tlv(0x04, tlv(SEQUENCE, ...names)));
  const extensions = [subjectAltName];
  if (authorityKeyId !== undefined)
    extensions.push(tlv(SEQUENCE, hex('0603551d23'), tlv(0x04, tlv(SEQUENCE, tlv(0x80, hex(authorityKeyId))))));
  const tbs = tlv(
    SEQUENCE,
    tlv(0xa0, hex('020102')), // version 3
    hex(`0208${serial}`),
    ecdsaWithSha256,
    commonName(issuer),
    tlv(SEQUENCE, ...validity.map((at) => tlv(0x17, Buffer.from(utcTime(at))))),
    commonName(hostname),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(SEQUENCE, ...extensions)),
  );
  const certificate = tlv(SEQUENCE, tbs, ecdsaWithSha256, tlv(0x03, hex('00'), signatureOf(tbs, signedWith)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function signatureOf(tbs: Buffer, key: KeyObject | undefined): Buffer {
  return key ? sign('sha256', tbs, key) : createHash('sha256').update(tbs).digest();
}

const SEQUENCE = 0x30;
const LONG = [new Date('2026-01-02T03:04:05Z'), new Date('2049-01-02T03:04:05Z')] as const;

function utcTime(at: Date): string {
  return `${at
    .toISOString()
    .slice(2, 19)
    .replace(/[^0-9]/g, '')}Z`;
}

function commonName(name: string): Buffer {
  return tlv(SEQUENCE, tlv(0x31, tlv(SEQUENCE, hex('0603550403'), tlv(0x0c, Buffer.from(name)))));
}

function tlv(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(tag), lengthOf(body), body]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
