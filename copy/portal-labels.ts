import type { Locale } from '../contract/locales.ts';
import type { PublicProvider } from '../contract/public-view.ts';

/** What the portal says beside what every page about a domain says (`Labels`). */
export interface PortalLabels {
  title: string;
  hostname: string;
  go: string;
  askForLink: (brand: string) => string;
  linkIsOver: (brand: string) => string;
  where: string;
  /** If the way to the form of the DNS provider is not known. */
  whereLines: readonly [string, string, string];
  /** The way, in three lines. `openPath` is of a provider's menus, in its own words. */
  signInTo: (provider: string) => string;
  openPath: (path: string) => string;
  enterValues: string;
  send: string;
  mailSubject: (hostname: string) => string;
  mailText: (hostname: string) => string;
  print: string;
  /** What the owner of a hostname need not read. */
  more: string;
  providedBy: (brand: string) => string;
  help: string;
  languages: string;
  noScript: string;
  /** To who comes back from the DNS provider without the record. */
  notSetUp: string;
  /** Where a check was asked for too soon after another: what is shown is of that one. */
  checkedRecently: string;
}

export const PORTAL_LABELS: Record<Locale, PortalLabels> = {
  en: {
    title: 'Connect your domain',
    hostname: 'Your domain, for example docs.example.com',
    go: 'Continue',
    askForLink: (brand) =>
      `Include the part in front, such as www. or shop. Check the spelling, or ask ${brand} for your personal link.`,
    linkIsOver: (brand) => `This link does not work, or does not work any more. Ask ${brand} for a new one, or type your domain.`,
    where: 'Where do I enter this?',
    whereLines: [
      'Sign in where your domain was registered, or where its DNS is managed.',
      'Look for “DNS”, “Name servers” or “Advanced settings”, then for “Add record”.',
      'Choose the type, paste name and value, and save.',
    ],
    signInTo: (provider) => `Sign in to your ${provider} account.`,
    openPath: (path) => `Open ${path}.`,
    enterValues: 'Enter the values shown here, and save.',
    send: 'Send to a colleague',
    mailSubject: (hostname) => `DNS record for ${hostname}`,
    mailText: (hostname) => `Could you please set this DNS record for ${hostname}?`,
    print: 'Print',
    more: 'More',
    providedBy: (brand) => `Provided by ${brand}`,
    help: 'Help',
    languages: 'Languages',
    noScript: 'A personal link needs JavaScript. Without it, type your domain.',
    notSetUp: 'Your DNS provider has not set the record. Try again, or set it by hand.',
    checkedRecently: 'Checked recently. Please try again in a minute.',
  },
  de: {
    title: 'Ihre Domain verbinden',
    hostname: 'Ihre Domain, zum Beispiel docs.example.com',
    go: 'Weiter',
    askForLink: (brand) =>
      `Geben Sie auch den vorderen Teil ein, etwa www. oder shop. Prüfen Sie die Schreibweise, oder bitten Sie ${brand} um Ihren persönlichen Link.`,
    linkIsOver: (brand) =>
      `Dieser Link gilt nicht oder nicht mehr. Bitten Sie ${brand} um einen neuen, oder geben Sie Ihre Domain ein.`,
    where: 'Wo trage ich das ein?',
    whereLines: [
      'Melden Sie sich dort an, wo Ihre Domain registriert ist oder ihr DNS verwaltet wird.',
      'Suchen Sie „DNS“, „Nameserver“ oder „Erweiterte Einstellungen“, dann „Eintrag hinzufügen“.',
      'Wählen Sie den Typ, fügen Sie Name und Wert ein, und speichern Sie.',
    ],
    signInTo: (provider) => `Melden Sie sich bei ${provider} an.`,
    openPath: (path) => `Öffnen Sie ${path}.`,
    enterValues: 'Tragen Sie die Werte von hier ein, und speichern Sie.',
    send: 'An jemanden weitergeben',
    mailSubject: (hostname) => `DNS-Eintrag für ${hostname}`,
    mailText: (hostname) => `Könnten Sie bitte diesen DNS-Eintrag für ${hostname} setzen?`,
    print: 'Drucken',
    more: 'Mehr dazu',
    providedBy: (brand) => `Bereitgestellt von ${brand}`,
    help: 'Hilfe',
    languages: 'Sprachen',
    noScript: 'Ein persönlicher Link braucht JavaScript. Geben Sie sonst Ihre Domain ein.',
    notSetUp: 'Ihr DNS-Anbieter hat den Eintrag nicht gesetzt. Versuchen Sie es noch einmal, oder setzen Sie ihn von Hand.',
    checkedRecently: 'Vor Kurzem geprüft. Bitte versuchen Sie es in einer Minute noch einmal.',
  },
  fr: {
    title: 'Connectez votre domaine',
    hostname: 'Votre domaine, par exemple docs.example.com',
    go: 'Continuer',
    askForLink: (brand) =>
      `Indiquez aussi la partie de devant, comme www. ou shop. Vérifiez l’orthographe, ou demandez votre lien personnel à ${brand}.`,
    linkIsOver: (brand) => `Ce lien n’est pas ou plus valable. Demandez-en un autre à ${brand}, ou saisissez votre domaine.`,
    where: 'Où saisir cela ?',
    whereLines: [
      'Connectez-vous là où votre domaine est enregistré, ou là où son DNS est géré.',
      'Cherchez « DNS », « Serveurs de noms » ou « Paramètres avancés », puis « Ajouter un enregistrement ».',
      'Choisissez le type, collez le nom et la valeur, puis enregistrez.',
    ],
    signInTo: (provider) => `Connectez-vous à votre compte ${provider}.`,
    openPath: (path) => `Ouvrez ${path}.`,
    enterValues: 'Saisissez les valeurs indiquées ici, puis enregistrez.',
    send: 'Envoyer à un collègue',
    mailSubject: (hostname) => `Enregistrement DNS pour ${hostname}`,
    mailText: (hostname) => `Pourriez-vous créer cet enregistrement DNS pour ${hostname} ?`,
    print: 'Imprimer',
    more: 'En savoir plus',
    providedBy: (brand) => `Proposé par ${brand}`,
    help: 'Aide',
    languages: 'Langues',
    noScript: 'Un lien personnel a besoin de JavaScript. Sinon, saisissez votre domaine.',
    notSetUp: 'Votre fournisseur DNS n’a pas créé l’enregistrement. Réessayez, ou créez-le à la main.',
    checkedRecently: 'Contrôle effectué récemment. Réessayez dans une minute.',
  },
  es: {
    title: 'Conecte su dominio',
    hostname: 'Su dominio, por ejemplo docs.example.com',
    go: 'Continuar',
    askForLink: (brand) =>
      `Incluya la parte de delante, como www. o shop. Revise cómo está escrito, o pida a ${brand} su enlace personal.`,
    linkIsOver: (brand) => `Este enlace no es válido o ya no lo es. Pida otro a ${brand}, o escriba su dominio.`,
    where: '¿Dónde lo escribo?',
    whereLines: [
      'Inicie sesión donde registró su dominio, o donde se gestiona su DNS.',
      'Busque «DNS», «Servidores de nombres» o «Configuración avanzada», y luego «Añadir registro».',
      'Elija el tipo, pegue el nombre y el valor, y guarde.',
    ],
    signInTo: (provider) => `Inicie sesión en su cuenta de ${provider}.`,
    openPath: (path) => `Abra ${path}.`,
    enterValues: 'Escriba los valores que se muestran aquí, y guarde.',
    send: 'Enviar a un colega',
    mailSubject: (hostname) => `Registro DNS para ${hostname}`,
    mailText: (hostname) => `¿Podría crear este registro DNS para ${hostname}?`,
    print: 'Imprimir',
    more: 'Más detalles',
    providedBy: (brand) => `Ofrecido por ${brand}`,
    help: 'Ayuda',
    languages: 'Idiomas',
    noScript: 'Un enlace personal necesita JavaScript. Sin él, escriba su dominio.',
    notSetUp: 'Su proveedor de DNS no ha creado el registro. Inténtelo de nuevo, o créelo a mano.',
    checkedRecently: 'Comprobado hace poco. Vuelva a intentarlo dentro de un minuto.',
  },
  'pt-BR': {
    title: 'Conecte seu domínio',
    hostname: 'Seu domínio, por exemplo docs.example.com',
    go: 'Continuar',
    askForLink: (brand) =>
      `Inclua a parte da frente, como www. ou shop. Verifique a grafia, ou peça a ${brand} o seu link pessoal.`,
    linkIsOver: (brand) => `Este link não vale, ou não vale mais. Peça outro a ${brand}, ou digite seu domínio.`,
    where: 'Onde eu digito isso?',
    whereLines: [
      'Entre onde seu domínio foi registrado, ou onde o DNS dele é administrado.',
      'Procure “DNS”, “Servidores de nomes” ou “Configurações avançadas”, e depois “Adicionar registro”.',
      'Escolha o tipo, cole o nome e o valor, e salve.',
    ],
    signInTo: (provider) => `Entre na sua conta ${provider}.`,
    openPath: (path) => `Abra ${path}.`,
    enterValues: 'Digite os valores mostrados aqui, e salve.',
    send: 'Enviar a um colega',
    mailSubject: (hostname) => `Registro DNS para ${hostname}`,
    mailText: (hostname) => `Você poderia criar este registro DNS para ${hostname}?`,
    print: 'Imprimir',
    more: 'Mais detalhes',
    providedBy: (brand) => `Oferecido por ${brand}`,
    help: 'Ajuda',
    languages: 'Idiomas',
    noScript: 'Um link pessoal precisa de JavaScript. Sem ele, digite seu domínio.',
    notSetUp: 'Seu provedor de DNS não criou o registro. Tente de novo, ou crie-o à mão.',
    checkedRecently: 'Verificado há pouco. Tente novamente dentro de um minuto.',
  },
  ja: {
    title: 'ドメインを接続する',
    hostname: 'お使いのドメイン（例：docs.example.com）',
    go: '次へ',
    askForLink: (brand) =>
      `www. や shop. などの先頭部分も入力してください。つづりを確かめるか、${brand} に専用リンクをお尋ねください。`,
    linkIsOver: (brand) => `このリンクは無効か、期限切れです。${brand} に新しいリンクを依頼するか、ドメインを入力してください。`,
    where: 'どこに入力しますか？',
    whereLines: [
      'ドメインを登録した、または DNS を管理しているサービスにログインします。',
      '「DNS」「ネームサーバー」「詳細設定」を探し、「レコードを追加」を選びます。',
      '種類を選び、名前と値を貼り付けて保存します。',
    ],
    signInTo: (provider) => `${provider} のアカウントにログインします。`,
    openPath: (path) => `${path} を開きます。`,
    enterValues: 'ここに表示された値を入力して保存します。',
    send: '同僚に送る',
    mailSubject: (hostname) => `${hostname} の DNS レコード`,
    mailText: (hostname) => `${hostname} にこの DNS レコードを設定していただけますか？`,
    print: '印刷',
    more: '詳しく見る',
    providedBy: (brand) => `提供：${brand}`,
    help: 'ヘルプ',
    languages: '言語',
    noScript: '専用リンクには JavaScript が必要です。使えない場合はドメインを入力してください。',
    notSetUp: 'DNS プロバイダーはレコードを設定しませんでした。もう一度試すか、手動で設定してください。',
    checkedRecently: '先ほど確認したばかりです。1分後にもう一度お試しください。',
  },
};

/** Where the record is entered, in three lines. The words of a provider's menus stay as it has them. */
export function whereToEnter(provider: PublicProvider | undefined, labels: PortalLabels): readonly string[] {
  const path = provider?.path?.join(' → ');
  return path && provider ? [labels.signInTo(provider.name), labels.openPath(path), labels.enterValues] : labels.whereLines;
}
