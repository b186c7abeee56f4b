import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { hashedName } from '../../../contract/hashed-name.ts';
import { REFERENCE_FILES } from '../../../contract/paths.ts';
import { PublicApi } from '../../../lib/api/public-api.ts';
import { ReferenceSite } from '../../../lib/api/reference-site.ts';
import { productionStage as stage } from '../synthesized.ts';

/** Lambda's limit on synchronous responses (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const LAMBDA_ANSWER_BYTES = 6 * 1024 * 1024;

/** For everything that a browser loads, compressed. Scalar's page had 1,300 kB (docs/decisions/0041). */
const MAX_BYTES = 250_000;

/** The folder with the Lambda's code, as uploaded. */
function codeFolder(): string {
  const stack = new Stack(new App({ context: { 'aws:cdk:bundling-stacks': ['**'] } }), 'Site');
  new ReferenceSite(stack, 'ReferenceSite', { stage, api: new PublicApi(stack, 'PublicApi', { stage }) });
  const { directory } = (stack.node.root as App).synth();
  const assets = readdirSync(directory).map((name) => join(directory, name));
  const folder = assets.find((asset) => asset.includes('asset.') && readdirSync(asset).includes(REFERENCE_FILES.document));
  if (folder === undefined) throw new Error('no asset has the document');
  return folder;
}

describe('the code of the reference', () => {
  const folder = codeFolder();
  const unpacked = (name: string) => gunzipSync(readFileSync(join(folder, name)));

  it('has the committed document beside it', () => {
    expect(unpacked(REFERENCE_FILES.document)).toEqual(readFileSync('docs/openapi.json'));
  });

  it('has the plain document beside it', () => {
    expect(JSON.parse(unpacked(REFERENCE_FILES.plainDocument).toString())).not.toHaveProperty('webhooks');
  });

  it('has the page beside it, with the style sheet and the script that it names', () => {
    const page = unpacked(REFERENCE_FILES.page).toString();
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(LAMBDA_ANSWER_BYTES * 0.75);
    for (const [name, file] of [['style.css', REFERENCE_FILES.style] as const, ['try-it.js', REFERENCE_FILES.script] as const])
      expect(page).toContain(`"/docs/${hashedName(name, unpacked(file).toString())}"`);
  });

  it('is small enough for a phone: all that a browser loads', () => {
    const { page, style, script } = REFERENCE_FILES;
    const sizes = [page, style, script].map((name) => readFileSync(join(folder, name)).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MAX_BYTES);
  });
});
