import type { Locale as Tag } from '../contract/paths.ts';
import { withTranslations } from './describe.ts';
import type { Copy, CopyFacts, Locale, ReasonCopy } from './types/locale.ts';

/** A sentence that names what was found does not compile. */
type Says = (facts: Omit<CopyFacts, 'observed'>) => string;

/** A language's sentences without what was found, for readers who may not see it. English sentences come with the view. */
interface UnseenWords {
  pointsElsewhere: Says;
  addCaa: Says;
  removeCaa: Says;
  addresses: { instead: string; beside: string; elsewhere: string; ipv6: string };
  replaceAddresses: Says;
  removeAddresses: Says;
}

const UNSEEN_WORDS: Record<Exclude<Tag, 'en'>, UnseenWords> = {
  de: {
    pointsElsewhere: ({ hostname, cnameTarget }) =>
      `Der CNAME-Eintrag von ${hostname} zeigt auf ein anderes Ziel, muss aber auf ${cnameTarget} zeigen.`,
    addCaa: ({ dnsForm: { atPlace } }) =>
      `Legen Sie ${atPlace} zusätzlich einen CAA-Eintrag für unsere Zertifizierungsstelle an oder löschen Sie die vorhandenen CAA-Einträge.`,
    removeCaa: ({ dnsForm: { atPlace } }) => `Löschen Sie ${atPlace} diesen CAA-Eintrag.`,
    addresses: {
      instead: 'Stattdessen gibt es Adressen.',
      beside: 'Es gibt auch Adressen.',
      elsewhere: 'Die Adressen sind nicht die des Servers.',
      ipv6: 'Die IPv6-Adressen haben Vorrang, sind aber nicht die des Servers.',
    },
    replaceAddresses: ({ host, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `Löschen Sie ${atPlace} die A- und AAAA-Einträge mit dem Namen ${host}. Legen Sie dann einen CNAME-Eintrag mit ${name} und ${value} an${withoutProxy}.`,
    removeAddresses: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `Löschen Sie ${atPlace} die A- und AAAA-Einträge mit dem Namen ${host}. Der CNAME-Eintrag auf ${cnameTarget} bleibt.`,
  },
  fr: {
    pointsElsewhere: ({ hostname, cnameTarget }) =>
      `L’enregistrement CNAME de ${hostname} pointe ailleurs, mais il doit pointer vers ${cnameTarget}.`,
    addCaa: ({ dnsForm: { atPlace } }) =>
      `${atPlace}, ajoutez aussi un enregistrement CAA pour notre autorité de certification, ou supprimez les enregistrements CAA existants.`,
    removeCaa: ({ dnsForm: { atPlace } }) => `${atPlace}, supprimez cet enregistrement CAA.`,
    addresses: {
      instead: 'Il y a des adresses à la place.',
      beside: 'Il y a aussi des adresses.',
      elsewhere: 'Ses adresses ne sont pas celles du serveur.',
      ipv6: 'Ses adresses IPv6, prioritaires, ne sont pas celles du serveur.',
    },
    replaceAddresses: ({ host, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, supprimez les enregistrements A et AAAA du nom ${host}. Ajoutez ensuite un enregistrement CNAME avec ${name} et ${value}${withoutProxy}.`,
    removeAddresses: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, supprimez les enregistrements A et AAAA du nom ${host} et conservez le CNAME vers ${cnameTarget}.`,
  },
  es: {
    pointsElsewhere: ({ hostname, cnameTarget }) =>
      `El registro CNAME de ${hostname} apunta a otro sitio, pero debe apuntar a ${cnameTarget}.`,
    addCaa: ({ dnsForm: { atPlace } }) =>
      `${atPlace}, añada también un registro CAA para nuestra autoridad de certificación, o elimine los registros CAA existentes.`,
    removeCaa: ({ dnsForm: { atPlace } }) => `${atPlace}, elimine ese registro CAA.`,
    addresses: {
      instead: 'En su lugar hay direcciones.',
      beside: 'También hay direcciones.',
      elsewhere: 'Sus direcciones no son las del servidor.',
      ipv6: 'Sus direcciones IPv6, que tienen prioridad, no son las del servidor.',
    },
    replaceAddresses: ({ host, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, elimine los registros A y AAAA con el nombre ${host}. Luego añada un registro CNAME con ${name} y ${value}${withoutProxy}.`,
    removeAddresses: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, elimine los registros A y AAAA con el nombre ${host} y conserve el CNAME que apunta a ${cnameTarget}.`,
  },
  'pt-BR': {
    pointsElsewhere: ({ hostname, cnameTarget }) =>
      `O registro CNAME de ${hostname} aponta para outro lugar, mas deve apontar para ${cnameTarget}.`,
    addCaa: ({ dnsForm: { atPlace } }) =>
      `${atPlace}, adicione também um registro CAA para a nossa autoridade certificadora, ou exclua os registros CAA existentes.`,
    removeCaa: ({ dnsForm: { atPlace } }) => `${atPlace}, exclua esse registro CAA.`,
    addresses: {
      instead: 'Em vez disso, há endereços.',
      beside: 'Há também endereços.',
      elsewhere: 'Seus endereços não são os do servidor.',
      ipv6: 'Seus endereços IPv6, que têm prioridade, não são os do servidor.',
    },
    replaceAddresses: ({ host, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, exclua os registros A e AAAA com o nome ${host}. Depois adicione um registro CNAME com ${name} e ${value}${withoutProxy}.`,
    removeAddresses: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, exclua os registros A e AAAA com o nome ${host} e mantenha o CNAME que aponta para ${cnameTarget}.`,
  },
  ja: {
    pointsElsewhere: ({ hostname, cnameTarget }) =>
      `${hostname} のCNAMEレコードは別の名前を指していますが、${cnameTarget} を指す必要があります。`,
    addCaa: ({ dnsForm: { atPlace } }) =>
      `${atPlace}、当社の認証局のためのCAAレコードを追加するか、今あるCAAレコードを削除してください。`,
    removeCaa: ({ dnsForm: { atPlace } }) => `${atPlace}、そのCAAレコードを削除してください。`,
    addresses: {
      instead: '代わりにアドレスがあります。',
      beside: 'アドレスもあります。',
      elsewhere: 'アドレスがサーバーのものではありません。',
      ipv6: '優先されるIPv6アドレスがサーバーのものではありません。',
    },
    replaceAddresses: ({ host, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}、名前が ${host} のAレコードとAAAAレコードを削除し、CNAMEレコードを${withoutProxy}追加してください（${name}、${value}）。`,
    removeAddresses: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}、名前が ${host} のAレコードとAAAAレコードを削除し、${cnameTarget} を指すCNAMEレコードを残してください。`,
  },
};

/** The language with every sentence that names what was found replaced. */
export function withoutObservations(locale: Locale): Locale {
  const unseen = Object.entries(UNSEEN_WORDS).find(([tag]) => tag === locale.tag)?.[1];
  if (!unseen || !locale.words) return locale;
  const { codes, reasons } = locale.words;
  const says = (text: string): Pick<ReasonCopy, 'says'> => ({ says: () => text });
  const { addresses, replaceAddresses, removeAddresses } = unseen;
  return withTranslations(locale, {
    ...locale.words,
    codes: {
      ...codes,
      invalid_cname_target: { ...codes.invalid_cname_target, summary: unseen.pointsElsewhere } satisfies Copy,
      caa_forbids_issuance: { ...codes.caa_forbids_issuance, fix: unseen.addCaa } satisfies Copy,
    },
    reasons: {
      ...reasons,
      address_instead: { ...says(addresses.instead), fix: replaceAddresses },
      record_beside_cname: { ...says(addresses.beside), fix: removeAddresses },
      addresses_elsewhere: { ...reasons.addresses_elsewhere, ...says(addresses.elsewhere) },
      ipv6_elsewhere: { ...reasons.ipv6_elsewhere, ...says(addresses.ipv6) },
      caa_not_understood: { ...reasons.caa_not_understood, fix: unseen.removeCaa },
    },
  });
}
