import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `Pida al proveedor de DNS de ${hostname} que firme de nuevo la zona.`;

const ofValidation: Says = ({ host }) => `Se trata del registro ${host}.`;

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `${atPlace}, añada un registro CNAME con ${name} y ${value}${withoutProxy}. Elimine los registros A y AAAA del mismo nombre. Lo detectamos en unos minutos.`;

const fixTarget: Says = ({ host, dnsForm: { atPlace, target } }) =>
  `${atPlace}, cambie el valor del registro CNAME ${host} a ${target}. Cópielo entero.`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Parece una errata: solo cambian unos pocos caracteres.' },
  missing_dot: {
    says: () => 'El proveedor de DNS ha añadido el dominio al valor.',
    fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, cambie el valor del registro CNAME ${host} a ${cnameTarget}. (con el punto final, para que no se añada nada). Si no admite el punto, escriba ${cnameTarget} sin él.`,
  },
  base_target: { says: () => 'Falta la primera parte del valor, que indica el servidor.' },
  name_before_target: { says: () => 'Delante del valor hay un nombre que sobra.' },
  other_target: { says: () => 'Ese valor es de otra cuenta o de otro servidor.' },
  doubled_name: {
    says: ({ observed }) => `Existe el registro ${observed}: el proveedor de DNS ha añadido el dominio por segunda vez.`,
    fix: ({ cnameTarget, host, dnsForm: { atPlace } }) =>
      `${atPlace}, cambie el nombre de ese registro a ${host}, sin el dominio, que el proveedor añade automáticamente. Su valor debe ser ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `En su lugar hay direcciones: ${observed}.`,
    fix: ({ host, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, elimine los registros A y AAAA con el nombre ${host} (${observed}). Luego añada un registro CNAME con ${name} y ${value}${withoutProxy}.`,
  },
  txt_instead: { says: () => 'Hay un registro TXT; el tipo debe ser CNAME.' },
  wildcard_answer: {
    says: () => 'La respuesta viene de un registro comodín (*).',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `${atPlace}, añada un registro CNAME con exactamente ${name} y ${value}. Tiene prioridad; el registro comodín puede quedarse.`,
  },
  cname_loop: { says: () => 'Los registros CNAME apuntan unos a otros en círculo.' },
  chain_too_long: { says: () => 'Los registros CNAME pasan por demasiados nombres; apunte directamente al destino.' },
  chain_unanswered: {
    says: () => 'El registro existe, pero los servidores de nombres de su destino no responden correctamente.',
    fix: fixTarget,
  },
  servers_not_public: {
    says: () => 'Ningún servidor de nombres indicado en el registrador tiene una dirección IPv4 pública.',
    fix: ({ hostname }) =>
      `En el registrador del dominio de ${hostname}, indique servidores de nombres con direcciones IPv4 públicas, o pídalas al proveedor de DNS.`,
  },
  negative_cache: {
    says: () => 'El registro CNAME existe, pero aún no se ve en todas partes; solo hay que esperar.',
    fix: () => 'No hay que hacer nada. Conserve el registro CNAME.',
  },
  servfail: { says: () => 'La respuesta fue SERVFAIL: los servidores de nombres de la zona dan error o no la conocen.' },
  dnssec_bogus: {
    says: () => 'Las firmas DNSSEC de la zona no son válidas, por eso no hay respuesta.',
    fix: ({ hostname }) =>
      `Pida al proveedor de DNS de ${hostname} que firme de nuevo la zona, o elimine el registro DS en el registrador si no debe estar firmada.`,
  },
  dnssec_expired: { says: () => 'Las firmas DNSSEC de la zona han caducado, por eso no hay respuesta.', fix: signAnew },
  dnssec_key_missing: {
    says: () => 'El registro DS del registrador indica una clave que la zona no tiene, como ocurre al cambiar de proveedor.',
    fix: ({ hostname }) =>
      `En el registrador del dominio de ${hostname}, elimine el registro DS o sustitúyalo por el del proveedor de DNS actual.`,
  },
  lame_servers: {
    says: () => 'Los servidores de nombres indicados en el registrador no conocen la zona.',
    fix: ({ hostname }) =>
      `En el registrador del dominio de ${hostname}, indique los servidores de nombres del proveedor de DNS que tiene sus registros, o pida que cree la zona.`,
  },
  servers_silent: { says: () => 'No respondió ningún servidor de nombres indicado en el registrador.' },
  servers_disagree: {
    says: () => 'Los servidores de nombres de la zona no coinciden: quizá un cambio aún se está propagando.',
    fix: ({ hostname, cnameTarget }) =>
      `Suele resolverse en unos minutos; seguimos comprobando. Si no, pida al proveedor de DNS de ${hostname} que publique la zona en todos sus servidores, con un CNAME que apunte a ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'La zona indica otros servidores de nombres que el registrador: lo que se añade allí no se ve.',
    fix: ({ host, cnameTarget }) =>
      `Añada un registro CNAME con el nombre ${host} y el valor ${cnameTarget} en los servidores del registrador, o indique en él los que ya lo tienen.`,
  },
  validation_missing: { says: ofValidation, fix: addCname },
  validation_wrong: { says: ofValidation, fix: fixTarget },
  domain_not_registered: {
    says: ({ observed }) => `El dominio ${observed} no existe: no está registrado o ha caducado.`,
    fix: ({ hostname, observed }) =>
      `Registre o renueve ${observed} e indique sus servidores de nombres. Revise cómo está escrito ${hostname}.`,
  },
  caa_restricted: { says: () => 'Uno de ellos la menciona, pero para otra cuenta o una validación distinta de HTTP-01.' },
  caa_not_understood: {
    says: () => 'Uno de ellos está marcado como crítico y tiene una etiqueta que ninguna autoridad conoce.',
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}, cambie así los registros CAA: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Los servidores de nombres dan error a las consultas CAA; las autoridades lo toman como un no.',
    fix: ({ hostname }) =>
      `Pida al proveedor de DNS de ${hostname} que responda a las consultas CAA, aunque sea con una respuesta vacía.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `También están las direcciones ${observed}.`,
    fix: ({ host, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, elimine los registros A y AAAA con el nombre ${host} (${observed}) y conserve el CNAME que apunta a ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Las direcciones encontradas son de un proxy.' },
  former_server: {
    says: () =>
      'El dominio cambia de servidor: su registro CNAME aún apunta al anterior. Todo sigue funcionando; el traslado termina al modificarlo.',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Sus direcciones no son las del servidor: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}, elimine todos los registros A y AAAA con el nombre ${host}; solo queda el CNAME que apunta a ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Sus direcciones IPv6, que tienen prioridad, no son las del servidor: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace } }) => `${atPlace}, elimine todos los registros AAAA con el nombre ${host}.`,
  },
  renewal_paused: { says: () => 'Lleva así una semana: el certificado no se renueva hasta que vuelva el registro.' },
};

const nothingToDo: Says = () => 'No hay que hacer nada.';
const installing: Copy = {
  summary: ({ brand }) => `Por su parte, todo está hecho. ${brand} está instalando el certificado.`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'Por su parte, todo está hecho, pero el certificado aún no se ha emitido.',
  fix: ({ brand }) => `No hay que hacer nada. ${brand} conoce el motivo y puede volver a intentarlo.`,
};

export const esWords: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} funciona con una conexión segura (HTTPS).`,
      fix: () => 'No hay que hacer nada. Conserve el registro CNAME.',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} se está configurando. El siguiente paso es automático.`
          : `Su DNS es correcto. El certificado de ${hostname} se obtiene y se instala automáticamente.`,
      fix: (facts) =>
        facts.stage === 'dns' ? addCname(facts) : 'No hay que hacer nada; suele tardar unos minutos. Conserve el registro CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} aún no tiene registro CNAME, así que todavía no apunta aquí.`,
      fix: addCname,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `El registro CNAME de ${hostname} apunta a ${observed}, pero debe apuntar a ${cnameTarget}.`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `El DNS de ${hostname} no responde correctamente; no se ve el registro CNAME.`,
      fix: ({ hostname, cnameTarget }) =>
        `Suele resolverse; seguimos comprobando. Si no, pregunte al proveedor de DNS de ${hostname} por qué sus servidores dan error. El registro CNAME debe apuntar a ${cnameTarget}.`,
    },
    dns_validation_timeout: {
      summary: ({ hostname }) =>
        `El registro de ${hostname} no fue correcto a tiempo. Seguimos comprobando: cada hora durante una semana y luego cada día durante un mes.`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `El proxy del proveedor de DNS oculta el registro CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `${atPlace}, ${turnProxyOff} y conserve el registro CNAME que apunta a ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} tiene otros registros además del CNAME y los visitantes llegan a sitios distintos.`,
      fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
        `${atPlace}, elimine los demás registros con el nombre ${host} (A, AAAA, TXT, MX). Solo queda el CNAME que apunta a ${cnameTarget}.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Los registros CAA de ${hostname}, o de un nombre superior, no permiten que nuestra autoridad emita el certificado.`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `${atPlace}, añada también el registro ${observed}, o elimine los registros CAA existentes.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Su DNS es correcto. ${brand} tiene que terminar su parte.`,
      fix: nothingToDo,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => 'El certificado está en la cola de la autoridad de certificación.',
      fix: () => 'No hay que hacer nada. Se emitirá cuando la autoridad de certificación lo permita.',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => 'El certificado ha caducado: los visitantes ven un aviso.',
      fix: ({ brand }) => `Conserve el registro CNAME. ${brand} tiene que renovar el certificado.`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `Otra cuenta ha demostrado que ${hostname} es suyo. El dominio ya no es válido aquí.`,
      fix: ({ hostname, cnameTarget }) =>
        `Si ${hostname} debe apuntar aquí, apunte su registro CNAME a ${cnameTarget} y pida que se reinicie la configuración.`,
    },
    ready_to_switch: {
      summary: ({ hostname }) =>
        `El certificado de ${hostname} está listo. Haga el cambio ahora: los visitantes no notarán nada.`,
      fix: addCname,
    },
  },
  others: { summary: ({ brand }) => `${brand} tiene que terminar su parte.`, fix: nothingToDo },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (con el punto final)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      atPlace: form ? `En ${form.name}` : `En el proveedor de DNS de ${hostname}`,
      name: name ? `${host} en el campo «${name}»` : `el nombre ${host}`,
      value: value ? `${target} en el campo «${value}»` : `el valor ${target}`,
      target,
      withoutProxy: (proxy ? `, con «${proxy.name}» en «${proxy.off}»` : !form && ', sin proxy («DNS only»)') || '',
      turnProxyOff: proxy
        ? `ponga «${proxy.name}» de este registro en «${proxy.off}»`
        : `desactive el proxy de este registro${form ? '' : ' («DNS only»; nube gris en Cloudflare)'}`,
    };
  },
};

const waitingText: Titles = ({ brand }) => `A la espera de ${brand}`;
const notIssued: Titles = () => 'El certificado aún no se ha emitido';

export const es: Locale = {
  tag: 'es',
  direction: 'ltr',
  titles: {
    ok: ({ hostname }) => `${hostname} está en línea`,
    in_progress: ({ stage }) => (stage === 'dns' ? 'Configurando' : 'El DNS es correcto. Emitiendo el certificado'),
    cname_not_found: () => 'Añada un registro DNS',
    invalid_cname_target: () => 'El registro apunta a otro sitio',
    dns_validation_failed: () => 'Su DNS no responde correctamente',
    dns_validation_timeout: () => 'Añada un registro DNS',
    proxied_dns: () => 'Desactive el proxy',
    conflicting_records: () => 'Otro registro interfiere',
    caa_forbids_issuance: () => 'Un registro CAA impide el certificado',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'En cola',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'El certificado ha caducado',
    hostname_claimed: () => 'Otra cuenta usa este dominio',
    ready_to_switch: () => 'Listo: haga el cambio ahora',
  },
  reasonTitles: {
    negative_cache: () => 'Registro encontrado, aún no visible en todas partes',
    doubled_name: () => 'El nombre contiene el dominio dos veces',
    target_typo: () => 'Casi correcto: una errata',
    address_instead: () => 'Otro registro interfiere',
    addresses_elsewhere: () => 'Otro registro interfiere',
    ipv6_elsewhere: () => 'Otro registro interfiere',
  },
  labels: {
    steps: { added: 'Añadido', dns: 'Registro DNS', certificate: 'Certificado', live: 'En línea' },
    stepStates: { done: 'hecho', current: 'ahora', todo: 'pendiente' },
    record: 'Registro DNS',
    fields: { type: 'Tipo', name: 'Nombre', value: 'Valor' },
    fullName: (name) => `Solo si el formulario pide el nombre completo: ${name}`,
    emptyName: 'dejar vacío',
    actions: { add: 'Añadir', change: 'Cambiar', remove: 'Eliminar' },
    copy: { name: 'Copiar el nombre', value: 'Copiar el valor' },
    copied: (field) => `«${field}» copiado`,
    selected: (field) => `«${field}» está seleccionado: cópielo con el teclado o el menú`,
    observed: 'Respuesta de su DNS:',
    evidence: 'Lo que hemos visto',
    more: 'Más detalles',
    where: '¿Dónde introduzco esto?',
    signInTo: (provider, zone) => `Inicie sesión en su cuenta de ${provider} y elija ${zone}.`,
    openPath: (path) => `Abra ${path}.`,
    enterValues: 'Introduzca los valores que se muestran aquí y guarde.',
    checkNow: 'Comprobar ahora',
    addedCheckNow: 'Ya lo he añadido. Comprobar ahora',
    justChecked: (what) => `Comprobado ahora mismo: ${what}`,
    notYet: 'todavía no aparece.',
    checking: 'Comprobando',
    checkedAt: (time) => `Última comprobación: ${time}`,
    nextCheckAt: (time) => `Nueva comprobación: ${time}`,
    goesOn: 'Puede cerrar esta página. Seguiremos comprobando.',
    takesTime: 'Los cambios de DNS suelen verse en 5 a 30 minutos; rara vez tardan 24 horas.',
    open: (hostname) => `Abrir ${hostname}`,
    openProvider: (provider) => `Abrir ${provider}`,
    setUpAt: (provider) => `Configurar en ${provider}`,
    byHand: 'O a mano:',
    loading: 'Cargando',
    cannotLoad: { title: 'No pudimos cargar el estado', text: 'Su configuración no se ve afectada. Inténtelo en un momento.' },
    signedOut: { title: 'Vuelva a iniciar sesión', text: 'Inicie sesión para ver el estado.' },
    notFound: { title: 'No podemos mostrar este dominio', text: 'Revise cómo está escrito.' },
    tooMany: { title: 'Demasiados intentos', text: (seconds) => `Espere ${seconds} segundos e inténtelo de nuevo.` },
    tryAgain: 'Reintentar',
    brand: 'su proveedor',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `Inicie sesión en ${form.name}` : `Inicie sesión donde gestiona el DNS de ${zone}`;
const addBelow: Saying = (facts) => `${signIn(facts)} y añada el registro de abajo.`;
const changeBelow: Saying = (facts) => `${signIn(facts)} y cambie el valor del registro por el de abajo.`;
const askProvider: Saying = ({ zone }) =>
  `Los servidores de nombres de ${zone} no responden correctamente. Su proveedor de DNS puede arreglarlo. Seguimos comprobando.`;
const fixSignatures: Saying = ({ zone }) => `Las firmas DNSSEC de ${zone} no son válidas. Su proveedor de DNS puede arreglarlo.`;
const copyWhole: Saying = () => 'El valor está incompleto o no es exacto. Copie el de abajo.';
const pointDirectly: Saying = () => 'Haga que el registro apunte directamente al valor de abajo.';
const keepTheCname: Saying = (facts) => `${signIn(facts)} y elimine los demás registros de este nombre. Conserve el CNAME.`;
const atWork: Saying = ({ brand }) => `Por su parte, todo está hecho. ${brand} está instalando el certificado.`;
const notYet: Saying = ({ brand }) => `Por su parte, todo está hecho. ${brand} conoce el motivo y puede volver a intentarlo.`;
const leftToOthers: Saying = ({ brand }) => `No hay que hacer nada: ${brand} tiene que terminar su parte.`;

export const esSayings: Sayings = {
  codes: {
    ok: () => 'Los visitantes llegan por una conexión segura. El certificado se renueva automáticamente.',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : 'No hay que hacer nada. Suele tardar de 1 a 5 minutos.'),
    cname_not_found: addBelow,
    invalid_cname_target: changeBelow,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy ? `ponga «${proxy.name}» de este registro en «${proxy.off}»` : 'desactive el proxy de este registro';
      return `${signIn(facts)} y ${off}. Conserve el registro.`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} y cambie los registros CAA como se indica abajo.`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => 'No hay que hacer nada. El certificado se emitirá cuando la autoridad de certificación lo permita.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) => `Los visitantes ven un aviso. ${brand} tiene que renovarlo. Conserve el registro.`,
    hostname_claimed: ({ brand }) => `Si es suyo, añada el registro de abajo y pida a ${brand} que reinicie la configuración.`,
    ready_to_switch: () => 'El certificado está listo. Ponga ahora el registro de abajo: sus visitantes no notarán nada.',
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'Los caracteres distintos están marcados. Copie el valor de abajo.',
    missing_dot: ({ zone }) => `Su proveedor ha añadido ${zone} al valor. Pegue el de abajo con su punto final.`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'Ese valor es de otra cuenta. Copie el de abajo.',
    doubled_name: ({ host, zone }) => `Escriba solo ${host} como nombre: su proveedor añade ${zone} automáticamente.`,
    address_instead: (facts) => `${signIn(facts)}, elimine los registros de dirección y luego añada el registro CNAME.`,
    txt_instead: () => 'Hay un registro TXT. Elija el tipo CNAME en su lugar.',
    wildcard_answer: () => 'De momento responde un registro comodín (*). Añada el de abajo; el comodín puede quedarse.',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => 'No hay que hacer nada. Otros servidores DNS recuerdan la respuesta anterior durante un rato.',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'Su registrador tiene un registro DS antiguo. Elimínelo o sustitúyalo allí.',
    lame_servers: ({ zone }) =>
      `Los servidores de nombres indicados en el registrador de ${zone} no tienen sus registros. Corríjalos allí.`,
    servers_not_public: ({ zone }) =>
      `Los servidores de nombres indicados en el registrador de ${zone} no son públicos. Corríjalos allí.`,
    servers_disagree: () => 'Sus servidores de nombres no coinciden. Suele resolverse en unos minutos. Seguimos comprobando.',
    name_servers_differ: ({ zone }) => `Añada el registro en los servidores de nombres indicados en el registrador de ${zone}.`,
    validation_missing: (facts) => `${signIn(facts)} y añada primero el registro de abajo.`,
    validation_wrong: changeBelow,
    domain_not_registered: ({ zone }) => `${zone} no está registrado o ha caducado. Regístrelo o renuévelo primero.`,
    caa_unreadable: () => 'Sus servidores de nombres dan error a las consultas CAA. Su proveedor de DNS puede arreglarlo.',
    former_server: () => 'Todo funciona. Para terminar el traslado, cambie el valor del registro por el de abajo.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} y elimine los registros AAAA de este nombre. Conserve el CNAME.`,
  },
};

