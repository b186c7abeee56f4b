import type { Says, Words } from '../types/locale.ts';

const signAnew: Says = ({ hostname }) => `Demandez au fournisseur DNS de ${hostname} de signer à nouveau la zone.`;

export const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Cela ressemble à une faute de frappe : peu de caractères diffèrent.' },
  missing_dot: {
    says: () => 'Le fournisseur DNS a ajouté le domaine à la cible.',
    fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
      `Chez ${place}, remplacez la valeur de l’enregistrement CNAME ${hostname} par ${cnameTarget}. avec un point à la fin : rien n’est alors ajouté. Si le point est refusé, entrez ${cnameTarget} en entier.`,
  },
  name_before_target: { says: () => 'Il y a devant la cible un nom qui n’en fait pas partie.' },
  other_target: { says: () => 'C’est la cible d’un autre compte ou serveur.' },
  doubled_name: {
    says: ({ observed }) => `Il y a l’enregistrement ${observed} : le fournisseur DNS a ajouté le domaine une fois de plus.`,
    fix: ({ cnameTarget, host, observed, dnsForm: { place } }) =>
      `Chez ${place}, remplacez le nom de l’enregistrement ${observed} par ${host}, sans le domaine, que le fournisseur ajoute lui-même. Sa valeur doit être ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `Il y a des adresses à la place : ${observed}.`,
    fix: ({ hostname, observed, dnsForm: { place, name, value, withoutProxy } }) =>
      `Chez ${place}, supprimez les enregistrements A et AAAA de ${hostname} (${observed}). Ajoutez ensuite un enregistrement CNAME avec ${name} et ${value}, ${withoutProxy}.`,
  },
  wildcard_answer: {
    says: () => 'La réponse vient d’un enregistrement générique (*).',
    fix: ({ dnsForm: { place, name, value } }) =>
      `Chez ${place}, ajoutez un enregistrement CNAME avec exactement ${name} et ${value}. Il est prioritaire ; l’enregistrement générique peut rester.`,
  },
  cname_loop: { says: () => 'Les enregistrements CNAME tournent en rond.' },
  chain_too_long: { says: () => 'Les enregistrements CNAME passent par trop de noms ; visez directement la cible.' },
  chain_unanswered: {
    says: () => 'L’enregistrement est là, mais les serveurs de noms vers lesquels il mène ne répondent pas correctement.',
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `Chez ${place}, remplacez la valeur de l’enregistrement CNAME ${hostname} par ${target} : il mène alors directement ici.`,
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
    fix: ({ observed, dnsForm: { place } }) => `Chez ${place}, changez ainsi les enregistrements CAA : ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Les serveurs de noms échouent aux questions CAA ; les autorités prennent cela pour un refus.',
    fix: ({ hostname }) => `Demandez au fournisseur DNS de ${hostname} de répondre aux questions CAA, même par une réponse vide.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Il y a aussi les adresses ${observed}.`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { place } }) =>
      `Chez ${place}, supprimez les enregistrements A et AAAA de ${hostname} (${observed}) et gardez le CNAME vers ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Les adresses trouvées sont celles d’un proxy.' },
  former_server: {
    says: () => 'C’est l’ancienne cible. Elle marche encore ; le transfert finit quand l’enregistrement est changé.',
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Ses adresses ne sont pas celles du serveur : ${observed}.`,
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `Chez ${place}, supprimez tous les enregistrements A et AAAA du nom ${hostname} ; seul reste le CNAME vers ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Ses adresses IPv6 ne sont pas celles du serveur et passent en premier : ${observed}.`,
    fix: ({ hostname, dnsForm: { place } }) => `Chez ${place}, supprimez tous les enregistrements AAAA du nom ${hostname}.`,
  },
  renewal_paused: {
    says: () => 'Cela dure depuis une semaine : le certificat ne sera renouvelé qu’au retour de l’enregistrement.',
  },
};
