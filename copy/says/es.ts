import type { Saying, Sayings } from '../types/sayings.ts';

const signIn: Saying = ({ form, zone }) =>
  form ? `Inicie sesión en ${form.name}` : `Inicie sesión donde gestiona el DNS de ${zone}`;
const add: Saying = (facts) => `${signIn(facts)} y añada el registro de abajo.`;
const atProvider: Saying = ({ zone }) =>
  `Los servidores de nombres de ${zone} no responden bien. Su proveedor de DNS puede arreglarlo. Seguimos comprobando.`;
const signatures: Saying = ({ zone }) => `Las firmas DNSSEC de ${zone} no son válidas. Su proveedor de DNS puede arreglarlo.`;
const whole: Saying = () => 'El valor no está completo o no es exacto. Copie el de abajo.';
const direct: Saying = () => 'Haga que el registro apunte directamente al valor de abajo.';
const onlyTheCname: Saying = (facts) => `${signIn(facts)} y borre los demás registros de este nombre. Conserve el CNAME.`;
const installing: Saying = ({ brand }) => `Su parte está hecha. ${brand} está instalando el certificado.`;
const failed: Saying = ({ brand }) => `Su parte está hecha. ${brand} ve el motivo y puede empezar de nuevo.`;
const others: Saying = ({ brand }) => `Usted no tiene que hacer nada: ${brand} debe terminar su parte.`;

export const ES: Sayings = {
  codes: {
    ok: () => 'Los visitantes llegan por una conexión segura. El certificado se renueva automáticamente.',
    in_progress: (facts) => (facts.isDnsOpen ? add(facts) : 'No hay que hacer nada. Suele tardar de 1 a 5 minutos.'),
    cname_not_found: add,
    invalid_cname_target: (facts) => `${signIn(facts)} y cambie el valor del registro por el de abajo.`,
    dns_validation_failed: atProvider,
    dns_validation_timeout: add,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy ? `ponga «${proxy.name}» de este registro en «${proxy.off}»` : 'desactive el proxy de este registro';
      return `${signIn(facts)} y ${off}. El registro en sí se queda.`;
    },
    conflicting_records: onlyTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} y cambie los registros CAA como se indica abajo.`,
    challenge_unreachable: others,
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: () => 'No hay que hacer nada. El certificado llegará en cuanto la autoridad de certificación tenga sitio.',
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: ({ brand }) => `Los visitantes ven una advertencia. ${brand} debe renovarlo. No toque el registro.`,
    hostname_claimed: ({ brand }) => `Si es suyo, cree el registro de abajo y pida a ${brand} que empiece de nuevo.`,
  },
  others,
  reasons: {
    target_typo: () => 'Los caracteres distintos están marcados. Copie el valor de abajo.',
    missing_dot: ({ zone }) => `Su proveedor ha añadido ${zone} al valor. Pegue el de abajo con su punto final.`,
    base_target: whole,
    name_before_target: whole,
    other_target: () => 'Ese valor es de otra cuenta. Copie el de abajo.',
    doubled_name: ({ host, zone }) => `Escriba solo ${host} como nombre: su proveedor añade ${zone} automáticamente.`,
    address_instead: (facts) => `${signIn(facts)}, borre los registros de dirección y luego añada el registro CNAME.`,
    txt_instead: () => 'Hay un registro TXT. Elija el tipo CNAME en su lugar.',
    wildcard_answer: () => 'De momento responde un registro comodín (*). Añada el de abajo; el comodín puede quedarse.',
    cname_loop: direct,
    chain_too_long: direct,
    chain_unanswered: direct,
    negative_cache: () => 'No hay que hacer nada. Otros servidores DNS recuerdan un rato la respuesta anterior.',
    dnssec_bogus: signatures,
    dnssec_expired: signatures,
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
    addresses_elsewhere: onlyTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} y borre los registros AAAA de este nombre. Conserve el CNAME.`,
  },
};
