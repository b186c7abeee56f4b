import type { Saying, Sayings } from '../types/sayings.ts';

const signIn: Saying = ({ form, zone }) =>
  form ? `${form.name}にログインし、` : `${zone} のDNSを管理しているサービスにログインし、`;
const add: Saying = (facts) => `${signIn(facts)}下のレコードを追加してください。`;
const atProvider: Saying = ({ zone }) =>
  `${zone} のネームサーバーが正しく応答していません。DNSプロバイダーにお問い合わせください。確認は続けます。`;
const signatures: Saying = ({ zone }) => `${zone} のDNSSEC署名が無効です。DNSプロバイダーにお問い合わせください。`;
const whole: Saying = () => '値が不完全か、正確ではありません。下の値をコピーしてください。';
const direct: Saying = () => 'レコードが下の値を直接指すようにしてください。';
const onlyTheCname: Saying = (facts) => `${signIn(facts)}同じ名前のほかのレコードを削除してください。CNAMEレコードは残します。`;
const installing: Saying = ({ brand }) => `お客様の作業は完了しています。${brand}が証明書を設置しています。`;
const failed: Saying = ({ brand }) => `お客様の作業は完了しています。${brand}が原因を確認し、やり直すことができます。`;
const others: Saying = ({ brand }) => `お客様の作業はありません。${brand}側の作業が残っています。`;

export const JA: Sayings = {
  codes: {
    ok: () => '訪問者は安全な接続でアクセスできます。証明書は自動で更新されます。',
    in_progress: (facts) => (facts.isDnsOpen ? add(facts) : '作業は必要ありません。通常は1～5分で終わります。'),
    cname_not_found: add,
    invalid_cname_target: (facts) => `${signIn(facts)}レコードの値を下の値に変更してください。`,
    dns_validation_failed: atProvider,
    dns_validation_timeout: add,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy
        ? `このレコードの「${proxy.name}」を「${proxy.off}」にしてください`
        : 'このレコードのプロキシをオフにしてください';
      return `${signIn(facts)}${off}。レコードはそのまま残します。`;
    },
    conflicting_records: onlyTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)}CAAレコードを下のとおりに変更してください。`,
    challenge_unreachable: others,
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: () => '作業は必要ありません。認証局に空きができ次第、証明書が発行されます。',
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: ({ brand }) =>
      `訪問者に警告が表示されます。${brand}が更新する必要があります。レコードはそのまま残してください。`,
    hostname_claimed: ({ brand }) => `ご自身のドメインの場合は、下のレコードを設定し、${brand}に再開を依頼してください。`,
  },
  others,
  reasons: {
    target_typo: () => '異なる文字に印を付けました。下の値をコピーしてください。',
    missing_dot: ({ zone }) => `プロバイダーが値に ${zone} を付け加えました。末尾のドットを含めて下の値を貼り付けてください。`,
    base_target: whole,
    name_before_target: whole,
    other_target: () => 'その値は別のアカウントのものです。下の値をコピーしてください。',
    doubled_name: ({ host, zone }) => `名前には ${host} だけを入力してください。${zone} はプロバイダーが自動で付け加えます。`,
    address_instead: (facts) => `${signIn(facts)}アドレスのレコードを削除してから、CNAMEレコードを追加してください。`,
    txt_instead: () => 'TXTレコードがあります。種類はCNAMEを選んでください。',
    wildcard_answer: () =>
      '今はワイルドカードレコード（*）が応答しています。下のレコードを追加してください。ワイルドカードは残せます。',
    cname_loop: direct,
    chain_too_long: direct,
    chain_unanswered: direct,
    negative_cache: () => '作業は必要ありません。ほかのDNSサーバーはしばらく前の応答を覚えています。',
    dnssec_bogus: signatures,
    dnssec_expired: signatures,
    dnssec_key_missing: () => 'レジストラーに古いDSレコードがあります。そこで削除するか、置き換えてください。',
    lame_servers: ({ zone }) =>
      `${zone} のレジストラーに登録されたネームサーバーにレコードがありません。レジストラーで修正してください。`,
    servers_not_public: ({ zone }) =>
      `${zone} のレジストラーに登録されたネームサーバーは公開されていません。レジストラーで修正してください。`,
    servers_disagree: () => 'ネームサーバーの応答が一致していません。通常は数分で解消します。確認は続けます。',
    name_servers_differ: ({ zone }) => `${zone} のレジストラーに登録されたネームサーバーにレコードを追加してください。`,
    domain_not_registered: ({ zone }) => `${zone} は登録されていないか、期限切れです。先に登録または更新してください。`,
    caa_unreadable: () => 'ネームサーバーがCAAレコードの問い合わせに失敗します。DNSプロバイダーにお問い合わせください。',
    former_server: () => '正常に動作しています。移行を終えるには、レコードの値を下の値に変更してください。',
    addresses_elsewhere: onlyTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)}同じ名前のAAAAレコードを削除してください。CNAMEレコードは残します。`,
  },
};
