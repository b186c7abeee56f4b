import type { Says, Words } from '../types/locale.ts';

const signAnew: Says = ({ hostname }) => `Pida al proveedor de DNS de ${hostname} que firme de nuevo la zona.`;

export const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Parece un error al escribir: solo difieren unos caracteres.' },
  missing_dot: {
    says: () => 'El proveedor de DNS ha añadido el dominio al destino.',
    fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
      `En ${place}, cambie el valor del registro CNAME ${hostname} a ${cnameTarget}. con un punto al final, para que no se añada nada. Si no admite el punto, escriba ${cnameTarget} entero.`,
  },
  name_before_target: { says: () => 'Delante del destino hay un nombre que no es suyo.' },
  other_target: { says: () => 'Es el destino de otra cuenta o de otro servidor.' },
  doubled_name: {
    says: ({ observed }) => `Hay el registro ${observed}: el proveedor de DNS ha añadido el dominio otra vez.`,
    fix: ({ cnameTarget, host, observed, dnsForm: { place } }) =>
      `En ${place}, cambie el nombre del registro ${observed} a ${host}, sin el dominio, que el proveedor añade solo. Su valor debe ser ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `En su lugar hay direcciones: ${observed}.`,
    fix: ({ hostname, observed, dnsForm: { place, name, value, withoutProxy } }) =>
      `En ${place}, borre los registros A y AAAA de ${hostname} (${observed}). Luego añada un registro CNAME con ${name} y ${value}, ${withoutProxy}.`,
  },
  wildcard_answer: {
    says: () => 'La respuesta viene de un registro comodín (*).',
    fix: ({ dnsForm: { place, name, value } }) =>
      `En ${place}, añada un registro CNAME con exactamente ${name} y ${value}. Tiene prioridad; el registro comodín puede quedarse.`,
  },
  cname_loop: { says: () => 'Los registros CNAME forman un círculo.' },
  chain_too_long: { says: () => 'Los registros CNAME pasan por demasiados nombres; apunte directamente al destino.' },
  chain_unanswered: {
    says: () => 'El registro está, pero los servidores de nombres a los que lleva no responden bien.',
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `En ${place}, cambie el valor del registro CNAME ${hostname} a ${target}: así lleva directamente aquí.`,
  },
  servers_not_public: {
    says: () => 'Ningún servidor de nombres inscrito en el registro tiene una dirección IPv4 pública.',
    fix: ({ hostname }) =>
      `En el registrador del dominio de ${hostname}, ponga servidores de nombres con direcciones IPv4 públicas, o pídalas al proveedor de DNS.`,
  },
  negative_cache: {
    says: () => 'El registro CNAME está, pero aún no se ve en todas partes; esto pasa solo.',
    fix: () => 'Nada que hacer. Conserve el registro CNAME.',
  },
  servfail: { says: () => 'La respuesta fue SERVFAIL: los servidores de nombres de la zona fallan o no la conocen.' },
  dnssec_bogus: {
    says: () => 'Las firmas DNSSEC de la zona no son válidas, por eso no hay respuesta.',
    fix: ({ hostname }) =>
      `Pida al proveedor de DNS de ${hostname} que firme de nuevo la zona, o borre el registro DS en el registrador si no debe estar firmada.`,
  },
  dnssec_expired: { says: () => 'Las firmas DNSSEC de la zona han caducado, por eso no hay respuesta.', fix: signAnew },
  dnssec_key_missing: {
    says: () => 'El registro DS del registro nombra una clave que la zona no tiene, como tras cambiar de proveedor.',
    fix: ({ hostname }) =>
      `En el registrador del dominio de ${hostname}, borre el registro DS o cámbielo por el del proveedor de DNS actual.`,
  },
  lame_servers: {
    says: () => 'Los servidores de nombres inscritos en el registro no conocen la zona.',
    fix: ({ hostname }) =>
      `En el registrador del dominio de ${hostname}, ponga los servidores de nombres del proveedor de DNS que tiene sus registros, o pida que cree la zona.`,
  },
  servers_silent: { says: () => 'No respondió ningún servidor de nombres inscrito en el registro.' },
  servers_disagree: {
    says: () => 'Los servidores de nombres de la zona no coinciden: quizá haya un cambio en camino.',
    fix: ({ hostname, cnameTarget }) =>
      `Suele pasar en minutos; seguimos comprobando. Si no, pida al proveedor de DNS de ${hostname} que publique la zona en todos sus servidores, con un CNAME que apunte a ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'La zona nombra otros servidores que el registro: lo que se añade allí no se ve.',
    fix: ({ hostname, cnameTarget }) =>
      `Añada el registro CNAME ${hostname}, con el valor ${cnameTarget}, en los servidores del registro, o inscriba en el registrador los que lo tienen.`,
  },
  domain_not_registered: {
    says: ({ observed }) => `El registro no conoce ${observed}: no está registrado o ha caducado.`,
    fix: ({ hostname, observed }) =>
      `Registre o renueve ${observed} y ponga sus servidores de nombres. Revise si ${hostname} está bien escrito.`,
  },
  caa_restricted: { says: () => 'Uno de ellos la nombra, pero para otra cuenta o para otra validación que HTTP-01.' },
  caa_not_understood: {
    says: () => 'Uno de ellos está marcado como crítico y tiene una etiqueta que ninguna autoridad conoce.',
    fix: ({ observed, dnsForm: { place } }) => `En ${place}, cambie así los registros CAA: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Los servidores de nombres fallan ante preguntas CAA; las autoridades lo toman como un no.',
    fix: ({ hostname }) =>
      `Pida al proveedor de DNS de ${hostname} que responda a las preguntas CAA, aunque sea con una respuesta vacía.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `También hay las direcciones ${observed}.`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { place } }) =>
      `En ${place}, borre los registros A y AAAA de ${hostname} (${observed}) y conserve el CNAME que apunta a ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Las direcciones encontradas son de un proxy.' },
  former_server: { says: () => 'Es el destino anterior. Sigue funcionando; el traslado acaba cuando se cambia el registro.' },
  addresses_elsewhere: {
    says: ({ observed }) => `Sus direcciones no son las del servidor: ${observed}.`,
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `En ${place}, borre todos los registros A y AAAA con el nombre ${hostname}; solo queda el CNAME que apunta a ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Sus direcciones IPv6 no son las del servidor y se preguntan primero: ${observed}.`,
    fix: ({ hostname, dnsForm: { place } }) => `En ${place}, borre todos los registros AAAA con el nombre ${hostname}.`,
  },
  renewal_paused: { says: () => 'Lleva así una semana: el certificado no se renueva hasta que vuelva el registro.' },
};
