import { NAMES_OF_VALUES } from './names.ts';
import type { ClientModel, Field, Model, Operation, Type } from './read-document.ts';

const FOLDER = 'client/go';
const HEAD = '// Code generated from docs/openapi.json by `npm run docs`. DO NOT EDIT.\n\npackage cps\n';
const INITIALISMS = new Set('api acme ca caa cname csv dns http https id ids ip json mx ns ssl tls ttl txt url urls'.split(' '));

/** Generated files of the Go module by path, formatted as by gofmt. */
export function goFiles(model: ClientModel): Record<string, string> {
  return {
    [`${FOLDER}/models.go`]: models(model),
    [`${FOLDER}/resources.go`]: resources(model),
  };
}

function models({ values, answers, requests, operations }: ClientModel): string {
  const named = [...values].filter(([name]) => Object.values(NAMES_OF_VALUES).includes(name) && name !== 'Subscription');
  const answerNames = new Set(answers.map(({ name }) => name));
  const own = requests.filter(({ name, fields }) => !answerNames.has(name) && fields.length > 0);
  const structs = [
    ...answers.map((one) => structOf(one, values, answerField)),
    ...own.map((one) => structOf(one, values, requestField)),
    ...operations.filter(({ query }) => query.length > 0).map((one) => paramsOf(one, values)),
  ];
  return [HEAD, importsFor(structs.join('\n'), ['net/url', 'time']), ...named.map(constants), ...structs].join('\n');
}

function importsFor(text: string, packages: string[]): string {
  const used = packages.filter((name) => text.includes(`${name.split('/').at(-1)}.`));
  return `import (\n${used.map((name) => `\t"${name}"`).join('\n')}\n)\n`;
}

/** Untyped constants fit every text field: a later version may answer other values. */
function constants([name, known]: [string, readonly string[]]): string {
  const all = known.map((value) => ({ value, constant: `${goName(name)}${goName(value.replaceAll(/\W/g, '_'))}` }));
  const width = Math.max(...all.map(({ constant }) => constant.length));
  const lines = all.map(({ value, constant }) => `\t${constant.padEnd(width)} = "${value}"`);
  return `// Known values of ${goName(name)}. A later version may have others.\nconst (\n${lines.join('\n')}\n)\n`;
}

type Values = ClientModel['values'];

function structOf({ name, description, fields }: Model, values: Values, write: (field: Field) => string): string {
  const lines = fields.map((field) => `${comment(fieldComment(field, values), '\t')}\t${write(field)}\n`);
  const about = description ? `${goName(name)}: ${lowerFirst(description)}` : `${goName(name)} is the body of a request.`;
  return `${comment(about, '')}type ${goName(name)} struct {\n${lines.join('\n')}}\n`;
}

function fieldComment({ description, type }: Field, values: Values): string {
  const text = type.kind === 'list' || type.kind === 'map' ? type.of : type;
  const named = text.kind === 'text' ? text.values : undefined;
  if (named === undefined) return description;
  if (Object.values(NAMES_OF_VALUES).includes(named))
    return `${description} Known values: the constants ${goName(named)}….`.trim();
  const known = (values.get(named) ?? []).map((value) => `"${value}"`).join(', ');
  return `${description} ${text.kind === 'text' && text.isOpen ? 'Known values' : 'One of'}: ${known}.`.trim();
}

function answerField({ name, type, isRequired }: Field): string {
  const isOptional = !isRequired || type.isNullable === true;
  const omit = isOptional ? ',omitempty' : '';
  return `${goName(name)} ${isOptional && !isZeroAbsent(name, type) ? '*' : ''}${goType(type)} \`json:"${name}${omit}"\``;
}

/** The zero value means absent. An optional `is_…` is only ever true. */
function isZeroAbsent(name: string, { kind }: Type): boolean {
  if (kind === 'boolean') return name.startsWith('is_');
  return kind === 'text' || kind === 'date' || kind === 'list' || kind === 'map' || kind === 'any';
}

function requestField({ name, type, isRequired }: Field): string {
  if (isRequired) return `${goName(name)} ${goType(type)} \`json:"${name}"\``;
  if (type.isNullable) return `${goName(name)} Nullable[${goType(type)}] \`json:"${name},omitzero"\``;
  const isReference = type.kind === 'list' || type.kind === 'map' || type.kind === 'any';
  return `${goName(name)} ${isReference ? '' : '*'}${goType(type)} \`json:"${name},omitzero"\``;
}

function goType(type: Type): string {
  const names = { text: 'string', date: 'string', integer: 'int64', number: 'float64', boolean: 'bool', instant: 'time.Time' };
  if (type.kind === 'model') return goName(type.name);
  if (type.kind === 'any') return 'any';
  if (type.kind === 'list') return `[]${inner(type.of)}`;
  if (type.kind === 'map') return `map[string]${inner(type.of)}`;
  return names[type.kind];
}

function inner(type: Type): string {
  return `${type.isNullable ? '*' : ''}${goType(type)}`;
}

const paramsName = ({ id }: Operation) => `${goName(id)}Params`;

