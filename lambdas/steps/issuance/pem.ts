/** The DER of a PEM, as the CA wants it (RFC 8555, section 7.4) and as bytes are compared. */
export function derOfPem(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[A-Z ]+-----/g, ''), 'base64');
}
