import { generateKeyPairSync, sign } from 'node:crypto';

const tlv = (tag: number, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...content: Buffer[]) => tlv(0x30, ...content);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const utcTime = (at: Date) => tlv(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** The subjectAltName extension with one IPv4 address. */
const forAddress = (address: string) =>
  tlv(0xa3, sequence(sequence(oid('551d11'), tlv(0x04, sequence(tlv(0x87, Buffer.from(address.split('.').map(Number))))))));

/** A new self-signed certificate: PEMs for `tls.createServer`. Whole seconds only. */
export function selfSigned(
  commonName: string,
  notBefore: Date,
  notAfter: Date,
  ipv4Address?: string,
): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(commonName)))));
  const signed = sequence(
    tlv(0xa0, tlv(0x02, Buffer.of(2))), // version 3
    tlv(0x02, Buffer.of(1)), // serial number
    ecdsaWithSha256,
    name,
    sequence(utcTime(notBefore), utcTime(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(ipv4Address === undefined ? [] : [forAddress(ipv4Address)]),
  );
  const signature = tlv(0x03, Buffer.of(0), sign('sha256', signed, privateKey));
  const der = sequence(signed, ecdsaWithSha256, signature);
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
