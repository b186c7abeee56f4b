import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { settled } from './retirement.ts';
import { moved, type Transition } from './transition.ts';
import { withoutPhase } from './without-phase.ts';

/** The certificate was taken away wherever it is not needed: the domain is at rest, with the verdict that it had. */
export function decideOnRetirement(domain: DomainIn<'retiring'>): Transition {
  const { retireFrom: _, ...rest } = withoutPhase(domain);
  return moved(settled(rest), 'certificate.retired');
}
