import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `${hostname} のDNSプロバイダーに、ゾーンの再署名を依頼してください。`;

const ofValidation: Says = ({ host }) => `${host} のレコードです。`;

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `${atPlace}、CNAMEレコードを${withoutProxy}追加してください（${name}、${value}）。同じ名前のAレコードとAAAAレコードは削除してください。数分で確認できます。`;

const fixTarget: Says = ({ host, dnsForm: { atPlace, target } }) =>
  `${atPlace}、CNAMEレコード ${host} の値を ${target} に変更してください。全体をコピーしてください。`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => '数文字だけ違います。入力ミスのようです。' },
  missing_dot: {
    says: () => 'DNSプロバイダーが値にドメインを付け加えました。',
    fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}、CNAMEレコード ${host} の値を ${cnameTarget}.（末尾のドットも）に変更してください。使えない場合は、ドットなしで入力してください。`,
  },
  base_target: { says: () => '値の先頭部分がありません。' },
  name_before_target: { says: () => '値の前に余分な名前があります。' },
  other_target: { says: () => 'その値は別のアカウントまたはサーバーのものです。' },
  doubled_name: {
    says: ({ observed }) => `レコード ${observed} があります。DNSプロバイダーがドメインを二重に付け加えました。`,
    fix: ({ cnameTarget, host, dnsForm: { atPlace } }) =>
      `${atPlace}、そのレコードの名前を ${host} に変更してください。ドメインは自動で付きます。値は ${cnameTarget} です。`,
  },
  address_instead: {
    says: ({ observed }) => `代わりにアドレスがあります：${observed}。`,
    fix: ({ host, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}、名前が ${host} のAレコードとAAAAレコード（${observed}）を削除し、CNAMEレコードを${withoutProxy}追加してください（${name}、${value}）。`,
  },
  txt_instead: { says: () => 'TXTレコードがあります。種類はCNAMEにしてください。' },
  wildcard_answer: {
    says: () => 'ワイルドカード（*）レコードが応答しています。',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `${atPlace}、CNAMEレコードを追加してください（${name}、${value}）。ワイルドカードより優先されます。`,
  },
  cname_loop: { says: () => 'CNAMEレコードが循環しています。' },
  chain_too_long: { says: () => 'CNAMEレコードが多くの名前を経由しています。' },
  chain_unanswered: {
    says: () => 'レコードはありますが、その先のネームサーバーが正しく応答しません。',
    fix: fixTarget,
  },
  servers_not_public: {
    says: () => 'レジストリに登録されたネームサーバーに、公開IPv4アドレスがありません。',
    fix: ({ hostname }) =>
      `${hostname} のドメインのレジストラで、公開IPv4アドレスを持つネームサーバーを登録するか、DNSプロバイダーに依頼してください。`,
  },
  negative_cache: {
    says: () => 'CNAMEレコードはありますが、まだ全体に反映されていません。',
    fix: () => '作業は不要です。CNAMEレコードはそのままにしてください。',
  },
  servfail: { says: () => '応答はSERVFAILです。ネームサーバーのエラーか、ゾーンの未設定です。' },
  dnssec_bogus: {
    says: () => 'ゾーンのDNSSEC署名が無効なため、応答が得られません。',
    fix: ({ hostname }) =>
      `${hostname} のDNSプロバイダーにゾーンの再署名を依頼するか、署名しない場合はレジストラでDSレコードを削除してください。`,
  },
  dnssec_expired: { says: () => 'ゾーンのDNSSEC署名の期限が切れ、応答が得られません。', fix: signAnew },
  dnssec_key_missing: {
    says: () => 'レジストリのDSレコードが、ゾーンにない鍵を指しています。プロバイダー変更後によくあります。',
    fix: ({ hostname }) =>
      `${hostname} のドメインのレジストラで、DSレコードを削除するか、現在のDNSプロバイダーのものに替えてください。`,
  },
  lame_servers: {
    says: () => 'レジストリに登録されたネームサーバーに、このゾーンがありません。',
    fix: ({ hostname }) =>
      `${hostname} のドメインのレジストラで、レコードを管理するDNSプロバイダーのネームサーバーを登録するか、そこにゾーンの作成を依頼してください。`,
  },
  servers_silent: { says: () => 'レジストリに登録されたネームサーバーが応答しません。' },
  servers_disagree: {
    says: () => 'ネームサーバーごとに応答が違います。変更の反映中かもしれません。',
    fix: ({ hostname, cnameTarget }) =>
      `通常は数分で解消します。確認は続けます。解消しない場合は、${hostname} のDNSプロバイダーに、${cnameTarget} を指すCNAMEレコードを全サーバーで公開するよう依頼してください。`,
  },
  name_servers_differ: {
    says: () => 'ゾーンのネームサーバーがレジストリと異なり、追加したレコードが見えません。',
    fix: ({ host, cnameTarget }) =>
      `名前が ${host}、値が ${cnameTarget} のCNAMEレコードを、レジストリのネームサーバーに追加するか、レコードのあるネームサーバーをレジストラに登録してください。`,
  },
  validation_missing: { says: ofValidation, fix: addCname },
  validation_wrong: { says: ofValidation, fix: fixTarget },
  domain_not_registered: {
    says: ({ observed }) => `レジストリに ${observed} がありません。未登録か期限切れです。`,
    fix: ({ hostname, observed }) =>
      `${observed} を登録または更新し、ネームサーバーを登録してください。${hostname} の入力ミスも確認してください。`,
  },
  caa_restricted: { says: () => 'その一つは認証局を指定していますが、別のアカウント、またはHTTP-01以外の検証用です。' },
  caa_not_understood: {
    says: () => 'その一つはcriticalと指定され、どの認証局も知らないタグが付いています。',
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}、CAAレコードを次のように変更してください：${observed}。`,
  },
  caa_unreadable: {
    says: () => 'ネームサーバーがCAAの問い合わせに失敗し、認証局は拒否とみなします。',
    fix: ({ hostname }) => `${hostname} のDNSプロバイダーに、CAAの問い合わせに（空でも）応答するよう依頼してください。`,
  },
  record_beside_cname: {
    says: ({ observed }) => `アドレス ${observed} もあります。`,
    fix: ({ host, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `${atPlace}、名前が ${host} のAレコードとAAAAレコード（${observed}）を削除し、${cnameTarget} を指すCNAMEレコードを残してください。`,
  },
  proxy_addresses: { says: () => 'アドレスはプロキシのものです。' },
  former_server: {
    says: () => 'CNAMEレコードは以前のサーバーを指し、今も動作しています。変更で移行が完了します。',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `アドレスがサーバーのものではありません：${observed}。`,
    fix: ({ host, dnsForm: { atPlace, target } }) =>
      `${atPlace}、名前が ${host} のAレコードとAAAAレコードをすべて削除し、${target} を指すCNAMEレコードだけを残してください。`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `優先されるIPv6アドレスがサーバーのものではありません：${observed}。`,
    fix: ({ host, dnsForm: { atPlace } }) => `${atPlace}、名前が ${host} のAAAAレコードをすべて削除してください。`,
  },
  renewal_paused: { says: () => '1週間この状態です。レコードが戻るまで証明書は更新されません。' },
};

const nothingToDo: Says = () => '作業は不要です。';
const installing: Copy = {
  summary: ({ brand }) => `お客様の作業は完了しています。${brand}が証明書を設定しています。`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'お客様の作業は完了していますが、証明書はまだ発行されていません。',
  fix: ({ brand }) => `作業は不要です。${brand}が原因を確認し、やり直せます。`,
};

export const jaWords: Words = {
  codes: {
    ok: {
      summary: ({ hostname }) => `${hostname} は安全な接続（HTTPS）で公開されています。`,
      fix: () => '作業は不要です。CNAMEレコードはそのままにしてください。',
    },
    in_progress: {
      summary: ({ hostname, stage }) =>
        stage === 'dns'
          ? `${hostname} を設定しています。あとは自動で進みます。`
          : `DNSは正常です。${hostname} の証明書は自動で取得、設定されます。`,
      fix: (facts) =>
        facts.stage === 'dns' ? addCname(facts) : '作業は不要です。通常は数分かかります。CNAMEレコードはそのままにしてください。',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} にはまだCNAMEレコードがなく、当サービスを指していません。`,
      fix: addCname,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `${hostname} のCNAMEレコードは ${observed} ではなく ${cnameTarget} を指す必要があります。`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `${hostname} のDNSが正しく応答せず、CNAMEレコードが見えません。`,
      fix: ({ hostname, cnameTarget }) =>
        `通常は自然に解消します。確認は続けます。解消しない場合は、${hostname} のDNSプロバイダーにお問い合わせください。CNAMEレコードは ${cnameTarget} を指す必要があります。`,
    },
    dns_validation_timeout: {
      summary: ({ hostname }) =>
        `${hostname} のレコードを時間内に確認できませんでした。1週間は毎時、その後1か月は毎日確認します。`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `DNSプロバイダーのプロキシが ${hostname} のCNAMEレコードを隠しています。`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `${atPlace}、${turnProxyOff}、${cnameTarget} を指すCNAMEレコードはそのままにしてください。`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} にはCNAME以外のレコードもあり、訪問者が別の場所に届きます。`,
      fix: ({ host, cnameTarget, dnsForm: { atPlace } }) =>
        `${atPlace}、名前が ${host} のほかのレコード（A、AAAA、TXT、MX）を削除し、${cnameTarget} を指すCNAMEレコードだけを残してください。`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) => `${hostname} またはその上位の名前のCAAレコードが、当社の認証局を許可していません。`,
      fix: ({ observed, dnsForm: { atPlace } }) =>
        `${atPlace}、レコード ${observed} を追加するか、今あるCAAレコードを削除してください。`,
    },
    challenge_unreachable: {
      summary: ({ brand }) => `DNSは正常です。${brand}側の作業が残っています。`,
      fix: nothingToDo,
    },
    server_not_connected: installing,
    certificate_not_served: installing,
    certificate_install_failed: installing,
    ca_rate_limited: {
      summary: () => '証明書は認証局の順番待ちです。',
      fix: () => '作業は不要です。認証局が許可し次第、発行されます。',
    },
    certificate_request_failed: failed,
    certificate_timeout: failed,
    certificate_expired: {
      summary: () => '証明書の期限が切れ、訪問者に警告が出ます。',
      fix: ({ brand }) => `CNAMEレコードはそのままにしてください。${brand}が証明書を更新する必要があります。`,
    },
    hostname_claimed: {
      summary: ({ hostname }) => `別のアカウントが ${hostname} の所有を証明したため、このドメインは無効になりました。`,
      fix: ({ hostname, cnameTarget }) =>
        `${hostname} を当サービスで使う場合は、CNAMEレコードの値を ${cnameTarget} にし、設定のやり直しを依頼してください。`,
    },
    ready_to_switch: {
      summary: ({ hostname }) => `${hostname} の証明書ができました。訪問者への影響はありません。`,
      fix: addCname,
    },
  },
  others: { summary: ({ brand }) => `${brand}側の作業が残っています。`, fix: nothingToDo },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}.（末尾のドットも）` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      atPlace: form ? `${form.name}で` : `${hostname} のDNSプロバイダーで`,
      name: `${name ? `「${name}」欄` : '名前'}：${host}`,
      value: `${value ? `「${value}」欄` : '値'}：${target}`,
      target,
      withoutProxy: (proxy ? `「${proxy.name}」を「${proxy.off}」にして` : !form && 'プロキシなし（DNS only）で') || '',
      turnProxyOff: proxy
        ? `このレコードの「${proxy.name}」を「${proxy.off}」にし`
        : `このレコードのプロキシをオフ${form ? '' : '（DNS only）'}にし`,
    };
  },
};

