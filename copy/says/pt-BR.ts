import type { Saying, Sayings } from '../types/sayings.ts';

const signIn: Saying = ({ form, zone }) =>
  form ? `Entre na sua conta em ${form.name}` : `Entre onde você administra o DNS de ${zone}`;
const add: Saying = (facts) => `${signIn(facts)} e adicione o registro abaixo.`;
const atProvider: Saying = ({ zone }) =>
  `Os servidores de nomes de ${zone} respondem mal. Seu provedor de DNS pode corrigir isso. Continuamos verificando.`;
const signatures: Saying = ({ zone }) =>
  `As assinaturas DNSSEC de ${zone} não são válidas. Seu provedor de DNS pode corrigir isso.`;
const whole: Saying = () => 'O valor não está completo ou não é exato. Copie o que está abaixo.';
const direct: Saying = () => 'Faça o registro apontar diretamente para o valor abaixo.';
const onlyTheCname: Saying = (facts) => `${signIn(facts)} e apague os outros registros deste nome. Mantenha o CNAME.`;
const installing: Saying = ({ brand }) => `A sua parte está feita. ${brand} está instalando o certificado.`;
const failed: Saying = ({ brand }) => `A sua parte está feita. ${brand} vê o motivo e pode recomeçar.`;
const others: Saying = ({ brand }) => `Você não precisa fazer nada: ${brand} tem que terminar a parte dela.`;

export const PT_BR: Sayings = {
  codes: {
    ok: () => 'Os visitantes chegam por uma conexão segura. O certificado é renovado automaticamente.',
    in_progress: (facts) => (facts.isDnsOpen ? add(facts) : 'Nada a fazer. Isso costuma levar de 1 a 5 minutos.'),
    cname_not_found: add,
    invalid_cname_target: (facts) => `${signIn(facts)} e troque o valor do registro pelo que está abaixo.`,
    dns_validation_failed: atProvider,
    dns_validation_timeout: add,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy ? `coloque “${proxy.name}” deste registro em “${proxy.off}”` : 'desligue o proxy deste registro';
      return `${signIn(facts)} e ${off}. O registro em si fica.`;
    },
    conflicting_records: onlyTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)} e mude os registros CAA como mostrado abaixo.`,
    challenge_unreachable: others,
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: () => 'Nada a fazer. O certificado vem assim que a autoridade de certificação tiver espaço.',
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: ({ brand }) => `Os visitantes veem um aviso. ${brand} precisa renová-lo. Não mexa no registro.`,
    hostname_claimed: ({ brand }) => `Se é seu, crie o registro abaixo e peça a ${brand} para recomeçar.`,
  },
  others,
  reasons: {
    target_typo: () => 'Os caracteres diferentes estão marcados. Copie o valor abaixo.',
    missing_dot: ({ zone }) => `Seu provedor acrescentou ${zone} ao valor. Cole o que está abaixo, com o ponto final.`,
    base_target: whole,
    name_before_target: whole,
    other_target: () => 'Esse valor é de outra conta. Copie o que está abaixo.',
    doubled_name: ({ host, zone }) => `Digite só ${host} como nome: seu provedor acrescenta ${zone} automaticamente.`,
    address_instead: (facts) => `${signIn(facts)}, apague os registros de endereço e depois adicione o registro CNAME.`,
    txt_instead: () => 'Há um registro TXT. Escolha o tipo CNAME no lugar.',
    wildcard_answer: () => 'Por enquanto um registro curinga (*) responde. Adicione o registro abaixo; o curinga pode ficar.',
    cname_loop: direct,
    chain_too_long: direct,
    chain_unanswered: direct,
    negative_cache: () => 'Nada a fazer. Outros servidores DNS ainda lembram a resposta antiga por um tempo.',
    dnssec_bogus: signatures,
    dnssec_expired: signatures,
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
    addresses_elsewhere: onlyTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)} e apague os registros AAAA deste nome. Mantenha o CNAME.`,
  },
};
