import type { Phase } from '../../lambdas/model/domains/domain-row.schema.ts';
import { STEP_OF_PHASE } from '../../lambdas/model/domains/phase.ts';
import { LIFECYCLE_STEPS, type NextStep, type StepName } from '../../lambdas/shared/contract/steps.ts';
import type { Timings } from '../../lambdas/shared/contract/timings.schema.ts';

interface Wait {
  whose: 'customer' | 'CA' | 'integrator' | 'nobody' | 'see diagnosis';
  forWhat: string;
  /** Between two looks, and how long at most. */
  pace?: (keyof Timings)[];
}

/** Whose move a phase waits for, while all goes well. */
const WAITS: Record<Phase, Wait> = {
  'awaiting-dns': {
    whose: 'customer',
    forWhat: 'the CNAME to be set and no CAA record to forbid the CA',
    pace: ['dnsCheckIntervalSeconds', 'dnsCheckLongestSeconds', 'dnsWindowSeconds'],
  },
  preparing: {
    whose: 'integrator',
    forWhat: 'the server to answer the challenge’s path as the CA will ask for it; then a slot at the CA',
    pace: ['preflightRetrySeconds', 'issuanceWindowSeconds'],
  },
  ordering: { whose: 'CA', forWhat: 'the order to be taken', pace: ['caRetrySeconds', 'issuanceWindowSeconds'] },
  authorizing: { whose: 'CA', forWhat: 'the challenge to be offered', pace: ['caRetrySeconds', 'issuanceWindowSeconds'] },
  validating: {
    whose: 'CA',
    forWhat: 'the hostname to be validated over HTTP-01',
    pace: ['orderPollSeconds', 'validationRetrySeconds', 'issuanceWindowSeconds'],
  },
  finalizing: { whose: 'CA', forWhat: 'the signing request to be taken', pace: ['caRetrySeconds', 'issuanceWindowSeconds'] },
  downloading: { whose: 'CA', forWhat: 'the certificate', pace: ['orderPollSeconds', 'caRetrySeconds', 'issuanceWindowSeconds'] },
  installing: {
    whose: 'integrator',
    forWhat: 'the server’s agent to fetch the certificate and visitors to get it',
    pace: ['installPollSeconds', 'installWindowSeconds'],
  },
  moving: {
    whose: 'customer',
    forWhat: 'the hostname to lead to the other server, and that to serve it',
    pace: ['installPollSeconds', 'installWindowSeconds'],
  },
  retiring: { whose: 'integrator', forWhat: 'agents to take away copies that nobody needs', pace: ['retirePauseSeconds'] },
  revoking: { whose: 'CA', forWhat: 'the former certificate to be revoked', pace: ['caRetrySeconds'] },
  removing: { whose: 'nobody', forWhat: 'nothing: agents take away the copies of what was deleted at their next fetch' },
  active: {
    whose: 'nobody',
    forWhat: 'its renewal: the scan begins it, and looks at the domain twice a day',
    pace: ['watchDaySeconds'],
  },
  failed: {
    whose: 'see diagnosis',
    forWhat:
      'whoever `diagnosis.actor` names: DNS that comes right later begins it anew, and so does `POST /api/domains/{id}/retry`',
  },
};

const PHASES = Object.keys(WAITS) as Phase[];
const REST: Phase[] = ['active', 'failed'];
const ASIDE: Phase[] = ['moving', 'retiring', 'revoking', 'removing'];
/** The way of a new domain, in this order. */
const WAY = PHASES.slice(0, PHASES.indexOf('installing') + 1);

/** docs/lifecycle.md, made from the table of the state machine's steps. */
export function lifecyclePage(): string {
  return `${[
    '# The lifecycle of a domain',
    '<!-- Made from lambdas/shared/contract/steps.ts; `npm run docs` writes it again. -->',
    'A domain’s row says in which phase it is, and the phase names the step whose turn it is: one Lambda, which reads the row, looks outside once, decides, and writes once. ' +
      'The state machine goes to whichever step was answered; in a phase at rest no execution is open. This is the way of a new domain, by the step and the phase that follows:',
    diagram(WAY, [...WAY, 'active'], isOnward),
    'A renewal begins at `preparing` with its server and its DNS as they are. Each of these steps may also begin again at `preparing` (the order or its key is lost, or the server was moved), and ends in `failed` when its window has closed. ' +
      'What has to be taken away or moved goes on here:',
    diagram(ASIDE, [...ASIDE, ...REST], () => true),
    '## Whose move it is',
    'While all goes well; what went wrong, and who has to act on it, is in `diagnosis` ([errors.md](errors.md)). The pauses and windows are fields of `settings.timings` in the stage file ([stage.md](stage.md)).',
    [
      ['Phase', 'Step', 'Whose move', 'It waits for', 'Pauses and windows', 'What may follow'],
      Array<string>(6).fill('---'),
      ...PHASES.map(row),
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
    'A step may be killed at any moment, and is run again without harm: `npm run chaos` and `npm run faults` try it, and print what they tried and what was lost.',
  ].join('\n\n')}\n`;
}

/** Another phase behind it on the way of a new domain, and `active` where that ends. */
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
  const named = all.map((phase) => `  state "${phase} (${WAITS[phase].whose})" as ${stateOf(phase)}`);
  return ['```mermaid', 'stateDiagram-v2', '  direction LR', ...named, ...lines, '```'].join('\n');
}

/** Mermaid takes no hyphen in a name. */
function stateOf(phase: Phase): string {
  return phase.replace('-', '_');
}

/** The phases that may follow, by the steps that may: `done` is rest, and of what is removed nothing is left that could. */
function followersOf(phase: Phase): Phase[] {
  const step = STEP_OF_PHASE[phase];
  if (step === 'done') return [];
  const next: readonly NextStep[] = LIFECYCLE_STEPS[step as StepName];
  return PHASES.filter((other) => next.includes(STEP_OF_PHASE[other]) && !(phase === 'removing' && REST.includes(other)));
}

function row(phase: Phase): string[] {
  const { whose, forWhat, pace = [] } = WAITS[phase];
  const others = followersOf(phase).filter((other) => other !== phase);
  const step = STEP_OF_PHASE[phase];
  return [
    ...[`\`${phase}\``, step === 'done' ? '' : `\`${step}\``, whose, forWhat],
    pace.map((name) => `\`${name}\``).join(', '),
    others.map((other) => `\`${other}\``).join(', '),
  ];
}
