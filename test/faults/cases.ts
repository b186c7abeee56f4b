import type { Call } from './acme-call.ts';
import type { AwsRequest } from './aws-request.ts';
import type { Handling } from './handling.ts';

/** What is asked of the CA, by whichever process. `hostname`: of the order that it belongs to, where it belongs to one. */
export interface AcmeRequest {
  call: Call;
  hostname: string | undefined;
}
export type Asked = { of: 'ca'; request: AcmeRequest } | { of: 'aws'; request: AwsRequest };

/** Something that goes wrong for a while, at one place. */
export interface Fault {
  title: string;
  /** The call of the CA, or the Lambda. */
  at: string;
  /** So many requests meet it, one after the other, before all is well. */
  times: number;
  /** Whether a request that belongs to the domain, or to none, meets it. */
  meets(asked: Asked): boolean;
  play: Handling;
  /** The CA fails at this call first: only then has the step its turn at which the fault is. */
  detour?: Call;
  /** Met by whoever asks, or seen by all in the circuit breaker: played alone, for what comes after it would have to wait. */
  isForAll?: true;
  /** What makes somebody ask, at the beginning. */
  before?: () => void;
  /** The domain first waits in the queue for orders. */
  isQueued?: true;
}

/** A fault, and the domain that meets it. */
export interface Case {
  fault: Fault;
  hostname: string;
  domainId?: number;
  /** Its domain lives. */
  hasBegun: boolean;
  /** So many requests have met it. */
  met: number;
  detoured: boolean;
  /** What the domain has come through, and whether nothing of it was lost. */
  lived: string;
  isWell: boolean;
  seconds: number;
  orders: number;
}

export function casesOf(faults: readonly Fault[], run: string): Case[] {
  return faults.map((fault, n) => {
    const fresh = {
      hasBegun: false,
      met: 0,
      detoured: fault.detour === undefined,
      lived: '',
      isWell: false,
      seconds: 0,
      orders: 0,
    };
    return { fault, hostname: `fault-${run}-${n}.customer.test`, ...fresh };
  });
}

/** A request that belongs to nobody meets the fault of its place that is played just now, whoever asks. */
export function planOf(cases: readonly Case[], asked: Asked): Handling | undefined {
  if (asked.of === 'aws') learnId(cases, asked.request);
  const ofIt = cases.filter((each) => concerns(each, asked));
  const detour = ofIt.find(({ detoured, fault }) => !detoured && asked.of === 'ca' && asked.request.call === fault.detour);
  if (detour && asked.of === 'ca' && asked.request.hostname !== undefined) {
    detour.detoured = true;
    return unwell;
  }
  const due = ofIt.find(({ met, fault }) => met < fault.times && fault.meets(asked));
  if (!due) return undefined;
  due.met += 1;
  return due.fault.play;
}

const unwell: Handling = async () => ({ status: 503, headers: {}, body: Buffer.from('upstream is unwell') });

function concerns({ hostname, domainId, hasBegun }: Case, asked: Asked): boolean {
  if (!hasBegun) return false;
  const about = asked.of === 'ca' ? asked.request.hostname : asked.request.domainId;
  return about === undefined || about === (asked.of === 'ca' ? hostname : domainId);
}

/** A domain is created by a transaction that has its name and its id: before the answer is here, its execution may run. */
function learnId(cases: readonly Case[], { action, domainId, body }: AwsRequest): void {
  if (action !== 'TransactWriteItems' || domainId === undefined) return;
  const created = cases.find((each) => each.domainId === undefined && body.includes(`"${each.hostname}"`));
  if (created) created.domainId = domainId;
}
