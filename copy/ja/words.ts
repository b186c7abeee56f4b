import type { Copy, Says, Words } from '../types/locale.ts';
import { reasons } from './reasons.ts';

const nothing: Says = () => '操作は不要です。';
const installing: Copy = {
  summary: ({ brand }) => `お客様の作業は完了しました。${brand}が証明書を設置しています。`,
  fix: nothing,
};
const failed: Copy = {
  summary: () => 'お客様の作業は完了しましたが、証明書はまだ発行されていません。',
  fix: ({ brand }) => `操作は不要です。${brand}が原因を確認し、やり直せます。`,
};
const fixTarget: Says = ({ hostname, dnsForm: { place, target } }) =>
  `${place}で、CNAMEレコード ${hostname} の値を ${target} に変更してください。全体をコピーしてください。`;

export const words: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} は安全な接続（HTTPS）で公開されています。`,
      fix: () => '操作は不要です。CNAMEレコードはそのままにしてください。',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} を設定しています。次の手順は自動で進みます。`
          : `DNSは正常です。${hostname} の証明書は自動で取得、設置されます。`,
      fix: ({ hostname, cnameTarget, stage }) =>
        stage === 'dns'
          ? `${hostname} に ${cnameTarget} を指すCNAMEレコードがあれば操作は不要です。なければ今作成してください。`
          : '操作は不要です。通常は数分かかります。CNAMEレコードはそのままにしてください。',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} にはまだCNAMEレコードがないため、ここにつながりません。`,
      fix: ({ dnsForm: { place, name, value, withoutProxy } }) =>
        `${place}で、${name}、${value}のCNAMEレコードを${withoutProxy}追加してください。同じ名前のAレコードとAAAAレコードは削除してください。数分で見つかります。`,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `${hostname} のCNAMEレコードは ${observed} を指していますが、${cnameTarget} を指す必要があります。`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `${hostname} のDNSが正しく応答せず、CNAMEレコードが見えません。`,
      fix: ({ hostname, cnameTarget }) =>
        `通常は自然に直り、確認は続きます。直らない場合は、${hostname} のDNS事業者にネームサーバーの障害を問い合わせてください。CNAMEレコード ${hostname} は ${cnameTarget} を指す必要があります。`,
    },
    dns_validation_timeout: {
      summary: ({ hostname, cnameTarget }) =>
        `${hostname} のCNAMEレコードは時間内に ${cnameTarget} を指しませんでした。1週間は毎時、その後1か月は毎日確認を続けます。`,
      fix: ({ hostname, dnsForm: { place, target } }) =>
        `${place}で、CNAMEレコード ${hostname} が ${target} を指すようにしてください。その後は自動で進みます。「今すぐ確認」ならすぐに進みます。`,
    },
    proxied_dns: {
      summary: ({ hostname }) => `DNS事業者のプロキシが ${hostname} のCNAMEレコードを隠しています。`,
      fix: ({ cnameTarget, dnsForm: { place, turnProxyOff } }) =>
        `${place}で、${turnProxyOff}、${cnameTarget} を指すCNAMEレコードはそのままにしてください。`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} にはCNAME以外のレコードもあり、訪問者が別の場所に送られます。`,
      fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
        `${place}で、名前が ${hostname} の他のレコード（A、AAAA、TXT、MX）を削除し、${cnameTarget} を指すCNAMEレコードだけを残してください。`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) => `${hostname} またはその上位の名前のCAAレコードが、当社の認証局による発行を許可していません。`,
      fix: ({ observed, dnsForm: { place } }) =>
        `${place}で、レコード ${observed} を追加するか、今あるCAAレコードを削除してください。`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `DNSは正常です。${brand}側の作業が残っています。`,
      fix: nothing,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => '証明書は認証局の順番待ちです。',
      fix: () => '操作は不要です。空きができ次第、自動で進みます。',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => '証明書の期限が切れ、訪問者に警告が表示されます。',
      fix: ({ brand }) => `CNAMEレコードはそのままにしてください。${brand}が証明書を更新する必要があります。`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `別のアカウントが ${hostname} の所有を証明したため、ここでは無効になりました。`,
      fix: ({ hostname, cnameTarget }) =>
        `${hostname} をここで使う場合は、CNAMEレコードを ${cnameTarget} に向け、やり直しを依頼してください。`,
    },
  },
  others: { summary: ({ brand }) => `${brand}側の作業が残っています。`, fix: nothing },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}.（末尾の点も）` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      place: form ? `${hostname} のDNS事業者 ${form.name} ` : `${hostname} のDNS事業者`,
      name: name ? `「${name}」欄に ${host}` : `名前 ${hostname}`,
      value: value ? `「${value}」欄に ${target} ` : `値 ${target} `,
      target,
      withoutProxy: proxy ? `「${proxy.name}」を「${proxy.off}」にして` : 'プロキシなし（DNS only）で',
      turnProxyOff: proxy
        ? `このレコードの「${proxy.name}」を「${proxy.off}」にし`
        : 'このレコードのプロキシをオフ（DNS only、Cloudflareでは灰色の雲）にし',
    };
  },
};
