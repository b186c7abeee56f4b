import { expect, it } from 'vitest';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { checkDns } from '../../../lambdas/steps/dns/check-dns.ts';
import { openDns } from '../../../lambdas/wiring/dns.wiring.ts';
import { edgesWithoutSecret } from '../../../lambdas/wiring/lambda-edges.wiring.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { withNetwork } from '../../../lambdas/wiring/net-edges.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../lambdas/wiring/steps.wiring.ts';
import { readPorts, START_PORTS } from '../../../local/machine/ports.ts';
import { localSettings, START_TIMINGS, START_WEBHOOKS } from '../../../local/stage.ts';
import { serviceSecret } from '../api/api-caller.ts';

const { domainConnect, ...without } = localSettings(
  readPorts({}, START_PORTS),
  { timings: START_TIMINGS, webhooks: START_WEBHOOKS },
  'PEM',
);

/** The ports as `check-dns` opens them, in a function with only these variables. */
function portsOf(settings: Settings) {
  const edges = edgesWithoutSecret({ TABLE_NAME: 'table', SETTINGS: JSON.stringify(settings) });
  return openDns(openSteps(openRows(withNetwork(lazily({ serviceSecret: () => serviceSecret }, edges)))));
}

it('no DNS provider is asked, and no key is needed, in a stage without a template', () => {
  expect(portsOf(without).findSetup).toBeUndefined();
});

it('a stage with a template whose stack has not said which key signs is refused at once, by name', () => {
  const { trustedRootPem: _, ...template } = domainConnect ?? {};
  const ports = portsOf({ ...without, domainConnect: template as typeof domainConnect });
  expect(() => checkDns(ports)).toThrow('DOMAIN_CONNECT_KEY_ID');
});
