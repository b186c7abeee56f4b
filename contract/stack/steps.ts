/** Apart from the table below: an API bundle needs the names only. */
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
 * The lifecycle machine as data: each step is one Lambda, and names the steps that may follow it. `done` ends the execution. The
 * Lambdas answer within this table. The state machine has its steps and goes to whichever one is answered, so that an execution
 * which began before an update follows the newer table. A retired step name is never used again: last week's executions may still
 * send it.
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

/** The name of the error with which a step ends where AWS itself is throttled or does not answer. */
export const AWS_BUSY = 'AwsBusy';
