/** The few ASN.1 types that a certificate request is made of (ITU-T X.690, distinguished encoding rules). */
const TAGS = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  dnsName: 0x82,
} as const;
export type DerType = keyof typeof TAGS;

/** One value: tag, length, content. */
export function der(type: DerType, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([TAGS[type]]), lengthOf(body), body]);
}

/** A bit string of whole bytes. */
export function derBits(content: Uint8Array): Buffer {
  const noUnusedBits = Buffer.of(0);
  return der('bitString', noUnusedBits, content);
}

/** Up to 127 in one byte; beyond it, the number of length bytes and then the length (X.690, section 8.1.3). */
function lengthOf(body: Buffer): Buffer {
  if (body.length < 0x80) return Buffer.of(body.length);
  const digits = body.length.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]);
}
