import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { REFERENCE_FILES } from '../../../contract/paths.ts';
import { PublicApi } from '../../../lib/api/public-api.ts';
import { ReferenceSite } from '../../../lib/api/reference-site.ts';
import { productionStage as stage } from '../synthesized.ts';

/** What Lambda gives back synchronously (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const LAMBDA_ANSWER_BYTES = 6 * 1024 * 1024;

/** Compressed. Redoc's were 690 kB, without samples and without a way to try a request (docs/decisions/0021). */
const MOST_BYTES = 1_400_000;

/** The folder of the Lambda's code, as it is uploaded. */
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

  it('has the renderer beside it, small enough for a Lambda to answer it unpacked, as text', () => {
    const renderer = unpacked(REFERENCE_FILES.renderer).toString();
    expect(renderer).toContain('createApiReference');
    expect(Buffer.byteLength(JSON.stringify(renderer))).toBeLessThan(LAMBDA_ANSWER_BYTES * 0.75);
  });

  it('is small enough for a phone: what a browser loads once', () => {
    const sizes = [REFERENCE_FILES.renderer, REFERENCE_FILES.document].map((name) => readFileSync(join(folder, name)).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MOST_BYTES);
  });
});