const waitingText: Titles = ({ brand }) => `${brand}の作業を待っています`;
const notIssued: Titles = () => '証明書はまだ発行されていません';

export const ja: Locale = {
  tag: 'ja',
  direction: 'ltr',
  titles: {
    ok: ({ hostname }) => `${hostname} は公開中です`,
    in_progress: ({ stage }) => (stage === 'dns' ? '設定中です' : 'DNSは正常です。証明書を取得しています'),
    cname_not_found: () => 'DNSレコードを追加してください',
    invalid_cname_target: () => 'レコードの値が違います',
    dns_validation_failed: () => 'DNSが正しく応答しません',
    dns_validation_timeout: () => 'DNSレコードを追加してください',
    proxied_dns: () => 'プロキシをオフにしてください',
    conflicting_records: () => '別のレコードと競合しています',
    caa_forbids_issuance: () => 'CAAレコードが発行を妨げています',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => '順番待ちです',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => '証明書の期限が切れました',
    hostname_claimed: () => '別のアカウントがこのドメインを使用中です',
    ready_to_switch: () => '準備完了：今すぐ切り替えてください',
  },
  reasonTitles: {
    negative_cache: () => 'レコードは見つかりましたが、まだ全体に反映されていません',
    doubled_name: () => '名前にドメインが二重に付いています',
    target_typo: () => 'あと少しです：入力ミスがあります',
    address_instead: () => '別のレコードと競合しています',
    addresses_elsewhere: () => '別のレコードと競合しています',
    ipv6_elsewhere: () => '別のレコードと競合しています',
  },
  labels: {
    steps: { added: '登録', dns: 'DNSレコード', certificate: '証明書', live: '公開' },
    stepStates: { done: '完了', current: '進行中', todo: 'これから' },
    record: 'DNSレコード',
    fields: { type: '種類', name: '名前', value: '値' },
    fullName: (name) => `フォームが完全な名前を求める場合のみ：${name}`,
    emptyName: '空欄',
    actions: { add: '追加', change: '変更', remove: '削除' },
    copy: { name: '名前をコピー', value: '値をコピー' },
    copied: (field) => `${field}をコピーしました`,
    selected: (field) => `${field}を選択しました。キーボードかメニューでコピーしてください`,
    observed: 'DNSの応答：',
    evidence: '確認した内容',
    more: '詳しく見る',
    where: 'どこに入力しますか？',
    signInTo: (provider, zone) => `${provider}にログインし、${zone} を選びます。`,
    openPath: (path) => `${path} を開きます。`,
    enterValues: 'ここに表示された値を入力して保存します。',
    checkNow: '今すぐ確認',
    addedCheckNow: '追加しました。今すぐ確認',
    justChecked: (what) => `確認しました：${what}`,
    notYet: 'まだ反映されていません。',
    checking: '確認中',
    checkedAt: (time) => `前回の確認：${time}`,
    nextCheckAt: (time) => `次回の確認：${time}`,
    goesOn: 'このページを閉じても、確認は続きます。',
    takesTime: 'DNSの反映は通常5～30分、まれに24時間かかります。',
    open: (hostname) => `${hostname} を開く`,
    openProvider: (provider) => `${provider}を開く`,
    setUpAt: (provider) => `${provider}で設定する`,
    byHand: '手動で設定する場合：',
    loading: '読み込み中',
    cannotLoad: { title: '状況を読み込めませんでした', text: '設定に影響はありません。しばらくしてからもう一度お試しください。' },
    signedOut: { title: '再度ログインしてください', text: 'ログインすると状況が表示されます。' },
    notFound: { title: 'このドメインは表示できません', text: '名前のつづりを確認してください。' },
    tooMany: { title: '試行回数が多すぎます', text: (seconds) => `${seconds}秒待ってから、もう一度お試しください。` },
    tryAgain: '再試行',
    brand: 'ご利用のサービス',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `${form.name}にログインし、` : `${zone} のDNSを管理しているサービスにログインし、`;
const addBelow: Saying = (facts) => `${signIn(facts)}下のレコードを追加してください。`;
const changeBelow: Saying = (facts) => `${signIn(facts)}レコードの値を下の値に変更してください。`;
const askProvider: Saying = ({ zone }) =>
  `${zone} のネームサーバーが正しく応答していません。DNSプロバイダーにお問い合わせください。確認は続けます。`;
const fixSignatures: Saying = ({ zone }) => `${zone} のDNSSEC署名が無効です。DNSプロバイダーにお問い合わせください。`;
const copyWhole: Saying = () => '値が不完全か、正しくありません。下の値をコピーしてください。';
const pointDirectly: Saying = () => 'レコードが下の値を直接指すようにしてください。';
const keepTheCname: Saying = (facts) => `${signIn(facts)}同じ名前のほかのレコードを削除してください。CNAMEは残します。`;
const atWork: Saying = ({ brand }) => `お客様の作業は完了しています。${brand}が証明書を設定しています。`;
const notYet: Saying = ({ brand }) => `お客様の作業は完了しています。${brand}が原因を確認し、やり直せます。`;
const leftToOthers: Saying = ({ brand }) => `お客様の作業は不要です。${brand}側の作業が残っています。`;

export const jaSayings: Sayings = {
  codes: {
    ok: () => '訪問者は安全な接続でアクセスできます。証明書は自動で更新されます。',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : '作業は不要です。通常は1～5分で終わります。'),
    cname_not_found: addBelow,
    invalid_cname_target: changeBelow,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy
        ? `このレコードの「${proxy.name}」を「${proxy.off}」にしてください`
        : 'このレコードのプロキシをオフにしてください';
      return `${signIn(facts)}${off}。レコードは残してください。`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)}CAAレコードを下のとおりに変更してください。`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => '作業は不要です。認証局が許可し次第、証明書が発行されます。',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) =>
      `訪問者に警告が表示されます。${brand}が更新する必要があります。レコードはそのままにしてください。`,
    hostname_claimed: ({ brand }) =>
      `ご自身のドメインの場合は、下のレコードを追加し、${brand}に設定のやり直しを依頼してください。`,
    ready_to_switch: () => '証明書の準備ができました。下のレコードを今すぐ設定してください。訪問者への影響はありません。',
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => '異なる文字に印を付けました。下の値をコピーしてください。',
    missing_dot: ({ zone }) => `DNSプロバイダーが値に ${zone} を付け加えました。末尾のドットを含めて下の値を貼り付けてください。`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'その値は別のアカウントのものです。下の値をコピーしてください。',
    doubled_name: ({ host, zone }) => `名前には ${host} だけを入力してください。${zone} は自動で付きます。`,
    address_instead: (facts) => `${signIn(facts)}アドレスのレコードを削除してから、CNAMEを追加してください。`,
    txt_instead: () => 'TXTレコードがあります。種類はCNAMEを選んでください。',
    wildcard_answer: () =>
      '今はワイルドカードレコード（*）が応答しています。下のレコードを追加してください。ワイルドカードは残せます。',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => '作業は不要です。ほかのDNSサーバーに、以前の応答がしばらく残ります。',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
    dnssec_key_missing: () => 'レジストラに古いDSレコードがあります。レジストラで削除するか、置き換えてください。',
    lame_servers: ({ zone }) =>
      `${zone} のレジストラに登録されたネームサーバーにレコードがありません。レジストラで修正してください。`,
    servers_not_public: ({ zone }) =>
      `${zone} のレジストラに登録されたネームサーバーは公開されていません。レジストラで修正してください。`,
    servers_disagree: () => 'ネームサーバーの応答が一致していません。通常は数分で解消します。確認は続けます。',
    name_servers_differ: ({ zone }) => `${zone} のレジストラに登録されたネームサーバーにレコードを追加してください。`,
    validation_missing: (facts) => `${signIn(facts)}先に下のレコードを追加してください。`,
    validation_wrong: changeBelow,
    domain_not_registered: ({ zone }) => `${zone} は登録されていないか、期限切れです。先に登録または更新してください。`,
    caa_unreadable: () => 'ネームサーバーがCAAレコードの問い合わせに失敗します。DNSプロバイダーにお問い合わせください。',
    former_server: () => '正常に動作しています。移行を終えるには、レコードの値を下の値に変更してください。',
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)}同じ名前のAAAAレコードを削除してください。CNAMEは残します。`,
  },
};

