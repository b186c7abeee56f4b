/** @module-tag slow */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownPath, tableHoldsOrganizations } from './an-organization.ts';
import { expectDocumented, operations } from './documented.ts';
import { call } from './every-route.ts';
import { almostValid, anyJson, anyText, exampleOf, textOf } from './inputs.ts';

describe.each(operations)('%s', (operation, { method, path }) => {
  const ask = (body: string, base64 = false) => {
    tableHoldsOrganizations();
    return call({ method, path: ownPath(operation, path), body, base64 });
  };

  it(`${operation} answers any text, JSON or not, and any bytes as documented`, async () => {
    const bytes = fc.uint8Array({ maxLength: 40 }).map((sent) => Buffer.from(sent).toString('base64'));
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyJson, anyText), bytes, async (text, sent) => {
        expectDocumented(operation, await ask(text));
        expectDocumented(operation, await ask(sent, true));
      }),
      { numRuns: 5 },
    );
  });

  it(`${operation} answers a body that is almost right as documented`, async () => {
    await fc.assert(
      fc.asyncProperty(almostValid(operation), async (text) => expectDocumented(operation, await ask(text))),
      { numRuns: exampleOf(operation).length > 0 ? 30 : 4 },
    );
  });
});

/** Excludes the test clock: a live key is refused even with a valid body. */
const ofLiveMode = operations.filter(([operation]) => operation !== 'moveTestClock');

describe.each(ofLiveMode.filter(([operation]) => exampleOf(operation).length > 0))('%s', (operation, { method, path }) => {
  it(`${operation} takes the last of two members with one name`, async () => {
    const ask = (body: string) => {
      tableHoldsOrganizations();
      return call({ method, path: ownPath(operation, path), body });
    };
    const members = exampleOf(operation);
    const { status } = await ask(textOf(members));
    expect(status).toBeLessThan(300);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...members), fc.json(), async ([name], earlier) => {
        expect((await ask(textOf([[name, earlier], ...members]))).status).toBe(status);
      }),
      { numRuns: 5 },
    );
  });
});
