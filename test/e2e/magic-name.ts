import { setTimeout as sleep } from 'node:timers/promises';
import type { StoryName } from '../../contract/test-mode.ts';
import { STORIES } from '../../lambdas/stories/stories.ts';
import type { Integrator } from './integrator.ts';

export const register = (us: Integrator, story: StoryName, shop = 'shop') =>
  us.must('POST', '/domains', { url: `${shop}.${story}.magic.test`, server_id: 1 });

/** Its domain once it shows the end of its story, or as it is when so many seconds are over. */
export async function domainAtEnd(us: Integrator, id: number, story: StoryName, seconds: number) {
  const { code, reason } = STORIES[story].end;
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const domain = await us.must('GET', `/domains/${id}`);
    const isThere = domain.diagnosis.code === code && domain.diagnosis.reason === reason;
    if (isThere || Date.now() > deadline) return domain;
    await sleep(250);
  }
}
