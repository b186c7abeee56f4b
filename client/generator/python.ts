import type { ClientModel, Field, Model, Operation, Type } from './read-document.ts';

const HEAD = '\nfrom __future__ import annotations\n';
const RESERVED = new Set(['from', 'class', 'import', 'global', 'is', 'in', 'async']);

/** `models.py`, `_resources.py` and `_async_resources.py` of the package. */
export function pythonFiles(model: ClientModel): string[] {
  return [models(model), resources(model, false), resources(model, true)];
}

function models({ values, answers, requests }: ClientModel): string {
  const nested = nestedIn(requests);
  const names = [...values.keys(), ...answers.map(({ name }) => name), ...nested.map(({ name }) => name)];
  return [
    HEAD,
    'from datetime import date, datetime',
    'from typing import Any, Literal, Mapping, Sequence, TypedDict, Union',
    '',
    'from ._model import Model',
    '',
    `__all__ = [\n${[...names]
      .sort()
      .map((name) => `    "${name}",`)
      .join('\n')}\n]`,
    '',
    ...[...values].map(([name, known]) => `${name} = Literal[\n${known.map((value) => `    "${value}",`).join('\n')}\n]`),
    ...answers.map(answerClass),
    ...nested.map(requestClass),
    '',
  ].join('\n');
}

/** Types inside request bodies. The bodies themselves become method parameters. */
function nestedIn(requests: Model[]): Model[] {
  const used = new Set<string>();
  const visit = (type: Type): void => {
    if (type.kind === 'model') used.add(type.name);
    if (type.kind === 'list' || type.kind === 'map') visit(type.of);
  };
  for (const { fields } of requests) for (const { type } of fields) visit(type);
  return requests.filter(({ name }) => used.has(name));
}

function answerClass({ name, description, fields }: Model): string {
  const lines = fields.flatMap((field) => {
    const isOptional = !field.isRequired || field.type.isNullable;
    const type = `${answerType(field.type)}${isOptional ? ' | None' : ''}`;
    return [`    ${pythonName(field.name)}: ${type}`, ...docstring(field.description, '    ')];
  });
  const body = [...docstring(description, '    '), ...(description && lines.length > 0 ? [''] : []), ...lines];
  return `\n\nclass ${name}(Model):\n${(body.length > 0 ? body : ['    pass']).join('\n')}`;
}

function requestClass({ name, fields }: Model): string {
  const part = (className: string, base: string, own: Field[]) =>
    `\n\nclass ${className}(${base}):\n${own.flatMap((field) => [`    ${field.name}: ${requestType(field.type)}`, ...docstring(field.description, '    ')]).join('\n')}`;
  const required = fields.filter(({ isRequired }) => isRequired);
  const others = fields.filter(({ isRequired }) => !isRequired);
  if (required.length === 0) return part(name, 'TypedDict, total=False', others);
  if (others.length === 0) return part(name, 'TypedDict', required);
  // NotRequired needs Python 3.11.
  return part(`_${name}Required`, 'TypedDict', required) + part(name, `_${name}Required, total=False`, others);
}

function answerType(type: Type): string {
  if (type.kind === 'list') return `list[${nullable(type.of, answerType(type.of))}]`;
  if (type.kind === 'map') return `dict[str, ${nullable(type.of, answerType(type.of))}]`;
  return simpleType(type, '');
}

function requestType(type: Type, module = ''): string {
  const inner = () => (type.kind === 'list' || type.kind === 'map' ? nullable(type.of, requestType(type.of, module)) : '');
  if (type.kind === 'list') return `Sequence[${inner()}]`;
  if (type.kind === 'map') return `Mapping[str, ${inner()}]`;
  if (type.kind === 'instant') return 'datetime | str';
  if (type.kind === 'date') return 'date | str';
  return simpleType(type, module);
}

function simpleType(type: Type, module: string): string {
  const names = { integer: 'int', number: 'float', boolean: 'bool', instant: 'datetime', date: 'date', any: 'Any' };
  if (type.kind === 'model') return `${module}${type.name}`;
  if (type.kind === 'text') return textType(type, module);
  if (type.kind === 'list' || type.kind === 'map') return answerType(type);
  return names[type.kind];
}

function textType({ values, isOpen }: { values?: string; isOpen?: boolean }, module: string): string {
  if (values === undefined) return 'str';
  return isOpen ? `${module}${values} | str` : `${module}${values}`;
}

function nullable(type: Type, written: string): string {
  return type.isNullable ? `${written} | None` : written;
}

