import { STEP_NAMES, type StepName } from '../../contract/stack/steps.ts';
import type { Call } from './acme-call.ts';
import { type AwsRequest, functionOf, isAskedBy, isRowRead, isRowWrite } from './aws-request.ts';
import type { Asked, Fault } from './cases.ts';
import { type Answer, FORWARDED, type Handling } from './handling.ts';

export interface ServiceFaultPorts {
  /** Ends with -9 every process of the Lambdas whose name has this part. */
  kill(part: string): void;
  /** Runs the dispatcher of orders once more, and waits until it is done. */
  dispatch(): Promise<void>;
}

/**
 * What the service itself meets, at the requests that it makes of AWS. A new step is tried as it stands in the table of the
 * steps.
 */
export function serviceFaults(ports: ServiceFaultPorts): Fault[] {
  return [
    ...STEP_NAMES.flatMap((step) => killsOf(step, ports)),
    ...deniedKeys(ports),
    ...startsOf(`first execution`, isFirstStart, ports),
    ...grants(ports),
    ...startsOf('granted execution', isLaterStart, ports).map((fault): Fault => ({ ...fault, isQueued: true })),
  ];
}

/** The steps that have a turn only when the CA fails where an earlier step does their work in passing. */
const DETOURS: Partial<Record<StepName, Call>> = { 'answer-challenge': 'authorization', 'finalize-order': 'finalize' };

/** A step reads its row, looks outside, and writes the row. */
function killsOf(step: StepName, { kill }: ServiceFaultPorts): Fault[] {
  const part = functionOf(step);
  const detour = DETOURS[step];
  const at = (title: string, when: (request: AwsRequest) => boolean, play: Handling): Fault => ({
    ...{ title, at: step, times: 1, play: killing(() => kill(part), play) },
    meets: awsAsks((request) => isAskedBy(request, part) && when(request)),
    ...(detour !== undefined && { detour }),
  });
  return [
    at('Lambda killed before its outside call', isRowRead, FORWARDED),
    at('Lambda killed after its outside call, before its write', isRowWrite, dropped),
    at('Lambda killed after its write', isRowWrite, FORWARDED),
  ];
}

/** So often that the execution fails for it: its step is tried three times more. */
const DENIALS = 5;

function deniedKeys({ kill }: ServiceFaultPorts): Fault[] {
  const sealing = functionOf('prepare-issuance');
  const opening = functionOf('create-order');
  let isCold = false;
  return [
    {
      ...{ title: 'KMS denied, a new key is not sealed', at: 'prepare-issuance', times: DENIALS, play: denied },
      meets: awsAsks((request) => isAskedBy(request, sealing) && request.action === 'GenerateDataKey'),
    },
    {
      ...{ title: 'KMS denied, the account key is not opened', at: 'create-order', times: DENIALS + 1 },
      // A process that has opened it keeps it: the first kill makes another begin.
      meets: awsAsks((request) => isAskedBy(request, opening) && (isCold ? request.action === 'Decrypt' : isRowRead(request))),
      play: async (forward, body) => {
        if (isCold) return denied(forward, body);
        isCold = true;
        return killing(() => kill(opening), FORWARDED)(forward, body);
      },
    },
  ];
}

const START = 'StartExecution';
const isFirstStart = ({ action, body }: AwsRequest) => action === START && /"name":"\d+-1"/.test(body);
const isLaterStart = ({ action, body }: AwsRequest) => action === START && !/"name":"\d+-1"/.test(body);
const LATE_MS = 15_000;

/** The execution that the outbox asks for. */
function startsOf(what: string, when: (request: AwsRequest) => boolean, { kill }: ServiceFaultPorts): Fault[] {
  const relay = () => kill('RelayOutbox');
  const at = (title: string, play: Handling): Fault => ({
    ...{ title: `${what}: ${title}`, at: 'relay-outbox', times: 1, play, meets: awsAsks(when) },
  });
  return [
    at('comes late', async (forward) => {
      setTimeout(() => void forward().catch(() => undefined), LATE_MS);
      return started();
    }),
    at('comes twice', async (forward) => {
      await forward();
      return forward();
    }),
    at('never comes', async () => started()),
    at('two, side by side', async (forward, body) => {
      await forward(body.replace(/"name":"([\d-]+)"/, '"name":"$1-again"'));
      return forward();
    }),
    at('relay killed before it', killing(relay, dropped)),
    at('relay killed after it', killing(relay, FORWARDED)),
  ];
}

/** A slot for a domain that waits, by whichever process dispatches. */
function grants({ kill, dispatch }: ServiceFaultPorts): Fault[] {
  const isGrant = (request: AwsRequest) => isRowWrite(request) && request.body.includes('certificate.slot_granted');
  const dispatchers = () => {
    for (const part of ['DispatchOrders', functionOf('prepare-issuance')]) kill(part);
  };
  const at = (title: string, play: Handling): Fault => ({
    ...{ title, at: 'dispatch-orders', times: 1, play, meets: awsAsks(isGrant), isQueued: true },
  });
  return [
    at('dispatcher killed before it grants', killing(dispatchers, dropped)),
    at('dispatcher killed after it has granted', killing(dispatchers, FORWARDED)),
    at('dispatcher runs twice', async (forward) => {
      await dispatch();
      return forward();
    }),
  ];
}

function awsAsks(when: (request: AwsRequest) => boolean): (asked: Asked) => boolean {
  return (asked) => asked.of === 'aws' && when(asked.request);
}

/** Whoever asked hears nothing any more. */
function killing(kill: () => void, play: Handling): Handling {
  return async (forward, body) => {
    await play(forward, body);
    kill();
    return 'reset';
  };
}

/** It never reaches AWS. */
const dropped: Handling = async () => 'reset';

const denied: Handling = async () => json(400, { __type: 'AccessDeniedException', message: 'Played.' });

function started(): Answer {
  return json(200, {
    executionArn: 'arn:aws:states:us-east-1:000000000000:execution:played:played',
    startDate: Date.now() / 1000,
  });
}

function json(status: number, body: object): Answer {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: Buffer.from(JSON.stringify(body)) };
}
