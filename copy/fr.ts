import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `Demandez au fournisseur DNS de ${hostname} de signer à nouveau la zone.`;

const fixTarget: Says = ({ hostname, dnsForm: { atPlace, target } }) =>
  `${atPlace}, remplacez la valeur de l’enregistrement CNAME ${hostname} par ${target}. Copiez-la en entier.`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Cela ressemble à une faute de frappe : peu de caractères diffèrent.' },
  missing_dot: {
    says: () => 'Le fournisseur DNS a ajouté le domaine à la cible.',
    fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, remplacez la valeur de l’enregistrement CNAME ${hostname} par ${cnameTarget}. (avec le point final : rien n’est alors ajouté). Si le point est refusé, entrez ${cnameTarget} en entier.`,
  },
  base_target: { says: () => 'Il manque la première partie de la cible, qui désigne le serveur.' },
  name_before_target: { says: () => 'Il y a devant la cible un nom qui n’en fait pas partie.' },
  other_target: { says: () => 'C’est la cible d’un autre compte ou serveur.' },
  doubled_name: {
    says: ({ observed }) => `Il y a l’enregistrement ${observed} : le fournisseur DNS a ajouté le domaine une fois de plus.`,
    fix: ({ cnameTarget, host, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, remplacez le nom de l’enregistrement ${observed} par ${host}, sans le domaine, que le fournisseur ajoute lui-même. Sa valeur doit être ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `Il y a des adresses à la place : ${observed}.`,
    fix: ({ hostname, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, supprimez les enregistrements A et AAAA de ${hostname} (${observed}). Ajoutez ensuite un enregistrement CNAME avec ${name} et ${value}${withoutProxy}.`,
  },
  txt_instead: { says: () => 'Il y a un enregistrement TXT avec cette cible ; le type doit être CNAME.' },
  wildcard_answer: {
    says: () => 'La réponse vient d’un enregistrement générique (*).',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `${atPlace}, ajoutez un enregistrement CNAME avec exactement ${name} et ${value}. Il est prioritaire ; l’enregistrement générique peut rester.`,
  },
  cname_loop: { says: () => 'Les enregistrements CNAME tournent en rond.' },
  chain_too_long: { says: () => 'Les enregistrements CNAME passent par trop de noms ; visez directement la cible.' },
  chain_unanswered: {
    says: () => 'L’enregistrement est là, mais les serveurs de noms vers lesquels il mène ne répondent pas correctement.',
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `${atPlace}, remplacez la valeur de l’enregistrement CNAME ${hostname} par ${target} : il mène alors directement ici.`,
  },
  servers_not_public: {
    says: () => 'Aucun des serveurs de noms inscrits au registre n’a d’adresse IPv4 publique.',
    fix: ({ hostname }) =>
      `Chez le registraire du domaine de ${hostname}, entrez des serveurs de noms à adresse IPv4 publique, ou demandez de telles adresses au fournisseur DNS.`,
  },
  negative_cache: {
    says: () => 'L’enregistrement CNAME est là, mais pas encore visible partout ; cela passe tout seul.',
    fix: () => 'Rien à faire. Gardez l’enregistrement CNAME.',
  },
  servfail: { says: () => 'La réponse était SERVFAIL : les serveurs de noms de la zone échouent ou ne la connaissent pas.' },
  dnssec_bogus: {
    says: () => 'Les signatures DNSSEC de la zone ne sont pas valables : il n’y a pas de réponse.',
    fix: ({ hostname }) =>
      `Demandez au fournisseur DNS de ${hostname} de signer à nouveau la zone, ou supprimez l’enregistrement DS chez le registraire si elle ne doit pas être signée.`,
  },
  dnssec_expired: { says: () => 'Les signatures DNSSEC de la zone ont expiré : il n’y a pas de réponse.', fix: signAnew },
  dnssec_key_missing: {
    says: () => 'L’enregistrement DS du registre nomme une clé que la zone n’a pas, comme après un changement de fournisseur.',
    fix: ({ hostname }) =>
      `Chez le registraire du domaine de ${hostname}, supprimez l’enregistrement DS ou remplacez-le par celui du fournisseur DNS actuel.`,
  },
  lame_servers: {
    says: () => 'Les serveurs de noms inscrits au registre ne connaissent pas la zone.',
    fix: ({ hostname }) =>
      `Chez le registraire du domaine de ${hostname}, entrez les serveurs de noms du fournisseur DNS qui a ses enregistrements, ou faites-y créer la zone.`,
  },
  servers_silent: { says: () => 'Aucun des serveurs de noms inscrits au registre n’a répondu.' },
  servers_disagree: {
    says: () => 'Les serveurs de noms de la zone se contredisent : un changement est peut-être en route.',
    fix: ({ hostname, cnameTarget }) =>
      `En général cela passe en quelques minutes ; nous vérifions encore. Sinon, demandez au fournisseur DNS de ${hostname} de publier la zone sur tous ses serveurs, avec un CNAME vers ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'La zone indique d’autres serveurs de noms que le registre : un enregistrement ajouté là n’est pas vu.',
    fix: ({ hostname, cnameTarget }) =>
      `Ajoutez l’enregistrement CNAME ${hostname}, de valeur ${cnameTarget}, aux serveurs du registre, ou inscrivez chez le registraire ceux qui ont l’enregistrement.`,
  },
  domain_not_registered: {
    says: ({ observed }) => `Le registre ne connaît pas ${observed} : le domaine n’est pas enregistré ou a expiré.`,
    fix: ({ hostname, observed }) =>
      `Enregistrez ou renouvelez ${observed} et inscrivez ses serveurs de noms. Vérifiez l’orthographe de ${hostname}.`,
  },
  caa_restricted: { says: () => 'L’un d’eux la nomme, mais pour un autre compte ou une autre validation que HTTP-01.' },
  caa_not_understood: {
    says: () => 'L’un d’eux est marqué critique et porte une étiquette qu’aucune autorité ne connaît.',
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}, changez ainsi les enregistrements CAA : ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Les serveurs de noms échouent aux questions CAA ; les autorités prennent cela pour un refus.',
    fix: ({ hostname }) => `Demandez au fournisseur DNS de ${hostname} de répondre aux questions CAA, même par une réponse vide.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Il y a aussi les adresses ${observed}.`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, supprimez les enregistrements A et AAAA de ${hostname} (${observed}) et gardez le CNAME vers ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Les adresses trouvées sont celles d’un proxy.' },
  former_server: {
    says: () =>
      'Le domaine est transféré : son enregistrement CNAME mène encore à l’ancien serveur. Cela marche encore ; le transfert finit quand il est changé.',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Ses adresses ne sont pas celles du serveur : ${observed}.`,
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `${atPlace}, supprimez tous les enregistrements A et AAAA du nom ${hostname} ; seul reste le CNAME vers ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Ses adresses IPv6 ne sont pas celles du serveur et passent en premier : ${observed}.`,
    fix: ({ hostname, dnsForm: { atPlace } }) => `${atPlace}, supprimez tous les enregistrements AAAA du nom ${hostname}.`,
  },
  renewal_paused: {
    says: () => 'Cela dure depuis une semaine : le certificat ne sera renouvelé qu’au retour de l’enregistrement.',
  },
};

