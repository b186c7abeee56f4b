import type { Copy, Says, Words } from '../types/locale.ts';
import { reasons } from './reasons.ts';

const nothing: Says = () => 'Nada que hacer.';
const installing: Copy = {
  summary: ({ brand }) => `Su parte está hecha. ${brand} está instalando el certificado.`,
  fix: nothing,
};
const failed: Copy = {
  summary: () => 'Su parte está hecha, pero el certificado aún no se ha emitido.',
  fix: ({ brand }) => `Nada que hacer. ${brand} ve el motivo y puede empezar de nuevo.`,
};
const fixTarget: Says = ({ hostname, dnsForm: { place, target } }) =>
  `En ${place}, cambie el valor del registro CNAME ${hostname} a ${target}. Cópielo entero.`;

export const words: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} funciona con una conexión segura (HTTPS).`,
      fix: () => 'Nada que hacer. Conserve el registro CNAME.',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} se está configurando. El siguiente paso es automático.`
          : `Su DNS está bien. El certificado de ${hostname} se obtiene y se instala automáticamente.`,
      fix: ({ hostname, cnameTarget, stage }) =>
        stage === 'dns'
          ? `Nada que hacer si ${hostname} ya tiene un registro CNAME que apunta a ${cnameTarget}. Si no, créelo ahora.`
          : 'Nada que hacer; suele tardar unos minutos. Conserve el registro CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} aún no tiene registro CNAME, así que todavía no lleva aquí.`,
      fix: ({ dnsForm: { place, name, value, withoutProxy } }) =>
        `En ${place}, añada un registro CNAME con ${name} y ${value}, ${withoutProxy}. Borre los registros A y AAAA del mismo nombre. Se encuentra en unos minutos.`,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `El registro CNAME de ${hostname} apunta a ${observed}, pero debe apuntar a ${cnameTarget}.`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `El DNS de ${hostname} no responde bien; no se ve el registro CNAME.`,
      fix: ({ hostname, cnameTarget }) =>
        `Suele pasar solo; seguimos comprobando. Si no, pregunte al proveedor de DNS de ${hostname} por qué fallan sus servidores. El registro CNAME ${hostname} debe apuntar a ${cnameTarget}.`,
    },
    dns_validation_timeout: {
      summary: ({ hostname, cnameTarget }) =>
        `El registro CNAME de ${hostname} no apuntó a tiempo a ${cnameTarget}. Seguimos buscando: cada hora durante una semana y luego cada día durante un mes.`,
      fix: ({ hostname, dnsForm: { place, target } }) =>
        `En ${place}, haga que el registro CNAME ${hostname} apunte a ${target}. Luego sigue solo, o enseguida con «Comprobar».`,
    },
    proxied_dns: {
      summary: ({ hostname }) => `El proxy del proveedor de DNS oculta el registro CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { place, turnProxyOff } }) =>
        `En ${place}, ${turnProxyOff} y conserve el registro CNAME que apunta a ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} tiene otros registros además del CNAME y sus visitantes van a sitios distintos.`,
      fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
        `En ${place}, borre los demás registros con el nombre ${hostname} (A, AAAA, TXT, MX). Solo queda el CNAME que apunta a ${cnameTarget}.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Los registros CAA de ${hostname}, o de un nombre superior, no permiten que nuestra autoridad emita el certificado.`,
      fix: ({ observed, dnsForm: { place } }) =>
        `En ${place}, añada también el registro ${observed}, o borre los registros CAA que hay.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Su DNS está bien. ${brand} tiene que terminar su parte.`,
      fix: nothing,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => 'El certificado está en la cola de la autoridad de certificación.',
      fix: () => 'Nada que hacer. Sigue solo en cuanto haya sitio.',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => 'El certificado ha caducado: los visitantes ven un aviso.',
      fix: ({ brand }) => `Conserve el registro CNAME. ${brand} tiene que renovar el certificado.`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `Otra cuenta ha demostrado que ${hostname} es suyo. Aquí el dominio ya no vale.`,
      fix: ({ hostname, cnameTarget }) =>
        `Si ${hostname} debe llevar aquí, apunte su registro CNAME a ${cnameTarget} y pida empezar de nuevo.`,
    },
  },
  others: { summary: ({ brand }) => `${brand} tiene que terminar su parte.`, fix: nothing },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (con el punto final)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      place: form ? `${form.name}, el proveedor de DNS de ${hostname}` : `el proveedor de DNS de ${hostname}`,
      name: name ? `${host} en el campo «${name}»` : `el nombre ${hostname}`,
      value: value ? `${target} en el campo «${value}»` : `el valor ${target}`,
      target,
      withoutProxy: proxy ? `con «${proxy.name}» en «${proxy.off}»` : 'sin proxy («DNS only»)',
      turnProxyOff: proxy
        ? `ponga «${proxy.name}» de este registro en «${proxy.off}»`
        : 'desactive el proxy de este registro («DNS only»; nube gris en Cloudflare)',
    };
  },
};
