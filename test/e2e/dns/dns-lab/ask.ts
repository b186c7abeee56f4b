import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHENTIC_DATA, CHECKING_DISABLED, decode, encode, RECURSION_DESIRED } from 'dns-packet';
import { optRecord } from '../../../lambdas/dns/wire/opt-record.ts';

const PATIENCE_MS = 5_000;
const EXTENDED_ERROR = 15;

export interface Said {
  rcode: string;
  /** Whether the resolver has validated it. */
  isAuthentic: boolean;
  values: string[];
  /** The code of an extended error (RFC 8914). */
  extendedError?: number;
}

/** One question as `dig +adflag` asks it, or `dig +cd`: what a resolver gives that is not to validate. */
export async function ask(server: string, name: string, { checkingDisabled = false } = {}): Promise<Said> {
  return read(await exchange(server, query(name, 'A', checkingDisabled ? CHECKING_DISABLED : AUTHENTIC_DATA)));
}

/** What a registry has of a zone's key, as a line of a zone file. */
export async function dsRecord(server: string, zone: string): Promise<string> {
  const { answers = [] } = await exchange(server, query(zone, 'DS', 0));
  const ds = answers.find((answer) => answer.type === 'DS')?.data;
  if (!ds) throw new Error(`${server} has no DS of ${zone}`);
  return `${zone}. DS ${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest.toString('hex')}`;
}

async function exchange(server: string, message: Buffer): Promise<Decoded> {
  const [address, port] = server.split(':');
  const socket = createSocket('udp4');
  try {
    socket.connect(Number(port), address);
    await once(socket, 'connect');
    socket.send(message);
    const [reply] = (await once(socket, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Buffer];
    return decode(reply) as Decoded;
  } finally {
    socket.close();
  }
}

function query(name: string, type: 'A' | 'DS', flag: number): Buffer {
  return encode({
    type: 'query',
    id: 1,
    flags: RECURSION_DESIRED | flag,
    questions: [{ type, name }],
    additionals: [optRecord()],
  });
}

/** dns-packet names the response code, but its types do not say so. */
type Decoded = ReturnType<typeof decode> & { rcode: string };

function read({ rcode, flag_ad, answers = [], additionals = [] }: Decoded): Said {
  const options = additionals.find((record) => record.type === 'OPT');
  const given: readonly { code: number; data?: Buffer | undefined }[] = options?.options ?? [];
  const extended = given.find(({ code }) => code === EXTENDED_ERROR)?.data?.readUInt16BE(0);
  const values = answers.flatMap((answer) => (answer.type === 'A' ? [answer.data] : []));
  return { rcode, isAuthentic: flag_ad, values, ...(extended !== undefined && { extendedError: extended }) };
}
