import type { EventName } from '../../../contract/api/events.ts';
import { MAGIC_SUFFIX } from '../../../contract/domain-name.ts';
import { STORY_NAMES, type StoryName } from '../../../contract/test-mode.ts';
import { diagnosisOf } from '../../../lambdas/model/domains/diagnosis-of.ts';
import { STORIES } from '../../../lambdas/stories/stories.ts';
import { aRehearsal } from '../../lambdas/steps/rehearsal/a-rehearsal.ts';

/** docs/guides/test-mode.md: each magic name was played, and the page has what came of it. */
export async function testModePage(): Promise<string> {
  const rows: string[][] = [];
  for (const name of STORY_NAMES) rows.push(await row(name));
  return `${[
    '# Test mode and its magic names',
    '<!-- Made from lambdas/stories/; `npm run docs` writes it again. -->',
    'For integrators: hostnames that fail on purpose, so that your code meets in seconds what otherwise takes days.',
    `Test mode has hostnames below \`${MAGIC_SUFFIX}\` only. The label before it says what becomes of the domain: \`shop.proxied-dns.${MAGIC_SUFFIX}\` meets a proxy that is on. Whatever stands before that label is yours. Another word is a 422 that names those below.`,
    ['## What is real', REAL].join('\n\n'),
    ['## Time', TIME].join('\n\n'),
    ['## Magic names', NAMES].join('\n\n'),
    [['Name', 'What happens', '`dns_status`', '`ssl_status`', '`diagnosis`', 'Events'], Array(6).fill('---'), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  ].join('\n\n')}\n`;
}

const REAL =
  'The API, the phases of a domain ([lifecycle.md](../internals/lifecycle.md)), every decision, the event log and the signed deliveries to your webhooks are those of live domains. ' +
  'DNS, the CA, the server and its agents are played: nothing outside is asked, and no order is counted. Certificates are of a CA that nobody trusts. It is made anew all the time, so do not pin it. The machines of a story are seen in its checks and events only: `GET /api/servers/{id}` shows those that you enroll.';
const TIME =
  'A new domain waits for nothing: its own time jumps from one check to the next until it has come to the state in the table. This takes seconds, thirty at most, also where it says that months pass. From then on its time is that of your test clock, which is the time of day until you move it: once it shows a later instant than the domain has come to, what has become due is done when you move it, and otherwise at 02:00 UTC of each night. So a domain that is left alone is renewed, and one without its record fails once its 24 hours are over, a night late at most. Each event has the instant at which it was due.\n\n' +
  '`POST /api/test/clock` moves the clock of the organization’s test mode, by `{"advance_seconds": 86400}` or to `{"now": "2027-01-01T00:00:00.000Z"}`. Renewals, notices and expiries that fall into this time happen in their order, each with the instant at which it was due. ' +
  'A clock goes forward only: an earlier instant is a 422. So is one more than ten years after what it shows, or more than fifty ahead of the time of day. `GET /api/test/clock` shows it. A clock that is moved while a renewal is under way harms nothing: what the renewal waits for has passed.\n\n' +
  'The instants of a domain that ran ahead lie in the future, as those of its events (`created_at`) do. What you change about it happens at its own time, too. Deliveries are made, signed and repeated in real time. Windows are those of the specification (24 hours), whatever the stage has.\n\n' +
  '[Reports](../reference/reports.md) of test mode are made as those of live data, on real days: an event that lies ahead is counted when its day has come. Nobody gets mail about test mode.';
const NAMES =
  '`POST /api/domains/{id}/retry` mends whatever is wrong: the domain then becomes active. The states are those that each name was seen to come to.';

async function row(name: StoryName): Promise<string[]> {
  const { says, shownBy } = STORIES[name];
  const rehearsal = await aRehearsal(name);
  await rehearsal.play();
  const domain = await rehearsal.row();
  const { code, reason } = diagnosisOf(domain).diagnosis;
  return [
    `\`${name}\``,
    [says, shownBy].filter(Boolean).join(' '),
    `\`${domain.dnsStatus}\``,
    `\`${domain.sslStatus}\``,
    [code, reason].flatMap((word) => (word ? [`\`${word}\``] : [])).join(' '),
    eventsOf(rehearsal.events()),
  ];
}

/** The first is always that of its creation. What comes again and again is counted. */
function eventsOf([, ...events]: EventName[]): string {
  const times = Map.groupBy(events, (event) => event);
  return [...times].map(([event, some]) => `\`${event}\`${some.length > 1 ? ` ×${some.length}` : ''}`).join(', ') || 'none';
}
