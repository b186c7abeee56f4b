import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `Demandez au fournisseur DNS de ${hostname} de signer à nouveau la zone.`;

const ofValidation: Says = ({ host }) => `Il s’agit de l’enregistrement ${host}.`;

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `${atPlace}, ajoutez un enregistrement CNAME avec ${name} et ${value}${withoutProxy}. Supprimez les enregistrements A et AAAA du même nom. Nous le voyons en quelques minutes.`;

const fixTarget: Says = ({ host, dnsForm: { atPlace, target } }) =>
  `${atPlace}, remplacez la valeur de l’enregistrement CNAME ${host} par ${target}. Copiez-la en entier.`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Cela ressemble à une faute de frappe\u00a0: seuls quelques caractères diffèrent.' },
  missing_dot: {
    says: () => 'Le fournisseur DNS a ajouté le domaine à la valeur.',
    fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, remplacez la valeur de l’enregistrement CNAME ${host} par ${cnameTarget}. (avec le point final\u00a0: rien n’est alors ajouté). Si le point est refusé, saisissez ${cnameTarget} sans le point.`,
  },
  base_target: { says: () => 'Il manque la première partie de la valeur, qui désigne le serveur.' },
  name_before_target: { says: () => 'La valeur est précédée d’un nom qui n’en fait pas partie.' },
  other_target: { says: () => 'Cette valeur appartient à un autre compte ou serveur.' },
  doubled_name: {
    says: ({ observed }) =>
      `Il existe un enregistrement ${observed}\u00a0: le fournisseur DNS a ajouté le domaine une seconde fois.`,
    fix: ({ cnameTarget, host, dnsForm: { atPlace } }) =>
      `${atPlace}, remplacez le nom de cet enregistrement par ${host}, sans le domaine, que le fournisseur ajoute automatiquement. Sa valeur doit être ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `Il y a des adresses à la place\u00a0: ${observed}.`,
    fix: ({ host, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, supprimez les enregistrements A et AAAA du nom ${host} (${observed}). Ajoutez ensuite un enregistrement CNAME avec ${name} et ${value}${withoutProxy}.`,
  },
  txt_instead: { says: () => 'Il y a un enregistrement TXT\u00a0; le type doit être CNAME.' },
  wildcard_answer: {
    says: () => 'La réponse vient d’un enregistrement générique (*).',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `${atPlace}, ajoutez un enregistrement CNAME avec exactement ${name} et ${value}. Il est prioritaire\u00a0; l’enregistrement générique peut rester.`,
  },
  cname_loop: { says: () => 'Les enregistrements CNAME tournent en rond.' },
  chain_too_long: { says: () => 'Les enregistrements CNAME passent par trop de noms\u00a0; pointez directement vers la cible.' },
  chain_unanswered: {
    says: () => 'L’enregistrement existe, mais les serveurs de noms de sa cible ne répondent pas correctement.',
    fix: fixTarget,
  },
  servers_not_public: {
    says: () => 'Aucun des serveurs de noms inscrits au registre n’a d’adresse IPv4 publique.',
    fix: ({ hostname }) =>
      `Chez le registrar du domaine de ${hostname}, indiquez des serveurs de noms à adresse IPv4 publique, ou demandez de telles adresses au fournisseur DNS.`,
  },
  negative_cache: {
    says: () => 'L’enregistrement CNAME existe, mais n’est pas encore visible partout\u00a0; il suffit d’attendre.',
    fix: () => 'Vous n’avez rien à faire. Conservez l’enregistrement CNAME.',
  },
  servfail: {
    says: () => 'La réponse était SERVFAIL\u00a0: les serveurs de noms de la zone sont en erreur ou ne la connaissent pas.',
  },
  dnssec_bogus: {
    says: () => 'Les signatures DNSSEC de la zone ne sont pas valables\u00a0: il n’y a pas de réponse.',
    fix: ({ hostname }) =>
      `Demandez au fournisseur DNS de ${hostname} de signer à nouveau la zone, ou supprimez l’enregistrement DS chez le registrar si elle ne doit pas être signée.`,
  },
  dnssec_expired: { says: () => 'Les signatures DNSSEC de la zone ont expiré\u00a0: il n’y a pas de réponse.', fix: signAnew },
  dnssec_key_missing: {
    says: () => 'L’enregistrement DS du registre désigne une clé absente de la zone, souvent après un changement de fournisseur.',
    fix: ({ hostname }) =>
      `Chez le registrar du domaine de ${hostname}, supprimez l’enregistrement DS ou remplacez-le par celui du fournisseur DNS actuel.`,
  },
  lame_servers: {
    says: () => 'Les serveurs de noms inscrits au registre ne connaissent pas la zone.',
    fix: ({ hostname }) =>
      `Chez le registrar du domaine de ${hostname}, indiquez les serveurs de noms du fournisseur DNS qui a ses enregistrements, ou faites-y créer la zone.`,
  },
  servers_silent: { says: () => 'Aucun des serveurs de noms inscrits au registre n’a répondu.' },
  servers_disagree: {
    says: () =>
      'Les serveurs de noms de la zone répondent différemment\u00a0: un changement est peut-être en cours de diffusion.',
    fix: ({ hostname, cnameTarget }) =>
      `Cela se règle en général en quelques minutes\u00a0; nous continuons à vérifier. Sinon, demandez au fournisseur DNS de ${hostname} de publier la zone sur tous ses serveurs, avec un CNAME vers ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'La zone indique d’autres serveurs de noms que le registre\u00a0: un enregistrement ajouté là reste invisible.',
    fix: ({ host, cnameTarget }) =>
      `Ajoutez un enregistrement CNAME avec le nom ${host} et la valeur ${cnameTarget} aux serveurs du registre, ou indiquez chez le registrar ceux qui ont l’enregistrement.`,
  },
  validation_missing: { says: ofValidation, fix: addCname },
  validation_wrong: { says: ofValidation, fix: fixTarget },
  domain_not_registered: {
    says: ({ observed }) => `Le registre ne connaît pas ${observed}\u00a0: le domaine n’est pas enregistré ou a expiré.`,
    fix: ({ hostname, observed }) =>
      `Enregistrez ou renouvelez ${observed} et indiquez ses serveurs de noms. Vérifiez l’orthographe de ${hostname}.`,
  },
  caa_restricted: { says: () => 'L’un d’eux la désigne, mais pour un autre compte ou une autre validation que HTTP-01.' },
  caa_not_understood: {
    says: () => 'L’un d’eux est marqué critique et porte une étiquette qu’aucune autorité ne connaît.',
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}, modifiez ainsi les enregistrements CAA\u00a0: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Les serveurs de noms répondent par une erreur aux requêtes CAA\u00a0; cela vaut refus pour les autorités.',
    fix: ({ hostname }) => `Demandez au fournisseur DNS de ${hostname} de répondre aux requêtes CAA, même par une réponse vide.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Il y a aussi les adresses ${observed}.`,
    fix: ({ host, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, supprimez les enregistrements A et AAAA du nom ${host} (${observed}) et conservez le CNAME vers ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Les adresses trouvées sont celles d’un proxy.' },
  former_server: {
    says: () =>
      'Le domaine change de serveur\u00a0: son enregistrement CNAME pointe encore vers l’ancien. Tout fonctionne\u00a0; le changement se termine quand il est modifié.',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Ses adresses ne sont pas celles du serveur\u00a0: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}, supprimez tous les enregistrements A et AAAA du nom ${host}\u00a0; seul reste le CNAME vers ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Ses adresses IPv6, prioritaires, ne sont pas celles du serveur\u00a0: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace } }) => `${atPlace}, supprimez tous les enregistrements AAAA du nom ${host}.`,
  },
  renewal_paused: {
    says: () => 'Cela dure depuis une semaine\u00a0: le certificat ne sera renouvelé qu’au retour de l’enregistrement.',
  },
};

