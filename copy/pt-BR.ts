import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `Peça ao provedor de DNS de ${hostname} que assine a zona de novo.`;

const fixTarget: Says = ({ hostname, dnsForm: { atPlace, target } }) =>
  `${atPlace}, mude o valor do registro CNAME ${hostname} para ${target}. Copie-o inteiro.`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Parece um erro de digitação: só alguns caracteres diferem.' },
  missing_dot: {
    says: () => 'O provedor de DNS acrescentou o domínio ao destino.',
    fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}, mude o valor do registro CNAME ${hostname} para ${cnameTarget}. (com o ponto no fim, para que nada seja acrescentado). Se o ponto não for aceito, digite ${cnameTarget} inteiro.`,
  },
  base_target: { says: () => 'Falta a primeira parte do destino, que indica o servidor.' },
  name_before_target: { says: () => 'Antes do destino há um nome que não faz parte dele.' },
  other_target: { says: () => 'Esse é o destino de outra conta ou de outro servidor.' },
  doubled_name: {
    says: ({ observed }) => `Há o registro ${observed}: o provedor de DNS acrescentou o domínio mais uma vez.`,
    fix: ({ cnameTarget, host, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, mude o nome do registro ${observed} para ${host}, sem o domínio, que o provedor acrescenta sozinho. Seu valor deve ser ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `Em vez disso há endereços: ${observed}.`,
    fix: ({ hostname, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}, apague os registros A e AAAA de ${hostname} (${observed}). Depois adicione um registro CNAME com ${name} e ${value}${withoutProxy}.`,
  },
  txt_instead: { says: () => 'Há um registro TXT com esse destino; o tipo deve ser CNAME.' },
  wildcard_answer: {
    says: () => 'A resposta vem de um registro curinga (*).',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `${atPlace}, adicione um registro CNAME com exatamente ${name} e ${value}. Ele tem prioridade; o registro curinga pode ficar.`,
  },
  cname_loop: { says: () => 'Os registros CNAME andam em círculo.' },
  chain_too_long: { says: () => 'Os registros CNAME passam por nomes demais; aponte direto para o destino.' },
  chain_unanswered: {
    says: () => 'O registro existe, mas os servidores de nomes aos quais leva não respondem direito.',
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `${atPlace}, mude o valor do registro CNAME ${hostname} para ${target}: assim leva direto até aqui.`,
  },
  servers_not_public: {
    says: () => 'Nenhum servidor de nomes inscrito no registro tem um endereço IPv4 público.',
    fix: ({ hostname }) =>
      `No registrador do domínio de ${hostname}, informe servidores de nomes com endereços IPv4 públicos, ou peça-os ao provedor de DNS.`,
  },
  negative_cache: {
    says: () => 'O registro CNAME existe, mas ainda não é visível em todo lugar; isso passa sozinho.',
    fix: () => 'Nada a fazer. Mantenha o registro CNAME.',
  },
  servfail: { says: () => 'A resposta foi SERVFAIL: os servidores de nomes da zona falham ou não a conhecem.' },
  dnssec_bogus: {
    says: () => 'As assinaturas DNSSEC da zona não são válidas, por isso não há resposta.',
    fix: ({ hostname }) =>
      `Peça ao provedor de DNS de ${hostname} que assine a zona de novo, ou apague o registro DS no registrador se ela não deve ser assinada.`,
  },
  dnssec_expired: { says: () => 'As assinaturas DNSSEC da zona expiraram, por isso não há resposta.', fix: signAnew },
  dnssec_key_missing: {
    says: () => 'O registro DS no registro nomeia uma chave que a zona não tem, como após trocar de provedor.',
    fix: ({ hostname }) =>
      `No registrador do domínio de ${hostname}, apague o registro DS ou troque-o pelo do provedor de DNS atual.`,
  },
  lame_servers: {
    says: () => 'Os servidores de nomes inscritos no registro não conhecem a zona.',
    fix: ({ hostname }) =>
      `No registrador do domínio de ${hostname}, informe os servidores de nomes do provedor de DNS que tem seus registros, ou peça que crie a zona.`,
  },
  servers_silent: { says: () => 'Nenhum servidor de nomes inscrito no registro respondeu.' },
  servers_disagree: {
    says: () => 'Os servidores de nomes da zona não concordam: talvez uma mudança esteja a caminho.',
    fix: ({ hostname, cnameTarget }) =>
      `Costuma passar em minutos; continuamos verificando. Se não, peça ao provedor de DNS de ${hostname} que publique a zona em todos os servidores, com um CNAME que aponta para ${cnameTarget}.`,
  },
  name_servers_differ: {
    says: () => 'A zona nomeia outros servidores que o registro: o que se adiciona ali não é visto.',
    fix: ({ hostname, cnameTarget }) =>
      `Adicione o registro CNAME ${hostname}, com o valor ${cnameTarget}, nos servidores do registro, ou informe no registrador os que já o têm.`,
  },
  domain_not_registered: {
    says: ({ observed }) => `O registro não conhece ${observed}: não está registrado ou expirou.`,
    fix: ({ hostname, observed }) =>
      `Registre ou renove ${observed} e informe seus servidores de nomes. Confira se ${hostname} está bem escrito.`,
  },
  caa_restricted: { says: () => 'Um deles a nomeia, mas para outra conta ou outra validação que não HTTP-01.' },
  caa_not_understood: {
    says: () => 'Um deles está marcado como crítico e tem uma etiqueta que nenhuma autoridade conhece.',
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}, mude assim os registros CAA: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Os servidores de nomes falham em perguntas CAA; as autoridades tomam isso como um não.',
    fix: ({ hostname }) => `Peça ao provedor de DNS de ${hostname} que responda às perguntas CAA, mesmo com uma resposta vazia.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Há também os endereços ${observed}.`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `${atPlace}, apague os registros A e AAAA de ${hostname} (${observed}) e mantenha o CNAME que aponta para ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Os endereços encontrados são de um proxy.' },
  former_server: {
    says: () =>
      'O domínio está mudando: o registro CNAME ainda leva ao servidor antigo. Ele continua funcionando; a mudança termina quando for mudado.',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Seus endereços não são os do servidor: ${observed}.`,
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `${atPlace}, apague todos os registros A e AAAA com o nome ${hostname}; só fica o CNAME que aponta para ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Seus endereços IPv6 não são os do servidor e são tentados primeiro: ${observed}.`,
    fix: ({ hostname, dnsForm: { atPlace } }) => `${atPlace}, apague todos os registros AAAA com o nome ${hostname}.`,
  },
  renewal_paused: { says: () => 'Está assim há uma semana: o certificado só é renovado quando o registro voltar.' },
};

