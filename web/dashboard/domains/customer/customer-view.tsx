import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentRef, useEffect, useMemo, useRef, useState } from 'react';
import { LOCALES, type Locale } from '../../../../contract/paths.ts';
import { publicView } from '../../../../copy/public-view.ts';
import { CpsDomain } from '../../../widget/react.ts';
import { answerOf, client } from '../../api/client.ts';
import type { Domain } from '../../api/domains.ts';
import { asFailure, describeFailure } from '../../api/failure.ts';
import { useMe } from '../../api/me.ts';
import { themeQuery } from '../../api/organization.ts';
import { FailurePanel } from '../../parts/failure-panel.tsx';
import { notify } from '../../parts/notices.tsx';
import { Skeleton } from '../../parts/page.tsx';
import { LANGUAGE_NAMES } from './languages.ts';
import { themeVariables, useWidgetLanguage } from './widget-look.ts';

/** The widget in the organization's theme, with the data that it gets through a proxy or a link. */
export function CustomerView({ domain }: { domain: Domain }) {
  const { data: me } = useMe();
  const theme = useQuery(themeQuery);
  const [chosen, setChosen] = useState<Locale>();
  const element = useRef<ComponentRef<typeof CpsDomain>>(null);
  const locale = chosen ?? theme.data?.locale ?? 'en';
  const brand = me?.organization_name;
  const fetcher = useFetcher(domain, brand);
  // Updates the element when the panel has new data.
  useEffect(() => {
    void element.current?.refresh();
  }, [domain]);
  useWidgetLanguage(locale);
  if (theme.isError) return <FailurePanel error={theme.error} retry={() => theme.refetch()} />;
  if (!theme.data) return <Skeleton lines={6} />;
  const { light, dark } = theme.data.colors;
  return (
    <>
      <div className="filters">
        <p className="small">As in your portal, and in your own pages with the widget.</p>
        <label>
          <span className="unseen">Language</span>
          <select value={locale} onChange={(event) => setChosen(LOCALES.find((each) => each === event.target.value))}>
            {LOCALES.map((each) => (
              <option key={each} value={each}>
                {LANGUAGE_NAMES[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="customer-view" style={themeVariables(theme.data, (name) => `light-dark(${light[name]}, ${dark[name]})`)}>
        <CpsDomain ref={element} hostname={domain.url} locale={locale} brand={brand} poll="off" fetcher={fetcher} />
      </div>
    </>
  );
}

/** Answers like a proxy: with the panel's data, and for *Check now* with the service's result. */
function useFetcher(domain: Domain, brand: string | undefined): typeof fetch {
  const queries = useQueryClient();
  const { id } = domain;
  return useMemo(() => {
    const lastKnown = () => queries.getQueryData<Domain>(['domain', id]) ?? domain;
    const check = async () => {
      try {
        const after = await answerOf(client.POST('/domains/{id}/check', { params: { path: { id } }, body: {} }));
        queries.setQueryData(['domain', id], after);
        return after;
      } catch (error) {
        const { title, text } = describeFailure(asFailure(error));
        notify(`${title}. ${text}`);
        return lastKnown();
      }
    };
    return async (_, init) => {
      const shown = init?.method === 'POST' ? await check() : lastKnown();
      return Response.json(publicView(shown, { is: 'owner', brand }));
    };
  }, [queries, id, domain, brand]);
}
