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

/** Those that take a number, and all others. */
function partition(lines: string[]): [string[], string[]] {
  const isNumber = (line: string) => /^\| \S+ \| (list of )?integer/.test(line);
  return [lines.filter(isNumber), lines.filter((line) => !isNumber(line))];
}

/** `group`: path of the optional object that contains the fields. */
function rows({ properties = {}, required = [] }: Described, written: unknown, path: string, group = ''): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const value = Object(written)[name];
    const isNeeded = required.includes(name);
    if (field.properties) return rows(field, value, at, isNeeded ? group : at);
    const takes = `${takenBy(field)}${isNeeded ? neededIn(group) : ', optional'}`;
    return [
      `| \`${at}\` | ${takes} | ${value === undefined ? '' : `\`${JSON.stringify(value)}\``} | ${STAGE_TEXTS[at as StageField]} |`,
    ];
  });
}

function neededIn(group: string): string {
  return group === '' ? '' : `; needed with \`${group}\``;
}

function takenBy({ type = '', enum: values, anyOf, minimum, maximum, items, minItems }: Described): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (anyOf) return [...new Set(anyOf.map(takenBy))].join(' or ');
  if (items) return `list of ${takenBy(items)}${minItems ? ', not empty' : ''}`;
  const bounds = [minimum, maximum].map((bound) =>
    bound !== undefined && Number.isSafeInteger(bound) && Math.abs(bound) < Number.MAX_SAFE_INTEGER
      ? bound.toLocaleString('en')
      : '',
  );
  if (bounds[0] && bounds[1]) return `${type}, ${bounds[0]} to ${bounds[1]}`;
  return bounds[0] ? `${type}, ${bounds[0]} or more` : type;
}
