import type { Copy, Says, Words } from '../types/locale.ts';
import { reasons } from './reasons.ts';

const nothing: Says = () => 'Nada a fazer.';
const installing: Copy = {
  summary: ({ brand }) => `Sua parte está feita. ${brand} está instalando o certificado.`,
  fix: nothing,
};
const failed: Copy = {
  summary: () => 'Sua parte está feita, mas o certificado ainda não foi emitido.',
  fix: ({ brand }) => `Nada a fazer. ${brand} vê o motivo e pode começar de novo.`,
};
const fixTarget: Says = ({ hostname, dnsForm: { place, target } }) =>
  `Em ${place}, mude o valor do registro CNAME ${hostname} para ${target}. Copie-o inteiro.`;

export const words: Words = {
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
      fix: ({ hostname, cnameTarget, stage }) =>
        stage === 'dns'
          ? `Nada a fazer se ${hostname} já tem um registro CNAME que aponta para ${cnameTarget}. Se não, crie-o agora.`
          : 'Nada a fazer; costuma levar alguns minutos. Mantenha o registro CNAME.',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} ainda não tem registro CNAME e por isso ainda não leva até aqui.`,
      fix: ({ dnsForm: { place, name, value, withoutProxy } }) =>
        `Em ${place}, adicione um registro CNAME com ${name} e ${value}, ${withoutProxy}. Apague os registros A e AAAA do mesmo nome. Ele é encontrado em minutos.`,
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
      summary: ({ hostname, cnameTarget }) =>
        `O registro CNAME de ${hostname} não apontou a tempo para ${cnameTarget}. Continuamos procurando: a cada hora por uma semana, depois a cada dia por um mês.`,
      fix: ({ hostname, dnsForm: { place, target } }) =>
        `Em ${place}, faça o registro CNAME ${hostname} apontar para ${target}. Depois segue sozinho, ou na hora com “Verificar”.`,
    },
    proxied_dns: {
      summary: ({ hostname }) => `O proxy do provedor de DNS esconde o registro CNAME de ${hostname}.`,
      fix: ({ cnameTarget, dnsForm: { place, turnProxyOff } }) =>
        `Em ${place}, ${turnProxyOff} e mantenha o registro CNAME que aponta para ${cnameTarget}.`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} tem outros registros além do CNAME e os visitantes vão a lugares diferentes.`,
      fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
        `Em ${place}, apague os outros registros com o nome ${hostname} (A, AAAA, TXT, MX). Só fica o CNAME que aponta para ${cnameTarget}.`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) =>
        `Os registros CAA de ${hostname}, ou de um nome acima, não permitem que nossa autoridade emita o certificado.`,
      fix: ({ observed, dnsForm: { place } }) =>
        `Em ${place}, adicione também o registro ${observed}, ou apague os registros CAA que existem.`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `Seu DNS está certo. ${brand} tem de concluir sua parte.`,
      fix: nothing,
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
  others: { summary: ({ brand }) => `${brand} tem de concluir sua parte.`, fix: nothing },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}. (com o ponto no fim)` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      place: form ? `${form.name}, o provedor de DNS de ${hostname}` : `o provedor de DNS de ${hostname}`,
      name: name ? `${host} no campo “${name}”` : `o nome ${hostname}`,
      value: value ? `${target} no campo “${value}”` : `o valor ${target}`,
      target,
      withoutProxy: proxy ? `com “${proxy.name}” em “${proxy.off}”` : 'sem proxy (“DNS only”)',
      turnProxyOff: proxy
        ? `ponha “${proxy.name}” deste registro em “${proxy.off}”`
        : 'desative o proxy deste registro (“DNS only”; nuvem cinza na Cloudflare)',
    };
  },
};