function resources({ operations }: ClientModel, isAsync: boolean): string {
  const kind = isAsync ? 'Async' : '';
  const byResource = Map.groupBy(operations, ({ resource }) => resource);
  const className = (resource: string) => `${kind}${camel(resource)}`;
  const classes = [...byResource].map(
    ([resource, own]) =>
      `\n\nclass ${className(resource)}(${kind}Resource):\n${own.map((one) => method(one, isAsync)).join('\n\n')}`,
  );
  const all = [...byResource.keys()].map((resource) => `        self.${resource} = ${className(resource)}(client)`);
  return [
    HEAD,
    'from datetime import date, datetime',
    'from typing import Any, Mapping, Sequence',
    '',
    'from . import models',
    `from ._request import UNSET, ${kind}Caller, ${kind}Pages, ${kind}Resource, Unset, given, present, segment`,
    ...classes,
    '',
    '',
    `class ${kind}Resources:`,
    `    """All operations, by what they are about."""`,
    '',
    `    def __init__(self, client: ${kind}Caller) -> None:`,
    ...all,
    '',
  ].join('\n');
}

function method(operation: Operation, isAsync: boolean): string {
  const { answer, httpMethod, body, query, pathParameters, takesIfMatch } = operation;
  const fields = [...query, ...(body?.fields ?? [])].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const isPost = httpMethod === 'POST';
  const keywords = [
    ...fields.map(parameter),
    ...(isPost ? ['idempotency_key: str | None = None'] : []),
    ...(takesIfMatch ? ['if_match: str | None = None'] : []),
    'timeout: float | None = None',
  ];
  const positional = pathParameters.map(({ name, type }) => `${pythonName(name)}: ${requestType(type, 'models.')}`);
  const parameters = ['self', ...positional, '*', ...keywords];
  const model = `models.${answer.model}`;
  const result = answer.isPaged ? `${isAsync ? 'Async' : ''}Pages[${model}]` : model;
  const prefix = isAsync && !answer.isPaged ? 'async def' : 'def';
  const call = answer.isPaged ? pagesCall(operation, model, isAsync) : plainCall(operation, model, isAsync);
  return [
    `    ${prefix} ${operation.method}(\n${parameters.map((one) => `        ${one},`).join('\n')}\n    ) -> ${result}:`,
    ...docstring(`${operation.summary}.\n\n${operation.description}`, '        '),
    ...call,
  ].join('\n');
}

function parameter({ name, type, isRequired }: Field): string {
  const written = requestType(type, 'models.');
  if (isRequired) return `${pythonName(name)}: ${written}`;
  if (name === 'limit') return 'limit: int = 100';
  if (type.isNullable) return `${pythonName(name)}: ${written} | None | Unset = UNSET`;
  return `${pythonName(name)}: ${written} | None = None`;
}

function pathText({ path, pathParameters }: Operation): string {
  const written = pathParameters.reduce((text, { name }) => text.replace(`{${name}}`, `{segment(${pythonName(name)})}`), path);
  return pathParameters.length > 0 ? `f"${written}"` : `"${written}"`;
}

function plainCall(operation: Operation, model: string, isAsync: boolean): string[] {
  const { httpMethod, query, body, takesIfMatch } = operation;
  return [
    `        return ${isAsync ? 'await ' : ''}self._client._call(`,
    `            ${model},`,
    `            "${httpMethod}",`,
    `            ${pathText(operation)},`,
    ...(query.length > 0 ? [`            query=${fieldsText(query)},`] : []),
    ...(body ? [`            body=${fieldsText(body.fields)},`] : []),
    ...(httpMethod === 'POST' ? ['            idempotency_key=idempotency_key,'] : []),
    ...(takesIfMatch ? ['            if_match=if_match,'] : []),
    '            timeout=timeout,',
    '        )',
  ];
}

function pagesCall(operation: Operation, model: string, isAsync: boolean): string[] {
  return [
    `        return ${isAsync ? 'Async' : ''}Pages(`,
    '            self._client,',
    `            ${model},`,
    `            ${pathText(operation)},`,
    `            ${fieldsText(operation.query)},`,
    '            timeout=timeout,',
    '        )',
  ];
}

/** None means absent, except for a field where null has a meaning. */
function fieldsText(fields: Field[]): string {
  const text = (own: Field[]) => `{${own.map(({ name }) => `"${name}": ${pythonName(name)}`).join(', ')}}`;
  const nullables = fields.filter(({ type }) => type.isNullable);
  if (nullables.length === 0) return fields.length > 0 ? `present(${text(fields)})` : '{}';
  const others = fields.filter(({ type }) => !type.isNullable);
  return `{**present(${text(others)}), **given(${text(nullables)})}`;
}

function docstring(text: string, indent: string): string[] {
  if (text === '') return [];
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  const [first = '', ...others] = safe.split('\n').map((line) => line.trimEnd());
  if (others.length === 0) return [`${indent}"""${first}"""`];
  return [`${indent}"""${first}`, ...others.map((line) => (line ? `${indent}${line}` : '')), `${indent}"""`];
}

function pythonName(name: string): string {
  return RESERVED.has(name) ? `${name}_` : name;
}

function camel(name: string): string {
  return name
    .split('_')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');
}
