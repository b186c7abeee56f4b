import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `Peça ao provedor de DNS de ${hostname} que assine a zona novamente.`;

const ofValidation: Says = ({ host }) => `Trata-se do registro ${host}.`;

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `${atPlace}, adicione um registro CNAME com ${name} e ${value}${withoutProxy}. Exclua os registros A e AAAA do mesmo nome. Nós o detectamos em poucos minutos.`;

const fixTarget: Says = ({ host, dnsForm: { atPlace, target } }) =>
  `${atPlace}, altere o valor do registro CNAME ${host} para ${target}. Copie-o inteiro.`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Parece um erro de digitação: só alguns caracteres são diferentes.' },
  missing_dot: {
    says: () => 'O provedor de DNS acrescentou o domínio ao valor.',
    fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, altere o valor do registro CNAME ${host} para ${cnameTarget}. (com o ponto no final, para que nada seja acrescentado). Se o ponto não for aceito, digite ${cnameTarget} sem ele.`,
  },
  base_target: { says: () => 'Falta a primeira parte do valor, que indica o servidor.' },
  name_before_target: { says: () => 'Antes do valor há um nome que não faz parte dele.' },
  other_target: { says: () => 'Esse valor é de outra conta ou de outro servidor.' },
  doubled_name: {
    says: ({ observed }) => `Existe o registro ${observed}: o provedor de DNS acrescentou o domínio uma segunda vez.`,
    fix: ({ cnameTarget, host, dnsForm: { atPlace } }) =>
      `${atPlace}, altere o nome desse registro para ${host}, sem o domínio, que o provedor acrescenta automaticamente. Seu valor deve ser ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `Em vez disso, há endereços: ${observed}.`,
    fix: ({ host, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, exclua os registros A e AAAA com o nome ${host} (${observed}). Depois adicione um registro CNAME com ${name} e ${value}${withoutProxy}.`,
  },
  txt_instead: { says: () => 'Há um registro TXT; o tipo deve ser CNAME.' },
  wildcard_answer: {
    says: () => 'A resposta vem de um registro curinga (*).',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `${atPlace}, adicione um registro CNAME com exatamente ${name} e ${value}. Ele tem prioridade; o registro curinga pode ficar.`,
  },
  cname_loop: { says: () => 'Os registros CNAME formam um círculo.' },
  chain_too_long: { says: () => 'Os registros CNAME passam por nomes demais; aponte diretamente para o destino.' },
  chain_unanswered: {
    says: () => 'O registro existe, mas os servidores de nomes do destino não respondem corretamente.',
    fix: fixTarget,
  },
  servers_not_public: {
    says: () => 'Nenhum servidor de nomes informado no registrador tem um endereço IPv4 público.',
    fix: ({ hostname }) =>
      `No registrador do domínio de ${hostname}, informe servidores de nomes com endereços IPv4 públicos, ou peça-os ao provedor de DNS.`,
  },
  negative_cache: {
    says: () => 'O registro CNAME existe, mas ainda não é visível em todo lugar; basta aguardar.',
    fix: () => 'Nenhuma ação necessária. Mantenha o registro CNAME.',
  },
  servfail: { says: () => 'A resposta foi SERVFAIL: os servidores de nomes da zona retornam erro ou não a conhecem.' },
  dnssec_bogus: {
    says: () => 'As assinaturas DNSSEC da zona não são válidas, por isso não há resposta.',
    fix: ({ hostname }) =>
      `Peça ao provedor de DNS de ${hostname} que assine a zona novamente, ou exclua o registro DS no registrador se ela não deve ser assinada.`,
  },
  dnssec_expired: { says: () => 'As assinaturas DNSSEC da zona expiraram, por isso não há resposta.', fix: signAnew },
  dnssec_key_missing: {
    says: () => 'O registro DS no registrador indica uma chave que a zona não tem, como após trocar de provedor.',
    fix: ({ hostname }) =>
      `No registrador do domínio de ${hostname}, exclua o registro DS ou troque-o pelo do provedor de DNS atual.`,
  },
  lame_servers: {
    says: () => 'Os servidores de nomes informados no registrador não conhecem a zona.',
    fix: ({ hostname }) =>
      `No registrador do domínio de ${hostname}, informe os servidores de nomes do provedor de DNS que tem seus registros, ou peça que crie a zona.`,
  },
  servers_silent: { says: () => 'Nenhum servidor de nomes informado no registrador respondeu.' },
  servers_disagree: {
    says: () => 'Os servidores de nomes da zona dão respostas diferentes: talvez uma alteração esteja se propagando.',
    fix: ({ hostname, cnameTarget }) =>
      `Costuma se resolver em minutos; continuamos verificando. Se não, peça ao provedor de DNS de ${hostname} que publique a zona em todos os servidores, com um CNAME que aponte para ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'A zona indica outros servidores de nomes que o registrador: o que se adiciona ali não é visto.',
    fix: ({ host, cnameTarget }) =>
      `Adicione um registro CNAME com o nome ${host} e o valor ${cnameTarget} nos servidores do registrador, ou informe nele os que já o têm.`,
  },
  validation_missing: { says: ofValidation, fix: addCname },
  validation_wrong: { says: ofValidation, fix: fixTarget },
  domain_not_registered: {
    says: ({ observed }) => `O domínio ${observed} não existe: não está registrado ou expirou.`,
    fix: ({ hostname, observed }) =>
      `Registre ou renove ${observed} e informe seus servidores de nomes. Confira como ${hostname} está escrito.`,
  },
  caa_restricted: { says: () => 'Um deles a menciona, mas para outra conta ou outra validação que não HTTP-01.' },
  caa_not_understood: {
    says: () => 'Um deles está marcado como crítico e tem uma etiqueta que nenhuma autoridade conhece.',
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}, altere assim os registros CAA: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Os servidores de nomes retornam erro a consultas CAA; as autoridades tratam isso como recusa.',
    fix: ({ hostname }) => `Peça ao provedor de DNS de ${hostname} que responda às consultas CAA, mesmo com uma resposta vazia.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Há também os endereços ${observed}.`,
    fix: ({ host, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, exclua os registros A e AAAA com o nome ${host} (${observed}) e mantenha o CNAME que aponta para ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Os endereços encontrados são de um proxy.' },
  former_server: {
    says: () =>
      'O domínio está mudando de servidor: o registro CNAME ainda aponta para o antigo. Tudo funciona; a mudança termina quando ele for alterado.',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Seus endereços não são os do servidor: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}, exclua todos os registros A e AAAA com o nome ${host}; só fica o CNAME que aponta para ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Seus endereços IPv6, que têm prioridade, não são os do servidor: ${observed}.`,
    fix: ({ host, dnsForm: { atPlace } }) => `${atPlace}, exclua todos os registros AAAA com o nome ${host}.`,
  },
  renewal_paused: { says: () => 'Está assim há uma semana: o certificado só será renovado quando o registro voltar.' },
};

const nothingToDo: Says = () => 'Nenhuma ação necessária.';
const installing: Copy = {
  summary: ({ brand }) => `Sua parte está pronta. ${brand} está instalando o certificado.`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'Sua parte está pronta, mas o certificado ainda não foi emitido.',
  fix: ({ brand }) => `Nenhuma ação necessária. ${brand} sabe o motivo e pode tentar novamente.`,
};

export const ptBRWords: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} funciona com uma conexão segura (HTTPS).`,
      fix: () => 'Nenhuma ação necessária. Mantenha o registro CNAME.',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} está sendo configurado. O próximo passo é automático.`
          : `Seu DNS está certo. O certificado de ${hostname} é obtido e instalado automaticamente.`,
      fix: (facts) =>
        facts.stage === 'dns'
          ? addCname(facts)
          : 'Nenhuma ação necessária; costuma levar alguns minutos. Mantenha o registro CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} ainda não tem registro CNAME e por isso ainda não aponta para nós.`,
      fix: addCname,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `O registro CNAME de ${hostname} aponta para ${observed}, mas deve apontar para ${cnameTarget}.`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `O DNS de ${hostname} não responde corretamente; não vemos o registro CNAME.`,
      fix: ({ hostname, cnameTarget }) =>
        `Costuma se resolver; continuamos verificando. Se não, pergunte ao provedor de DNS de ${hostname} por que seus servidores retornam erro. O registro CNAME deve apontar para ${cnameTarget}.`,
    },
    dns_validation_timeout: {
      summary: ({ hostname }) =>
        `O registro de ${hostname} não ficou certo a tempo. Continuamos verificando: de hora em hora por uma semana, depois todo dia por um mês.`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `O proxy do provedor de DNS oculta o registro CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `${atPlace}, ${turnProxyOff} e mantenha o registro CNAME que aponta para ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} tem outros registros além do CNAME e os visitantes chegam a lugares diferentes.`,
      fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
        `${atPlace}, exclua os outros registros com o nome ${host} (A, AAAA, TXT, MX). Só fica o CNAME que aponta para ${cnameTarget}.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Os registros CAA de ${hostname}, ou de um nome acima, não permitem que nossa autoridade emita o certificado.`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `${atPlace}, adicione também o registro ${observed}, ou exclua os registros CAA existentes.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Seu DNS está certo. ${brand} ainda precisa concluir a configuração.`,
      fix: nothingToDo,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => 'O certificado está na fila da autoridade certificadora.',
      fix: () => 'Nenhuma ação necessária. Será emitido quando a autoridade certificadora permitir.',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => 'O certificado expirou: os visitantes veem um aviso.',
      fix: ({ brand }) => `Mantenha o registro CNAME. ${brand} precisa renovar o certificado.`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `Outra conta provou que ${hostname} é dela. O domínio não é mais válido aqui.`,
      fix: ({ hostname, cnameTarget }) =>
        `Se ${hostname} deve apontar para nós, aponte seu registro CNAME para ${cnameTarget} e peça que a configuração seja reiniciada.`,
    },
    ready_to_switch: {
      summary: ({ hostname }) => `O certificado de ${hostname} está pronto. Faça a troca agora: os visitantes não vão perceber.`,
      fix: addCname,
    },
  },
  others: { summary: ({ brand }) => `${brand} ainda precisa concluir a configuração.`, fix: nothingToDo },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (com o ponto no final)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      atPlace: form ? `No provedor ${form.name}` : `No provedor de DNS de ${hostname}`,
      name: name ? `${host} no campo “${name}”` : `o nome ${host}`,
      value: value ? `${target} no campo “${value}”` : `o valor ${target}`,
      target,
      withoutProxy: (proxy ? `, com “${proxy.name}” em “${proxy.off}”` : !form && ', sem proxy (“DNS only”)') || '',
      turnProxyOff: proxy
        ? `coloque “${proxy.name}” deste registro em “${proxy.off}”`
        : `desative o proxy deste registro${form ? '' : ' (“DNS only”; nuvem cinza na Cloudflare)'}`,
    };
  },
};

const waitingText: Titles = ({ brand }) => `Aguardando ${brand}`;
const notIssued: Titles = () => 'O certificado ainda não foi emitido';

export const ptBR: Locale = {
  tag: 'pt-BR',
  direction: 'ltr',
  titles: {
    ok: ({ hostname }) => `${hostname} está no ar`,
    in_progress: ({ stage }) => (stage === 'dns' ? 'Configurando' : 'O DNS está certo. Emitindo o certificado'),
    cname_not_found: () => 'Adicione um registro DNS',
    invalid_cname_target: () => 'O registro aponta para outro lugar',
    dns_validation_failed: () => 'Seu DNS não responde corretamente',
    dns_validation_timeout: () => 'Adicione um registro DNS',
    proxied_dns: () => 'Desative o proxy',
    conflicting_records: () => 'Há outro registro em conflito',
    caa_forbids_issuance: () => 'Um registro CAA impede o certificado',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'Na fila',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'O certificado expirou',
    hostname_claimed: () => 'Outra conta usa este domínio',
    ready_to_switch: () => 'Pronto: faça a troca agora',
  },
  reasonTitles: {
    negative_cache: () => 'Registro encontrado, ainda não visível em todo lugar',
    doubled_name: () => 'O nome contém o domínio duas vezes',
    target_typo: () => 'Quase certo: um erro de digitação',
    address_instead: () => 'Há outro registro em conflito',
    addresses_elsewhere: () => 'Há outro registro em conflito',
    ipv6_elsewhere: () => 'Há outro registro em conflito',
  },
  labels: {
    steps: { added: 'Adicionado', dns: 'Registro DNS', certificate: 'Certificado', live: 'No ar' },
    stepStates: { done: 'concluído', current: 'agora', todo: 'a seguir' },
    record: 'Registro DNS',
    fields: { type: 'Tipo', name: 'Nome', value: 'Valor' },
    fullName: (name) => `Só se o formulário pedir o nome completo: ${name}`,
    emptyName: 'deixar em branco',
    actions: { add: 'Adicionar', change: 'Alterar', remove: 'Excluir' },
    copy: { name: 'Copiar o nome', value: 'Copiar o valor' },
    copied: (field) => `“${field}” copiado`,
    selected: (field) => `“${field}” está selecionado: copie com o teclado ou o menu`,
    observed: 'Resposta do seu DNS:',
    evidence: 'O que vimos',
    more: 'Mais detalhes',
    where: 'Onde informo esses valores?',
    signInTo: (provider, zone) => `Faça login na sua conta ${provider} e escolha ${zone}.`,
    openPath: (path) => `Abra ${path}.`,
    enterValues: 'Informe os valores mostrados aqui e salve.',
    checkNow: 'Verificar agora',
    addedCheckNow: 'Já adicionei. Verificar agora',
    justChecked: (what) => `Verificado agora mesmo: ${what}`,
    notYet: 'ainda não aparece.',
    checking: 'Verificando',
    checkedAt: (time) => `Última verificação: ${time}`,
    nextCheckAt: (time) => `Próxima verificação: ${time}`,
    goesOn: 'Você pode fechar esta página. Continuaremos verificando.',
    takesTime: 'Alterações de DNS costumam aparecer em 5 a 30 minutos; raramente levam 24 horas.',
    open: (hostname) => `Abrir ${hostname}`,
    openProvider: (provider) => `Abrir ${provider}`,
    setUpAt: (provider) => `Configurar via ${provider}`,
    byHand: 'Ou manualmente:',
    loading: 'Carregando',
    cannotLoad: {
      title: 'Não foi possível carregar o status',
      text: 'Sua configuração não foi afetada. Tente novamente daqui a pouco.',
    },
    signedOut: { title: 'Faça login novamente', text: 'Faça login para ver o status.' },
    notFound: { title: 'Não podemos mostrar este domínio', text: 'Confira como está escrito.' },
    tooMany: { title: 'Tentativas demais', text: (seconds) => `Aguarde ${seconds} segundos e tente novamente.` },
    tryAgain: 'Tentar novamente',
    brand: 'seu provedor',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `Faça login na sua conta ${form.name}` : `Faça login onde você administra o DNS de ${zone}`;
const addBelow: Saying = (facts) => `${signIn(facts)} e adicione o registro abaixo.`;
const changeBelow: Saying = (facts) => `${signIn(facts)} e troque o valor do registro pelo que está abaixo.`;
const askProvider: Saying = ({ zone }) =>
  `Os servidores de nomes de ${zone} não respondem corretamente. Seu provedor de DNS pode corrigir isso. Continuamos verificando.`;
const fixSignatures: Saying = ({ zone }) =>
  `As assinaturas DNSSEC de ${zone} não são válidas. Seu provedor de DNS pode corrigir isso.`;
const copyWhole: Saying = () => 'O valor está incompleto ou não é exato. Copie o que está abaixo.';
const pointDirectly: Saying = () => 'Aponte o registro diretamente para o valor abaixo.';
const keepTheCname: Saying = (facts) => `${signIn(facts)} e exclua os outros registros deste nome. Mantenha o CNAME.`;
const atWork: Saying = ({ brand }) => `Sua parte está pronta. ${brand} está instalando o certificado.`;
const notYet: Saying = ({ brand }) => `Sua parte está pronta. ${brand} sabe o motivo e pode tentar novamente.`;
const leftToOthers: Saying = ({ brand }) => `Nenhuma ação necessária: ${brand} ainda precisa concluir a configuração.`;

export const ptBRSayings: Sayings = {
  codes: {
    ok: () => 'Os visitantes chegam por uma conexão segura. O certificado é renovado automaticamente.',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : 'Nenhuma ação necessária. Costuma levar de 1 a 5 minutos.'),
    cname_not_found: addBelow,
    invalid_cname_target: changeBelow,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy ? `coloque “${proxy.name}” deste registro em “${proxy.off}”` : 'desative o proxy deste registro';
      return `${signIn(facts)} e ${off}. Mantenha o registro.`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} e altere os registros CAA como mostrado abaixo.`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => 'Nenhuma ação necessária. O certificado será emitido quando a autoridade certificadora permitir.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) => `Os visitantes veem um aviso. ${brand} precisa renová-lo. Mantenha o registro.`,
    hostname_claimed: ({ brand }) => `Se é seu, adicione o registro abaixo e peça a ${brand} para reiniciar a configuração.`,
    ready_to_switch: () => 'O certificado está no lugar. Configure agora o registro abaixo: os visitantes não vão perceber.',
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'Os caracteres diferentes estão marcados. Copie o valor abaixo.',
    missing_dot: ({ zone }) => `Seu provedor acrescentou ${zone} ao valor. Cole o que está abaixo, com o ponto no final.`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'Esse valor é de outra conta. Copie o que está abaixo.',
    doubled_name: ({ host, zone }) => `Digite só ${host} como nome: seu provedor acrescenta ${zone} automaticamente.`,
    address_instead: (facts) => `${signIn(facts)}, exclua os registros de endereço e depois adicione o registro CNAME.`,
    txt_instead: () => 'Há um registro TXT. Escolha o tipo CNAME no lugar.',
    wildcard_answer: () => 'Por enquanto um registro curinga (*) responde. Adicione o registro abaixo; o curinga pode ficar.',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => 'Nenhuma ação necessária. Outros servidores DNS ainda guardam a resposta antiga por um tempo.',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'Seu registrador tem um registro DS antigo. Exclua-o ou troque-o lá.',
    lame_servers: ({ zone }) =>
      `Os servidores de nomes informados no registrador de ${zone} não têm os registros. Corrija isso lá.`,
    servers_not_public: ({ zone }) =>
      `Os servidores de nomes informados no registrador de ${zone} não são públicos. Corrija isso lá.`,
    servers_disagree: () =>
      'Seus servidores de nomes dão respostas diferentes. Costuma se resolver em minutos. Continuamos verificando.',
    name_servers_differ: ({ zone }) => `Adicione o registro nos servidores de nomes informados no registrador de ${zone}.`,
    validation_missing: (facts) => `${signIn(facts)} e adicione primeiro o registro abaixo.`,
    validation_wrong: changeBelow,
    domain_not_registered: ({ zone }) => `${zone} não está registrado ou expirou. Registre-o ou renove-o primeiro.`,
    caa_unreadable: () => 'Seus servidores de nomes retornam erro a consultas CAA. Seu provedor de DNS pode corrigir isso.',
    former_server: () => 'Tudo funciona. Para concluir a mudança, troque o valor do registro pelo que está abaixo.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} e exclua os registros AAAA deste nome. Mantenha o CNAME.`,
  },
};

