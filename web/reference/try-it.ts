// The page is readable without this script. With it, every operation has a form that sends a request to this site. Typed keys
// stay in this script's memory.

const keys = new Map([
  ['X-API-KEY-ID', ''],
  ['X-API-KEY', ''],
]);

type Properties<Made> = Partial<Omit<Made, 'form'>>;

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function input(name: string, properties: Properties<HTMLInputElement> = {}): HTMLInputElement {
  return make('input', { name, autocomplete: 'off', spellcheck: false, ...properties });
}

function keyInputs(): HTMLInputElement[] {
  return [...keys].map(([name, value]) =>
    input(name, { type: 'password', required: true, value, oninput: ({ target }) => keep(target as HTMLInputElement) }),
  );
}

/** Copies a typed key into every form of the page. */
function keep({ name, value }: HTMLInputElement): void {
  keys.set(name, value);
  for (const other of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) other.value = value;
}

/** Form of an operation, built from its section (operation.ts). */
function formOf(section: HTMLElement): HTMLFormElement {
  const { method = '', path = '', query = '' } = section.dataset;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => input(name, { required: true }));
  const inQuery = query
    .split(' ')
    .filter(Boolean)
    .map((name) => input(name));
  const example = section.querySelector('[data-example] code')?.textContent;
  const body = example ? make('textarea', { name: 'body', value: example, spellcheck: false }) : undefined;
  const answer = make('div', { role: 'status' });
  const fields = [...keyInputs(), ...inPath, ...inQuery, ...(body ? [body] : [])];
  const labelled = fields.map((field) => make('label', {}, field.name, field));
  const form = make('form', { autocomplete: 'off' }, ...labelled, make('button', { type: 'submit' }, 'Send'), answer);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const filled = inQuery.filter(({ value }) => value !== '').map(({ name, value }): [string, string] => [name, value]);
    const address = inPath.reduce((left, { name, value }) => left.replace(`{${name}}`, encodeURIComponent(value)), path);
    const search = filled.length > 0 ? `?${new URLSearchParams(filled)}` : '';
    answer.textContent = 'Sending…';
    answer.replaceChildren(...(await send(method, `${address}${search}`, body?.value.trim() || undefined)));
  };
  return form;
}

/** The answer as text. */
async function send(method: string, address: string, body: string | undefined): Promise<Node[]> {
  try {
    const headers = { ...Object.fromEntries(keys), ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await fetch(address, { method, headers, credentials: 'omit', ...(body !== undefined && { body }) });
    const text = await answer.text();
    return [make('p', {}, `Answer: ${answer.status}`), make('pre', {}, make('code', {}, indent(text)))];
  } catch (error) {
    return [make('p', {}, `The request was not sent: ${error instanceof Error ? error.message : error}`)];
  }
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

for (const section of document.querySelectorAll<HTMLElement>('section.operation')) {
  const button = make('button', { type: 'button' }, 'Test Request');
  button.onclick = () => {
    const form = formOf(section);
    button.replaceWith(form);
    form.querySelector('input')?.focus();
  };
  section.querySelector('.call')?.after(button);
}
