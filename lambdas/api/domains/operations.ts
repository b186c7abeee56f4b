import { countDomains } from './count-domains.ts';
import { countExpiries } from './count-expiries.ts';
import { deleteDomain } from './delete-domain.ts';
import { getDomain } from './get-domain.ts';
import { listDomainEvents } from './list-domain-events.ts';
import { listDomains } from './list-domains.ts';
import { renewDomain } from './renew-domain.ts';
import { revokeDomain } from './revoke-domain.ts';
import { updateDomain } from './update-domain.ts';

/** Operations on domains that read no DNS. */
export const DOMAIN_OPERATIONS = [
  listDomains,
  countDomains,
  countExpiries,
  getDomain,
  updateDomain,
  deleteDomain,
  renewDomain,
  revokeDomain,
  listDomainEvents,
];
