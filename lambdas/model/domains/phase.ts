import type { NextStep } from '../../shared/contract/steps.ts';
import type { Phase } from './domain-row.schema.ts';

/** Whose turn it is in each phase. A phase at rest has no step. */
export const STEP_OF_PHASE: Record<Phase, NextStep> = {
  'awaiting-dns': 'check-dns',
  preparing: 'prepare-issuance',
  ordering: 'create-order',
  authorizing: 'answer-challenge',
  validating: 'poll-order',
  finalizing: 'finalize-order',
  downloading: 'download-certificate',
  installing: 'verify-installation',
  moving: 'verify-move',
  retiring: 'retire-certificate',
  removing: 'remove-domain',
  active: 'done',
  failed: 'done',
};

/** Whether nothing more is to be done for a domain until somebody asks. */
export function isAtRest(phase: Phase): boolean {
  return STEP_OF_PHASE[phase] === 'done';
}
