import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTION_LIMITS } from '../../../contract/api/limits.ts';
import { OPERATIONS } from '../../../contract/api/operations.ts';
import { DELIVERY_PARAMETERS } from '../../../lambdas/api/reference/delivery-parameters.ts';
import { FIRST_DELIVERY_SECONDS, SHOWN_STATES } from '../../../lambdas/api/webhooks/delivery-resource.schema.ts';
import { missedSince } from '../../../lambdas/api/webhooks/missed-events.ts';
import { RotateWebhookSecretRequest } from '../../../lambdas/api/webhooks/webhook-requests.schema.ts';
import { BREAKER_OPENS_AT, isFailing, probePauseSeconds } from '../../../lambdas/model/webhooks/circuit-breaker.ts';
import { DELIVERY_FAILURES } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import type { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { SLOTS } from '../../../lambdas/model/webhooks/webhook-slots.ts';
import { isReceiverPort } from '../../../lambdas/shared/net/receiver-target.ts';
import { eventBody, OUTBOX_KEPT_DAYS } from '../../../lambdas/shared/outbox/outbox.schema.ts';
import { MAX_REPLY_BYTES } from '../../../lambdas/webhook-sender/deliver-message.ts';
import { POSTS_PER_SECOND } from '../../../lambdas/webhook-sender/process-memory.ts';
import { attemptOutcome } from '../../../lambdas/webhook-sender/retry-policy.ts';
import { productionStage as stage } from '../../stack/stage/stages.ts';
import { EVENTS_PAGE, FAILURES_PAGE, WEBHOOKS_PAGE } from '../snippets/snippets.ts';
import { attemptsTable, eventsTable, inWords, withTable } from './webhook-tables.ts';

const { webhooks: settings } = stage.settings;
const written = readFileSync(WEBHOOKS_PAGE, 'utf8');
const events = readFileSync(EVENTS_PAGE, 'utf8');
const made = {
  page: withTable(written, 'attempts', attemptsTable(settings.attemptDelaysSeconds)),
  events: withTable(events, 'events', eventsTable()),
};
if (process.env.UPDATE_DOCS === '1') {
  writeFileSync(WEBHOOKS_PAGE, made.page);
  writeFileSync(EVENTS_PAGE, made.events);
}
const failures = readFileSync(FAILURES_PAGE, 'utf8');
/** Both pages. Lines are wrapped anywhere. */
const page = `${written}${failures}`.replace(/\s+/g, ' ');

/** Code in the first cells of a table that starts with this header. */
function firstCells(header: string): string[] {
  const text = written + failures;
  const [table = ''] = text.slice(text.indexOf(header)).split('\n\n');
  const cells = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

describe('the page about webhooks', () => {
  it('has the tables that the code makes (npm run docs writes them)', () => {
    expect({ page: readFileSync(WEBHOOKS_PAGE, 'utf8'), events: readFileSync(EVENTS_PAGE, 'utf8') }).toEqual(made);
  });

  it('names every header of a delivery', () => {
    expect(firstCells('| Header | Holds |').toSorted()).toEqual(
      Object.values(DELIVERY_PARAMETERS)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('names every reason for which a delivery is given up, and every state', () => {
    expect(firstCells('| `failure` in the log').toSorted()).toEqual([...DELIVERY_FAILURES].toSorted());
    const [, states = ''] = /`\?state=` takes (.*?) \(/.exec(page) ?? [];
    expect([...states.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...SHOWN_STATES]);
  });

  it('shows a body with the fields that a body has', () => {
    const [, shown = ''] = /```json\n(.*?)```/s.exec(written) ?? [];
    const { id, event, domain_id, created_at, data } = JSON.parse(shown);
    expect(JSON.parse(shown)).toEqual(
      JSON.parse(eventBody({ id, event, livemode: true, domainId: domain_id, createdAt: created_at, data })),
    );
  });

  it('calls operations that exist', () => {
    const known = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path.slice('/api'.length)}`);
    const calls = [...page.matchAll(/`(GET|POST|PATCH|DELETE) (\/[^`?]+)/g)].map(([, method, path]) => `${method} ${path}`);
    expect(calls.length).toBeGreaterThan(10);
    expect(known).toEqual(expect.arrayContaining(calls));
  });

  it('deletes the webhook of its walk-through last, once nothing uses it any more', () => {
    const [before, after] = written.split('curl -s -X DELETE "$CPS_SITE_URL/api/webhooks/$webhook_id"');
    expect(before).toContain('## Clean up');
    expect(after).not.toContain('curl');
  });
});

describe('the numbers on the page about webhooks', () => {
  const days = settings.disableAfterSeconds / 86_400;
  const { overlap_hours } = RotateWebhookSecretRequest.parse({});

  it.each([
    `There are ${settings.attemptDelaysSeconds.length + 1} attempts`,
    `after ${settings.attemptTimeoutSeconds} seconds the attempt has failed`,
    `no complete answer in ${settings.attemptTimeoutSeconds} s`,
    `its first ${MAX_REPLY_BYTES / 1024} KiB`,
    `at most ${SLOTS.length} deliveries at once per webhook and ${POSTS_PER_SECOND} a second per host`,
    `after ${days} days of nothing but failures, if at least 3 events were given up`,
    `reaches back ${OUTBOX_KEPT_DAYS} days`,
    `for ${OUTBOX_KEPT_DAYS} days, oldest first`,
    `after ${FIRST_DELIVERY_SECONDS} s, because until then it may be on its way`,
    `Once in ${ACTION_LIMITS.test.perSeconds} seconds`,
    `For ${overlap_hours} hours (\`overlap_hours\`, 0 to 168)`,
  ])('are those of the code: %s', (phrase) => {
    expect(page).toContain(phrase);
  });

  it('say when a webhook is disabled', () => {
    const now = new Date('2026-11-21T09:30:00.000Z');
    const failing = (failedEvents: number, forSeconds: number) => {
      const failingSince = new Date(now.getTime() - forSeconds * 1000).toISOString();
      return isFailing({ failingSince, failedEvents } as Webhook, now, settings);
    };
    expect([failing(3, days * 86_400), failing(2, days * 86_400), failing(3, days * 86_400 - 1)]).toEqual([true, false, false]);
  });

  it('say how much earlier than the disabling, or the first failure before it, missed_since is', () => {
    expect(page).toContain(
      '`missed_since` is 15 minutes earlier than the disabling, or than the first of the failures before it',
    );
    const [failingSince, at, now] = [
      '2026-11-20T09:00:00.000Z',
      '2026-11-21T09:00:00.000Z',
      new Date('2026-11-21T09:30:00.000Z'),
    ];
    const disabled = { at, because: 'failing' } as const;
    expect(missedSince({ disabled } as Webhook, now)).toBe('2026-11-21T08:45:00.000Z');
    expect(missedSince({ disabled, failingSince } as Webhook, now)).toBe('2026-11-20T08:45:00.000Z');
  });

  it('say when a dead receiver is tried again', () => {
    expect(page).toContain('After three time-outs in a row');
    expect(page).toContain('first after a minute, then less often, at least every half hour');
    expect([BREAKER_OPENS_AT, probePauseSeconds(0, settings), probePauseSeconds(99, settings)]).toEqual([3, 60, 1800]);
  });

  it('say how far a pause may be off, and how long Retry-After may make it', () => {
    expect(page).toContain('up to a tenth longer or shorter');
    expect(page).toContain('is honoured up to 24 hours');
    const now = new Date('2026-11-21T09:30:00.000Z');
    const pause = (retryAfter: string, jitter: number) => {
      const answer = { kind: 'answer', status: 503, retryAfter, reply: '', milliseconds: 1 } as const;
      const outcome = attemptOutcome(answer, 2, settings, now, jitter);
      return outcome.state === 'pending' ? (Date.parse(outcome.nextAttemptAt) - now.getTime()) / 1000 : outcome;
    };
    const [, second = 0] = settings.attemptDelaysSeconds;
    expect([pause('0', 0), pause('0', 1)]).toEqual([second * 0.9, second * 1.1]);
    expect(pause('999999', 0)).toBe(86_400);
  });

  it('say which ports are allowed', () => {
    expect(page).toContain('on the ports 80, 443 and 1024 to 65535');
    expect([79, 80, 443, 444, 1023, 1024, 65_535].filter(isReceiverPort)).toEqual([80, 443, 1024, 65_535]);
  });
});

describe('a span of time in words', () => {
  it.each([
    [5, '5 s'],
    [305, '5 min 5 s'],
    [7200, '2 h'],
    [9305, '2 h 35 min'],
  ])('of %i seconds is %s', (seconds, words) => {
    expect(inWords(seconds)).toBe(words);
  });
});