export const esPortalLabels: PortalLabels = {
  title: 'Conecte su dominio',
  hostname: 'Su dominio, por ejemplo docs.example.com',
  go: 'Continuar',
  askForLink: (brand) =>
    `Incluya también el principio, como www. o shop. Revise cómo está escrito, o pida a ${brand} su enlace personal.`,
  linkIsOver: (brand) => `Este enlace no es válido o ha caducado. Pida otro a ${brand}, o escriba su dominio.`,
  whereLines: [
    'Inicie sesión donde registró su dominio, o donde se gestiona su DNS.',
    'Busque «DNS», «Servidores de nombres» o «Configuración avanzada», y luego «Añadir registro».',
    'Elija el tipo, pegue el nombre y el valor, y guarde.',
  ],
  send: 'Enviar a un colega',
  mailSubject: (hostname) => `Registro DNS para ${hostname}`,
  mailText: (hostname) => `¿Podría configurar el DNS de ${hostname} como sigue?`,
  print: 'Imprimir',
  providedBy: (brand) => `Ofrecido por ${brand}`,
  help: 'Ayuda',
  languages: 'Idiomas',
  noScript: 'Un enlace personal necesita JavaScript. Sin él, escriba su dominio.',
  notSetUp: 'Su proveedor de DNS no ha añadido el registro. Inténtelo de nuevo, o añádalo a mano.',
  checkedRecently: 'Comprobado hace poco. Inténtelo de nuevo en un minuto.',
  askedFor: (brand, at) =>
    `Otro proveedor ha demostrado este dominio con un registro TXT y puede asumirlo a partir del ${at}. ¿No lo desea? Elimine el registro TXT _cps-claim y avise a ${brand}.`,
};
