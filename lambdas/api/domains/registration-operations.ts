import { checkDomain } from './check-domain.ts';
import { createDomain } from './create-domain.ts';
import { createDomains } from './create-domains.ts';
import { retryDomain } from './retry-domain.ts';

/** Operations that register a hostname or check its DNS. */
export const REGISTRATION_OPERATIONS = [createDomain, createDomains, retryDomain, checkDomain];
