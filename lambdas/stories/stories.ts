import type { StoryName } from '../../contract/test-mode.ts';
import { CERTIFICATE_STORIES } from './certificate-stories.ts';
import { DNS_STORIES } from './dns-stories.ts';
import { ageSeconds, type Moment, type Story, wasServed } from './story.ts';

const DAY_SECONDS = 86_400;
const active: Story = {
  says: 'All goes well. The certificate is renewed every sixty days.',
  end: { code: 'ok', phase: 'active' },
  world: {},
};

/** Two days away, two days back. */
const STORM_PERIOD_DAYS = 4;
const STORM_DAYS = 60;
const isStorming = (at: Moment) => wasServed(at) && ageSeconds(at) < STORM_DAYS * DAY_SECONDS;
const isAway = (at: Moment) => isStorming(at) && (ageSeconds(at) / DAY_SECONDS) % STORM_PERIOD_DAYS < STORM_PERIOD_DAYS / 2;

/** What becomes of a domain of test mode, by the label before the suffix. A code or reason without a story does not compile. */
export const STORIES: Record<StoryName, Story> = {
  active,
  ok: active,
  ...DNS_STORIES,
  ...CERTIFICATE_STORIES,
  'moves-away': {
    says: 'A day after the domain became active, its record points to something else.',
    end: { code: 'invalid_cname_target', phase: 'active' },
    days: 5,
    world: {
      dns: (at) =>
        wasServed(at) && ageSeconds(at) >= DAY_SECONDS
          ? { kind: 'cname-elsewhere', actualTarget: 'shops.hosting-provider.example' }
          : undefined,
    },
  },
  'renewal-paused': {
    says: 'The record of an active domain is gone for more than a week: no renewal begins until it is back.',
    end: { code: 'cname_not_found', reason: 'renewal_paused', phase: 'active' },
    days: 15,
    world: { dns: (at) => (wasServed(at) ? { kind: 'cname-missing' } : undefined) },
  },
  'webhook-storm': {
    says: 'For sixty days the record of an active domain is gone for two days and back for two. Its events come at once.',
    // The renewal of the last day ends it.
    end: { code: 'ok', phase: 'active', when: ({ domain }) => domain.execution.attempt > 1 },
    days: STORM_DAYS + 5,
    world: { dns: (at) => (isAway(at) ? { kind: 'cname-missing' } : undefined) },
  },
  'server-created': {
    ...active,
    says: 'As `active`.',
    shownBy: 'The answer to the request that creates it shows the reason where its `server_id` has made a server.',
  },
  'former-server': {
    ...active,
    says: 'As `active`, but the record follows no move.',
    shownBy: 'Send PATCH with another `server_id`: the domain shows the reason, because its record leads to the former server.',
  },
  'not-seen-now': {
    ...active,
    says: 'As `active`, but a check finds no address of the server.',
    shownBy: 'Call `POST /api/domains/{id}/check`: its answer shows the reason.',
    world: {
      shown: (at) => (wasServed(at) ? { kind: 'failed', cause: 'dns', reason: 'no address' } : undefined),
    },
  },
};
