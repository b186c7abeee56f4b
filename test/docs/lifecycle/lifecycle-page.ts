import { LIFECYCLE_STEPS, type NextStep, type StepName } from '../../../contract/stack/steps.ts';
import type { Timings } from '../../../contract/stack/timings.schema.ts';
import type { Phase } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { STEP_OF_PHASE } from '../../../lambdas/model/domains/phase.ts';
import { newStage } from '../../../lib/stage/new-stage.ts';

interface Wait {
  actor: 'customer' | 'CA' | 'integrator' | 'nobody' | 'see diagnosis';
  forWhat: string;
  /** The time between two retries, and the longest one. */
  pace?: (keyof Timings)[];
}

/** Who acts next in each phase without failures. */
const WAITS: Record<Phase, Wait> = {
  'awaiting-dns': {
    actor: 'customer',
    forWhat: 'the CNAME record is right, and no CAA record forbids the CA',
    pace: ['dnsCheckIntervalSeconds', 'dnsCheckLongestSeconds', 'dnsWaitStateSeconds', 'dnsWindowSeconds'],
  },
  preparing: {
    actor: 'integrator',
    forWhat:
      'the server answers at the challenge path, as the CA will request it; then until our order budget at the CA has a slot',
    pace: ['preflightRetrySeconds', 'issuanceWindowSeconds'],
  },
  ordering: { actor: 'CA', forWhat: 'the CA accepts the order', pace: ['caRetrySeconds', 'issuanceWindowSeconds'] },
  authorizing: { actor: 'CA', forWhat: 'the CA offers the challenge', pace: ['caRetrySeconds', 'issuanceWindowSeconds'] },
  validating: {
    actor: 'CA',
    forWhat: 'the CA validates the hostname',
    pace: ['orderPollSeconds', 'validationRetrySeconds', 'issuanceWindowSeconds'],
  },
  finalizing: { actor: 'CA', forWhat: 'the CA accepts the CSR', pace: ['caRetrySeconds', 'issuanceWindowSeconds'] },
  downloading: {
    actor: 'CA',
    forWhat: 'the CA issues the certificate',
    pace: ['orderPollSeconds', 'caRetrySeconds', 'issuanceWindowSeconds'],
  },
  installing: {
    actor: 'integrator',
    forWhat: 'the server’s agent fetches the certificate, and visitors get it',
    pace: ['installPollSeconds', 'installWindowSeconds'],
  },
  moving: {
    actor: 'customer',
    forWhat: 'the hostname points to the new server, and that server answers with the certificate',
    pace: ['installPollSeconds', 'installWindowSeconds'],
  },
  retiring: { actor: 'integrator', forWhat: 'agents delete copies that are no longer needed', pace: ['retirePauseSeconds'] },
  revoking: { actor: 'CA', forWhat: 'the CA revokes the former certificate', pace: ['caRetrySeconds'] },
  removing: { actor: 'nobody', forWhat: '(no wait: agents delete their copies at their next poll)' },
  active: {
    actor: 'nobody',
    forWhat: 'the renewal is due: the scan starts it, and checks the domain every day',
    pace: ['watchDaySeconds'],
  },
  failed: {
    actor: 'see diagnosis',
    forWhat: 'its DNS is right, or somebody calls `POST /api/domains/{id}/retry`: either starts it over',
  },
};

const PHASES = Object.keys(WAITS) as Phase[];
const REST: Phase[] = ['active', 'failed'];
const ASIDE: Phase[] = ['moving', 'retiring', 'revoking', 'removing'];
/** The phases of a new domain, in order. */
const WAY = PHASES.slice(0, PHASES.indexOf('installing') + 1);

const { timings } = newStage({ name: '', baseTarget: '', contactEmail: '', ca: 'staging' }).settings;
const HOUR_OF_CHECKS = timings.dnsWaitStateSeconds / timings.dnsCheckIntervalSeconds;

/** Who does the next check, in each part of the window. */
const WAITING_FOR_DNS = [
  '```mermaid',
  'stateDiagram-v2',
  '  direction LR',
  '  state "wait before check-dns (execution)" as wait',
  '  state "delayed message (queue)" as queue',
  '  state "check-dns" as check',
  '  state "watch-dns: the same check" as watch',
  '  state "prepare-issuance" as onward',
  '  state "failed, checked by the scan" as failed',
  '  [*] --> check: new execution',
  '  check --> wait: missing, in the first hour',
  '  wait --> check: 5 minutes',
  '  check --> onward: found',
  '  check --> queue: missing, after the hour, the execution ends',
  '  queue --> watch: 5 minutes',
  '  watch --> queue: missing',
  '  watch --> onward: found, new execution',
  '  watch --> failed: missing after 24 hours',
  '```',
].join('\n');

/** A name that waits for its turn at the CA has no execution: docs/decisions/0035-a-fair-queue-before-the-ca.md. */
const WAITING_FOR_A_SLOT = [
  '```mermaid',
  'stateDiagram-v2',
  '  direction LR',
  '  state "wait before prepare-issuance (execution)" as wait',
  '  state "place in the queue of the CA account (row)" as place',
  '  state "limit of its own (row)" as own',
  '  state "prepare-issuance" as prepare',
  '  state "create-order" as onward',
  '  [*] --> prepare: new execution',
  '  prepare --> wait: preflight failed',
  '  wait --> prepare',
  '  prepare --> onward: slot taken, or none needed',
  '  prepare --> place: no slot is free, the execution ends',
  '  place --> prepare: granted, new execution',
  '  prepare --> own: the CA issues no more for this name now, the execution ends',
  '  own --> prepare: the sweep, new execution',
  '  onward --> prepare: another order needs a slot, and none is free',
  '```',
].join('\n');

