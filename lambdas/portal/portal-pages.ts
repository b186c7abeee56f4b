import { domainToUnicode } from 'node:url';
import type { PublicFix, PublicRecord, PublicView } from '../../contract/public-view.ts';
import { isHttps, isSettled, nextAskIn, setUpOf, stepsOf, toneOf } from '../../contract/view/view.ts';
import { describeDomain } from '../../copy/describe.ts';
import { withoutFound } from '../../copy/unseen-words.ts';
import { type Html, html } from '../pages/html.ts';
import type { Language } from '../pages/locales.ts';
import type { Visit } from '../pages/visit.ts';

/**
 * A mail to whoever can change the DNS, for the visitor's own program to send: the record as text, and the address of the page.
 */
function colleagueMail(hostname: string, record: PublicRecord, address: string, { words, labels }: Language): string {
  const { type, name, value } = words.labels.fields;
  const lines = [
    labels.mailText(hostname),
    '',
    `${type}: ${record.type}`,
    `${name}: ${record.host} (${record.name})`,
    `${value}: ${record.value}`,
    '',
    address,
  ];
  // RFC 6068, section 5: lines end with CR and LF.
  return `mailto:?subject=${encodeURIComponent(labels.mailSubject(hostname))}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}

/** How the visitor came: by a link, which the page's script goes on sending, or by the hostname, which the form says again. */
export type Way = { link: string } | { hostname: string };

/** One domain: how it stands, and what to do. */
export function domainPage(view: PublicView, way: Way, visit: Visit): { title: string; main: Html } {
  const { words } = visit.language;
  const typed = 'hostname' in way ? way.hostname : undefined;
  const { title, summary, fix } = describeDomain(view, typed === undefined ? words : withoutFound(words), visit.brand);
  const { code, checked_at: checkedAt } = view.diagnosis;
  const isLive = isSettled(view);
  const next = nextAskIn(view, { now: visit.now.getTime(), underWaySince: Date.parse(checkedAt ?? visit.now.toISOString()) });
  const record = view.dns_records[0];
  const main = html`<main data-state="domain" data-code="${code}"${next !== undefined && html` data-next="${Math.ceil(next / 1000)}"`}${typed !== undefined && html` data-hostname="${typed}"`}>
<h1>${names(view.url)}</h1>
<div class="card"><p class="verdict ${toneOf(view)}" id="verdict">${title}</p><p>${summary}</p>${!isLive && html`<p>${fix}</p>`}</div>
${steps(view, visit)}
${isLive ? liveLink(view.url, visit) : html`${setUp(view, visit)}${record && records(view, record, visit)}${checkForm(view, typed, visit)}${record && actions(view, record, way, visit)}<p class="small">${words.labels.goesOn}</p>`}
</main>`;
  return { title, main };
}

/** Where the DNS provider sets the record itself; the record stays below. In a page of its own: this one may stand in a frame. */
function setUp(view: PublicView, { language: { words, labels }, cameBack }: Visit): Html {
  const at = setUpOf(view);
  const hasFailed = cameBack?.hasFailed && view.dns_status !== 'validated';
  return html`${hasFailed && html`<p class="bad" id="not-set-up">${labels.notSetUp}</p>`}${
    at &&
    html`<p><a class="button primary" id="set-up" href="${at.url}" target="_blank" rel="noopener noreferrer">${words.labels.setUpAt(at.provider)}</a></p><p>${words.labels.byHand}:</p>`
  }`;
}

/** An internationalized name as people read it, and as DNS has it: one may look like another. */
function names(hostname: string): Html {
  const readable = domainToUnicode(hostname);
  return readable === hostname || readable === ''
    ? html`<bdi>${hostname}</bdi>`
    : html`<bdi>${readable}</bdi> <small><bdi>${hostname}</bdi></small>`;
}

function steps(view: PublicView, { language: { words } }: Visit): Html {
  const { steps: stepNames, stepStates } = words.labels;
  const items = stepsOf(view).map(
    ({ name, state }) =>
      html`<li class="${state}"${state === 'current' && html` aria-current="step"`}>${stepNames[name]} <span class="small">(${stepStates[state]})</span></li>`,
  );
  return html`<ol class="steps">${items}</ol>`;
}

function liveLink(hostname: string, { language: { words } }: Visit): Html {
  return html`<p><a class="button primary" href="https://${hostname}/" rel="noopener noreferrer">${words.labels.open(hostname)}</a></p>`;
}

function records(view: PublicView, record: PublicRecord, visit: Visit): Html {
  const { labels } = visit.language.words;
  const { fields, observed, evidence } = labels;
  const form = view.dns_provider?.form;
  const others = view.diagnosis.fix.records.filter(({ type, value }) => type !== record.type || value !== record.value);
  return html`<section class="card"><h2>${labels.record}</h2><dl>${field(fields.type, record.type, visit)}${field(form?.name ?? fields.name, record.host, visit)}${
    record.host !== record.name && html`<dd class="small">${labels.fullName(record.name)}</dd>`
  }${field(form?.value ?? fields.value, record.value, visit)}</dl>${
    record.observed !== undefined && html`<p class="small">${observed}: <bdi>${record.observed}</bdi></p>`
  }${others.map((other) => otherRecord(other, visit))}${whereToEnter(view, visit)}${
    view.diagnosis.evidence.length > 0 &&
    html`<details><summary>${evidence}</summary>${view.diagnosis.evidence.map(({ asked, answer }) => html`<p class="small"><bdi>${asked}</bdi>: <bdi>${answer}</bdi></p>`)}</details>`
  }</section>`;
}

/** The button is for the page's script, which shows it. */
function field(name: string, value: string, { language: { words } }: Visit): Html {
  const { copy, copied, selected } = words.labels;
  return html`<dt>${name}</dt><dd><code>${value}</code><button type="button" hidden data-copied="${copied(name)}" data-selected="${selected(name)}">${copy(name)}</button></dd>`;
}

function otherRecord({ action, type, name, value }: PublicFix, visit: Visit): Html {
  const { actions } = visit.language.words.labels;
  const what = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : action;
  return html`<p><b>${what}</b>: ${type} <bdi>${name}</bdi> <bdi>${value}</bdi></p>`;
}

function whereToEnter({ dns_provider: provider }: PublicView, { language: { words, labels } }: Visit): Html {
  return html`<details><summary>${labels.where}</summary><ul>${labels.whereLines.map((line) => html`<li>${line}</li>`)}</ul></details>${
    provider &&
    isHttps(provider.url) &&
    html`<p><a href="${provider.url}" rel="noopener noreferrer" target="_blank">${words.labels.openProvider(provider.name)}</a></p>`
  }`;
}

/** What a visitor may have looked at again: DNS that is not right yet, or is no more. */
function checkForm(view: PublicView, hostname: string | undefined, { language, path, isCheckedRecently }: Visit): Html {
  const { labels } = language.words;
  const { diagnosis, dns_status } = view;
  const { checked_at: checkedAt, next_check_at: nextAt } = diagnosis;
  const isPossible = diagnosis.actor === 'customer' || dns_status !== 'validated';
  const isTyped = hostname !== undefined && html`<input type="hidden" name="hostname" value="${hostname}">`;
  return html`${
    isPossible &&
    html`<form method="post" action="${path}?lang=${language.tag}" id="look"><input type="hidden" name="action" value="check">${isTyped}<button${setUpOf(view) === undefined && html` class="primary"`} id="check" data-busy="${labels.checking}">${labels.checkNow}</button></form>`
  }${isCheckedRecently && html`<p id="checked-recently" role="status">${language.labels.checkedRecently}</p>`}<p class="small">${checkedAt !== undefined && time(labels.checkedAt, checkedAt, language.tag)} ${nextAt !== undefined && time(labels.nextCheckAt, nextAt, language.tag)}</p>${isPossible && html`<p class="small">${labels.takesTime}</p>`}`;
}

/** In UTC; the page's script writes it in the visitor's own time. */
function time(says: (time: string) => string, at: string, tag: string): Html {
  const [before = '', after = ''] = says('\n').split('\n');
  const text = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at));
  return html`<span>${before}<time datetime="${at}">${text} UTC</time>${after}</span>`;
}

function actions(view: PublicView, record: PublicRecord, way: Way, { language, site, path }: Visit): Html {
  const address = `${site}${path}?lang=${language.tag}${'link' in way ? `#s=${way.link}` : ''}`;
  const mail = colleagueMail(view.url, record, address, language);
  return html`<div class="row"><a class="button" href="${mail}">${language.labels.send}</a><button type="button" id="print" hidden>${language.labels.print}</button></div>`;
}

/**
 * The first page: one field. A personal link is read by the page's script, which asks for the domain and shows it here. Who comes
 * back from their DNS provider has the field filled in, and one click checks DNS. Nothing does so without a click: any site can
 * lead to this address.
 */
export function askingPage(visit: Visit): { title: string; main: Html } {
  const { language, theme, cameBack } = visit;
  const { labels } = language;
  const welcome = theme.texts[language.tag]?.welcome;
  const main = html`<main data-state="asking"><h1>${labels.title}</h1>${cameBack?.hasFailed && html`<p class="bad">${labels.notSetUp}</p>`}${welcome !== undefined && html`<p>${welcome}</p>`}${form(visit)}<noscript><p class="small">${labels.noScript}</p></noscript></main>`;
  return { title: labels.title, main };
}

/** The same for all that is not shown, so that nobody learns whether there is such a domain. */
export function hiddenPage(visit: Visit, askedBy: 'link' | 'name'): { title: string; main: Html } {
  const { words, labels } = visit.language;
  const { title } = words.labels.notFound;
  const brand = visit.brand ?? words.labels.brand;
  const text = askedBy === 'link' ? labels.linkIsOver(brand) : labels.askForLink(brand);
  return { title, main: html`<main data-state="hidden"><h1>${title}</h1><p>${text}</p>${form(visit)}</main>` };
}

export function tooManyPage(visit: Visit, seconds: number): { title: string; main: Html } {
  const { title, text } = visit.language.words.labels.tooMany;
  const main = html`<main data-state="too-many"><h1>${title}</h1><p>${text(String(seconds))}</p>${form(visit)}</main>`;
  return { title, main };
}

function form({ language: { tag, words, labels }, path, cameBack }: Visit): Html {
  const filledIn = cameBack && html` value="${cameBack.hostname}"`;
  const checkAction = cameBack && html`<input type="hidden" name="action" value="check">`;
  return html`<form method="post" action="${path}?lang=${tag}" class="card"${cameBack && html` id="look"`}><label for="hostname">${labels.hostname}</label><input id="hostname" name="hostname" required maxlength="300" autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="url"${filledIn}>${checkAction}<div class="row"><button class="primary"${cameBack && html` id="check" data-busy="${words.labels.checking}"`}>${cameBack ? words.labels.checkNow : labels.go}</button></div></form>`;
}
