import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `Pida al proveedor de DNS de ${hostname} que firme de nuevo la zona.`;

const fixTarget: Says = ({ hostname, dnsForm: { atPlace, target } }) =>
  `${atPlace}, cambie el valor del registro CNAME ${hostname} a ${target}. Cópielo entero.`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Parece un error al escribir: solo difieren unos caracteres.' },
  missing_dot: {
    says: () => 'El proveedor de DNS ha añadido el dominio al destino.',
    fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, cambie el valor del registro CNAME ${hostname} a ${cnameTarget}. (con el punto final, para que no se añada nada). Si no admite el punto, escriba ${cnameTarget} entero.`,
  },
  base_target: { says: () => 'Falta la primera parte del destino, que indica el servidor.' },
  name_before_target: { says: () => 'Delante del destino hay un nombre que no es suyo.' },
  other_target: { says: () => 'Es el destino de otra cuenta o de otro servidor.' },
  doubled_name: {
    says: ({ observed }) => `Hay el registro ${observed}: el proveedor de DNS ha añadido el dominio otra vez.`,
    fix: ({ cnameTarget, host, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, cambie el nombre del registro ${observed} a ${host}, sin el dominio, que el proveedor añade solo. Su valor debe ser ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `En su lugar hay direcciones: ${observed}.`,
    fix: ({ hostname, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, borre los registros A y AAAA de ${hostname} (${observed}). Luego añada un registro CNAME con ${name} y ${value}${withoutProxy}.`,
  },
  txt_instead: { says: () => 'Hay un registro TXT con ese destino; el tipo debe ser CNAME.' },
  wildcard_answer: {
    says: () => 'La respuesta viene de un registro comodín (*).',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `${atPlace}, añada un registro CNAME con exactamente ${name} y ${value}. Tiene prioridad; el registro comodín puede quedarse.`,
  },
  cname_loop: { says: () => 'Los registros CNAME forman un círculo.' },
  chain_too_long: { says: () => 'Los registros CNAME pasan por demasiados nombres; apunte directamente al destino.' },
  chain_unanswered: {
    says: () => 'El registro está, pero los servidores de nombres a los que lleva no responden bien.',
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `${atPlace}, cambie el valor del registro CNAME ${hostname} a ${target}: así lleva directamente aquí.`,
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
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}, cambie así los registros CAA: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Los servidores de nombres fallan ante preguntas CAA; las autoridades lo toman como un no.',
    fix: ({ hostname }) =>
      `Pida al proveedor de DNS de ${hostname} que responda a las preguntas CAA, aunque sea con una respuesta vacía.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `También hay las direcciones ${observed}.`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, borre los registros A y AAAA de ${hostname} (${observed}) y conserve el CNAME que apunta a ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Las direcciones encontradas son de un proxy.' },
  former_server: {
    says: () =>
      'El dominio se traslada: su registro CNAME aún lleva al servidor anterior. Sigue funcionando; el traslado acaba cuando se cambia.',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Sus direcciones no son las del servidor: ${observed}.`,
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `${atPlace}, borre todos los registros A y AAAA con el nombre ${hostname}; solo queda el CNAME que apunta a ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Sus direcciones IPv6 no son las del servidor y se preguntan primero: ${observed}.`,
    fix: ({ hostname, dnsForm: { atPlace } }) => `${atPlace}, borre todos los registros AAAA con el nombre ${hostname}.`,
  },
  renewal_paused: { says: () => 'Lleva así una semana: el certificado no se renueva hasta que vuelva el registro.' },
};

const nothingToDo: Says = () => 'Nada que hacer.';
const installing: Copy = {
  summary: ({ brand }) => `Su parte está hecha. ${brand} está instalando el certificado.`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'Su parte está hecha, pero el certificado aún no se ha emitido.',
  fix: ({ brand }) => `Nada que hacer. ${brand} ve el motivo y puede empezar de nuevo.`,
};

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `${atPlace}, añada un registro CNAME con ${name} y ${value}${withoutProxy}. Borre los registros A y AAAA del mismo nombre. Se encuentra en unos minutos.`;