const nothingToDo: Says = () => 'Nada a fazer.';
const installing: Copy = {
  summary: ({ brand }) => `Sua parte está feita. ${brand} está instalando o certificado.`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'Sua parte está feita, mas o certificado ainda não foi emitido.',
  fix: ({ brand }) => `Nada a fazer. ${brand} vê o motivo e pode começar de novo.`,
};

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `${atPlace}, adicione um registro CNAME com ${name} e ${value}${withoutProxy}. Apague os registros A e AAAA do mesmo nome. Ele é encontrado em minutos.`;

export const ptBRWords: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} funciona com uma conexão segura (HTTPS).`,
      fix: () => 'Nada a fazer. Mantenha o registro CNAME.',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} está sendo configurado. O próximo passo é automático.`
          : `Seu DNS está certo. O certificado de ${hostname} é obtido e instalado automaticamente.`,
      fix: (facts) =>
        facts.stage === 'dns' ? addCname(facts) : 'Nada a fazer; costuma levar alguns minutos. Mantenha o registro CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} ainda não tem registro CNAME e por isso ainda não leva até aqui.`,
      fix: addCname,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `O registro CNAME de ${hostname} aponta para ${observed}, mas deve apontar para ${cnameTarget}.`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `O DNS de ${hostname} não responde direito; não se vê o registro CNAME.`,
      fix: ({ hostname, cnameTarget }) =>
        `Costuma passar sozinho; continuamos verificando. Se não, pergunte ao provedor de DNS de ${hostname} por que seus servidores falham. O registro CNAME ${hostname} deve apontar para ${cnameTarget}.`,
    },
    dns_validation_timeout: {
      summary: ({ hostname }) =>
        `O registro de ${hostname} não ficou certo a tempo. Continuamos verificando: a cada hora por uma semana, depois a cada dia por um mês.`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `O proxy do provedor de DNS esconde o registro CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `${atPlace}, ${turnProxyOff} e mantenha o registro CNAME que aponta para ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} tem outros registros além do CNAME e os visitantes vão a lugares diferentes.`,
      fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
        `${atPlace}, apague os outros registros com o nome ${hostname} (A, AAAA, TXT, MX). Só fica o CNAME que aponta para ${cnameTarget}.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Os registros CAA de ${hostname}, ou de um nome acima, não permitem que nossa autoridade emita o certificado.`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `${atPlace}, adicione também o registro ${observed}, ou apague os registros CAA que existem.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Seu DNS está certo. ${brand} tem de concluir sua parte.`,
      fix: nothingToDo,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => 'O certificado está na fila da autoridade certificadora.',
      fix: () => 'Nada a fazer. Segue sozinho assim que houver vaga.',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => 'O certificado expirou: os visitantes veem um aviso.',
      fix: ({ brand }) => `Mantenha o registro CNAME. ${brand} tem de renovar o certificado.`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `Outra conta provou que ${hostname} é dela. Aqui o domínio não vale mais.`,
      fix: ({ hostname, cnameTarget }) =>
        `Se ${hostname} deve levar até aqui, aponte seu registro CNAME para ${cnameTarget} e peça para começar de novo.`,
    },
  },
  others: { summary: ({ brand }) => `${brand} tem de concluir sua parte.`, fix: nothingToDo },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (com o ponto no fim)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      atPlace: form ? `Em ${form.name}` : `No provedor de DNS de ${hostname}`,
      name: name ? `${host} no campo “${name}”` : `o nome ${host}`,
      value: value ? `${target} no campo “${value}”` : `o valor ${target}`,
      target,
      withoutProxy: (proxy ? `, com “${proxy.name}” em “${proxy.off}”` : !form && ', sem proxy (“DNS only”)') || '',
      turnProxyOff: proxy
        ? `ponha “${proxy.name}” deste registro em “${proxy.off}”`
        : 'desative o proxy deste registro (“DNS only”; nuvem cinza na Cloudflare)',
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
    in_progress: ({ stage }) => (stage === 'dns' ? 'Configurando' : 'O DNS está certo. Obtendo o certificado'),
    cname_not_found: () => 'Adicione um registro DNS',
    invalid_cname_target: () => 'O registro aponta para outro lugar',
    dns_validation_failed: () => 'Seu DNS não responde direito',
    dns_validation_timeout: () => 'O registro não foi encontrado a tempo',
    proxied_dns: () => 'Desative o proxy',
    conflicting_records: () => 'Outro registro está no caminho',
    caa_forbids_issuance: () => 'Um registro CAA proíbe o certificado',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => 'Na fila',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => 'O certificado expirou',
    hostname_claimed: () => 'Outra conta usa este domínio',
  },
  reasonTitles: {
    negative_cache: () => 'Registro encontrado, ainda não visível em todo lugar',
    doubled_name: () => 'O nome ficou duplicado',
    target_typo: () => 'Quase certo: um erro de digitação',
    addresses_elsewhere: () => 'Outro registro está no caminho',
    ipv6_elsewhere: () => 'Outro registro está no caminho',
  },
  labels: {
    steps: { added: 'Adicionado', dns: 'Registro DNS', certificate: 'Certificado', live: 'No ar' },
    stepStates: { done: 'feito', current: 'agora', todo: 'a seguir' },
    record: 'Registro DNS',
    fields: { type: 'Tipo', name: 'Nome', value: 'Valor' },
    fullName: (name) => `Alguns provedores pedem o nome completo: ${name}`,
    emptyName: 'deixar vazio',
    actions: { add: 'Adicionar', change: 'Mudar', remove: 'Apagar' },
    copyButton: 'Copiar',
    copy: (field) => `Copiar ${field}`,
    copied: (field) => `Copiado: ${field}`,
    selected: (field) => `${field} está selecionado: copie com o teclado ou o menu`,
    observed: 'Seu DNS responde',
    evidence: 'O que vimos',
    checkNow: 'Verificar',
    addedCheckNow: 'Já adicionei. Verificar',
    justChecked: (what) => `Verificado agora: ${what}`,
    notYet: 'ainda não está lá.',
    checking: 'Verificando',
    checkedAt: (time) => `Última vez: ${time}`,
    nextCheckAt: (time) => `Próxima vez: ${time}`,
    goesOn: 'Você pode fechar esta página. Tudo segue sozinho.',
    takesTime: 'Mudanças de DNS costumam aparecer em 5 a 30 minutos, raramente em 24 horas.',
    open: (hostname) => `Abrir ${hostname}`,
    openProvider: (provider) => `Abrir ${provider}`,
    setUpAt: (provider) => `Configurar em ${provider}`,
    byHand: 'Ou à mão',
    loading: 'Carregando',
    cannotLoad: {
      title: 'Não foi possível carregar a situação',
      text: 'Sua configuração não foi afetada. Tente de novo daqui a pouco.',
    },
    signedOut: { title: 'Entre de novo', text: 'A situação é mostrada quando você está conectado.' },
    notFound: { title: 'Não podemos mostrar este domínio', text: 'Confira como o nome está escrito.' },
    tooMany: { title: 'Consultas demais de uma vez', text: (seconds) => `Espere ${seconds} segundos e tente de novo.` },
    tryAgain: 'Tentar de novo',
    brand: 'seu provedor',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `Entre na sua conta em ${form.name}` : `Entre onde você administra o DNS de ${zone}`;
const addBelow: Saying = (facts) => `${signIn(facts)} e adicione o registro abaixo.`;
const askProvider: Saying = ({ zone }) =>
  `Os servidores de nomes de ${zone} respondem mal. Seu provedor de DNS pode corrigir isso. Continuamos verificando.`;
const fixSignatures: Saying = ({ zone }) =>
  `As assinaturas DNSSEC de ${zone} não são válidas. Seu provedor de DNS pode corrigir isso.`;
const copyWhole: Saying = () => 'O valor não está completo ou não é exato. Copie o que está abaixo.';
const pointDirectly: Saying = () => 'Faça o registro apontar diretamente para o valor abaixo.';
const keepTheCname: Saying = (facts) => `${signIn(facts)} e apague os outros registros deste nome. Mantenha o CNAME.`;
const atWork: Saying = ({ brand }) => `A sua parte está feita. ${brand} está instalando o certificado.`;
const notYet: Saying = ({ brand }) => `A sua parte está feita. ${brand} vê o motivo e pode recomeçar.`;
const leftToOthers: Saying = ({ brand }) => `Você não precisa fazer nada: ${brand} tem que terminar a parte dela.`;

export const ptBRSayings: Sayings = {
  codes: {
    ok: () => 'Os visitantes chegam por uma conexão segura. O certificado é renovado automaticamente.',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : 'Nada a fazer. Isso costuma levar de 1 a 5 minutos.'),
    cname_not_found: addBelow,
    invalid_cname_target: (facts) => `${signIn(facts)} e troque o valor do registro pelo que está abaixo.`,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy ? `coloque “${proxy.name}” deste registro em “${proxy.off}”` : 'desligue o proxy deste registro';
      return `${signIn(facts)} e ${off}. O registro em si fica.`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} e mude os registros CAA como mostrado abaixo.`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => 'Nada a fazer. O certificado vem assim que a autoridade de certificação tiver espaço.',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) => `Os visitantes veem um aviso. ${brand} precisa renová-lo. Não mexa no registro.`,
    hostname_claimed: ({ brand }) => `Se é seu, crie o registro abaixo e peça a ${brand} para recomeçar.`,
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => 'Os caracteres diferentes estão marcados. Copie o valor abaixo.',
    missing_dot: ({ zone }) => `Seu provedor acrescentou ${zone} ao valor. Cole o que está abaixo, com o ponto final.`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'Esse valor é de outra conta. Copie o que está abaixo.',
    doubled_name: ({ host, zone }) => `Digite só ${host} como nome: seu provedor acrescenta ${zone} automaticamente.`,
    address_instead: (facts) => `${signIn(facts)}, apague os registros de endereço e depois adicione o registro CNAME.`,
    txt_instead: () => 'Há um registro TXT. Escolha o tipo CNAME no lugar.',
    wildcard_answer: () => 'Por enquanto um registro curinga (*) responde. Adicione o registro abaixo; o curinga pode ficar.',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => 'Nada a fazer. Outros servidores DNS ainda lembram a resposta antiga por um tempo.',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'Sua registradora tem um registro DS antigo. Apague-o ou troque-o lá.',
    lame_servers: ({ zone }) =>
      `Os servidores de nomes informados na registradora de ${zone} não têm os registros. Corrija isso lá.`,
    servers_not_public: ({ zone }) =>
      `Os servidores de nomes informados na registradora de ${zone} não são públicos. Corrija isso lá.`,
    servers_disagree: () =>
      'Seus servidores de nomes respondem de formas diferentes. Costuma passar em minutos. Continuamos verificando.',
    name_servers_differ: ({ zone }) => `Adicione o registro nos servidores de nomes que a registradora de ${zone} tem.`,
    domain_not_registered: ({ zone }) => `${zone} não está registrado ou expirou. Registre-o ou renove-o primeiro.`,
    caa_unreadable: () =>
      'Seus servidores de nomes falham em perguntas por registros CAA. Seu provedor de DNS pode corrigir isso.',
    former_server: () => 'Tudo funciona. Para concluir a mudança, troque o valor do registro pelo que está abaixo.',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} e apague os registros AAAA deste nome. Mantenha o CNAME.`,
  },
};

export const ptBRPortalLabels: PortalLabels = {
  title: 'Conecte seu domínio',
  hostname: 'Seu domínio, por exemplo docs.example.com',
  go: 'Continuar',
  askForLink: (brand) =>
    `Inclua a parte da frente, como www. ou shop. Verifique a grafia, ou peça a ${brand} o seu link pessoal.`,
  linkIsOver: (brand) => `Este link não vale, ou não vale mais. Peça outro a ${brand}, ou digite seu domínio.`,
  where: 'Onde eu digito isso?',
  whereLines: [
    'Entre onde seu domínio foi registrado, ou onde o DNS dele é administrado.',
    'Procure “DNS”, “Servidores de nomes” ou “Configurações avançadas”, e depois “Adicionar registro”.',
    'Escolha o tipo, cole o nome e o valor, e salve.',
  ],
  signInTo: (provider) => `Entre na sua conta ${provider}.`,
  openPath: (path) => `Abra ${path}.`,
  enterValues: 'Digite os valores mostrados aqui, e salve.',
  send: 'Enviar a um colega',
  mailSubject: (hostname) => `Registro DNS para ${hostname}`,
  mailText: (hostname) => `Você poderia criar este registro DNS para ${hostname}?`,
  print: 'Imprimir',
  more: 'Mais detalhes',
  providedBy: (brand) => `Oferecido por ${brand}`,
  help: 'Ajuda',
  languages: 'Idiomas',
  noScript: 'Um link pessoal precisa de JavaScript. Sem ele, digite seu domínio.',
  notSetUp: 'Seu provedor de DNS não criou o registro. Tente de novo, ou crie-o à mão.',
  checkedRecently: 'Verificado há pouco. Tente novamente dentro de um minuto.',
};
