/** Up to so many domains, the page shows the first steps. */
const MOST = 1;

export const stepsCode = { name: 'first-steps', load: () => import('./first-steps.tsx') };

export function hasFewDomains(byActor: Partial<Record<string, number>>): boolean {
  return Object.values(byActor).reduce((sum: number, count = 0) => sum + count, 0) <= MOST;
}
