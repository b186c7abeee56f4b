/** @module-tag slow */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { frontSecretName } from '../../contract/stack/environment.ts';
import { stackNames } from '../../contract/stack/stack-outputs.ts';
import { checkStage } from '../../lib/stage/read-stage.ts';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { frontStage } from '../stack/cloudfront/front-stage.ts';
import { resourcesOf, synthesize } from '../stack/synthesized.ts';

const page = readFileSync(new URL('../../docs/operate/public-domain.md', import.meta.url), 'utf8');
const { front } = synthesize(frontStage);

function propertiesOf(type: string) {
  const [resource] = Object.values(front ? resourcesOf(front, type) : {});
  return Object(resource?.Properties);
}

describe('docs/operate/public-domain.md', () => {
  it('has the rules of the firewall, each with what it refuses', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    const rules: { Name: string; Statement: { RateBasedStatement?: { Limit: number } } }[] =
      propertiesOf('AWS::WAFv2::WebACL').Rules;
    expect(rows).toEqual(rules.map(({ Name }) => Name));
    expect(page).toContain(`\`requestsPerAddress\` (${rules[0]?.Statement.RateBasedStatement?.Limit.toLocaleString('en')})`);
  });

  it('has the times and names of the templates', () => {
    const [origin] = propertiesOf('AWS::CloudFront::Distribution').DistributionConfig.Origins;
    expect(page).toContain(`up to ${origin.CustomOriginConfig.OriginReadTimeout} s for an answer`);
    expect(page).toContain(`\`${frontSecretName('<stage>')}\``);
    expect(page).toContain(`\`${stackNames('production').front}\``);
  });

  it('shows fields that make a deployable stage', () => {
    const [, lines = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    const shown = JSON.parse(`{${lines}}`);
    const stage = {
      ...frontStage,
      ...shown,
      settings: { ...frontStage.settings, baseTarget: 'cname.acme.com', ...shown.settings },
    };
    expect(checkStage('stages/production.json', stage)).toMatchObject(shown);
  });

  it('prints commands with options that they have', async () => {
    for (const [, command = '', options = ''] of page.matchAll(
      /npm run (?:admin -- (?:--aws )?)?(new-stage|rotate-front-secret)([^`]*)`/g,
    )) {
      const { stdout } = await promisify(execFile)(NODE, [join(PROJECT, 'bin/admin.ts'), command, '--help']);
      for (const [option] of options.matchAll(/--[a-z][a-z-]*/g)) expect(stdout).toContain(option);
    }
  });
});
