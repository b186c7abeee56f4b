import type { Page, ViewportSize } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/a-browser.ts';
import { ofThisCommit } from '../../prove/of-this-commit.ts';
import { openDashboard } from '../dashboard/played/opened-dashboard.ts';
import { fillAccount } from '../dashboard/played/played-account.ts';
import { TWICE_THE_SIZE } from '../states.ts';
import { dashboardStates, type State } from './dashboard-states.ts';

const { dashboard, open } = openDashboard();
const STATES = ofThisCommit(Object.entries(dashboardStates(dashboard)), 3);

/** 1,280 by 1,024 px at 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 };
const DESK = { width: 1280, height: 720 };
const MAX_STOPS = 250;

/** The name of the focused element, and what is wrong with it. */
const STOP = `(() => {
  let stop = document.activeElement;
  while (stop?.shadowRoot?.activeElement) stop = stop.shadowRoot.activeElement;
  if (!stop || stop === document.body) return undefined;
  const name = [stop.localName, stop.getAttribute('aria-label') ?? stop.textContent.trim().slice(0, 40)].join(' ');
  if (stop.stopNumber) return 'again';
  window.stops = (window.stops ?? 0) + 1;
  stop.stopNumber = window.stops;
  const style = getComputedStyle(stop);
  const wrong = [];
  // A menu that was opened without the keyboard: an arrow key begins to show where one is.
  if (!stop.closest('[role=menu]') && (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2)) wrong.push('no outline');
  const { left, right, top, bottom } = stop.getBoundingClientRect();
  const [x1, x2, y1, y2] = [Math.max(left, 0), Math.min(right, innerWidth), Math.max(top, 0), Math.min(bottom, innerHeight)];
  const root = stop.getRootNode();
  const isSeenAt = (x, y) => {
    const over = root.elementFromPoint(x, y);
    return over !== null && (stop.contains(over) || over.contains(stop) && over.localName === 'label');
  };
  const spots = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x1 + x * (x2 - x1), y1 + y * (y2 - y1)]));
  const seen = x2 <= x1 || y2 <= y1 ? 0 : spots.filter(([x, y]) => isSeenAt(x, y)).length;
  if (seen < 5) wrong.push(seen === 0 ? 'hidden' : 'mostly hidden: ' + seen);
  return [name, wrong.join(', ')];
})()`;

/** Tabs through all focusable elements of the page, or of the dialog over it. */
async function walk(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<[string, string] | 'again' | undefined>(STOP);
    if (stop === 'again') break;
    if (stop && stop[1] !== '') wrong.push(stop.join(': '));
  }
  expect(await page.evaluate('window.stops')).toBeGreaterThan(0);
  return wrong;
}

/**
 * In the page: controls smaller than 24 px (WCAG 2.5.8). Inline links are exempt, and each week of a year is also in the table.
 */
const SMALL = `[...document.querySelectorAll('a[href], button, input, select, summary, [role=tab], [role^=menuitem]')]
  .filter(isSeen)
  .filter((one) => getComputedStyle(one).display !== 'inline' && !one.closest('.bars.many'))
  .map((one) => [one, (one.closest('label') ?? one).getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 24 || height < 24)
  .map(([one, { width, height }]) => nameOf(one) + ': ' + Math.round(width) + ' x ' + Math.round(height))`;

/** In the page: clipped elements, and whether the page is wider than its viewport. */
const CUT = `[...document.querySelectorAll('body *')]
  .filter((one) => isSeen(one) && !one.closest('svg, textarea, input, select'))
  .filter((one) => getComputedStyle(one).overflowX !== 'auto' && getComputedStyle(one).overflowX !== 'visible')
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => nameOf(one) + ' is cut off').concat(document.documentElement.scrollWidth > innerWidth ? ['the page: ' + document.documentElement.scrollWidth] : [])`;

/** In the page: helpers for elements that are visible, not only available to screen readers. */
const WORDS = `
  window.isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !(function isClipped(each) { return each !== null && (getComputedStyle(each).clipPath !== 'none' || isClipped(each.parentElement)); })(one) && !one.matches('.skip');
  window.nameOf = (one) => [one.localName, one.className, one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)].join(' ');
  undefined`;

describe.skipIf(!CHROMIUM)('the dashboard', () => {
  it.each(STATES)(
    'shows each stop of the keyboard and has room for each finger, at a desk and at 400 %%: %s',
    async (_, state) => {
      for (const viewport of [DESK, ZOOMED]) {
        const page = await look(state, viewport);
        const found = await page.evaluate<string[]>(SMALL);
        expect([viewport.width, ...found, ...(await walk(page))]).toEqual([viewport.width]);
        await page.context().close();
      }
    },
  );

  it.each(STATES)('is read in one direction at 320 px, and in letters of twice the size: %s', async (_, state) => {
    for (const [viewport, change] of [
      [ZOOMED, 'undefined'],
      [DESK, TWICE_THE_SIZE],
    ] as const) {
      const page = await look(state, viewport);
      await page.evaluate(change);
      // An open menu is positioned again a moment later.
      await expect.poll(() => page.evaluate<string[]>(CUT), { message: `${viewport.width} px` }).toEqual([]);
      await page.context().close();
    }
  });
});

async function look({ path, prepare }: State, viewport: ViewportSize): Promise<Page> {
  fillAccount(dashboard);
  const { page } = await open(path, { viewport });
  await prepare?.(page);
  await page.evaluate(WORDS);
  return page;
}