export const esWords: Words = {
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
      fix: (facts) =>
        facts.stage === 'dns' ? addCname(facts) : 'Nada que hacer; suele tardar unos minutos. Conserve el registro CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} aún no tiene registro CNAME, así que todavía no lleva aquí.`,
      fix: addCname,
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
      summary: ({ hostname }) =>
        `El registro de ${hostname} no estuvo bien a tiempo. Seguimos comprobando: cada hora durante una semana y luego cada día durante un mes.`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `El proxy del proveedor de DNS oculta el registro CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `${atPlace}, ${turnProxyOff} y conserve el registro CNAME que apunta a ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} tiene otros registros además del CNAME y sus visitantes van a sitios distintos.`,
      fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
        `${atPlace}, borre los demás registros con el nombre ${hostname} (A, AAAA, TXT, MX). Solo queda el CNAME que apunta a ${cnameTarget}.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Los registros CAA de ${hostname}, o de un nombre superior, no permiten que nuestra autoridad emita el certificado.`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `${atPlace}, añada también el registro ${observed}, o borre los registros CAA que hay.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Su DNS está bien. ${brand} tiene que terminar su parte.`,
      fix: nothingToDo,
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
        : 'desactive el proxy de este registro («DNS only»; nube gris en Cloudflare)',
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
    in_progress: ({ stage }) => (stage === 'dns' ? 'Configurando' : 'El DNS está bien. Obteniendo el certificado'),
    cname_not_found: () => 'Añada un registro DNS',
    invalid_cname_target: () => 'El registro apunta a otro sitio',
    dns_validation_failed: () => 'Su DNS no responde bien',
    dns_validation_timeout: () => 'El registro no se encontró a tiempo',
    proxied_dns: () => 'Desactive el proxy',
    conflicting_records: () => 'Otro registro estorba',
    caa_forbids_issuance: () => 'Un registro CAA prohíbe el certificado',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'En la cola',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'El certificado ha caducado',
    hostname_claimed: () => 'Otra cuenta usa este dominio',
  },
  reasonTitles: {
    negative_cache: () => 'Registro encontrado, aún no visible en todas partes',
    doubled_name: () => 'El nombre está duplicado',
    target_typo: () => 'Casi bien: un error al escribir',
    addresses_elsewhere: () => 'Otro registro estorba',
    ipv6_elsewhere: () => 'Otro registro estorba',
  },
  labels: {
    steps: { added: 'Añadido', dns: 'Registro DNS', certificate: 'Certificado', live: 'En línea' },
    stepStates: { done: 'hecho', current: 'ahora', todo: 'pendiente' },
    record: 'Registro DNS',
    fields: { type: 'Tipo', name: 'Nombre', value: 'Valor' },
    fullName: (name) => `Algunos proveedores piden el nombre completo: ${name}`,
    emptyName: 'dejar vacío',
    actions: { add: 'Añadir', change: 'Cambiar', remove: 'Borrar' },
    copyButton: 'Copiar',
    copy: (field) => `Copiar ${field}`,
    copied: (field) => `Copiado: ${field}`,
    selected: (field) => `${field} está seleccionado: cópielo con el teclado o el menú`,
    observed: 'Su DNS responde',
    evidence: 'Lo que hemos visto',
    checkNow: 'Comprobar',
    addedCheckNow: 'Ya está. Comprobar',
    justChecked: (what) => `Comprobado ahora: ${what}`,
    notYet: 'todavía no está.',
    checking: 'Comprobando',
    checkedAt: (time) => `Última vez: ${time}`,
    nextCheckAt: (time) => `Próxima vez: ${time}`,
    goesOn: 'Puede cerrar esta página. Todo sigue solo.',
    takesTime: 'Los cambios de DNS suelen verse en 5 a 30 minutos, rara vez en 24 horas.',
    open: (hostname) => `Abrir ${hostname}`,
    openProvider: (provider) => `Abrir ${provider}`,
    setUpAt: (provider) => `Configurar en ${provider}`,
    byHand: 'O a mano',
    loading: 'Cargando',
    cannotLoad: { title: 'No pudimos cargar el estado', text: 'Su configuración no está afectada. Inténtelo en un momento.' },
    signedOut: { title: 'Vuelva a iniciar sesión', text: 'El estado se muestra cuando ha iniciado sesión.' },
    notFound: { title: 'No podemos mostrar este dominio', text: 'Revise cómo está escrito el nombre.' },
    tooMany: { title: 'Demasiadas consultas a la vez', text: (seconds) => `Espere ${seconds} segundos e inténtelo de nuevo.` },
    tryAgain: 'Reintentar',
    brand: 'su proveedor',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `Inicie sesión en ${form.name}` : `Inicie sesión donde gestiona el DNS de ${zone}`;
const addBelow: Saying = (facts) => `${signIn(facts)} y añada el registro de abajo.`;
const askProvider: Saying = ({ zone }) =>
  `Los servidores de nombres de ${zone} no responden bien. Su proveedor de DNS puede arreglarlo. Seguimos comprobando.`;
const fixSignatures: Saying = ({ zone }) => `Las firmas DNSSEC de ${zone} no son válidas. Su proveedor de DNS puede arreglarlo.`;
const copyWhole: Saying = () => 'El valor no está completo o no es exacto. Copie el de abajo.';
const pointDirectly: Saying = () => 'Haga que el registro apunte directamente al valor de abajo.';
const keepTheCname: Saying = (facts) => `${signIn(facts)} y borre los demás registros de este nombre. Conserve el CNAME.`;
const atWork: Saying = ({ brand }) => `Su parte está hecha. ${brand} está instalando el certificado.`;
const notYet: Saying = ({ brand }) => `Su parte está hecha. ${brand} ve el motivo y puede empezar de nuevo.`;
const leftToOthers: Saying = ({ brand }) => `Usted no tiene que hacer nada: ${brand} debe terminar su parte.`;

export const esSayings: Sayings = {
  codes: {
    ok: () => 'Los visitantes llegan por una conexión segura. El certificado se renueva automáticamente.',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : 'No hay que hacer nada. Suele tardar de 1 a 5 minutos.'),
    cname_not_found: addBelow,
    invalid_cname_target: (facts) => `${signIn(facts)} y cambie el valor del registro por el de abajo.`,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy ? `ponga «${proxy.name}» de este registro en «${proxy.off}»` : 'desactive el proxy de este registro';
      return `${signIn(facts)} y ${off}. El registro en sí se queda.`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} y cambie los registros CAA como se indica abajo.`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => 'No hay que hacer nada. El certificado llegará en cuanto la autoridad de certificación tenga sitio.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) => `Los visitantes ven una advertencia. ${brand} debe renovarlo. No toque el registro.`,
    hostname_claimed: ({ brand }) => `Si es suyo, cree el registro de abajo y pida a ${brand} que empiece de nuevo.`,
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'Los caracteres distintos están marcados. Copie el valor de abajo.',
    missing_dot: ({ zone }) => `Su proveedor ha añadido ${zone} al valor. Pegue el de abajo con su punto final.`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'Ese valor es de otra cuenta. Copie el de abajo.',
    doubled_name: ({ host, zone }) => `Escriba solo ${host} como nombre: su proveedor añade ${zone} automáticamente.`,
    address_instead: (facts) => `${signIn(facts)}, borre los registros de dirección y luego añada el registro CNAME.`,
    txt_instead: () => 'Hay un registro TXT. Elija el tipo CNAME en su lugar.',
    wildcard_answer: () => 'De momento responde un registro comodín (*). Añada el de abajo; el comodín puede quedarse.',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => 'No hay que hacer nada. Otros servidores DNS recuerdan un rato la respuesta anterior.',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'Su registrador tiene un registro DS antiguo. Bórrelo o sustitúyalo allí.',
    lame_servers: ({ zone }) =>
      `Los servidores de nombres indicados en el registrador de ${zone} no tienen sus registros. Corríjalos allí.`,
    servers_not_public: ({ zone }) =>
      `Los servidores de nombres indicados en el registrador de ${zone} no son públicos. Corríjalos allí.`,
    servers_disagree: () => 'Sus servidores de nombres responden distinto. Suele pasar en unos minutos. Seguimos comprobando.',
    name_servers_differ: ({ zone }) => `Añada el registro en los servidores de nombres que tiene el registrador de ${zone}.`,
    domain_not_registered: ({ zone }) => `${zone} no está registrado o ha caducado. Regístrelo o renuévelo primero.`,
    caa_unreadable: () =>
      'Sus servidores de nombres fallan al preguntarles por registros CAA. Su proveedor de DNS puede arreglarlo.',
    former_server: () => 'Todo funciona. Para terminar el traslado, cambie el valor del registro por el de abajo.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} y borre los registros AAAA de este nombre. Conserve el CNAME.`,
  },
};

export const esPortalLabels: PortalLabels = {
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
};
