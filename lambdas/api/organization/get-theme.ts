import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { THEME_ANSWER, themeResource } from './theme.ts';

/** The default theme, if the organization never set one. */
export const getTheme = defineOperation({
  id: 'getTheme',
  clientMethod: 'organization.get_theme',
  tag: 'Organization',
  reach: 'none',
  summary: 'Get the theme',
  description:
    'How your portal looks, and the widget with its style sheet (`theme.css` below `portal_url`). What you have not set is the standard.',
  answer: THEME_ANSWER,
  prepare:
    ({ portals }: Pick<Rows, 'portals'>) =>
    async ({ caller }) => {
      const portal = await portals.ofOrganization(caller.organizationId);
      const theme = themeResource(portal?.theme, portal && (await portals.logo(portal)));
      return () => ({ status: 200, json: theme });
    },
});
