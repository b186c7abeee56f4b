import { useState } from 'react';
import type { PublicView } from '../../../contract/public-view.ts';
import { CpsDomain } from '../../widget/react.ts';
import type { Theme } from '../api/organization.ts';
import { themeVariables, useWidgetLanguage } from '../domains/customer/widget-look.ts';
import { SafeText } from '../parts/text/text.tsx';
import { type ColorName, isColor, MODES, type Mode } from './theme-draft.ts';

const HOSTNAME = 'shop.example.com';
const TARGET = 'q7m2.cname.example.net';

/** A domain that waits for its record, which is what customers mostly see. */
const SAMPLE: PublicView = {
  ...{ url: HOSTNAME, dns_status: 'pending', ssl_status: 'pending' },
  dns_records: [
    {
      type: 'CNAME',
      name: HOSTNAME,
      host: 'shop',
      value: TARGET,
      ttl: 300,
      purpose: 'routing',
      state: 'wrong',
      observed: TARGET.replace('m', 'n'),
    },
  ],
  diagnosis: {
    ...{ code: 'invalid_cname_target', reason: 'target_typo', actor: 'customer' },
    summary: `${HOSTNAME} has a typo in its record.`,
    fix: {
      text: `Change the CNAME record of ${HOSTNAME} to ${TARGET}.`,
      records: [{ action: 'change', type: 'CNAME', name: HOSTNAME, host: 'shop', value: TARGET }],
    },
    evidence: [],
  },
};
const LIVE_HOSTNAME = 'www.example.org';
const LIVE: PublicView = {
  ...{ url: LIVE_HOSTNAME, dns_status: 'validated', ssl_status: 'active' },
  dns_records: [{ type: 'CNAME', name: LIVE_HOSTNAME, host: 'www', value: TARGET, ttl: 300, purpose: 'routing', state: 'ok' }],
  diagnosis: { code: 'ok', actor: 'nobody', summary: 'It is live.', fix: { text: '', records: [] }, evidence: [] },
};
const answerWith =
  (view: PublicView): typeof fetch =>
  async () =>
    Response.json(view);
const [waiting, live] = [answerWith(SAMPLE), answerWith(LIVE)];

export function ThemePreview({ theme, brand }: { theme: Theme; brand: string }) {
  const [mode, setMode] = useState<Mode>('light');
  useWidgetLanguage(theme.locale);
  const { welcome, help } = theme.texts[theme.locale] ?? {};
  // An incomplete colour value has no effect.
  const colorOf = (name: ColorName) => (isColor(theme.colors[mode][name]) ? theme.colors[mode][name] : undefined);
  return (
    <section className="preview" aria-label="Preview">
      <div className="head">
        <h2>Preview</h2>
        <div className="filters">
          {MODES.map((each) => (
            <button key={each} type="button" className="button" aria-pressed={mode === each} onClick={() => setMode(each)}>
              {each === 'light' ? 'Light' : 'Dark'}
            </button>
          ))}
        </div>
      </div>
      <div className="stage" style={{ ...themeVariables(theme, colorOf), colorScheme: mode }}>
        <p className="stage-name">Portal</p>
        <div className="stage-brand">
          {theme.logo === undefined ? (
            <b>
              <SafeText text={brand} most={80} />
            </b>
          ) : (
            <img alt={brand} src={logoDataUrl(theme.logo)} />
          )}
        </div>
        {welcome && (
          <p>
            <SafeText text={welcome} most={1200} />
          </p>
        )}
        <CpsDomain hostname={HOSTNAME} locale={theme.locale} brand={brand} poll="off" fetcher={waiting} />
        {(help || theme.support_url) && (
          <p className="stage-help">
            {help && <SafeText text={help} most={1200} />}{' '}
            {theme.support_url && (
              <u>
                <SafeText text={theme.support_url} />
              </u>
            )}
          </p>
        )}
        <p className="stage-name">Widget, in a page of yours</p>
        <CpsDomain hostname={LIVE_HOSTNAME} locale={theme.locale} brand={brand} poll="off" compact fetcher={live} />
      </div>
    </section>
  );
}

/** A data URL. The image's first bytes tell PNG from WebP. */
export function logoDataUrl(base64: string): string {
  return `data:image/${base64.startsWith('UklGR') ? 'webp' : 'png'};base64,${base64}`;
}
