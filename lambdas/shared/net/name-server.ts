import { isIP } from 'node:net';

export interface NameServer {
  address: string;
  family: 4 | 6;
  port: number;
  /** As configured. */
  label: string;
}

/** Reads `192.0.2.53:53` or `[2001:db8::53]:53`. Throws for anything else: that is our own configuration, read at cold start. */
export function parseNameServer(label: string): NameServer {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):([0-9]{1,5})$/.exec(label) ?? [];
  const address = bracketed ?? plain ?? '';
  const family = isIP(address);
  const port = Number(digits);
  const readsAsOne = (family === 4 && plain !== undefined) || (family === 6 && bracketed !== undefined);
  if (!readsAsOne || port < 1 || port > 65535) throw new Error(`"${label}" is not a name server: write address:port`);
  return { address, family: family === 6 ? 6 : 4, port, label };
}
