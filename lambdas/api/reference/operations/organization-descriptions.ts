import { STANDARD_LIMITS } from '../../../../contract/api/limits.ts';
import { PutThemeRequest } from '../../../model/accounts/portal/theme-request.schema.ts';
import { OrganizationResource } from '../../organization/organization-resource.schema.ts';
import { ThemeResource } from '../../organization/theme.schema.ts';
import { themeResource } from '../../organization/theme.ts';
import type { OperationDescription } from './operation-description.ts';

const THEME = {
  colors: { light: { accent: '#7a2e0e', on_accent: '#ffffff' }, dark: { accent: '#ffb68a', on_accent: '#1a1f26' } },
  font: 'old_style' as const,
  radius: 4,
  support_url: 'https://help.bakery-shop.example/domains',
  texts: { en: { welcome: 'Two minutes, and your shop has its own address.' } },
};

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
        livemode: true,
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
        portal_url: 'https://certificates.example.net/portal/opt_7Qw2Er9Ty4Ui1Op6As3Df8Gh5Jk0Lz2X',
        base_target: 'cname.example.net',
        cname_target: 'cname.example.net',
      },
    },
  },
  getTheme: {
    tag: 'Organization',
    summary: 'Get the theme',
    description:
      'How your portal looks, and the widget with its style sheet (`theme.css` below `portal_url`). What you have not set is the standard.',
    answer: { status: 200, description: 'The theme.', schema: ThemeResource, example: themeResource(THEME, undefined) },
  },
  putTheme: {
    tag: 'Organization',
    summary: 'Set the theme',
    description:
      'The whole theme anew: what is absent is the standard again, the logo too. Colours that cannot be read on each other (under 4.5:1) are refused, with the nearest shade that can.',
    body: { schema: PutThemeRequest, example: THEME },
    answer: { status: 200, description: 'The theme.', schema: ThemeResource, example: themeResource(THEME, undefined) },
  },
} as const satisfies Record<string, OperationDescription>;
