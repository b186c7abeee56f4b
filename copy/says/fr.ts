import type { Saying, Sayings } from '../types/sayings.ts';

const signIn: Saying = ({ form, zone }) =>
  form ? `Connectez-vous à ${form.name}` : `Connectez-vous là où vous gérez le DNS de ${zone}`;
const add: Saying = (facts) => `${signIn(facts)} et ajoutez l’enregistrement ci-dessous.`;
const atProvider: Saying = ({ zone }) =>
  `Les serveurs de noms de ${zone} répondent mal. Votre fournisseur DNS peut y remédier. Nous continuons à vérifier.`;
const signatures: Saying = ({ zone }) =>
  `Les signatures DNSSEC de ${zone} ne sont pas valables. Votre fournisseur DNS peut y remédier.`;
const whole: Saying = () => 'La valeur n’est pas complète ou pas exacte. Copiez celle ci-dessous.';
const direct: Saying = () => 'Faites pointer l’enregistrement directement vers la valeur ci-dessous.';
const onlyTheCname: Saying = (facts) => `${signIn(facts)} et supprimez les autres enregistrements de ce nom. Gardez le CNAME.`;
const installing: Saying = ({ brand }) => `Votre part est faite. ${brand} met le certificat en place.`;
const failed: Saying = ({ brand }) => `Votre part est faite. ${brand} voit la cause et peut recommencer.`;
const others: Saying = ({ brand }) => `Vous n’avez rien à faire\u00a0: ${brand} doit terminer de son côté.`;

export const FR: Sayings = {
  codes: {
    ok: () => 'Les visiteurs y accèdent par une connexion sécurisée. Le certificat se renouvelle automatiquement.',
    in_progress: (facts) => (facts.isDnsOpen ? add(facts) : 'Rien à faire. Cela prend en général 1 à 5 minutes.'),
    cname_not_found: add,
    invalid_cname_target: (facts) => `${signIn(facts)} et remplacez la valeur de l’enregistrement par celle ci-dessous.`,
    dns_validation_failed: atProvider,
    dns_validation_timeout: add,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy
        ? `mettez «\u00a0${proxy.name}\u00a0» de cet enregistrement sur «\u00a0${proxy.off}\u00a0»`
        : 'désactivez le proxy de cet enregistrement';
      return `${signIn(facts)} et ${off}. L’enregistrement lui-même reste.`;
    },
    conflicting_records: onlyTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} et modifiez les enregistrements CAA comme indiqué ci-dessous.`,
    challenge_unreachable: others,
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: () => 'Rien à faire. Le certificat suit dès que l’autorité de certification a de la place.',
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: ({ brand }) =>
      `Les visiteurs voient un avertissement. ${brand} doit le renouveler. Laissez l’enregistrement en place.`,
    hostname_claimed: ({ brand }) =>
      `S’il est à vous, créez l’enregistrement ci-dessous, puis demandez à ${brand} de recommencer.`,
  },
  others,
  reasons: {
    target_typo: () => 'Les caractères qui diffèrent sont marqués. Copiez la valeur ci-dessous.',
    missing_dot: ({ zone }) => `Votre fournisseur a ajouté ${zone} à la valeur. Collez celle ci-dessous, avec son point final.`,
    base_target: whole,
    name_before_target: whole,
    other_target: () => 'Cette valeur appartient à un autre compte. Copiez celle ci-dessous.',
    doubled_name: ({ host, zone }) =>
      `Saisissez seulement ${host} comme nom\u00a0: votre fournisseur ajoute ${zone} automatiquement.`,
    address_instead: (facts) => `${signIn(facts)}, supprimez les enregistrements d’adresse, puis ajoutez l’enregistrement CNAME.`,
    txt_instead: () => 'Il y a un enregistrement TXT. Choisissez plutôt le type CNAME.',
    wildcard_answer: () =>
      'Pour l’instant un enregistrement générique (*) répond. Ajoutez celui ci-dessous\u00a0; l’autre peut rester.',
    cname_loop: direct,
    chain_too_long: direct,
    chain_unanswered: direct,
    negative_cache: () => 'Rien à faire. D’autres serveurs DNS gardent encore un moment l’ancienne réponse.',
    dnssec_bogus: signatures,
    dnssec_expired: signatures,
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
    addresses_elsewhere: onlyTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} et supprimez les enregistrements AAAA de ce nom. Gardez le CNAME.`,
  },
};