const nothingToDo: Says = () => 'Aucune action requise.';
const installing: Copy = {
  summary: ({ brand }) => `De votre côté, tout est fait. ${brand} installe le certificat.`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'De votre côté, tout est fait, mais le certificat n’a pas encore été délivré.',
  fix: ({ brand }) => `Vous n’avez rien à faire. ${brand} connaît la cause et peut relancer la demande.`,
};

export const frWords: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} est accessible par une connexion sécurisée (HTTPS).`,
      fix: () => 'Vous n’avez rien à faire. Conservez l’enregistrement CNAME.',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} est en cours de configuration. La suite est automatique.`
          : `Votre DNS est correct. Le certificat de ${hostname} est demandé et installé automatiquement.`,
      fix: (facts) =>
        facts.stage === 'dns'
          ? addCname(facts)
          : 'Vous n’avez rien à faire\u00a0; cela prend quelques minutes. Conservez l’enregistrement CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} n’a pas encore d’enregistrement CNAME et ne pointe donc pas vers nous.`,
      fix: addCname,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `L’enregistrement CNAME de ${hostname} pointe vers ${observed} au lieu de ${cnameTarget}.`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) =>
        `Le DNS de ${hostname} ne répond pas correctement\u00a0; l’enregistrement CNAME reste invisible.`,
      fix: ({ hostname, cnameTarget }) =>
        `Cela se règle en général\u00a0; nous continuons à vérifier. Sinon, demandez au fournisseur DNS de ${hostname} pourquoi ses serveurs sont en erreur. L’enregistrement CNAME doit pointer vers ${cnameTarget}.`,
    },
    dns_validation_timeout: {
      summary: ({ hostname }) =>
        `L’enregistrement de ${hostname} n’était pas correct à temps. Nous continuons à vérifier\u00a0: chaque heure pendant une semaine, puis chaque jour pendant un mois.`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `Le proxy du fournisseur DNS cache l’enregistrement CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `${atPlace}, ${turnProxyOff} et conservez l’enregistrement CNAME vers ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) =>
        `${hostname} a d’autres enregistrements que son CNAME\u00a0: les visiteurs n’arrivent pas tous au même endroit.`,
      fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
        `${atPlace}, supprimez les autres enregistrements du nom ${host} (A, AAAA, TXT, MX). Seul le CNAME vers ${cnameTarget} reste.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Les enregistrements CAA de ${hostname}, ou d’un nom au-dessus, ne permettent pas à notre autorité de délivrer le certificat.`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `${atPlace}, ajoutez aussi l’enregistrement ${observed}, ou supprimez les enregistrements CAA existants.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Votre DNS est correct. ${brand} doit terminer de son côté.`,
      fix: nothingToDo,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => 'Le certificat est dans la file d’attente de l’autorité de certification.',
      fix: () => 'Vous n’avez rien à faire. Il sera délivré dès que l’autorité de certification le permettra.',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => 'Le certificat a expiré\u00a0: les visiteurs voient un avertissement.',
      fix: ({ brand }) => `Conservez l’enregistrement CNAME. ${brand} doit renouveler le certificat.`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `Un autre compte a prouvé que ${hostname} lui appartient. Le domaine n’est plus valable ici.`,
      fix: ({ hostname, cnameTarget }) =>
        `Si ${hostname} doit pointer vers nous, faites pointer son enregistrement CNAME vers ${cnameTarget} et demandez à relancer la configuration.`,
    },
    ready_to_switch: {
      summary: ({ hostname }) =>
        `Le certificat de ${hostname} est prêt. Basculez maintenant\u00a0: les visiteurs ne remarqueront rien.`,
      fix: addCname,
    },
  },
  others: { summary: ({ brand }) => `${brand} doit terminer de son côté.`, fix: nothingToDo },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (avec le point final)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      atPlace: form ? `Chez ${form.name}` : `Chez le fournisseur DNS de ${hostname}`,
      name: name ? `${host} dans le champ «\u00a0${name}\u00a0»` : `le nom ${host}`,
      value: value ? `${target} dans le champ «\u00a0${value}\u00a0»` : `la valeur ${target}`,
      target,
      withoutProxy:
        (proxy
          ? `, avec «\u00a0${proxy.name}\u00a0» sur «\u00a0${proxy.off}\u00a0»`
          : !form && ', sans proxy («\u00a0DNS only\u00a0»)') || '',
      turnProxyOff: proxy
        ? `mettez «\u00a0${proxy.name}\u00a0» de cet enregistrement sur «\u00a0${proxy.off}\u00a0»`
        : `désactivez le proxy de cet enregistrement${form ? '' : ' («\u00a0DNS only\u00a0»\u00a0; nuage gris chez Cloudflare)'}`,
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
    in_progress: ({ stage }) => (stage === 'dns' ? 'Configuration en cours' : 'DNS correct. Certificat en cours d’émission'),
    cname_not_found: () => 'Ajoutez l’enregistrement DNS',
    invalid_cname_target: () => 'L’enregistrement pointe ailleurs',
    dns_validation_failed: () => 'Votre DNS ne répond pas correctement',
    dns_validation_timeout: () => 'Ajoutez l’enregistrement DNS',
    proxied_dns: () => 'Désactivez le proxy',
    conflicting_records: () => 'Un autre enregistrement fait obstacle',
    caa_forbids_issuance: () => 'Un enregistrement CAA bloque le certificat',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'Dans la file d’attente',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'Le certificat a expiré',
    hostname_claimed: () => 'Un autre compte utilise ce domaine',
    ready_to_switch: () => 'Prêt à basculer maintenant',
  },
  reasonTitles: {
    negative_cache: () => 'Enregistrement trouvé, pas encore visible partout',
    doubled_name: () => 'Le nom contient deux fois le domaine',
    target_typo: () => 'Presque juste\u00a0: une faute de frappe',
    address_instead: () => 'Un autre enregistrement fait obstacle',
    addresses_elsewhere: () => 'Un autre enregistrement fait obstacle',
    ipv6_elsewhere: () => 'Un autre enregistrement fait obstacle',
  },
  labels: {
    steps: { added: 'Ajouté', dns: 'DNS', certificate: 'Certificat', live: 'En ligne' },
    stepStates: { done: 'fait', current: 'en cours', todo: 'à venir' },
    record: 'Enregistrement DNS',
    fields: { type: 'Type', name: 'Nom', value: 'Valeur' },
    fullName: (name) => `Seulement si le formulaire demande le nom complet\u00a0: ${name}`,
    emptyName: 'laisser vide',
    actions: { add: 'Ajouter', change: 'Modifier', remove: 'Supprimer' },
    copy: { name: 'Copier le nom', value: 'Copier la valeur' },
    copied: (field) => `«\u00a0${field}\u00a0» copié`,
    selected: (field) => `«\u00a0${field}\u00a0» est sélectionné\u00a0: copiez au clavier ou par le menu`,
    observed: 'Réponse de votre DNS\u00a0:',
    evidence: 'Ce que nous avons vu',
    more: 'En savoir plus',
    where: 'Où saisir ces valeurs\u00a0?',
    signInTo: (provider, zone) => `Connectez-vous à votre compte ${provider} et choisissez ${zone}.`,
    openPath: (path) => `Ouvrez ${path}.`,
    enterValues: 'Saisissez les valeurs indiquées ici, puis enregistrez.',
    checkNow: 'Vérifier maintenant',
    addedCheckNow: 'C’est fait. Vérifier maintenant',
    justChecked: (what) => `Vérifié à l’instant\u00a0: ${what}`,
    notYet: 'pas encore visible.',
    checking: 'Vérification',
    checkedAt: (time) => `Dernier contrôle\u00a0: ${time}`,
    nextCheckAt: (time) => `Prochain contrôle\u00a0: ${time}`,
    goesOn: 'Vous pouvez fermer cette page. Nous continuons à vérifier.',
    takesTime: 'Un changement DNS est en général visible après 5 à 30 minutes, rarement après 24 heures.',
    open: (hostname) => `Ouvrir ${hostname}`,
    openProvider: (provider) => `Ouvrir ${provider}`,
    setUpAt: (provider) => `Configurer chez ${provider}`,
    byHand: 'Ou à la main\u00a0:',
    loading: 'Chargement',
    cannotLoad: {
      title: 'Impossible d’afficher l’état',
      text: 'Votre configuration n’est pas touchée. Réessayez dans un instant.',
    },
    signedOut: { title: 'Veuillez vous reconnecter', text: 'Connectez-vous pour voir l’état.' },
    notFound: { title: 'Impossible d’afficher ce domaine', text: 'Vérifiez l’orthographe du nom.' },
    tooMany: { title: 'Trop de tentatives', text: (seconds) => `Attendez ${seconds} secondes, puis réessayez.` },
    tryAgain: 'Réessayer',
    brand: 'votre fournisseur',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `Connectez-vous à ${form.name}` : `Connectez-vous là où vous gérez le DNS de ${zone}`;
const addBelow: Saying = (facts) => `${signIn(facts)} et ajoutez l’enregistrement ci-dessous.`;
const changeBelow: Saying = (facts) => `${signIn(facts)} et remplacez la valeur de l’enregistrement par celle ci-dessous.`;
const askProvider: Saying = ({ zone }) =>
  `Les serveurs de noms de ${zone} ne répondent pas correctement. Votre fournisseur DNS peut y remédier. Nous continuons à vérifier.`;
const fixSignatures: Saying = ({ zone }) =>
  `Les signatures DNSSEC de ${zone} ne sont pas valables. Votre fournisseur DNS peut y remédier.`;
const copyWhole: Saying = () => 'La valeur est incomplète ou inexacte. Copiez celle ci-dessous.';
const pointDirectly: Saying = () => 'Faites pointer l’enregistrement directement vers la valeur ci-dessous.';
const keepTheCname: Saying = (facts) => `${signIn(facts)} et supprimez les autres enregistrements de ce nom. Conservez le CNAME.`;
const atWork: Saying = ({ brand }) => `De votre côté, tout est fait. ${brand} installe le certificat.`;
const notYet: Saying = ({ brand }) => `De votre côté, tout est fait. ${brand} connaît la cause et peut relancer la demande.`;
const leftToOthers: Saying = ({ brand }) => `Vous n’avez rien à faire\u00a0: ${brand} doit terminer de son côté.`;

export const frSayings: Sayings = {
  codes: {
    ok: () => 'Les visiteurs y accèdent par une connexion sécurisée. Le certificat se renouvelle automatiquement.',
    in_progress: (facts) =>
      facts.isDnsOpen ? addBelow(facts) : 'Vous n’avez rien à faire. Cela prend en général 1 à 5 minutes.',
    cname_not_found: addBelow,
    invalid_cname_target: changeBelow,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy
        ? `mettez «\u00a0${proxy.name}\u00a0» de cet enregistrement sur «\u00a0${proxy.off}\u00a0»`
        : 'désactivez le proxy de cet enregistrement';
      return `${signIn(facts)} et ${off}. Conservez l’enregistrement.`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} et modifiez les enregistrements CAA comme indiqué ci-dessous.`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () =>
      'Vous n’avez rien à faire. Le certificat sera délivré dès que l’autorité de certification le permettra.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) =>
      `Les visiteurs voient un avertissement. ${brand} doit le renouveler. Conservez l’enregistrement.`,
    hostname_claimed: ({ brand }) =>
      `S’il est à vous, ajoutez l’enregistrement ci-dessous, puis demandez à ${brand} de relancer la configuration.`,
    ready_to_switch: () =>
      'Le certificat est en place. Mettez maintenant l’enregistrement ci-dessous, vos visiteurs ne remarqueront rien.',
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'Les caractères différents sont surlignés. Copiez la valeur ci-dessous.',
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
    negative_cache: () => 'Vous n’avez rien à faire. D’autres serveurs DNS gardent encore un moment l’ancienne réponse.',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'Votre registrar a un ancien enregistrement DS. Supprimez-le ou remplacez-le chez lui.',
    lame_servers: ({ zone }) =>
      `Les serveurs de noms indiqués chez le registrar de ${zone} n’ont pas ses enregistrements. Corrigez-les chez lui.`,
    servers_not_public: ({ zone }) =>
      `Les serveurs de noms indiqués chez le registrar de ${zone} ne sont pas publics. Corrigez-les chez lui.`,
    servers_disagree: () =>
      'Vos serveurs de noms répondent différemment. Cela se règle en général en quelques minutes. Nous continuons à vérifier.',
    name_servers_differ: ({ zone }) => `Ajoutez l’enregistrement aux serveurs de noms indiqués chez le registrar de ${zone}.`,
    validation_missing: (facts) => `${signIn(facts)} et ajoutez d’abord l’enregistrement ci-dessous.`,
    validation_wrong: changeBelow,
    domain_not_registered: ({ zone }) => `${zone} n’est pas enregistré, ou a expiré. Enregistrez-le ou renouvelez-le d’abord.`,
    caa_unreadable: () =>
      'Vos serveurs de noms répondent par une erreur aux requêtes CAA. Votre fournisseur DNS peut y remédier.',
    former_server: () =>
      'Tout fonctionne. Pour terminer le changement de serveur, remplacez la valeur de l’enregistrement par celle ci-dessous.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} et supprimez les enregistrements AAAA de ce nom. Conservez le CNAME.`,
  },
};

