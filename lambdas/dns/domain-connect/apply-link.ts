/** What the template needs to be applied, and where its owner goes afterwards. */
export interface Application {
  /** Where the flow of the provider begins. */
  applyUrl: string;
  zone: string;
  /** The hostname without its zone. */
  host: string;
  /** The variable of our template. */
  label: string;
  redirectUri: string;
}

export interface Signer {
  /** Of the TXT records with the public key, below the domain that the template names. */
  keyHost: string;
  /** RSASSA-PKCS1-v1_5 with SHA-256 over these bytes. */
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/**
 * The address at which the owner of the zone confirms the record. It is signed, so that nobody else can send them there with a target of
 * their own: over the query as it stands, without `sig` and `key` (Domain Connect, "Digitally Sign Requests").
 */
export async function applyLink(application: Application, { keyHost, sign }: Signer): Promise<string> {
  const { applyUrl, zone, host, label, redirectUri } = application;
  const query = encoded({ domain: zone, host, label, redirect_uri: redirectUri });
  const signature = Buffer.from(await sign(Buffer.from(query))).toString('base64');
  return `${applyUrl}?${query}&${encoded({ sig: signature, key: keyHost })}`;
}

/** With %20 and not +, which not every provider reads as a space. */
function encoded(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}
