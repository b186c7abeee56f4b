import type { LookAtOwnership } from '../../dns/look-at-ownership.ts';
import type { OwnershipObservation } from '../../model/domains/claim.ts';

/** Reads DNS once, however often it is called. */
export type OwnershipCheck = () => Promise<OwnershipObservation>;

export function memoizedOwnershipCheck(
  lookAtOwnership: LookAtOwnership,
  organizationId: string,
  hostname: string,
  now: Date,
): OwnershipCheck {
  let observation: Promise<OwnershipObservation> | undefined;
  return () => {
    observation ??= lookAtOwnership(organizationId, hostname, now);
    return observation;
  };
}
