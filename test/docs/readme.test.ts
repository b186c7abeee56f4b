import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { API_PAGES, FIRST_CALLS, README, shownCall } from './answers.ts';

describe('the README', () => {
  it.each(Object.values(FIRST_CALLS))('shows a part of the answer to %s that docs/guides/ shows whole', (call) => {
    const [short, whole] = [shownCall(README, call), shownCall(API_PAGES, call)];
    expect(short.request).toBe(whole.request);
    expect(whole.answer).toMatchObject(short.answer as object);
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
});