export const ptBRPortalLabels: PortalLabels = {
  title: 'Conecte seu domínio',
  hostname: 'Seu domínio, por exemplo docs.example.com',
  go: 'Continuar',
  askForLink: (brand) =>
    `Inclua também o início, como www. ou shop. Confira como está escrito, ou peça a ${brand} o seu link pessoal.`,
  linkIsOver: (brand) => `Este link não é válido ou expirou. Peça outro a ${brand}, ou digite seu domínio.`,
  whereLines: [
    'Faça login onde seu domínio foi registrado, ou onde o DNS dele é administrado.',
    'Procure “DNS”, “Servidores de nomes” ou “Configurações avançadas”, e depois “Adicionar registro”.',
    'Escolha o tipo, cole o nome e o valor, e salve.',
  ],
  send: 'Enviar a um colega',
  mailSubject: (hostname) => `Registro DNS para ${hostname}`,
  mailText: (hostname) => `Você poderia configurar o DNS de ${hostname} como segue?`,
  print: 'Imprimir',
  providedBy: (brand) => `Oferecido por ${brand}`,
  help: 'Ajuda',
  languages: 'Idiomas',
  noScript: 'Um link pessoal precisa de JavaScript. Sem ele, digite seu domínio.',
  notSetUp: 'Seu provedor de DNS não adicionou o registro. Tente novamente, ou adicione-o manualmente.',
  checkedRecently: 'Verificado há pouco. Tente novamente em um minuto.',
  askedFor: (brand, at) =>
    `Outro provedor comprovou este domínio com um registro TXT e pode assumi-lo a partir de ${at}. Não é o que você quer? Exclua o registro TXT _cps-claim e avise ${brand}.`,
};