const nothingToDo: Says = () => 'Rien à faire.';
const installing: Copy = {
  summary: ({ brand }) => `Votre part est faite. ${brand} met le certificat en place.`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'Votre part est faite, mais le certificat n’a pas encore été délivré.',
  fix: ({ brand }) => `Rien à faire. ${brand} voit la raison et peut recommencer.`,
};

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `${atPlace}, ajoutez un enregistrement CNAME avec ${name} et ${value}${withoutProxy}. Supprimez les enregistrements A et AAAA du même nom. Il est trouvé en quelques minutes.`;

export const frWords: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} est accessible par une connexion sécurisée (HTTPS).`,
      fix: () => 'Rien à faire. Gardez l’enregistrement CNAME.',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} est en cours de mise en place. La suite est automatique.`
          : `Votre DNS est correct. Le certificat de ${hostname} est demandé et installé automatiquement.`,
      fix: (facts) =>
        facts.stage === 'dns' ? addCname(facts) : 'Rien à faire ; cela prend quelques minutes. Gardez l’enregistrement CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} n’a pas encore d’enregistrement CNAME et ne mène donc pas ici.`,
      fix: addCname,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `L’enregistrement CNAME de ${hostname} pointe vers ${observed}, mais il doit pointer vers ${cnameTarget}.`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `Le DNS de ${hostname} ne répond pas correctement ; on ne voit pas l’enregistrement CNAME.`,
      fix: ({ hostname, cnameTarget }) =>
        `En général cela passe ; nous vérifions encore. Sinon, demandez au fournisseur DNS de ${hostname} pourquoi ses serveurs échouent. L’enregistrement CNAME ${hostname} doit pointer vers ${cnameTarget}.`,
    },
    dns_validation_timeout: {
      summary: ({ hostname }) =>
        `L’enregistrement de ${hostname} n’était pas correct à temps. Nous vérifions encore : chaque heure pendant une semaine, puis chaque jour pendant un mois.`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `Le proxy du fournisseur DNS cache l’enregistrement CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `${atPlace}, ${turnProxyOff} et gardez l’enregistrement CNAME vers ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} a d’autres enregistrements que son CNAME : ses visiteurs vont à divers endroits.`,
      fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
        `${atPlace}, supprimez les autres enregistrements du nom ${hostname} (A, AAAA, TXT, MX). Seul le CNAME vers ${cnameTarget} reste.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Les enregistrements CAA de ${hostname}, ou d’un nom au-dessus, ne permettent pas à notre autorité de délivrer le certificat.`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `${atPlace}, ajoutez aussi l’enregistrement ${observed}, ou supprimez les enregistrements CAA présents.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Votre DNS est correct. ${brand} doit terminer sa part.`,
      fix: nothingToDo,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => 'Le certificat est dans la file de l’autorité de certification.',
      fix: () => 'Rien à faire. Tout continue seul dès qu’il y a de la place.',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => 'Le certificat a expiré : les visiteurs voient un avertissement.',
      fix: ({ brand }) => `Gardez l’enregistrement CNAME. ${brand} doit renouveler le certificat.`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `Un autre compte a prouvé que ${hostname} est à lui. Le domaine n’est plus valable ici.`,
      fix: ({ hostname, cnameTarget }) =>
        `Si ${hostname} doit mener ici, faites pointer son enregistrement CNAME vers ${cnameTarget} et demandez de recommencer.`,
    },
  },
  others: { summary: ({ brand }) => `${brand} doit terminer sa part.`, fix: nothingToDo },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (avec le point final)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      atPlace: form ? `Chez ${form.name}` : `Chez le fournisseur DNS de ${hostname}`,
      name: name ? `${host} dans le champ « ${name} »` : `le nom ${host}`,
      value: value ? `${target} dans le champ « ${value} »` : `la valeur ${target}`,
      target,
      withoutProxy: (proxy ? `, avec « ${proxy.name} » sur « ${proxy.off} »` : !form && ', sans proxy (« DNS only »)') || '',
      turnProxyOff: proxy
        ? `mettez « ${proxy.name} » de cet enregistrement sur « ${proxy.off} »`
        : 'désactivez le proxy de cet enregistrement (« DNS only » ; nuage gris chez Cloudflare)',
    };
  },
};

const waitingText: Titles = ({ brand }) => `En attente de ${brand}`;
const notIssued: Titles = () => 'Le certificat n’est pas encore délivré';

export const fr: Locale = {
  tag: 'fr',
  direction: 'ltr',
  titles: {
    ok: ({ hostname }) => `${hostname} est en ligne`,
    in_progress: ({ stage }) => (stage === 'dns' ? 'Mise en place' : 'DNS correct. Certificat en cours'),
    cname_not_found: () => 'Ajoutez une entrée DNS',
    invalid_cname_target: () => 'L’enregistrement pointe ailleurs',
    dns_validation_failed: () => 'Votre DNS ne répond pas correctement',
    dns_validation_timeout: () => 'L’enregistrement n’a pas été trouvé à temps',
    proxied_dns: () => 'Désactivez le proxy',
    conflicting_records: () => 'Un autre enregistrement gêne',
    caa_forbids_issuance: () => 'Un enregistrement CAA interdit le certificat',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'Dans la file d’attente',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'Le certificat a expiré',
    hostname_claimed: () => 'Un autre compte utilise ce domaine',
  },
  reasonTitles: {
    negative_cache: () => 'Enregistrement trouvé, pas encore visible partout',
    doubled_name: () => 'Le nom est en double',
    target_typo: () => 'Presque juste : une faute de frappe',
    addresses_elsewhere: () => 'Un autre enregistrement gêne',
    ipv6_elsewhere: () => 'Un autre enregistrement gêne',
  },
  labels: {
    steps: { added: 'Ajouté', dns: 'Enregistrement DNS', certificate: 'Certificat', live: 'En ligne' },
    stepStates: { done: 'fait', current: 'en cours', todo: 'à venir' },
    record: 'Enregistrement DNS',
    fields: { type: 'Type', name: 'Nom', value: 'Valeur' },
    fullName: (name) => `Certains fournisseurs veulent le nom complet : ${name}`,
    emptyName: 'laisser vide',
    actions: { add: 'Ajouter', change: 'Modifier', remove: 'Supprimer' },
    copyButton: 'Copier',
    copy: (field) => `Copier : ${field}`,
    copied: (field) => `Copié : ${field}`,
    selected: (field) => `${field} : texte sélectionné, copiez-le au clavier ou par le menu`,
    observed: 'Votre DNS répond',
    evidence: 'Ce que nous avons vu',
    checkNow: 'Vérifier',
    addedCheckNow: 'C’est fait. Vérifier',
    justChecked: (what) => `Vérifié à l’instant : ${what}`,
    notYet: 'pas encore là.',
    checking: 'Vérification',
    checkedAt: (time) => `Dernier contrôle : ${time}`,
    nextCheckAt: (time) => `Contrôle suivant : ${time}`,
    goesOn: 'Vous pouvez fermer cette page. Tout continue seul.',
    takesTime: 'Un changement DNS se voit en général après 5 à 30 minutes, rarement après 24 heures.',
    open: (hostname) => `Ouvrir ${hostname}`,
    openProvider: (provider) => `Ouvrir ${provider}`,
    setUpAt: (provider) => `Configurer chez ${provider}`,
    byHand: 'Ou à la main',
    loading: 'Chargement',
    cannotLoad: {
      title: 'Impossible de charger l’état',
      text: 'Votre installation n’est pas touchée. Réessayez dans un instant.',
    },
    signedOut: { title: 'Veuillez vous reconnecter', text: 'L’état s’affiche quand vous êtes connecté.' },
    notFound: { title: 'Ce domaine ne peut être affiché', text: 'Vérifiez l’orthographe du nom.' },
    tooMany: { title: 'Trop de demandes à la fois', text: (seconds) => `Attendez ${seconds} secondes, puis réessayez.` },
    tryAgain: 'Réessayer',
    brand: 'votre fournisseur',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `Connectez-vous à ${form.name}` : `Connectez-vous là où vous gérez le DNS de ${zone}`;
const addBelow: Saying = (facts) => `${signIn(facts)} et ajoutez l’enregistrement ci-dessous.`;
const askProvider: Saying = ({ zone }) =>
  `Les serveurs de noms de ${zone} répondent mal. Votre fournisseur DNS peut y remédier. Nous continuons à vérifier.`;
const fixSignatures: Saying = ({ zone }) =>
  `Les signatures DNSSEC de ${zone} ne sont pas valables. Votre fournisseur DNS peut y remédier.`;
const copyWhole: Saying = () => 'La valeur n’est pas complète ou pas exacte. Copiez celle ci-dessous.';
const pointDirectly: Saying = () => 'Faites pointer l’enregistrement directement vers la valeur ci-dessous.';
const keepTheCname: Saying = (facts) => `${signIn(facts)} et supprimez les autres enregistrements de ce nom. Gardez le CNAME.`;
const atWork: Saying = ({ brand }) => `Votre part est faite. ${brand} met le certificat en place.`;
const notYet: Saying = ({ brand }) => `Votre part est faite. ${brand} voit la cause et peut recommencer.`;
const leftToOthers: Saying = ({ brand }) => `Vous n’avez rien à faire\u00a0: ${brand} doit terminer de son côté.`;

export const frSayings: Sayings = {
  codes: {
    ok: () => 'Les visiteurs y accèdent par une connexion sécurisée. Le certificat se renouvelle automatiquement.',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : 'Rien à faire. Cela prend en général 1 à 5 minutes.'),
    cname_not_found: addBelow,
    invalid_cname_target: (facts) => `${signIn(facts)} et remplacez la valeur de l’enregistrement par celle ci-dessous.`,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy
        ? `mettez «\u00a0${proxy.name}\u00a0» de cet enregistrement sur «\u00a0${proxy.off}\u00a0»`
        : 'désactivez le proxy de cet enregistrement';
      return `${signIn(facts)} et ${off}. L’enregistrement lui-même reste.`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} et modifiez les enregistrements CAA comme indiqué ci-dessous.`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => 'Rien à faire. Le certificat suit dès que l’autorité de certification a de la place.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) =>
      `Les visiteurs voient un avertissement. ${brand} doit le renouveler. Laissez l’enregistrement en place.`,
    hostname_claimed: ({ brand }) =>
      `S’il est à vous, créez l’enregistrement ci-dessous, puis demandez à ${brand} de recommencer.`,
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'Les caractères qui diffèrent sont marqués. Copiez la valeur ci-dessous.',
    missing_dot: ({ zone }) => `Votre fournisseur a ajouté ${zone} à la valeur. Collez celle ci-dessous, avec son point final.`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'Cette valeur appartient à un autre compte. Copiez celle ci-dessous.',
    doubled_name: ({ host, zone }) =>
      `Saisissez seulement ${host} comme nom\u00a0: votre fournisseur ajoute ${zone} automatiquement.`,
    address_instead: (facts) => `${signIn(facts)}, supprimez les enregistrements d’adresse, puis ajoutez l’enregistrement CNAME.`,
    txt_instead: () => 'Il y a un enregistrement TXT. Choisissez plutôt le type CNAME.',
    wildcard_answer: () =>
      'Pour l’instant un enregistrement générique (*) répond. Ajoutez celui ci-dessous\u00a0; l’autre peut rester.',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => 'Rien à faire. D’autres serveurs DNS gardent encore un moment l’ancienne réponse.',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'Votre registrar a un ancien enregistrement DS. Supprimez-le ou remplacez-le chez lui.',
    lame_servers: ({ zone }) =>
      `Les serveurs de noms indiqués au registrar de ${zone} n’ont pas ses enregistrements. Corrigez-les chez lui.`,
    servers_not_public: ({ zone }) =>
      `Les serveurs de noms indiqués au registrar de ${zone} ne sont pas publics. Corrigez-les chez lui.`,
    servers_disagree: () =>
      'Vos serveurs de noms répondent différemment. Cela passe en général en quelques minutes. Nous continuons à vérifier.',
    name_servers_differ: ({ zone }) => `Ajoutez l’enregistrement aux serveurs de noms que connaît le registrar de ${zone}.`,
    domain_not_registered: ({ zone }) => `${zone} n’est pas enregistré, ou a expiré. Enregistrez-le ou renouvelez-le d’abord.`,
    caa_unreadable: () => 'Vos serveurs de noms échouent sur les demandes CAA. Votre fournisseur DNS peut y remédier.',
    former_server: () =>
      'Tout fonctionne. Pour terminer le déménagement, remplacez la valeur de l’enregistrement par celle ci-dessous.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} et supprimez les enregistrements AAAA de ce nom. Gardez le CNAME.`,
  },
};

export const frPortalLabels: PortalLabels = {
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
};
