const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const HOSTNAME = new RegExp(`^(?=.{1,253}$)(${LABEL}\\.)+${LABEL}$`);

/** Names become file names: whatever is not letters, digits, hyphens and single dots (`..`, `/`, NUL) is no hostname. */
export function isHostname(name: string): boolean {
  return HOSTNAME.test(name);
}

/** A `Host` header or a TLS server name as certificates are kept by: lower case, without port and final dot. */
export function canonicalHostname(name: string): string {
  return name.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
}
