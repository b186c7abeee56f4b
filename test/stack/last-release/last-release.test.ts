import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { Settings } from '../../../contract/stack/settings.schema.ts';
import { Stage } from '../../../lib/stage/stage.schema.ts';
import { unknownFields } from '../../../lib/stage/stage-faults.ts';
import { productionStage, resourcesOf, synthesize } from '../synthesized.ts';

// A stage file is written once and deployed again with every later release: new fields have a default, and a removed field is
// still read for one more release. The same holds for the settings of functions, some of which are also in an execution's input
// (`timings`). `npm run write -- release` writes these files, only when a release is made (releasing.md).

const fileOf = (name: string) => new URL(`${name}.json`, import.meta.url);
const kept = (name: string): Record<string, unknown> => JSON.parse(readFileSync(fileOf(name), 'utf8'));

/** The settings of a deployment's functions. */
function deployedSettings(): unknown {
  const [first] = Object.values(resourcesOf(synthesize().service, 'AWS::Lambda::Function'));
  return JSON.parse(Object(first?.Properties).Environment.Variables[ENVIRONMENT.settings]);
}

if (process.env.KEEP_RELEASE) {
  for (const [name, content] of Object.entries({ stage: productionStage, settings: deployedSettings() })) {
    writeFileSync(fileOf(name), `${JSON.stringify(content, null, 2)}\n`);
  }
}

/** One line per field of today's schema that the last release's file violates, and per field that is no longer read. */
function faultsOf(schema: z.core.$ZodType, content: unknown): string[] {
  const { error } = z.safeParse(schema, content, { error: z.locales.en().localeError });
  const refused = (error?.issues ?? []).map(
    ({ path, message }) =>
      `${path.join('.')}: the last release’s file is refused (${message}). Give a new field a default for one release (z._default, or z.optional), and take the old values as long`,
  );
  const dropped = unknownFields(schema, content).map((line) => `${line}. Read it, to no effect, for one release more`);
  return [...refused, ...dropped];
}

describe('the last release', () => {
  it.each(['stage', 'everything.stage'])('has a stage file %s.json that this one can deploy', (name) => {
    expect(faultsOf(Stage, kept(name))).toEqual([]);
  });

  it('has settings that this one’s functions understand during an update', () => {
    expect(faultsOf(Settings, kept('settings'))).toEqual([]);
  });

  const today = z.object({
    caName: z.string(),
    egress: z.string(),
    quiet: z._default(z.boolean(), false),
    acme: z.object({ directoryUrl: z.string(), profile: z.string() }),
  });
  const before = { caName: 'A CA', colour: 'red', acme: { directoryUrl: 'https://ca.net/' } };

  it('would miss a new field without a default, and the field is named', () => {
    const faults = faultsOf(today, before).filter((line) => line.includes('is refused'));
    expect(faults.map((line) => line.split(':')[0]).toSorted()).toEqual(['acme.profile', 'egress']);
    expect(faults.join('\n')).toContain('Give a new field a default for one release');
  });

  it('would still set a field that nobody reads any more, and the field is named', () => {
    expect(faultsOf(today, before).at(-1)).toMatch(/^colour: there is no such field.*one release more$/);
  });
});
