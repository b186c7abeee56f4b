import type { Says, Words } from '../types/locale.ts';

const signAnew: Says = ({ hostname }) => `Peça ao provedor de DNS de ${hostname} que assine a zona de novo.`;

export const reasons: Words['reasons'] = {
  target_typo: { says: () => 'Parece um erro de digitação: só alguns caracteres diferem.' },
  missing_dot: {
    says: () => 'O provedor de DNS acrescentou o domínio ao destino.',
    fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
      `Em ${place}, mude o valor do registro CNAME ${hostname} para ${cnameTarget}. com um ponto no fim, para que nada seja acrescentado. Se o ponto não for aceito, digite ${cnameTarget} inteiro.`,
  },
  name_before_target: { says: () => 'Antes do destino há um nome que não faz parte dele.' },
  other_target: { says: () => 'Esse é o destino de outra conta ou de outro servidor.' },
  doubled_name: {
    says: ({ observed }) => `Há o registro ${observed}: o provedor de DNS acrescentou o domínio mais uma vez.`,
    fix: ({ cnameTarget, host, observed, dnsForm: { place } }) =>
      `Em ${place}, mude o nome do registro ${observed} para ${host}, sem o domínio, que o provedor acrescenta sozinho. Seu valor deve ser ${cnameTarget}.`,
  },
  address_instead: {
    says: ({ observed }) => `Em vez disso há endereços: ${observed}.`,
    fix: ({ hostname, observed, dnsForm: { place, name, value, withoutProxy } }) =>
      `Em ${place}, apague os registros A e AAAA de ${hostname} (${observed}). Depois adicione um registro CNAME com ${name} e ${value}, ${withoutProxy}.`,
  },
  wildcard_answer: {
    says: () => 'A resposta vem de um registro curinga (*).',
    fix: ({ dnsForm: { place, name, value } }) =>
      `Em ${place}, adicione um registro CNAME com exatamente ${name} e ${value}. Ele tem prioridade; o registro curinga pode ficar.`,
  },
  cname_loop: { says: () => 'Os registros CNAME andam em círculo.' },
  chain_too_long: { says: () => 'Os registros CNAME passam por nomes demais; aponte direto para o destino.' },
  chain_unanswered: {
    says: () => 'O registro existe, mas os servidores de nomes aos quais leva não respondem direito.',
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `Em ${place}, mude o valor do registro CNAME ${hostname} para ${target}: assim leva direto até aqui.`,
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
    fix: ({ observed, dnsForm: { place } }) => `Em ${place}, mude assim os registros CAA: ${observed}.`,
  },
  caa_unreadable: {
    says: () => 'Os servidores de nomes falham em perguntas CAA; as autoridades tomam isso como um não.',
    fix: ({ hostname }) => `Peça ao provedor de DNS de ${hostname} que responda às perguntas CAA, mesmo com uma resposta vazia.`,
  },
  record_beside_cname: {
    says: ({ observed }) => `Há também os endereços ${observed}.`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { place } }) =>
      `Em ${place}, apague os registros A e AAAA de ${hostname} (${observed}) e mantenha o CNAME que aponta para ${cnameTarget}.`,
  },
  proxy_addresses: { says: () => 'Os endereços encontrados são de um proxy.' },
  former_server: {
    says: () => 'Esse é o destino antigo. Ele continua funcionando; a mudança termina quando o registro for mudado.',
  },
  addresses_elsewhere: {
    says: ({ observed }) => `Seus endereços não são os do servidor: ${observed}.`,
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `Em ${place}, apague todos os registros A e AAAA com o nome ${hostname}; só fica o CNAME que aponta para ${target}.`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `Seus endereços IPv6 não são os do servidor e são tentados primeiro: ${observed}.`,
    fix: ({ hostname, dnsForm: { place } }) => `Em ${place}, apague todos os registros AAAA com o nome ${hostname}.`,
  },
  renewal_paused: { says: () => 'Está assim há uma semana: o certificado só é renovado quando o registro voltar.' },
};
