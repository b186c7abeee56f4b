import { portalOf } from '../../model/accounts/organization-portal.ts';
import { saveTheme } from '../../model/accounts/organization-theme.ts';
import { contrastProblems } from '../../model/accounts/portal/theme.ts';
import { PutThemeRequest } from '../../model/accounts/portal/theme-request.schema.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { THEME_ANSWER, themeExample, themeResource } from './theme.ts';

/** Replaces the whole theme: fields left out return to their defaults. */
export const putTheme = defineOperation({
  id: 'putTheme',
  clientMethod: 'organization.put_theme',
  tag: 'Organization',
  reach: 'organization',
  audit: { action: 'organization.theme_changed', facts: ['before', 'after'] },
  summary: 'Set the theme',
  description:
    'The whole theme anew: what is absent is the standard again, the logo too. Colours that cannot be read on each other (under 4.5:1) are refused, with the nearest shade that can.',
  body: { schema: PutThemeRequest, example: themeExample },
  answer: THEME_ANSWER,
  prepare: (ports: Pick<Rows, 'portals' | 'accounts' | 'base62' | 'newId' | 'pause'>) =>
    prepareChange(
      {
        find(_, { organizationId }, theme: PutThemeRequest) {
          refuseUnreadable(theme);
          return ports.portals.ofOrganization(organizationId);
        },
        pause: ports.pause,
      },
      async (found, call, theme) => {
        const portal = found ?? (await portalOf(call.caller.organizationId, ports));
        await saveTheme(portal, theme, (changed) => auditEntry(call, ports.newId('aud'), changed), ports.portals);
        const { logo, ...values } = theme;
        return { status: 200, json: themeResource(values, logo) };
      },
    ),
});

function refuseUnreadable(theme: PutThemeRequest): void {
  const unreadable = contrastProblems(theme);
  if (Object.keys(unreadable).length > 0) throw validationError(unreadable);
}
