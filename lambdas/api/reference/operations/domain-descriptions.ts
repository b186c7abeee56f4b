import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../../contract/text.schema.ts';
import { ERROR_MESSAGES } from '../../../../copy/en/error-messages.ts';
import { DeletedDomain, DomainPage, DomainResource } from '../../../model/domains/domain-resource.schema.ts';
import { apexProblem } from '../../../model/domains/hostnames/normalize-hostname.ts';
import {
  ACTIVE_DOMAIN,
  CHECKED_DOMAIN,
  DOMAIN_EVENT,
  PENDING_DOMAIN,
  REVOKED_DOMAIN,
} from '../../../model/events/domain-examples.ts';
import { ListQuery } from '../../../shared/http/parameters.ts';
import { CreateDomainsRequest, createDomainRequest, MOST_DOMAINS_AT_ONCE } from '../../domains/create-requests.schema.ts';
import {
  CountExpiriesQuery,
  ListDomainsQuery,
  RevokeDomainRequest,
  UpdateDomainRequest,
} from '../../domains/domain-requests.schema.ts';
import { BulkResource, DomainCounts, DomainExpiries, TimelinePage } from '../../domains/domain-responses.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const tag = 'Domains';
const NEW_DOMAIN = { url: 'shop.customer.com', server_id: 1, metadata: { plan: 'pro' } };
/** Which names a deployment refuses besides is no matter of the schema. */
const createRequest = createDomainRequest({ ownNames: [], allowedSpecialSuffixes: [] });
/** What each item has to be; one that is not fails on its own. */
const createManyRequest = z.extend(CreateDomainsRequest, {
  domains: z
    .array(createRequest)
    .check(minLength(1), maxLength(MOST_DOMAINS_AT_ONCE), z.describe('The domains to create, each as in a request of its own.')),
});
const NO_FIELDS = z.strictObject({});

/** The operations that act on a domain and answer how it stands then. */
function action(
  words: Pick<OperationDescription, 'summary' | 'description' | 'conflict'>,
  example: object,
): OperationDescription {
  return {
    tag,
    ...words,
    body: { schema: NO_FIELDS, example: {}, isOptional: true },
    answer: { status: 200, description: 'The domain.', schema: DomainResource, example },
  };
}