function paramsOf(operation: Operation, values: Values): string {
  const { query, summary } = operation;
  const name = paramsName(operation);
  const isPointer = ({ type, isZeroMeant }: Field) => type.kind === 'integer' && isZeroMeant;
  const lines = query.map((field) => {
    const text = `${goName(field.name)} ${isPointer(field) ? '*' : ''}${goType(field.type)}\n`;
    return `${comment(fieldComment(field, values), '\t')}\t${text}`;
  });
  const sets = query.map((field) => `\tq.${SETTERS[field.type.kind]}("${field.name}", ${setValue(field, isPointer(field))})`);
  return [
    `// ${name} are the parameters of: ${lowerFirst(summary)}. A zero value is not sent.\ntype ${name} struct {\n${lines.join('\n')}}\n`,
    `func (p ${name}) values() url.Values {\n\tq := query{}\n${sets.join('\n')}\n\treturn url.Values(q)\n}\n`,
  ].join('\n');
}

const SETTERS: Record<Type['kind'], string> = {
  ...{ text: 'text', date: 'text', integer: 'integer', number: 'number', boolean: 'boolean', instant: 'instant' },
  ...{ map: 'deep', list: 'list', model: 'model', any: 'any' },
};

function setValue({ name, type }: Field, isPointer: boolean): string {
  const value = `p.${goName(name)}`;
  if (type.kind !== 'integer') return value;
  return isPointer ? value : `positive(${value})`;
}

function resources({ operations }: ClientModel): string {
  const byResource = Map.groupBy(operations, ({ resource }) => resource);
  const names = [...byResource.keys()].map(goName);
  const width = Math.max(...names.map((name) => name.length));
  const fields = names.map((name) => `\t${name.padEnd(width)} *${name}Resource`).join('\n');
  const longest = width + 1;
  const made = names.map((name) => `\t\t${`${name}:`.padEnd(longest)} &${name}Resource{client},`).join('\n');
  const types = [...byResource].map(([resource, own]) => {
    const name = `${goName(resource)}Resource`;
    return [
      `// ${name} has the operations of Client.${goName(resource)}.\ntype ${name} struct{ client *Client }\n`,
      ...own.map((one) => methodOf(name, one)),
    ].join('\n');
  });
  const all = `// Resources are all operations, by what they are about.\ntype Resources struct {\n${fields}\n}\n\nfunc newResources(client *Client) Resources {\n\treturn Resources{\n${made}\n\t}\n}\n`;
  const body = [all, ...types].join('\n');
  return [HEAD, importsFor(body, ['context', 'iter', 'net/http']), body].join('\n');
}

function methodOf(resource: string, operation: Operation): string {
  const { answer, body, query, pathParameters, httpMethod, summary, description } = operation;
  const takesBody = (body?.fields.length ?? 0) > 0;
  const parameters = [
    'ctx context.Context',
    ...pathParameters.map(({ name, type }) => `${goParameter(name)} ${goType(type)}`),
    ...(takesBody ? [`body ${goName(body?.name ?? '')}`] : []),
    ...(query.length > 0 ? [`params ${paramsName(operation)}`] : []),
    'options ...RequestOption',
  ].join(', ');
  const model = goName(answer.model);
  const name = goName(operation.method);
  const path = pathText(operation);
  const about = comment(`${name}: ${lowerFirst(summary)}. ${description}`, '');
  if (answer.isPaged) {
    const call = `pages[${model}](ctx, r.client, ${path}, params.values(), options)`;
    return [
      `${about}//\n// It asks for page after page. An error ends it.\nfunc (r *${resource}) ${name}(${parameters}) iter.Seq2[*${model}, error] {\n\treturn items(${call})\n}\n`,
      `// ${name}Pages is ${name} by pages, each with the cursor that leads on.\nfunc (r *${resource}) ${name}Pages(${parameters}) iter.Seq2[*Page[${model}], error] {\n\treturn ${call}\n}\n`,
    ].join('\n');
  }
  const method = `http.Method${httpMethod[0]}${httpMethod.slice(1).toLowerCase()}`;
  const sent = `${query.length > 0 ? 'params.values()' : 'nil'}, ${takesBody ? 'body' : 'nil'}`;
  return `${about}func (r *${resource}) ${name}(${parameters}) (*${model}, error) {\n\treturn call[${model}](ctx, r.client, ${method}, ${path}, ${sent}, options)\n}\n`;
}

function pathText({ path, pathParameters }: Operation): string {
  if (pathParameters.length === 0) return `"${path}"`;
  const parts = path.split('/').slice(1);
  return `pathOf(${parts.map((part) => (part.startsWith('{') ? goParameter(part.slice(1, -1)) : `"${part}"`)).join(', ')})`;
}

function goParameter(name: string): string {
  const whole = goName(name);
  return whole.toUpperCase() === whole ? whole.toLowerCase() : `${whole[0]?.toLowerCase()}${whole.slice(1)}`;
}

/** `ssl_status` and `DnsLook` as Go writes them: `SSLStatus`, `DNSLook`. */
export function goName(name: string): string {
  const words = name.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_').split('_');
  return words.map(goWord).join('');
}

function goWord(word: string): string {
  const small = word.toLowerCase();
  if (small === 'ids' || small === 'urls') return `${small.slice(0, -1).toUpperCase()}s`;
  if (INITIALISMS.has(small)) return small.toUpperCase();
  return `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text;
}

function comment(text: string, indent: string): string {
  const lines = text.split('\n').map((line) => `${indent}// ${line}`.trimEnd());
  return text ? `${lines.join('\n')}\n` : '';
}
