/** Stroked paths in a 24 by 24 box. */
const PATHS = {
  overview: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  domains: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  expiries: 'M4 5h16v15H4zM4 10h16M8 3v4M16 3v4M8 14h3',
  reports: 'M4 20h16M7 16v-5M12 16V5M17 16v-8',
  servers: 'M4 4h16v7H4zM4 13h16v7H4zM8 7.5h.01M8 16.5h.01',
  webhooks: 'M9 8a3.5 3.5 0 1 1 5 3l-2 4M8 12a4 4 0 1 0 3.5 6H17M15 15a3.5 3.5 0 1 1 0 5',
  events: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  keys: 'M14 10a4 4 0 1 1-4-4 4 4 0 0 1 4 4M13 12l7 7M17 16l2-2',
  audit: 'M6 3h9l4 4v14H6zM9 11h7M9 15h7M9 7h3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  you: 'M12 4 2.5 20h19zM12 10v4M12 17h.01',
  customer: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21a8 8 0 0 1 16 0',
  wait: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2',
  good: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12l3 3 5-6',
  bad: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8v5M12 16h.01',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  done: 'M5 12l5 5 9-11',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  down: 'M6 9l6 6 6-6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
} as const;
export type IconName = keyof typeof PATHS;

/** Decorative, because text is beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
