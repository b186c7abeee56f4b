import type { Answer, OptAnswer } from 'dns-packet';

/** The OPT record of a query or a reply (RFC 6891), with empty defaults. */
export function optRecord(more: Partial<OptAnswer> = {}): Answer {
  const empty = {
    type: 'OPT',
    name: '.',
    udpPayloadSize: 1232,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
  } as const;
  return { ...empty, options: [], ...more };
}

export function extendedErrorOption(code: number, text = ''): OptAnswer['options'][number] {
  const data = Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(text)]);
  return { code: 15, data } as unknown as OptAnswer['options'][number];
}
