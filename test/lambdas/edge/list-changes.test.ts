import { expect, it } from 'vitest';
import { pollAfterSeconds } from '../../../lambdas/edge/list-changes.ts';
import { NOW } from '../a-domain.ts';
import { server } from './an-agent.ts';

it.each([
  [0, 48],
  [0.5, 60],
  [1, 72],
])('an idle agent that rolls %d waits %d s of 60', (roll, expected) => {
  expect(pollAfterSeconds(server, { busyPollSeconds: 2, idlePollSeconds: 60 }, NOW, roll)).toBe(expected);
});

it('the shortest pace of an agent is a second, never a busy loop', () => {
  expect(pollAfterSeconds(server, { busyPollSeconds: 1, idlePollSeconds: 1 }, NOW, 0)).toBe(1);
});
