import { STANDARD_LIMITS } from '../../shared/contract/limits.ts';
import { OrganizationResource } from '../organization/organization-resource.schema.ts';
import type { OperationDescription } from './operation-description.ts';

export const ORGANIZATION_DESCRIPTIONS = {
  getOrganization: {
    tag: 'Organization',
    summary: 'Get your organization',
    description:
      'The organization and the API key that make this request, and what is left of the limits. Any valid key may ask.',
    answer: {
      status: 200,
      description: 'Your organization.',
      schema: OrganizationResource,
      example: {
        id: 'org_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
        name: 'Integrator Inc.',
        key: { id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd', name: 'production', permissions: ['domains.read', 'domains.write'] },
        limits: {
          requests_per_minute: { limit: STANDARD_LIMITS.requestsPerMinute, used: 1 },
          requests_per_hour: { limit: STANDARD_LIMITS.requestsPerHour, used: 17 },
          domains: { limit: STANDARD_LIMITS.domains, used: 12 },
          unvalidated_domains: { limit: STANDARD_LIMITS.unvalidatedDomains, used: 2 },
          servers: { limit: STANDARD_LIMITS.servers, used: 1 },
          webhooks: { limit: STANDARD_LIMITS.webhooks, used: 1 },
          new_receivers_per_hour: { limit: STANDARD_LIMITS.newReceiversPerHour, used: 0 },
        },
        base_target: 'cname.example.net',
        cname_target: 'cname.example.net',
      },
    },
  },
} as const satisfies Record<string, OperationDescription>;
