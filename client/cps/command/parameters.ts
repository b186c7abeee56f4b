import { usageFailure } from '../terminal/failure.ts';

/** A command line parameter, and a property of the agents' tool. */
export interface Parameter {
  kind: 'text' | 'integer' | 'flag' | 'texts';
  says: string;
  /** Positional, without `--name`. The last argument may be `texts`. */
  isArgument?: true;
  isRequired?: true;
  /** Placeholder of the value in the help. */
  value?: string;
  /** Values known to this version, for the help and for completion. Others are passed on, because a later API may know them. */
  known?: readonly string[];
  /** Needs a person or local files. */
  isForPeople?: true;
}
export type Parameters = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = {
  text: string;
  integer: number;
  flag: boolean;
  texts: string[];
}[P['kind']];
type IsAlwaysThere = { isRequired: true } | { kind: 'flag' | 'texts' };
export type Input<Ps extends Parameters> = {
  [Name in keyof Ps]: Ps[Name] extends IsAlwaysThere ? ValueOf<Ps[Name]> : ValueOf<Ps[Name]> | undefined;
};

/** `apiKeyId` as an option (`api-key-id`) or as a JSON property (`api_key_id`). */
export function nameOf(key: string, separator: '-' | '_'): string {
  return key.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase());
}

/** Checks the values from commander or an agent. Throws for a wrong value. */
export function readInput<Ps extends Parameters>(parameters: Ps, given: Readonly<Record<string, unknown>>): Input<Ps> {
  const entries = Object.entries(parameters).map(([key, parameter]) => [key, readValue(key, parameter, given[key])]);
  return Object.fromEntries(entries) as Input<Ps>;
}

function readValue(key: string, parameter: Parameter, value: unknown): unknown {
  if (parameter.kind === 'flag') return value === true;
  if (parameter.kind === 'texts') return readTexts(key, parameter, value);
  if (value === undefined) {
    if (parameter.isRequired) throw usageFailure(`${nameOf(key, '-')} is missing.`, `Give it: ${parameter.says}`);
    return undefined;
  }
  return parameter.kind === 'integer' ? wholeNumber(key, value) : String(value).trim();
}

function readTexts(key: string, { isRequired, says }: Parameter, value: unknown): string[] {
  const texts = [value ?? []].flat().map((text) => String(text).trim());
  if (isRequired && texts.length === 0) throw usageFailure(`${nameOf(key, '-')} is missing.`, `Give it: ${says}`);
  return texts;
}

function wholeNumber(key: string, value: unknown): number {
  const number = Number(value);
  if (/^[1-9]\d{0,15}$/.test(String(value).trim()) && Number.isSafeInteger(number)) return number;
  throw usageFailure(`${nameOf(key, '-')} is ${JSON.stringify(value)}.`, 'Give a whole number of 1 or more.');
}

/** JSON Schema of an agent's input. */
export function inputSchema(parameters: Parameters): { type: 'object'; [key: string]: unknown } {
  const shown = Object.entries(parameters).filter(([, { isForPeople }]) => !isForPeople);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([key, parameter]) => [nameOf(key, '_'), propertySchema(parameter)])),
    required: shown.flatMap(([key, { isRequired }]) => (isRequired ? [nameOf(key, '_')] : [])),
    additionalProperties: false,
  };
}

function propertySchema({ kind, says, known }: Parameter): object {
  const description = known ? `${says}. Known: ${known.join(', ')}` : says;
  if (kind === 'texts') return { type: 'array', items: { type: 'string' }, description };
  return { type: { integer: 'integer', flag: 'boolean', text: 'string' }[kind], description };
}
