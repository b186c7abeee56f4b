/** One value per colour for light and dark, so that no later rule of one mode can win over the other. */
export const STYLES = `
  :host {
    display: block;
    --text: var(--cps-color-text, light-dark(#1b1f24, #e9ebee));
    --surface: var(--cps-color-surface, light-dark(#fff, #1b1e23));
    --line: var(--cps-color-line, light-dark(#d4d9df, #454b54));
    --accent: var(--cps-color-accent, light-dark(#0b5cad, #8cc2ff));
    --on-accent: var(--cps-color-on-accent, light-dark(#fff, #10141a));
    --good: var(--cps-color-good, light-dark(#17683a, #7fd9a1));
    --wait: var(--cps-color-wait, light-dark(#4d5660, #b5bec9));
    --bad: var(--cps-color-bad, light-dark(#ac1f16, #ffa59c));
  }
  :host([hidden]) { display: none; }
  :host([theme='light']) { color-scheme: light; }
  :host([theme='dark']) { color-scheme: dark; }
  * { box-sizing: border-box; }
  .card {
    font: 1rem/1.5 var(--cps-font, system-ui, sans-serif);
    color: var(--text);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--cps-radius, 8px);
    padding: 1em;
    overflow-wrap: anywhere;
  }
  p, ol, ul, dl, dd { margin: 0 0 0.75em; padding: 0; }
  .hostname, .times, .hint, dt { color: var(--wait); }
  .times, .hint, dt { font-size: 0.875em; }
  .verdict { font-size: 1.25em; font-weight: 600; }
  .good { color: var(--good); }
  .wait { color: var(--wait); }
  .bad { color: var(--bad); }
  .steps { display: flex; flex-wrap: wrap; gap: 0.25em 1em; list-style: none; }
  .done { color: var(--good); }
  .todo { color: var(--wait); }
  .current { font-weight: 600; }
  .record { border-top: 1px solid var(--line); padding-top: 0.75em; }
  dd { display: flex; gap: 0.5em; align-items: center; justify-content: space-between; margin-bottom: 0.5em; }
  dd button { flex: none; }
  code { font: 0.9375em/1.5 ui-monospace, monospace; }
  button, a.button {
    font: inherit;
    min-block-size: 44px;
    padding: 0.25em 1em;
    border: 1px solid var(--accent);
    border-radius: var(--cps-radius, 8px);
    background: none;
    color: var(--accent);
    cursor: pointer;
  }
  a.button { display: inline-flex; align-items: center; text-decoration: none; }
  a.main, button.main { background: var(--accent); color: var(--on-accent); }
  button[aria-disabled='true'] { background: none; color: var(--wait); border-color: var(--line); cursor: default; }
  a, summary { color: var(--accent); }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media print { button { display: none; } }
`;
