import { expect, it } from 'vitest';
import { jsonLog } from '../../../../lambdas/shared/runtime/log.gateway.ts';
import { openFindSetup } from '../../../../lambdas/steps/dns/open-dns-step.gateway.ts';
import { readPorts, START_PORTS } from '../../../../local/machine/ports.ts';
import { localSettings, START_TIMINGS, START_WEBHOOKS } from '../../../../local/stage.ts';

const { domainConnect, ...without } = localSettings(
  readPorts({}, START_PORTS),
  { timings: START_TIMINGS, webhooks: START_WEBHOOKS },
  'PEM',
);
const ports = { log: jsonLog, portals: { ofOrganization: async () => undefined } };

it('no DNS provider is asked, and no key is needed, in a stage without a template', () => {
  expect(openFindSetup({}, { settings: without, ...ports })).toBeUndefined();
});

it('a stage with a template whose stack has not said which key signs is refused at once, by name', () => {
  const { trustedRootPem: _, ...template } = domainConnect ?? {};
  const settings = { ...without, domainConnect: template as typeof domainConnect };
  expect(() => openFindSetup({}, { settings, ...ports })).toThrow('DOMAIN_CONNECT_KEY_ID');
});
