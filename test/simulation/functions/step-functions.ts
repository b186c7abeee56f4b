import type { StepName } from '../../../contract/stack/steps.ts';
import type { Slots } from '../../../lambdas/ca-limits/offer-slot.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { checkDns, checkThenWatch } from '../../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../../lambdas/steps/dns/watch-dns.ts';
import { everyStep } from '../../../lambdas/steps/test-mode/every-step.ts';
import { MAX_RUN_SECONDS as MAX_PLAY_SECONDS, testDomainRunner } from '../../../lambdas/steps/test-mode/rehearse.ts';
import { openDns } from '../../../lambdas/wiring/dns.wiring.ts';
import { openInstallation } from '../../../lambdas/wiring/installation.wiring.ts';
import { openIssuance } from '../../../lambdas/wiring/issuance.wiring.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { openPreparation } from '../../../lambdas/wiring/preparation.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../lambdas/wiring/steps.wiring.ts';
import { openTestMode } from '../../../lambdas/wiring/test-mode.wiring.ts';
import { edgesOf } from '../edges.ts';
import { MAX_RUN_SECONDS, type Outside } from './outside.ts';

type Step = (event: unknown) => Promise<{ next: string; waitSeconds: number; quiet?: unknown }>;

/** The lifecycle steps, and what runs them outside of executions: the queue of DNS checks, the dispatcher and test mode. */
export function openStepFunctions(outside: Outside) {
  const { clock } = outside;
  const rows = openRows(edgesOf(outside));
  const opened = openPreparation(openIssuance(openInstallation(openDns(openSteps(lazily({ allAtOnce: refuseSpread }, rows))))));
  const ports = outside.takesSlotsFirst ? lazily({ slots: () => takingFirst(opened) }, opened) : opened;
  const step = checkDns(ports);
  const steps: Record<StepName, Step> = {
    'check-dns': checkThenWatch(step, ports),
    ...(everyStep(ports) as Record<Exclude<StepName, 'check-dns'>, Step>),
  };
  const rehearse = testDomainRunner(openTestMode(openSteps(lazily({ log: () => outside.logOfRehearsals }, rows))));
  return {
    steps,
    watchDns: watchDns(step, ports),
    dispatch: () => ports.dispatch(new Date(addSeconds(clock(), MAX_RUN_SECONDS))),
    rehearse: (messages: Parameters<typeof rehearse>[0]) => rehearse(messages, new Date(addSeconds(clock(), MAX_PLAY_SECONDS))),
  };
}

/** In AWS a step's role and variables cover only its own ports: a spread would open all of them. */
function refuseSpread(): never {
  throw new Error('a step spreads its ports, and opens what it has no right to');
}

/** The removed guard: the slot is taken before the work of the step, which may fail. */
function takingFirst({
  slots,
  spendWrites,
  table,
}: Pick<ReturnType<typeof openSteps>, 'slots' | 'spendWrites' | 'table'>): Slots {
  return {
    ...slots,
    async offer(...asked) {
      const offered = await slots.offer(...asked);
      if (offered.kind !== 'slot-granted') return offered;
      for (const write of spendWrites(offered.spends)) await table.transact([write]);
      return { ...offered, spends: [] };
    },
  };
}
