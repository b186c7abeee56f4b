import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { ofThisCommit } from '../../prove/of-this-commit.ts';
import { openDashboard } from '../dashboard/played/opened-dashboard.ts';
import { fillAccount } from '../dashboard/played/played-account.ts';
import { violations } from '../states.ts';
import { dashboardStates } from './dashboard-states.ts';

const { dashboard, open } = openDashboard();

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

describe.skipIf(!CHROMIUM)('the dashboard for everybody', () => {
  it.each(ofThisCommit(Object.entries(dashboardStates(dashboard)), 3))(
    'axe finds nothing in light or dark, on a phone or a desk, and nothing sticks out: %s',
    async (_, { path, prepare }) => {
      for (const viewport of Object.values(SIZES)) {
        fillAccount(dashboard);
        const { page, complaints } = await open(path, { viewport });
        await prepare?.(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page)).toEqual([]);
        }
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    },
  );
});
