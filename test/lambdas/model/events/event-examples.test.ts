import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../../contract/api/error-codes.ts';
import { EVENT_NAMES } from '../../../../contract/api/events.ts';
import { DIAGNOSIS_WORDS, dnsFormWords, STAGE_WORDS } from '../../../../copy/en/diagnosis-texts.ts';
import { stageOf } from '../../../../lambdas/model/domains/diagnosis-of.ts';
import { CHECKED_DOMAIN } from '../../../../lambdas/model/events/domain-examples.ts';
import { eventExample } from '../../../../lambdas/model/events/event-examples.ts';

const REFUSAL = 'urn:ietf:params:acme:error:caa: CAA record for customer.com prevents issuance';

const shown = EVENT_NAMES.flatMap((event) => {
  const { data } = eventExample(event);
  return 'domain' in data ? [[event as string, data.domain as unknown as typeof CHECKED_DOMAIN] as const] : [];
});

describe('the examples of the reference', () => {
  it.each([...shown, ['no event, but a check of DNS', CHECKED_DOMAIN] as const])(
    'say of %s what the service says of such a domain',
    (_, { url, cname_target: cnameTarget, diagnosis, dns_status: dnsStatus, ssl_status: sslStatus, ...domain }) => {
      const hasEnded = diagnosis.code === 'dns_validation_timeout';
      const words = DIAGNOSIS_WORDS[hasEnded ? 'cname_not_found' : diagnosis.code];
      const stage = 'renewal' in domain ? 'renewal' : stageOf({ dnsStatus, sslStatus });
      const dnsForm = dnsFormWords(url, cnameTarget, url.split('.')[0] ?? '');
      const facts = {
        hostname: url,
        host: '',
        cnameTarget,
        observed: REFUSAL,
        stage,
        server: '1',
        formerServer: '',
        otherServerId: '',
        otherServer: '',
        dnsForm,
      } as const;
      const summary = [
        words.summary(facts),
        hasEnded && DIAGNOSIS_WORDS.dns_validation_timeout.summary(facts),
        STAGE_WORDS[stage]?.(facts),
      ]
        .filter(Boolean)
        .join(' ');
      expect(diagnosis).toMatchObject({ actor: actorOf(diagnosis, stage), summary, fix: { text: words.fix(facts) } });
    },
  );
});