export const frPortalLabels: PortalLabels = {
  title: 'Connectez votre domaine',
  hostname: 'Votre domaine, par exemple docs.example.com',
  go: 'Continuer',
  askForLink: (brand) =>
    `Indiquez aussi le début du nom, comme www. ou shop. Vérifiez l’orthographe, ou demandez votre lien personnel à ${brand}.`,
  linkIsOver: (brand) => `Ce lien n’est pas valable ou a expiré. Demandez-en un autre à ${brand}, ou saisissez votre domaine.`,
  whereLines: [
    'Connectez-vous là où votre domaine est enregistré, ou là où son DNS est géré.',
    'Cherchez «\u00a0DNS\u00a0», «\u00a0Serveurs de noms\u00a0» ou «\u00a0Paramètres avancés\u00a0», puis «\u00a0Ajouter un enregistrement\u00a0».',
    'Choisissez le type, collez le nom et la valeur, puis enregistrez.',
  ],
  send: 'Envoyer à un collègue',
  mailSubject: (hostname) => `Enregistrement DNS pour ${hostname}`,
  mailText: (hostname) => `Pourriez-vous configurer le DNS de ${hostname} comme suit\u00a0?`,
  print: 'Imprimer',
  providedBy: (brand) => `Proposé par ${brand}`,
  help: 'Aide',
  languages: 'Langues',
  noScript: 'Un lien personnel a besoin de JavaScript. Sinon, saisissez votre domaine.',
  notSetUp: 'Votre fournisseur DNS n’a pas ajouté l’enregistrement. Réessayez, ou ajoutez-le à la main.',
  checkedRecently: 'Contrôle effectué récemment. Réessayez dans une minute.',
  askedFor: (brand, at) =>
    `Un autre prestataire a prouvé ce domaine par un enregistrement TXT et peut le reprendre à partir du ${at}. Ce n’est pas voulu ? Supprimez l’enregistrement TXT _cps-claim et prévenez ${brand}.`,
};
