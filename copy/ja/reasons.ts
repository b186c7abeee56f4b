import type { Says, Words } from '../types/locale.ts';

const signAnew: Says = ({ hostname }) => `${hostname} のDNS事業者に、ゾーンの再署名を依頼してください。`;

export const reasons: Words['reasons'] = {
  target_typo: { says: () => '数文字だけ違うため、入力ミスのようです。' },
  missing_dot: {
    says: () => 'DNS事業者が向き先にドメインを付け足しました。',
    fix: ({ hostname, cnameTarget, dnsForm: { place } }) =>
      `${place}で、CNAMEレコード ${hostname} の値を、末尾に点を付けた ${cnameTarget}. に変更してください。点が使えない場合は ${cnameTarget} 全体を入力してください。`,
  },
  name_before_target: { says: () => '向き先の前に余分な名前があります。' },
  other_target: { says: () => 'それは別のアカウントまたはサーバーの向き先です。' },
  doubled_name: {
    says: ({ observed }) => `レコード ${observed} があります。DNS事業者がドメインをもう一度付け足しました。`,
    fix: ({ cnameTarget, host, observed, dnsForm: { place } }) =>
      `${place}で、レコード ${observed} の名前を、ドメインを除いた ${host} に変更してください。ドメインは自動で付きます。値は ${cnameTarget} です。`,
  },
  address_instead: {
    says: ({ observed }) => `代わりにアドレスがあります：${observed}。`,
    fix: ({ hostname, observed, dnsForm: { place, name, value, withoutProxy } }) =>
      `${place}で、${hostname} のAレコードとAAAAレコード（${observed}）を削除し、${name}、${value}のCNAMEレコードを${withoutProxy}追加してください。`,
  },
  wildcard_answer: {
    says: () => 'ワイルドカード（*）レコードが応答しています。',
    fix: ({ dnsForm: { place, name, value } }) =>
      `${place}で、正確に${name}、${value}のCNAMEレコードを追加してください。こちらが優先されるため、ワイルドカードは残せます。`,
  },
  cname_loop: { says: () => 'CNAMEレコードが循環しています。' },
  chain_too_long: { says: () => 'CNAMEレコードが多くの名前を経由しています。直接向き先を指定してください。' },
  chain_unanswered: {
    says: () => 'レコードはありますが、その先のネームサーバーが正しく応答しません。',
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `${place}で、CNAMEレコード ${hostname} の値を ${target} に変更し、直接ここを指すようにしてください。`,
  },
  servers_not_public: {
    says: () => 'レジストリに登録されたネームサーバーに、公開IPv4アドレスがありません。',
    fix: ({ hostname }) =>
      `${hostname} のドメインのレジストラで、公開IPv4アドレスを持つネームサーバーを登録するか、DNS事業者に依頼してください。`,
  },
  negative_cache: {
    says: () => 'CNAMEレコードはありますが、まだ全体に反映されていません。自然に解消します。',
    fix: () => '操作は不要です。CNAMEレコードはそのままにしてください。',
  },
  servfail: { says: () => '応答はSERVFAILでした。ネームサーバーが故障しているか、ゾーンが未設定です。' },
  dnssec_bogus: {
    says: () => 'ゾーンのDNSSEC署名が無効なため、応答が得られません。',
    fix: ({ hostname }) =>
      `${hostname} のDNS事業者にゾーンの再署名を依頼するか、署名しない場合はレジストラでDSレコードを削除してください。`,
  },
  dnssec_expired: { says: () => 'ゾーンのDNSSEC署名の期限が切れ、応答が得られません。', fix: signAnew },
  dnssec_key_missing: {
    says: () => 'レジストリのDSレコードが、ゾーンにない鍵を指しています。事業者の変更後によく起こります。',
    fix: ({ hostname }) =>
      `${hostname} のドメインのレジストラで、DSレコードを削除するか、現在のDNS事業者のものに替えてください。`,
  },
  lame_servers: {
    says: () => 'レジストリに登録されたネームサーバーに、このゾーンがありません。',
    fix: ({ hostname }) =>
      `${hostname} のドメインのレジストラで、レコードを管理するDNS事業者のネームサーバーを登録するか、その事業者にゾーンの作成を依頼してください。`,
  },
  servers_silent: { says: () => 'レジストリに登録されたネームサーバーが、どれも応答しませんでした。' },
  servers_disagree: {
    says: () => 'ネームサーバーごとに応答が違います。変更が反映の途中かもしれません。',
    fix: ({ hostname, cnameTarget }) =>
      `通常は数分で直り、確認は続きます。直らない場合は、${hostname} のDNS事業者に、${cnameTarget} を指すCNAMEを含むゾーンを全サーバーで公開するよう依頼してください。`,
  },
  name_servers_differ: {
    says: () => 'ゾーンのネームサーバーがレジストリと異なり、追加したレコードが見えません。',
    fix: ({ hostname, cnameTarget }) =>
      `値が ${cnameTarget} のCNAMEレコード ${hostname} を、レジストリのネームサーバーに追加するか、レコードのあるネームサーバーをレジストラに登録してください。`,
  },
  domain_not_registered: {
    says: ({ observed }) => `レジストリに ${observed} がありません。未登録か期限切れです。`,
    fix: ({ hostname, observed }) =>
      `${observed} を登録または更新し、ネームサーバーを登録してください。${hostname} の入力ミスも確認してください。`,
  },
  caa_restricted: { says: () => 'その一つは認証局を指定していますが、別のアカウント、またはHTTP-01以外の検証用です。' },
  caa_not_understood: {
    says: () => 'その一つは重要と指定され、どの認証局も知らないタグが付いています。',
    fix: ({ observed, dnsForm: { place } }) => `${place}で、CAAレコードを次のように変更してください：${observed}。`,
  },
  caa_unreadable: {
    says: () => 'ネームサーバーがCAAの問い合わせに失敗し、認証局はこれを拒否とみなします。',
    fix: ({ hostname }) => `${hostname} のDNS事業者に、空の応答でもよいのでCAAの問い合わせに応答するよう依頼してください。`,
  },
  record_beside_cname: {
    says: ({ observed }) => `アドレス ${observed} もあります。`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { place } }) =>
      `${place}で、${hostname} のAレコードとAAAAレコード（${observed}）を削除し、${cnameTarget} を指すCNAMEレコードを残してください。`,
  },
  proxy_addresses: { says: () => '見つかったアドレスはプロキシのものです。' },
  former_server: { says: () => 'それは以前の向き先です。今も動作しており、レコードを変更すると移行が完了します。' },
  addresses_elsewhere: {
    says: ({ observed }) => `アドレスがサーバーのものではありません：${observed}。`,
    fix: ({ hostname, dnsForm: { place, target } }) =>
      `${place}で、名前が ${hostname} のAレコードとAAAAレコードをすべて削除し、${target} を指すCNAMEレコードだけを残してください。`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `優先されるIPv6アドレスがサーバーのものではありません：${observed}。`,
    fix: ({ hostname, dnsForm: { place } }) => `${place}で、名前が ${hostname} のAAAAレコードをすべて削除してください。`,
  },
  renewal_paused: { says: () => '1週間この状態です。レコードが戻るまで証明書は更新されません。' },
};
