import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import cps from '../../client/cps/package.json' with { type: 'json' };
import { STEP_NAMES, type StepName } from '../../contract/stack/steps.ts';
import { lifecycleDefinition } from '../../lib/lifecycle/lifecycle-definition.ts';
import service from '../../package.json' with { type: 'json' };
import { productionStage } from '../stack/stage/stages.ts';
import { API_PAGES, FIRST_CALLS, README, shownCall } from './answers.ts';
import { lifecyclePage } from './lifecycle/lifecycle-page.ts';

describe('the README', () => {
  it.each(Object.values(FIRST_CALLS))('shows a part of the answer to %s that docs/guides/ shows whole', (call) => {
    const [short, whole] = [shownCall(README, call), shownCall(API_PAGES, call)];
    expect(short.request).toBe(whole.request);
    expect(whole.answer).toMatchObject(short.answer as object);
  });

  it('names the Node that each program needs, as its package and its page do', () => {
    const oldest = (range: string) => range.replace('>=', '');
    const program = readFileSync(new URL('../../docs/guides/program-typescript.md', import.meta.url), 'utf8');
    const bootstrap = readFileSync(new URL('../../local/bootstrap.mjs', import.meta.url), 'utf8');
    const [, own] = /OLDEST_OWN_NODE = (\d+)/.exec(bootstrap) ?? [];
    expect(program).toContain(`It needs Node ${own}`);
    const sentence = README.replace(/\s+/g, ' ');
    expect(sentence).toContain(
      `Node with npm: ${oldest(service.engines.node)} or later for the service, ${oldest(cps.engines.node)} for [\`cps\`]`,
    );
    expect(sentence).toMatch(new RegExp(`, ${own} for the \\[program in TypeScript\\]\\(\\S+\\) and on Apple's processors`));
  });

  it('has at most 200 lines', () => {
    expect(README.split('\n').length - 1).toBeLessThanOrEqual(200);
  });

  it('draws every folder of lambdas/ under its own name, but for the ground below them', () => {
    const [, picture = ''] = /```mermaid\n(.*?)```/s.exec(README) ?? [];
    const drawn = [...picture.matchAll(/(?<![/\w-])([a-z0-9-]+)\//g)].map(([, folder]) => folder);
    const folders = readdirSync(new URL('../../lambdas', import.meta.url)).filter((name) => name !== 'shared');
    expect(new Set(drawn)).toEqual(new Set([...folders, 'agent']));
  });

  it('and the page of the lifecycle draw the waits that the state machine has, and both queues for which an execution ends', () => {
    const arns = Object.fromEntries(STEP_NAMES.map((step) => [step, step])) as Record<StepName, string>;
    const { States } = lifecycleDefinition('aws', arns, productionStage.settings.timings);
    for (const page of [README, lifecyclePage()]) {
      const drawn = [...page.matchAll(/"(wait before [a-z-]+)/g)].map(([, state = '']) => state);
      expect(drawn).toContain('wait before check-dns');
      for (const state of drawn) expect(States[state]?.Type).toBe('Wait');
      expect(page).toMatch(/missing[^\n]*the execution ends/);
      expect(page).toMatch(/no slot is free[^\n]*the execution ends/);
    }
  });
});
