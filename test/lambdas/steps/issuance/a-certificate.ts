import { type KeyObject, sign } from 'node:crypto';

/** Enough of X.509 to play a CA in tests: a leaf for one hostname, signed by any P-256 key, self-signed if it is the leaf's own. */
export function aCertificate(options: {
  hostname: string;
  publicKey: KeyObject;
  signedWith: KeyObject;
  issuer?: string;
}): string {
  const { hostname, publicKey, signedWith, issuer = 'Test CA' } = options;
  const ecdsaWithSha256 = tlv(SEQUENCE, hex('06082a8648ce3d040302'));
  const subjectAltName = tlv(SEQUENCE, hex('0603551d11'), tlv(0x04, tlv(SEQUENCE, tlv(0x82, Buffer.from(hostname)))));
  const tbs = tlv(
    SEQUENCE,
    tlv(0xa0, hex('020102')), // version 3
    hex('02080102030405060708'), // serial number
    ecdsaWithSha256,
    commonName(issuer),
    tlv(SEQUENCE, tlv(0x17, Buffer.from('260102030405Z')), tlv(0x17, Buffer.from('490102030405Z'))),
    commonName(hostname),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(SEQUENCE, subjectAltName)),
  );
  const certificate = tlv(SEQUENCE, tbs, ecdsaWithSha256, tlv(0x03, hex('00'), sign('sha256', tbs, signedWith)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const SEQUENCE = 0x30;

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