export const DOMAIN_DESCRIPTIONS = {
  createDomain: {
    tag,
    summary: 'Create a domain',
    description:
      'Registers a hostname of a customer of yours, and starts looking for its CNAME record. The record to publish is in `dns_records`. A `server_id` that is not known makes an unclaimed server, unless the deployment forbids it; `warnings` says so. A hostname that is a domain of yours already is refused with `details.existing_domain_id`; one that is not available, with `details.claim`: the record that proves that it is yours. Publish it and repeat the request. If another organization serves the hostname, it then has 72 hours’ notice: the 422 has `details.transfer` in place of `details.claim`. Repeat the request after `until`, with the record still there.',
    body: { schema: createRequest, example: NEW_DOMAIN },
    answer: { status: 201, description: 'The new domain.', schema: DomainResource, example: PENDING_DOMAIN },
    errors: ['quota_exceeded'],
  },
  listDomains: {
    tag,
    summary: 'List domains',
    description:
      'Newest first; with `expires_within`, `expires_after` or `expires_before` the soonest expiry first. Filters combine; with an unusual combination a page may hold fewer domains than `limit`, or none, and still have a `next_cursor`.',
    query: ListDomainsQuery,
    answer: {
      status: 200,
      description: 'One page of domains.',
      schema: DomainPage,
      example: { data: [ACTIVE_DOMAIN], next_cursor: null },
    },
  },
  countDomains: {
    tag,
    summary: 'Count domains by who has to act',
    description:
      'How many domains wait for a customer, for you or for this service, and how many for nobody: these are served, or go on by themselves. Lists of them: `GET /domains?actor=…`.',
    answer: {
      status: 200,
      description: 'The counts.',
      schema: DomainCounts,
      example: {
        total: 1000,
        by_actor: { customer: 28, integrator: 16, service: 0, nobody: 956 },
        is_complete: true,
        counted_at: '2026-11-21T08:00:00.000Z',
      },
    },
  },
  countExpiries: {
    tag,
    summary: 'Count certificates by the week in which they end',
    description:
      'For a calendar: how many certificates end in which week, and how many of these cannot be renewed until you or a customer have done something. A list of a week: `GET /domains?expires_after=…&expires_before=…`.',
    query: CountExpiriesQuery,
    answer: {
      status: 200,
      description: 'The counts.',
      schema: DomainExpiries,
      example: {
        earlier: { by_itself: 0, needs_somebody: 1 },
        weeks: [
          {
            starts_at: '2026-11-16T00:00:00.000Z',
            ends_at: '2026-11-23T00:00:00.000Z',
            by_itself: 0,
            needs_somebody: 2,
          },
        ],
        is_complete: true,
        counted_at: '2026-11-21T08:00:00.000Z',
      },
      csv: 'starts_at,ends_at,by_itself,needs_somebody,is_complete\r\n,2026-11-16T00:00:00.000Z,0,1,true\r\n2026-11-16T00:00:00.000Z,2026-11-23T00:00:00.000Z,0,2,true\r\n',
    },
  },
  createDomains: {
    tag,
    summary: 'Create up to 100 domains',
    description:
      'Each item is created or refused on its own, as by a request to create one domain. If none could be created the answer is an error, with each item in `details.items`. Counts as one request.',
    body: {
      schema: createManyRequest,
      example: { domains: [NEW_DOMAIN, { url: 'www.customer.com', server_id: 1 }] },
    },
    answer: {
      status: 201,
      description: 'At least one domain was created.',
      schema: BulkResource,
      example: {
        data: [
          { index: 0, status: 'created', domain: PENDING_DOMAIN },
          {
            index: 1,
            status: 'error',
            error: {
              code: 'validation_error',
              message: ERROR_MESSAGES.validation_error.fields,
              details: {
                errors: { url: [apexProblem('customer.com', 'https://api.example.net')] },
              },
            },
          },
        ],
        summary: { created: 1, failed: 1 },
      },
    },
  },
  getDomain: {
    tag,
    summary: 'Get a domain',
    description: 'How the domain stands now, what is in the way, and who has to act.',
    answer: { status: 200, description: 'The domain.', schema: DomainResource, example: ACTIVE_DOMAIN },
  },
  updateDomain: {
    tag,
    summary: 'Change a domain',
    description:
      '`server_id` needs `servers.write` as well. A new one counts at once (one that is not known makes a server, as at the creation of a domain); the old server serves until the new one is seen serving, and `move` says how far that is. `metadata` is merged; null removes a key. `url` cannot be changed.',
    body: { schema: UpdateDomainRequest, example: { metadata: { plan: 'basic' } } },
    answer: { status: 200, description: 'The domain as it is now.', schema: DomainResource, example: ACTIVE_DOMAIN },
    errors: ['quota_exceeded'],
  },
  deleteDomain: {
    tag,
    summary: 'Delete a domain',
    description:
      'Its certificate is taken away from your servers. You may create the same hostname again at once: it gets a new id.',
    answer: { status: 200, description: 'It is gone.', schema: DeletedDomain, example: { id: ACTIVE_DOMAIN.id, deleted: true } },
  },
  checkDomain: action(
    {
      summary: 'Look at the DNS, and at what is served, now',
      description:
        'Does not wait for the next check of the service. Once in 10 seconds for each domain, and for ten domains of an organization at once (or as many as the deployment allows); answers within 8. A domain in `error` goes on when the CNAME record is found. For an active domain it also opens a TLS connection, as a browser does, and asks whether the machines of its server are heard of: `diagnosis` says what was found, its `evidence` which certificate was shown or what became of the connection. What this check could not see again keeps the `checked_at` of the check that saw it.',
    },
    CHECKED_DOMAIN,
  ),
  retryDomain: action(
    {
      summary: 'Start over',
      description:
        'For a domain in `error`: the same id and history, and a fresh time window. Five times a day for each domain. If the hostname is somebody else’s by now, it has to be proved again: 422, as for a new domain.',
      conflict: ERROR_MESSAGES.conflict.notRetryable,
    },
    PENDING_DOMAIN,
  ),
  renewDomain: action(
    {
      summary: 'Renew the certificate now',
      description:
        'For an active domain on which nothing else is going on; the present certificate serves until the new one does. Once a day (UTC) for each domain.',
      conflict: ERROR_MESSAGES.conflict.notRenewable,
    },
    ACTIVE_DOMAIN,
  ),
  revokeDomain: {
    tag,
    summary: 'Revoke the certificate',
    description:
      'A new certificate with a new key is ordered at once (a renewal that is under way is waited for). When that is seen served, the certificate authority revokes the former one, and `certificate.revoked` is sent; until then `revocation` shows how far it is. Where the renewal fails, the revocation waits for the next one. So the domain is served all the while, also for `keyCompromise`: whoever has the private key can revoke at the certificate authority without delay. A domain that is deleted meanwhile has it revoked at once. Five times a day (UTC) for each domain.',
    body: { schema: RevokeDomainRequest, example: { reason: 'keyCompromise' } },
    answer: { status: 200, description: 'The domain.', schema: DomainResource, example: REVOKED_DOMAIN },
    conflict: ERROR_MESSAGES.conflict.notRevocable,
  },
  listDomainEvents: {
    tag,
    summary: 'List what happened to a domain',
    description:
      'The timeline, newest first: every change of the diagnosis with the evidence for it, every order and installation, and who changed what. Looks that find nothing new are counted.',
    query: ListQuery,
    answer: {
      status: 200,
      description: 'One page of events.',
      schema: TimelinePage,
      example: { data: [DOMAIN_EVENT], next_cursor: null },
    },
  },
} as const satisfies Record<string, OperationDescription>;
