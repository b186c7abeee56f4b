import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../../client/typescript/create-client.ts';
import { LOCALES, type Locale } from '../../../../contract/paths.ts';
import { blocksOf } from '../../../../contract/view/blocks.ts';
import { colleagueMail, mailtoUrl } from '../../../../copy/describe.ts';
import { publicView } from '../../../../copy/public-view.ts';
import { answerOf, client } from '../../api/client.ts';
import type { Domain } from '../../api/domains.ts';
import { themeQuery } from '../../api/organization.ts';
import { Copy } from '../../parts/copy.tsx';
import { FailurePanel } from '../../parts/failure-panel.tsx';
import { Day } from '../../parts/instant.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Skeleton } from '../../parts/page.tsx';
import { SafeText } from '../../parts/text/text.tsx';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from './languages.ts';

/** A link for somebody else, and a message to send it with, in their language. */
export function SendDialog({ domain, close }: { domain: Domain; close: () => void }) {
  const { data: theme } = useQuery(themeQuery);
  const [chosen, setChosen] = useState<Locale>();
  const locale = chosen ?? theme?.locale ?? 'en';
  const name = domain.url_unicode ?? domain.url;
  const link = useLink(domain.id, locale);
  const mail = link.data && mailFor(domain, link.data.url, link.data.language, name);
  return (
    <Modal
      title="Send to whoever holds the DNS"
      isOpen
      setIsOpen={close}
      place="wide"
      actions={
        mail && (
          <a className="button main" href={mailtoUrl(mail)}>
            Open in my mail program
          </a>
        )
      }
    >
      <p>
        A page for <SafeText text={name} /> with the record and how far it is. Whoever has the link needs no account.
      </p>
      <label className="field">
        <span>Language of the mail and the page</span>
        <select value={locale} onChange={(event) => setChosen(LOCALES.find((each) => each === event.target.value))}>
          {LOCALES.map((each) => (
            <option key={each} value={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      {link.isError && <FailurePanel error={link.error} retry={() => link.refetch()} />}
      {link.isPending && <Skeleton lines={8} />}
      {link.data && <LinkAndMail link={link.data} text={mail?.lines.join('\n')} locale={locale} />}
    </Modal>
  );
}

/** Created when the dialog opens. It gives access to the domain, so it is not cached. */
function useLink(id: number, locale: Locale) {
  return useQuery({
    queryKey: ['domain', id, 'portal-link', locale],
    queryFn: async () => {
      const [made, language] = await Promise.all([
        answerOf(client.POST('/domains/{id}/portal-link', { params: { path: { id } }, body: { locale } })),
        LANGUAGES[locale](),
      ]);
      return { ...made, language };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** Undefined when no DNS change is needed. */
function mailFor(domain: Domain, address: string, language: Language, name: string) {
  const view = publicView(domain, { is: 'owner' });
  const cards = blocksOf(view).flatMap((block) => (block.kind === 'records' ? block.cards : []));
  return cards.length > 0 ? colleagueMail(view, cards, address, language, name) : undefined;
}

function LinkAndMail({ link, text, locale }: { link: Schemas['PortalLink']; text: string | undefined; locale: Locale }) {
  return (
    <>
      <div className="labelled">
        <b>Link</b>
        <Copy text={link.url} what="Link">
          Copy link
        </Copy>
      </div>
      <p className="link-line">
        <code>
          <SafeText text={link.url} />
        </code>
        <span className="small">
          Works until <Day at={link.expires_at} />
        </span>
      </p>
      {text === undefined ? (
        <p className="small">
          DNS needs no change now: there is no mail to send. The page of the link says how far the domain is.
        </p>
      ) : (
        <>
          <div className="labelled">
            <b id="mail-text">Mail</b>
            <Copy text={text} what="Text">
              Copy text
            </Copy>
          </div>
          <textarea className="prose" readOnly lang={locale} rows={9} value={text} aria-labelledby="mail-text" />
        </>
      )}
    </>
  );
}
