import { BoundedMap } from '../../../contract/bounded-map.ts';
import { withSlot } from '../../checks/check-slot.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { lazily } from '../../wiring/lazily.ts';
import { runStepOnce } from '../run-step.ts';
import {
  AwaitedCheck,
  type CheckDns,
  isDuplicate,
  queueNextCheck,
  quietChecksBefore,
  secondsUntil,
  sendCheck,
  type WatchPorts,
} from './awaited-check.ts';

export interface CheckMessage {
  id: string;
  body: string;
  receives: number;
}

type DueCheck = Omit<CheckMessage, 'body'> & { check: AwaitedCheck };

/** Some hundred bytes each. */
const MAX_REMEMBERED = 20_000;

/**
 * Runs due checks. Returns the messages to receive again: after a hundred times they are dead letters, and the sweep takes over.
 * A process remembers what it has sent.
 */
export function watchDns(step: CheckDns, outside: WatchPorts) {
  const ports: WatchPorts = lazily({ newest: () => new BoundedMap<string, string>(MAX_REMEMBERED) }, outside);
  return async (messages: readonly CheckMessage[]): Promise<string[]> => {
    const read = messages.map((message) => ({ ...message, check: readCheck(message.body, ports) }));
    const unreadable = read.flatMap(({ id, check }) => (check ? [] : [id]));
    const checks = read.flatMap(({ id, receives, check }) => (check ? [{ id, receives, check }] : []));
    const organizations = [...Map.groupBy(checks, ({ check }) => check.organizationId).values()];
    const failed = await Promise.all(organizations.map((some) => watchForOrganization(step, some, ports)));
    return [...unreadable, ...failed.flat()];
  };
}

function readCheck(body: string, { log }: WatchPorts): AwaitedCheck | undefined {
  try {
    return AwaitedCheck.parse(JSON.parse(body));
  } catch (cause) {
    log('error', 'a message of a DNS check cannot be read', { cause });
    return undefined;
  }
}

/**
 * Runs an organization's due checks in parallel. Those that may take long need one common slot; without it they wait, so that
 * other organizations' checks come first.
 */
async function watchForOrganization(step: CheckDns, checks: readonly DueCheck[], ports: WatchPorts): Promise<string[]> {
  const now = ports.clock();
  const kindOf = ({ check }: DueCheck) => {
    if (secondsUntil(check.checkAt, now) > 0) return 'early';
    return check.isQuick ? 'quick' : 'slow';
  };
  const { early = [], quick = [], slow = [] } = Object.groupBy(checks, kindOf);
  const failed = await Promise.all([
    failedOf(early, ({ check }) => sendCheck(check, now, ports), ports),
    failedOf(quick, (each) => isChecked(step, each, ports), ports),
    checkInSlot(step, slow, ports),
  ]);
  return failed.flat();
}

async function checkInSlot(step: CheckDns, slow: readonly DueCheck[], ports: WatchPorts): Promise<string[]> {
  const [first] = slow;
  if (!first) return [];
  try {
    return await withSlot(ports.slotOfLane('queue'), async (admits) =>
      (await admits(first.check))
        ? failedOf(slow, (each) => isChecked(step, each, ports), ports)
        : failedOf(slow, (each) => postponeWithoutSlot(each, ports), ports),
    );
  } catch (cause) {
    ports.log('error', 'DNS checks of an organization could not begin', { cause });
    return slow.map(({ id }) => id);
  }
}

/** The pause before checks without a slot are retried: from 2 to 8 s, so that hundreds do not retry in step. */
const PUT_OFF_SECONDS = { least: 2, spread: 6 };

/** A redelivered message may have written its check. It is retried unchanged, so that this is not forgotten. */
async function postponeWithoutSlot({ check, receives }: DueCheck, ports: WatchPorts): Promise<boolean> {
  if (receives > 1) return false;
  const now = ports.clock();
  const seconds = Math.round(PUT_OFF_SECONDS.least + PUT_OFF_SECONDS.spread * ports.jitter());
  return sendCheck({ ...check, checkAt: addSeconds(now, seconds) }, now, ports);
}

/** Runs checks of the same domain one after the other: a duplicate is recognized once the first has sent the next. */
async function failedOf(
  checks: readonly DueCheck[],
  isDone: (check: DueCheck) => Promise<boolean>,
  ports: WatchPorts,
): Promise<string[]> {
  const domains = [...Map.groupBy(checks, ({ check }) => check.domainId).values()];
  const failed = await Promise.all(
    domains.map(async (ofDomain) => {
      const ids: string[] = [];
      for (const each of ofDomain) if (!(await isOver(each, isDone, ports))) ids.push(each.id);
      return ids;
    }),
  );
  return failed.flat();
}

async function isOver(each: DueCheck, isDone: (check: DueCheck) => Promise<boolean>, ports: WatchPorts): Promise<boolean> {
  // A redelivered message may be the only one whose result the row has, so it continues.
  if (each.receives === 1 && isDuplicate(each.check, ports)) return true;
  try {
    return await isDone(each);
  } catch (cause) {
    ports.log('error', 'a check of DNS failed, and will be tried again', { cause });
    return false;
  }
}

async function isChecked(step: CheckDns, { check, receives }: DueCheck, ports: WatchPorts): Promise<boolean> {
  // A redelivered message may have written its check without sending the next one, so it continues.
  const isOutdated = ({ execution }: Domain) => receives === 1 && (execution.lastCheck?.at ?? '') > (check.lastCheckAt ?? '');
  const options = { isOutdated, quietChecks: quietChecksBefore(check), phaseEndsInNextAttempt: true } as const;
  const startedAt = ports.clock();
  const result = await runStepOnce(step, ports, check, options);
  return result.outcome.next !== step.name || (await queueNextCheck(result, check, startedAt, ports));
}
