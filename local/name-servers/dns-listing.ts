import { type DnsState, type Fault, NEGATIVE_TTL_SECONDS, type Signing } from './dns-state.ts';

/** Zones, records and faults as rows for people. */
export function listRows(state: DnsState, now: Date): string[][] {
  const zones = Object.entries(state.zones).flatMap(([name, { delegation, own, signing, negativeTtlSeconds }]) => [
    ['zone', name, delegation ? `at ${delegation.join(' ')}` : 'not registered'],
    ...(own ? [['zone', name, `says itself: ${own.join(' ')}`]] : []),
    ...(signing ? [['zone', name, SIGNED[signing]]] : []),
    ...(negativeTtlSeconds === NEGATIVE_TTL_SECONDS
      ? []
      : [['zone', name, `negative answers are kept for ${negativeTtlSeconds} s`]]),
  ]);
  const records = Object.entries(state.records).flatMap(([name, types]) =>
    Object.entries(types).flatMap(([type, values]) => values.map((value) => ['record', name, `${type} ${short(value)}`])),
  );
  const faults = state.faults.map((fault) => ['wrong', fault.name, wrong(fault, now)]);
  return [...zones, ...records, ...faults];
}

const SIGNED: Record<Signing, string> = {
  right: 'is signed',
  bogus: 'has signatures that do not hold',
  expired: 'has expired signatures',
  'missing-key': 'has a DS at the registry of a key that it does not have',
};

function wrong(fault: Fault, now: Date): string {
  const servers = fault.servers ? `name server ${fault.servers.join(' and ')}` : 'every name server';
  switch (fault.kind) {
    case 'fail':
      return 'answers SERVFAIL';
    case 'silent':
      return `${servers} is silent`;
    case 'lame':
      return `${servers} refuses`;
    case 'slow':
      return `${servers} answers after ${fault.milliseconds} ms`;
    case 'disagree':
      return `${servers} says: ${fault.values.length === 0 ? `no ${fault.type}` : `${fault.type} ${short(fault.values.join(' '))}`}`;
    case 'stale':
      return `resolvers say that it is not there, for ${Math.max(0, fault.until - Math.floor(now.getTime() / 1000))} s`;
  }
}

/** A record may have 65 kB. */
function short(value: string): string {
  return value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}… (${value.length} characters)` : value;
}
const LONGEST_SHOWN = 100;
