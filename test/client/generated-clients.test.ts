import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goFiles } from '../../client/generator/go.ts';
import { OPERATIONS_PAGE, operationsPage } from '../../client/generator/operations-page.ts';
import { readDocument } from '../../client/generator/read-document.ts';
import { versionFiles } from '../../client/generator/versions.ts';
import { openApiDocument } from '../../lambdas/api/reference/openapi-document.ts';
import { PROJECT } from '../../local/machine/environment.ts';
import manifest from '../../package.json' with { type: 'json' };

const model = readDocument(openApiDocument());
const files = Object.entries({
  ...goFiles(model),
  ...versionFiles(manifest.version),
  [OPERATIONS_PAGE]: operationsPage(model),
});
if (process.env.UPDATE_DOCS === '1') for (const [file, text] of files) writeFileSync(join(PROJECT, file), text);

describe('what is generated for the clients and tracked', () => {
  it.each(files)('is that of the OpenAPI document and the version (npm run docs writes it): %s', (file, text) => {
    const path = join(PROJECT, file);
    expect(existsSync(path) && readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('what a client brings along', () => {
  it.each(['python', 'go'])('has the licence of the project: %s', (folder) => {
    const licence = readFileSync(join(PROJECT, 'client', folder, 'LICENSE'), 'utf8');
    expect(licence).toBe(readFileSync(join(PROJECT, 'LICENSE'), 'utf8'));
  });
});
