import { type Html, html } from '../../contract/html.ts';
import mark from '../../contract/view/mark.json' with { type: 'json' };
import { parameterFields, schemaFields, schemaId } from './fields.ts';
import { headingsOf, inline, markdown } from './markdown.ts';
import { type OpenApi, type Response, resolve } from './openapi.ts';
import { errorId, example, type LocatedOperation, operationSection } from './operation.ts';

/** Addresses of the page's own files. */
export interface PageFiles {
  style: string;
  script: string;
}

interface Part {
  id: string;
  title: string;
  /** Its entries in the table of contents. */
  entries: { id: string; text: string }[];
  body: Html;
}

/** The whole reference, readable without scripts: its script only sends requests. */
export function referencePage(document: OpenApi, { style, script }: PageFiles): string {
  const { title, version, description } = document.info;
  const parts = [
    ...document.tags.map((tag) => tagPart(tag, document)),
    eventsPart(document),
    errorsPart(document),
    schemasPart(document),
  ];
  const introduction = headingsOf(description);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="Every operation of the ${title}, with its fields, samples and errors.">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${mark.address}">
<link rel="stylesheet" href="${style}">
<script defer src="${script}"></script>
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header><a href="/docs"><img src="${mark.address}" alt="" width="32" height="32"> <b>${title}</b></a> <span>Version ${version}</span> <a href="/openapi.json">OpenAPI document</a></header>
<nav aria-label="Contents"><details><summary>Contents</summary><ul>
<li><a href="#main">Introduction</a>${entryList(introduction)}</li>
${parts.map((part) => html`<li><a href="#${part.id}">${part.title}</a>${entryList(part.entries)}</li>`)}
</ul></details></nav>
<main id="main">
<h1>${title}</h1>
<div class="prose">${markdown(description)}${keysSection(document)}</div>
${parts.map(({ id, title: heading, body }) => html`<section class="part" id="${id}"><h2>${heading}</h2>${body}</section>`)}
</main>
</body>
</html>
`;
  return page.text;
}

function entryList(entries: Part['entries']): Html | undefined {
  return entries.length === 0
    ? undefined
    : html`<ul>${entries.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;
}

function keysSection({ components }: OpenApi): Html {
  const schemes = Object.values(components.securitySchemes);
  return html`<h2 id="keys">Headers with the key</h2><dl>${schemes.map(
    ({ name, description }) => html`<dt><code>${name}</code></dt><dd><p>${inline(description)}</p></dd>`,
  )}</dl>`;
}

function tagPart({ name, description }: OpenApi['tags'][number], document: OpenApi): Part {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): LocatedOperation => ({ method, path, operation })),
  );
  const own = operations.filter(({ operation }) => operation.tags.includes(name));
  return {
    id: `tag-${name}`,
    title: name,
    entries: own.map(({ operation: { operationId, summary } }) => ({ id: operationId, text: summary })),
    body: html`<p>${inline(description)}</p>${own.map((placed) => operationSection(placed, document))}`,
  };
}

/** All deliveries have the same headers and answers, which a test checks, so they are described once. */
function eventsPart({ webhooks, components }: OpenApi): Part {
  const events = Object.entries(webhooks).map(([name, { post }]) => ({ name, post }));
  const first = events[0]?.post;
  const headers = (first?.parameters ?? []).map((parameter) => resolve(parameter, components.parameters));
  const sections = events.map(({ name, post }) => {
    const media = post.requestBody.content['application/json'];
    return html`<section class="event" id="event-${name}"><h3>${name}</h3><div class="columns"><div>${markdown(post.description)}${
      media && schemaFields(resolve(media.schema, components.schemas))
    }</div><div>${media && html`<details><summary>Example</summary>${example(media)}</details>`}</div></div></section>`;
  });
  return {
    id: 'deliveries',
    title: 'Webhook events',
    entries: events.map(({ name }) => ({ id: `event-${name}`, text: name })),
    body: html`<p>What a webhook of yours is sent, with a POST.</p><h3>Headers of a delivery</h3>${parameterFields(headers)}<h3>Your answer</h3><dl>${Object.entries(
      first?.responses ?? {},
    ).map(
      ([status, { description }]) => html`<dt><code>${status}</code></dt><dd><p>${inline(description)}</p></dd>`,
    )}</dl>${sections}`,
  };
}

function errorsPart({ components }: OpenApi): Part {
  const errors = Object.entries(components.responses);
  const section = ([name, { description, content }]: [string, Response]) => {
    const media = content?.['application/json'];
    return html`<section id="${errorId(name)}"><h3>${name}</h3><div class="columns"><div><p>${inline(description)}</p>${
      media && schemaFields(media.schema)
    }</div><div>${media && html`<details><summary>Examples</summary>${example(media)}</details>`}</div></div></section>`;
  };
  return { id: 'errors', title: 'Errors', entries: [], body: html`${errors.map(section)}` };
}

function schemasPart({ components }: OpenApi): Part {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<section id="${schemaId(name)}"><h3>${name}</h3>${
        schema.description !== undefined && html`<p>${inline(schema.description)}</p>`
      }${schemaFields(schema)}</section>`,
  );
  return { id: 'schemas', title: 'Schemas', entries: [], body: html`${schemas}` };
}