/** docs/internals/lifecycle.md, generated from the state machine's table of steps. */
export function lifecyclePage(): string {
  return `${[
    '# The lifecycle of a domain',
    '<!-- Made from contract/stack/steps.ts; `npm run docs` writes it again. -->',
    'For developers and operators: the phases of a domain, the step that runs in each, what each phase waits for, and for how long.',
    'A domain’s row in the table stores its phase. Each phase has one step: a Lambda that reads the row, looks outside (at DNS, the CA or the server), decides, and writes once. ' +
      'Its answer names the next step for the state machine. No execution is open in `active` and `failed`, nor while a domain waits in the queue [for its CNAME record](#waiting-for-the-cname-record) or [for a slot at the CA](#waiting-for-a-slot-at-the-ca).',
    '## A new domain',
    'Each arrow is labelled with the step that takes the domain to the next phase:',
    diagram(WAY, [...WAY, 'active'], isOnward),
    'A renewal starts at `preparing`, as an Express execution, which hands the domain over to a Standard one when it is held up ([decision 56](../decisions/0056-renewals-are-express.md)). A step can send the domain back to `preparing`: when the order or its key is lost, or when the domain was moved to another server. When the window of a step has passed, the domain is `failed`.',
    '## Waiting for the CNAME record',
    WAITING_FOR_DNS,
    `The first part of the window is \`dnsWaitStateSeconds\` (${HOUR_OF_CHECKS} waits in a new stage). ` +
      'When the window ends (`dnsWindowSeconds`), whatever DNS answered, the domain is `failed` with `dns_validation_timeout`; the scan then checks every hour for a week, and every day for a month. ' +
      '[Decision 24](../decisions/0024-dns-is-watched-from-a-queue.md) has the reasons and the cost.',
    '## Waiting for a slot at the CA',
    WAITING_FOR_A_SLOT,
    'A slot is the right to place an order now. The dispatcher grants slots once a minute, and at once when a name joins the queue. ' +
      '[Decision 35](../decisions/0035-a-fair-queue-before-the-ca.md) has the limits and the order of the queue.',
    '## Moving, revoking and removing',
    diagram(ASIDE, [...ASIDE, ...REST], () => true),
    '## Who acts next in each phase',
    'The table is for a domain without a problem. If there is one, the domain’s `diagnosis` says what it is and who must act ([errors.md](../reference/errors.md)). The pauses and windows are fields of `settings.timings` in the stage file ([stage.md](../operate/stage.md)).',
    [
      ['Phase', 'Step', 'Who acts next', 'It waits until', 'Pauses and windows', 'Next phases'],
      Array<string>(6).fill('---'),
      ...PHASES.map(row),
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
    'A step can be killed at any moment and run again without harm. [The simulation](simulation.md) kills steps at every call, and `npm run chaos` kills whole programs.',
  ].join('\n\n')}\n`;
}

/** A later phase of a new domain, or `active` after the last. */
function isOnward(from: Phase, to: Phase): boolean {
  return to === 'active' ? from === 'installing' : WAY.indexOf(to) > WAY.indexOf(from);
}

function diagram(froms: readonly Phase[], tos: readonly Phase[], isShown: (from: Phase, to: Phase) => boolean): string {
  const lines = froms.flatMap((from) =>
    followersOf(from)
      .filter((to) => tos.includes(to) && to !== from && isShown(from, to))
      .map((to) => `  ${stateOf(from)} --> ${stateOf(to)}: ${STEP_OF_PHASE[from]}`),
  );
  const all = [...new Set([...froms, ...tos])];
  const named = all.map((phase) => `  state "${phase} (${WAITS[phase].actor})" as ${stateOf(phase)}`);
  return ['```mermaid', 'stateDiagram-v2', '  direction LR', ...named, ...lines, '```'].join('\n');
}

/** Mermaid allows no hyphen in a name. */
function stateOf(phase: Phase): string {
  return phase.replace('-', '_');
}

/** The phases that may follow. `done` ends an execution; only its revocation follows a domain's removal. */
function followersOf(phase: Phase): Phase[] {
  const step = STEP_OF_PHASE[phase];
  if (step === 'done') return [];
  const next: readonly NextStep[] = LIFECYCLE_STEPS[step as StepName];
  return PHASES.filter((other) => next.includes(STEP_OF_PHASE[other]) && !(phase === 'removing' && REST.includes(other)));
}

function row(phase: Phase): string[] {
  const { actor, forWhat, pace = [] } = WAITS[phase];
  const others = followersOf(phase).filter((other) => other !== phase);
  const step = STEP_OF_PHASE[phase];
  return [
    ...[`\`${phase}\``, step === 'done' ? '' : `\`${step}\``, actor, forWhat],
    pace.map((name) => `\`${name}\``).join(', '),
    others.map((other) => `\`${other}\``).join(', '),
  ];
}