export const jaPortalLabels: PortalLabels = {
  title: 'ドメインを接続する',
  hostname: 'お使いのドメイン（例：docs.example.com）',
  go: '次へ',
  askForLink: (brand) =>
    `www. や shop. などの先頭部分も入力してください。つづりを確認するか、${brand}に専用リンクをお問い合わせください。`,
  linkIsOver: (brand) => `このリンクは無効か、期限切れです。${brand}に新しいリンクを依頼するか、ドメインを入力してください。`,
  whereLines: [
    'ドメインを登録した、またはDNSを管理しているサービスにログインします。',
    '「DNS」「ネームサーバー」「詳細設定」を探し、「レコードを追加」を選びます。',
    '種類を選び、名前と値を貼り付けて保存します。',
  ],
  send: '同僚に送る',
  mailSubject: (hostname) => `${hostname} のDNSレコード`,
  mailText: (hostname) => `${hostname} のDNSを、次のとおり設定していただけますか？`,
  print: '印刷',
  providedBy: (brand) => `提供：${brand}`,
  help: 'ヘルプ',
  languages: '言語',
  noScript: '専用リンクにはJavaScriptが必要です。使えない場合はドメインを入力してください。',
  notSetUp: 'DNSプロバイダーはレコードを追加しませんでした。もう一度お試しになるか、手動で追加してください。',
  checkedRecently: '先ほど確認したばかりです。1分後にもう一度お試しください。',
  askedFor: (brand, at) =>
    `別のサービスがTXTレコードでこのドメインを証明しており、${at}以降に引き継ぐことができます。ご希望でない場合は、TXTレコード _cps-claim を削除し、${brand}にご連絡ください。`,
};
