import { describe, expect, it } from 'vitest';
import { CHECKED_DOMAIN } from '../../../../lambdas/model/events/domain-examples.ts';
import { eventExample } from '../../../../lambdas/model/events/event-examples.ts';
import { DIAGNOSIS_WORDS } from '../../../../lambdas/shared/contract/copy/diagnosis-texts.en.ts';
import { EVENT_NAMES } from '../../../../lambdas/shared/contract/events.ts';

const REFUSAL = 'urn:ietf:params:acme:error:caa: CAA record for customer.com prevents issuance';

const shown = EVENT_NAMES.flatMap((event) => {
  const { data } = eventExample(event);
  return 'domain' in data ? [[event as string, data.domain as unknown as typeof CHECKED_DOMAIN] as const] : [];
});

describe('the examples of the reference', () => {
  it.each([...shown, ['no event, but a look at DNS', CHECKED_DOMAIN] as const])(
    'the examples of the reference say of the domain of %s what the service says of such a domain',
    (_, { url, cname_target: cnameTarget, diagnosis }) => {
      const words = DIAGNOSIS_WORDS[diagnosis.code];
      const facts = { hostname: url, cnameTarget, observed: REFUSAL };
      expect(diagnosis).toMatchObject({ actor: words.actor, summary: words.summary(facts), fix: { text: words.fix(facts) } });
    },
  );
});
