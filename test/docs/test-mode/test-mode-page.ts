import type { EventName } from '../../../contract/api/events.ts';
import { MAGIC_SUFFIX } from '../../../contract/domain-name.ts';
import { STORY_NAMES, type StoryName } from '../../../contract/test-mode.ts';
import { diagnosisOf } from '../../../lambdas/model/domains/diagnosis-of.ts';
import { STORIES } from '../../../lambdas/test-mode/stories.ts';
import { aRehearsal } from '../../lambdas/steps/test-mode/a-rehearsal.ts';

interface Played {
  name: StoryName;
  says: string;
  outcome: Outcome;
  /** The reason is the name, with underscores. */
  isReason: boolean;
}
interface Outcome {
  dnsStatus: string;
  sslStatus: string;
  code: string;
  reason: string;
  events: string;
}

/** From so many reasons on, names with one outcome have a table of their own. */
const SHARED_BY = 3;

/** docs/guides/test-mode.md: the results of running each magic name. */
export async function testModePage(): Promise<string> {
  const stories: Played[] = [];
  for (const name of STORY_NAMES) stories.push(await played(name));
  const groups = [...Map.groupBy(stories, sharedOutcome)].filter(([shared, some]) => shared !== '' && some.length >= SHARED_BY);
  const grouped = new Set(groups.flatMap(([, some]) => some));
  return `${[
    '# Test mode and its magic names',
    '<!-- Made from lambdas/test-mode/; `npm run docs` writes it again. -->',
    'For integrators: hostnames that fail on purpose. Your code meets in seconds what otherwise takes days.',
    `In test mode every hostname is set up without a CNAME, as if all went well. One that ends in \`${MAGIC_SUFFIX}\` goes as the label before that says: \`shop.proxied-dns.${MAGIC_SUFFIX}\` has a proxy that is on. You choose what stands before that label. A label that is not in the tables below gets a 422, which lists all of them.`,
    ['## What is real', REAL].join('\n\n'),
    ['## Time', TIME].join('\n\n'),
    ['## Magic names', NAMES].join('\n\n'),
    table(
      ['Name', 'What happens', '`dns_status`', '`ssl_status`', '`diagnosis`', 'Events'],
      stories.filter((one) => !grouped.has(one)).map(wholeRow),
    ),
    '### Reasons that share an outcome',
    'The `reason` of the `diagnosis` is the name, with underscores.',
    ...groups.flatMap(([shared, some]) => [
      shared,
      table(
        ['Name', 'What happens'],
        some.map(({ name, says }) => [`\`${name}\``, says]),
      ),
    ]),
  ].join('\n\n')}\n`;
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const REAL =
  'The API, the [phases](../internals/lifecycle.md) of a domain, every decision, the event log and the signed deliveries to your webhooks are those of live domains. ' +
  'DNS, the CA, the server and its agents are simulated: the service asks nobody outside, and no order counts.\n\n' +
  '- **Certificates** come from a CA that nobody trusts. Do not pin it: it changes all the time.\n' +
  '- **Machines** of a simulated server appear in checks and events only. `GET /api/servers/{id}` shows those that you enroll.';
const TIME =
  'A new domain does not wait. Its time jumps from one check to the next until the domain has the state in the table. This takes at most thirty seconds, even if months pass for the domain.\n\n' +
  'From then on its time is that of your test clock, which shows the time of day until you move it. When it passes an instant at which something is due for a domain, the service does it: at once if you move the clock, otherwise at 02:00 UTC of the next night. So a domain is renewed without your help, and one without its record fails after 24 hours, at the latest a night later.\n\n' +
  '**Move the clock** with `POST /api/test/clock`, by `{"advance_seconds": 86400}` or to `{"now": "2027-01-01T00:00:00.000Z"}`. Renewals, notices and expiries in this time happen in their order, each at the instant at which it was due. `GET /api/test/clock` shows the clock.\n\n' +
  '- The clock only goes forward: an earlier instant gets a 422. So does one that is more than ten years after the clock, or more than fifty years ahead of the time of day.\n' +
  '- You can move the clock during a renewal. What the renewal waits for is then over.\n' +
  '- Times of a domain whose time has jumped lie in the future, also `created_at` of its events. What you change about it happens at its own time, too.\n' +
  '- Deliveries, keys, enrollment tokens, portal links, secrets in rotation, limits and `Idempotency-Key` live by the time of day. So does the [audit log](../reference/audit-log.md); what the test clock showed is in `test_clock_at`.\n' +
  '- Time limits are those of the specification (24 hours), whatever the deployment has set.\n' +
  '- [Reports](../reference/reports.md) count an event in the future when its day has come. Nobody gets mail about test mode.';
/** The first events of every domain that becomes active, listed once. */
const ACTIVATION: readonly EventName[] = [
  'domain.validated',
  'certificate.requested',
  'certificate.installed',
  'certificate.issued',
];
const NAMES =
  '`POST /api/domains/{id}/retry` repairs whatever is wrong: the domain then becomes active. The tables have the states and events that each name was seen to reach. ' +
  `*activation* stands for ${ACTIVATION.map((event) => `\`${event}\``).join(', ')}.`;

async function played(name: StoryName): Promise<Played> {
  const { says, shownBy } = STORIES[name];
  const rehearsal = await aRehearsal(name);
  await rehearsal.play();
  const domain = await rehearsal.row();
  const { code, reason = '' } = diagnosisOf(domain).diagnosis;
  const { dnsStatus, sslStatus } = domain;
  return {
    name,
    says: [says, shownBy].filter(Boolean).join(' '),
    outcome: { dnsStatus, sslStatus, code, reason, events: eventsOf(rehearsal.events()) },
    isReason: reason === name.replaceAll('-', '_'),
  };
}

/** The line above the table of names that have it. Empty for a name whose row says its outcome. */
function sharedOutcome({ outcome: { dnsStatus, sslStatus, code, events }, isReason }: Played): string {
  if (!isReason) return '';
  return `**\`${code}\`** with \`dns_status\` \`${dnsStatus}\` and \`ssl_status\` \`${sslStatus}\`. Events: ${events}.`;
}

function wholeRow({ name, says, outcome: { dnsStatus, sslStatus, code, reason, events } }: Played): string[] {
  const diagnosis = [code, reason].flatMap((word) => (word ? [`\`${word}\``] : [])).join(' ');
  return [`\`${name}\``, says, `\`${dnsStatus}\``, `\`${sslStatus}\``, diagnosis, events];
}

/** Leaves out the creation, which is always first. Repeated events are counted. */
function eventsOf([, ...events]: EventName[]): string {
  const isActivated = ACTIVATION.every((event, index) => events[index] === event);
  const others = isActivated ? events.slice(ACTIVATION.length) : events;
  const times = Map.groupBy(others, (event) => event);
  const named = [...times].map(([event, some]) => `\`${event}\`${some.length > 1 ? ` ×${some.length}` : ''}`);
  return [...(isActivated ? ['*activation*'] : []), ...named].join(', ') || 'none';
}
