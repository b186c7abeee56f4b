import { describe, expect, it } from 'vitest';
import { parseNameServer } from '../../../../lambdas/dns/wire/exchange.gateway.ts';

describe('a configured name server', () => {
  it.each([
    ['192.0.2.53:53', { address: '192.0.2.53', family: 4, port: 53 }],
    ['[2001:db8::53]:5353', { address: '2001:db8::53', family: 6, port: 5353 }],
  ])('is read as address and port: %s', (label, expected) => {
    expect(parseNameServer(label)).toEqual({ ...expected, label });
  });

  it.each(['192.0.2.53', 'dns.example:53', '2001:db8::53:53', '[192.0.2.53]:53', '192.0.2.53:0', '192.0.2.53:65536', '', ':53'])(
    'stops the Lambda at cold start if it is "%s"',
    (label) => {
      expect(() => parseNameServer(label)).toThrow('is not a name server');
    },
  );
});
