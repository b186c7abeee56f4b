import { lookAtDns } from '../dns/look-at-dns.ts';
import { lookAtDnsOfMany } from '../dns/look-at-dns-of-many.ts';
import { checkDomain } from './check-domain.ts';
import { countDomains } from './count-domains.ts';
import { countExpiries } from './count-expiries.ts';
import { createDomain } from './create-domain.ts';
import { createDomains } from './create-domains.ts';
import { deleteDomain } from './delete-domain.ts';
import { getDomain } from './get-domain.ts';
import { listDomainEvents } from './list-domain-events.ts';
import { listDomains } from './list-domains.ts';
import { renewDomain } from './renew-domain.ts';
import { retryDomain } from './retry-domain.ts';
import { revokeDomain } from './revoke-domain.ts';
import { updateDomain } from './update-domain.ts';

/** The operations on domains that check no DNS. */
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

/** The operations that register a hostname or check its DNS. */
export const REGISTRATION_OPERATIONS = [createDomain, createDomains, retryDomain, checkDomain, lookAtDns, lookAtDnsOfMany];
