import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHENTIC_DATA, CHECKING_DISABLED, decode, encode, RECURSION_DESIRED } from 'dns-packet';
import { optRecord } from '../../../lambdas/dns/wire/opt-record.ts';

const PATIENCE_MS = 5_000;
const EXTENDED_ERROR = 15;

export interface Said {
  rcode: string;
  /** The AD flag: the resolver has validated the answer. */
  isAuthentic: boolean;
  values: string[];
  /** Extended DNS error code (RFC 8914). */
  extendedError?: number;
}

/** One query like `dig +adflag`, or like `dig +cd`, which returns data without validation. */
export async function ask(server: string, name: string, { checkingDisabled = false } = {}): Promise<Said> {
  return read(await exchange(server, query(name, 'A', checkingDisabled ? CHECKING_DISABLED : AUTHENTIC_DATA)));
}

/** The DS record of a zone's key at its parent, as a zone file line. */
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

/** dns-packet decodes the response code, but its types lack it. */
type Decoded = ReturnType<typeof decode> & { rcode: string };

function read({ rcode, flag_ad, answers = [], additionals = [] }: Decoded): Said {
  const options = additionals.find((record) => record.type === 'OPT');
  const given: readonly { code: number; data?: Buffer | undefined }[] = options?.options ?? [];
  const extended = given.find(({ code }) => code === EXTENDED_ERROR)?.data?.readUInt16BE(0);
  const values = answers.flatMap((answer) => (answer.type === 'A' ? [answer.data] : []));
  return { rcode, isAuthentic: flag_ad, values, ...(extended !== undefined && { extendedError: extended }) };
}
