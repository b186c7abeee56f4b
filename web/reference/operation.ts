import { type Html, html } from '../../contract/html.ts';
import { parameterFields, schemaFields } from './fields.ts';
import { inline, json, markdown, sample } from './markdown.ts';
import { type Media, nameOf, type OpenApi, type Operation, type Response, resolve } from './openapi.ts';

export interface LocatedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export function errorId(name: string): string {
  return `error-${name}`;
}

export function operationSection({ method, path, operation }: LocatedOperation, { components }: OpenApi): Html {
  const { operationId: id, summary, description, requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter, components.parameters));
  const inQuery = parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])).join(' ');
  const body = requestBody?.content['application/json'];
  const answers = Object.entries(responses).map(([status, response]) => answer(status, response, components.responses));
  return html`<section class="operation" id="${id}" data-method="${method.toUpperCase()}" data-path="${path}" data-query="${inQuery}">
<h3>${summary} <a class="anchor" href="#${id}" aria-label="Link to: ${summary}">#</a></h3>
<p class="call"><b>${method.toUpperCase()}</b> <code>${path}</code></p>
<div class="columns"><div>
${markdown(description)}${parameters.length > 0 && html`<h4>Parameters</h4>${parameterFields(parameters)}`}${
  body &&
  html`<h4>Body${requestBody?.required !== true && ' (optional)'}</h4>${schemaFields(resolve(body.schema, components.schemas))}`
}
<h4>Answers</h4><dl class="answers">${answers}</dl>
</div><div>
${samples(operation)}${body && html`<details><summary>Body of the request</summary><div data-example>${example(body)}</div></details>`}${success(operation)}
</div></div>
</section>`;
}

/** One sample is open at a time, without a script. */
function samples({ operationId, 'x-codeSamples': all }: Operation): Html {
  return html`${all.map(
    ({ label, source }, index) =>
      html`<details name="sample-${operationId}"${index === 0 && html` open`}><summary>${label}</summary>${sample(source)}</details>`,
  )}`;
}

function success({ responses }: Operation): Html | undefined {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const media = found && 'content' in found[1] ? found[1].content?.['application/json'] : undefined;
  return media && html`<details open><summary>Answer: ${found?.[0]}</summary>${example(media)}</details>`;
}

/** Errors shared by several operations are described once. */
function answer(status: string, response: Response | { $ref: string }, all: OpenApi['components']['responses']): Html {
  const { description, content } = resolve<Response>(response, all);
  const isShared = '$ref' in response && typeof response.$ref === 'string';
  const name = isShared ? nameOf(String(response.$ref)) : undefined;
  const media = content?.['application/json'];
  const isError = Number(status) >= 400;
  return html`<dt><code>${status}</code></dt><dd><p>${inline(description)}${
    name !== undefined && html` <a href="#${errorId(name)}">${name}</a>`
  }</p>${!isShared && media && (isError ? example(media) : schemaFields({ ...media.schema, ...asChoice(media) }))}</dd>`;
}

/** A named schema is linked, not repeated. */
function asChoice({ schema }: Media): { oneOf?: Media['schema'][] } {
  return schema.$ref === undefined ? {} : { oneOf: [schema] };
}

export function example({ example: single, examples }: Media): Html {
  const all = examples ? Object.values(examples).map(({ value }) => value) : [single];
  return html`${all.filter((value) => value !== undefined).map(json)}`;
}
