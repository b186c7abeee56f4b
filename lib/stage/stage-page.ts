import * as z from 'zod/mini';
import type { Stage as StageValues } from './stage.schema.ts';
import { Stage } from './stage.schema.ts';
import { STAGE_TEXTS, type StageField } from './stage-texts.ts';

interface Described {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  items?: Described;
  anyOf?: Described[];
  properties?: Record<string, Described>;
  required?: string[];
  default?: unknown;
}

const ABOUT = `# The stage file

<!-- made by \`npm run docs\` from lib/stage/ -->

For platform teams: every field of a stage file, which lies in \`stages/\` and describes one deployment. \`npm run admin -- new-stage production\` writes one
([Deploy to AWS](deploy.md)). Wrong values, values left over from an example, and unknown fields are refused by name.

A field that is not marked *optional* is needed; in a group that \`new-stage\` does not write, such as \`publicDomain\`, only if you name the group.

- [What you choose](#what-you-choose) · [Numbers](#numbers)
`;

const HEADINGS = `| Field | Accepts | \`new-stage\` writes | Meaning |
|---|---|---|---|
`;
const NUMBERS = 'Times, rates and sizes. Most stages keep what `new-stage` writes.';

/**
 * The text of docs/operate/stage.md: every field of a stage file, with its values. \`written\`: a stage as new-stage writes it.
 */
export function stagePage(written: StageValues): string {
  const schema = z.toJSONSchema(Stage, { io: 'input' }) as Described;
  const [numbers, chosen] = partition(rows(schema, written, ''));
  return `${ABOUT}
## What you choose

${HEADINGS}${chosen.join('\n')}

## Numbers

${NUMBERS}

${HEADINGS}${numbers.join('\n')}
`;
}

interface Row {
  line: string;
  isNumber: boolean;
}

/** Those that take a number, and all others. */
function partition(all: Row[]): [string[], string[]] {
  const linesOf = (some: Row[]) => some.map(({ line }) => line);
  return [linesOf(all.filter(({ isNumber }) => isNumber)), linesOf(all.filter(({ isNumber }) => !isNumber))];
}

function rows({ properties = {}, required = [] }: Described, written: unknown, path: string): Row[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const value = Object(written)[name];
    if (field.properties) return rows(field, value, at);
    const accepted = `${takenBy(field)}${required.includes(name) ? '' : ', optional'}`;
    const shown = value === undefined ? '' : `\`${JSON.stringify(value)}\``;
    const line = `| \`${at}\` | ${accepted} | ${shown} | ${STAGE_TEXTS[at as StageField]} |`;
    return [{ line, isNumber: [field.type, field.items?.type].includes('integer') }];
  });
}

function takenBy({ type = '', enum: values, anyOf, minimum, maximum, items, minItems }: Described): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (anyOf) return [...new Set(anyOf.map(takenBy))].join(' or ');
  if (items) return `list of ${items.type === 'integer' ? 'numbers, ' : ''}${takenBy(items)}${minItems ? ', not empty' : ''}`;
  const bounds = [minimum, maximum].map((bound) =>
    bound !== undefined && Number.isSafeInteger(bound) && Math.abs(bound) < Number.MAX_SAFE_INTEGER
      ? bound.toLocaleString('en')
      : '',
  );
  if (bounds[0] && bounds[1]) return `${bounds[0]} to ${bounds[1]}`;
  return bounds[0] ? `${bounds[0]} or more` : type;
}
