/** Apart from the table below: an API bundle needs only the names. */
export const STEP_NAMES = [
  'check-dns',
  'prepare-issuance',
  'create-order',
  'answer-challenge',
  'poll-order',
  'finalize-order',
  'download-certificate',
  'verify-installation',
  'verify-move',
  'retire-certificate',
  'revoke-certificate',
  'remove-domain',
] as const;
export type StepName = (typeof STEP_NAMES)[number];
export type NextStep = StepName | 'done';

/**
 * The lifecycle state machine as data. Each step is one Lambda and lists the steps that may follow; `done` ends the execution.
 * Lambdas answer within this table, and the machine goes to whichever step they name, so an execution started before an update
 * follows the newer table. Never reuse a removed step name: last week's executions may still send it.
 */
export const LIFECYCLE_STEPS = {
  'check-dns': ['check-dns', 'prepare-issuance', 'verify-installation', 'retire-certificate', 'done'],
  'prepare-issuance': ['prepare-issuance', 'create-order', 'verify-installation', 'verify-move', 'retire-certificate', 'done'],
  'create-order': [
    'create-order',
    'prepare-issuance',
    'answer-challenge',
    'poll-order',
    'verify-move',
    'retire-certificate',
    'done',
  ],
  'answer-challenge': ['answer-challenge', 'prepare-issuance', 'poll-order', 'verify-move', 'retire-certificate', 'done'],
  'poll-order': [
    'poll-order',
    'prepare-issuance',
    'finalize-order',
    'download-certificate',
    'verify-installation',
    'verify-move',
    'retire-certificate',
    'done',
  ],
  'finalize-order': [
    'finalize-order',
    'prepare-issuance',
    'download-certificate',
    'verify-installation',
    'verify-move',
    'retire-certificate',
    'done',
  ],
  'download-certificate': [
    'download-certificate',
    'prepare-issuance',
    'verify-installation',
    'verify-move',
    'retire-certificate',
    'done',
  ],
  'verify-installation': [
    'verify-installation',
    'check-dns',
    'prepare-issuance',
    'verify-move',
    'retire-certificate',
    'revoke-certificate',
    'done',
  ],
  'verify-move': ['verify-move', 'retire-certificate', 'revoke-certificate', 'done'],
  'retire-certificate': ['retire-certificate', 'revoke-certificate', 'done'],
  'revoke-certificate': ['verify-move', 'retire-certificate', 'remove-domain', 'done'],
  'remove-domain': ['revoke-certificate', 'done'],
} as const satisfies Record<StepName, readonly NextStep[]>;

/** Error name of a step that failed because AWS throttled it or did not answer. */
export const AWS_BUSY = 'AwsBusy';
