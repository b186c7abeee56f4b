import { type Html, html } from '../../pages/html.ts';
import type { Visit } from '../../pages/visit.ts';

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
