import type { Copy, Says, Words } from '../types/locale.ts';
import { reasons } from './reasons.ts';

const nothing: Says = () => 'Rien à faire.';
const installing: Copy = { summary: ({ brand }) => `Votre part est faite. ${brand} met le certificat en place.`, fix: nothing };
const failed: Copy = {
  summary: () => 'Votre part est faite, mais le certificat n’a pas encore été délivré.',
  fix: ({ brand }) => `Rien à faire. ${brand} voit la raison et peut recommencer.`,
};
const fixTarget: Says = ({ hostname, dnsForm: { place, target } }) =>
  `Chez ${place}, remplacez la valeur de l’enregistrement CNAME ${hostname} par ${target}. Copiez-la en entier.`;

export const words: Words = {
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
      fix: ({ hostname, cnameTarget, stage }) =>
        stage === 'dns'
          ? `Rien à faire si ${hostname} a déjà un enregistrement CNAME vers ${cnameTarget}. Sinon, créez-le maintenant.`
          : 'Rien à faire ; cela prend quelques minutes. Gardez l’enregistrement CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} n’a pas encore d’enregistrement CNAME et ne mène donc pas ici.`,
      fix: ({ dnsForm: { place, name, value, withoutProxy } }) =>
        `Chez ${place}, ajoutez un enregistrement CNAME avec ${name} et ${value}, ${withoutProxy}. Supprimez les enregistrements A et AAAA du même nom. Il est trouvé en quelques minutes.`,
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
      summary: ({ hostname, cnameTarget }) =>
        `L’enregistrement CNAME de ${hostname} ne pointait pas à temps vers ${cnameTarget}. Nous cherchons encore : chaque heure pendant une semaine, puis chaque jour pendant un mois.`,
      fix: ({ hostname, dnsForm: { place, target } }) =>
        `Chez ${place}, faites pointer l’enregistrement CNAME ${hostname} vers ${target}. Puis tout continue seul, ou tout de suite avec « Vérifier ».`,
    },
    proxied_dns: {
      summary: ({ hostname }) => `Le proxy du fournisseur DNS cache l’enregistrement CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { place, turnProxyOff } }) =>
        `Chez ${place}, ${turnProxyOff} et gardez l’enregistrement CNAME vers ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} a d’autres enregistrements que son CNAME : ses visiteurs vont à divers endroits.`,
      fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
        `Chez ${place}, supprimez les autres enregistrements du nom ${hostname} (A, AAAA, TXT, MX). Seul le CNAME vers ${cnameTarget} reste.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Les enregistrements CAA de ${hostname}, ou d’un nom au-dessus, ne permettent pas à notre autorité de délivrer le certificat.`,
      fix: ({ observed, dnsForm: { place } }) =>
        `Chez ${place}, ajoutez aussi l’enregistrement ${observed}, ou supprimez les enregistrements CAA présents.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Votre DNS est correct. ${brand} doit terminer sa part.`,
      fix: nothing,
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
  others: { summary: ({ brand }) => `${brand} doit terminer sa part.`, fix: nothing },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (avec le point final)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      place: form ? `${form.name}, le fournisseur DNS de ${hostname}` : `le fournisseur DNS de ${hostname}`,
      name: name ? `${host} dans le champ « ${name} »` : `le nom ${hostname}`,
      value: value ? `${target} dans le champ « ${value} »` : `la valeur ${target}`,
      target,
      withoutProxy: proxy ? `avec « ${proxy.name} » sur « ${proxy.off} »` : 'sans proxy (« DNS only »)',
      turnProxyOff: proxy
        ? `mettez « ${proxy.name} » de cet enregistrement sur « ${proxy.off} »`
        : 'désactivez le proxy de cet enregistrement (« DNS only » ; nuage gris chez Cloudflare)',
    };
  },
};
