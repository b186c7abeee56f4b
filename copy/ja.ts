import type { Copy, Locale, Says, Titles, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { Saying, Sayings } from './types/sayings.ts';

const signAnew: Says = ({ hostname }) => `${hostname} のDNS事業者に、ゾーンの再署名を依頼してください。`;

const fixTarget: Says = ({ hostname, dnsForm: { atPlace, target } }) =>
  `${atPlace}、CNAMEレコード ${hostname} の値を ${target} に変更してください。全体をコピーしてください。`;

const reasons: Words['reasons'] = {
  target_typo: { says: () => '数文字だけ違うため、入力ミスのようです。' },
  missing_dot: {
    says: () => 'DNS事業者が向き先にドメインを付け足しました。',
    fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
      `${atPlace}、CNAMEレコード ${hostname} の値を、${cnameTarget}.（末尾の点も）に変更してください。点が使えない場合は ${cnameTarget} 全体を入力してください。`,
  },
  base_target: { says: () => '先頭の名前がありません。' },
  name_before_target: { says: () => '向き先の前に余分な名前があります。' },
  other_target: { says: () => 'それは別のアカウントまたはサーバーの向き先です。' },
  doubled_name: {
    says: ({ observed }) => `レコード ${observed} があります。DNS事業者がドメインをもう一度付け足しました。`,
    fix: ({ cnameTarget, host, observed, dnsForm: { atPlace } }) =>
      `${atPlace}、レコード ${observed} の名前を、ドメインを除いた ${host} に変更してください。ドメインは自動で付きます。値は ${cnameTarget} です。`,
  },
  address_instead: {
    says: ({ observed }) => `代わりにアドレスがあります：${observed}。`,
    fix: ({ hostname, observed, dnsForm: { atPlace, name, value, withoutProxy } }) =>
      `${atPlace}、${hostname} のAレコードとAAAAレコード（${observed}）を削除し、${name}、${value}のCNAMEレコードを${withoutProxy}追加してください。`,
  },
  txt_instead: { says: () => '向き先がTXTレコードにあります。種類はCNAMEです。' },
  wildcard_answer: {
    says: () => 'ワイルドカード（*）レコードが応答しています。',
    fix: ({ dnsForm: { atPlace, name, value } }) =>
      `${atPlace}、正確に${name}、${value}のCNAMEレコードを追加してください。こちらが優先されるため、ワイルドカードは残せます。`,
  },
  cname_loop: { says: () => 'CNAMEレコードが循環しています。' },
  chain_too_long: { says: () => 'CNAMEレコードが多くの名前を経由しています。直接向き先を指定してください。' },
  chain_unanswered: {
    says: () => 'レコードはありますが、その先のネームサーバーが正しく応答しません。',
    fix: fixTarget,
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
    fix: ({ observed, dnsForm: { atPlace } }) => `${atPlace}、CAAレコードを次のように変更してください：${observed}。`,
  },
  caa_unreadable: {
    says: () => 'ネームサーバーがCAAの問い合わせに失敗し、認証局はこれを拒否とみなします。',
    fix: ({ hostname }) => `${hostname} のDNS事業者に、空の応答でもよいのでCAAの問い合わせに応答するよう依頼してください。`,
  },
  record_beside_cname: {
    says: ({ observed }) => `アドレス ${observed} もあります。`,
    fix: ({ hostname, cnameTarget, observed, dnsForm: { atPlace } }) =>
      `${atPlace}、${hostname} のAレコードとAAAAレコード（${observed}）を削除し、${cnameTarget} を指すCNAMEレコードを残してください。`,
  },
  proxy_addresses: { says: () => '見つかったアドレスはプロキシのものです。' },
  former_server: {
    says: () => 'CNAMEレコードは以前のサーバーを指し、今も動作しています。変更すると移行が完了します。',
    fix: fixTarget,
  },
  addresses_elsewhere: {
    says: ({ observed }) => `アドレスがサーバーのものではありません：${observed}。`,
    fix: ({ hostname, dnsForm: { atPlace, target } }) =>
      `${atPlace}、名前が ${hostname} のAレコードとAAAAレコードをすべて削除し、${target} を指すCNAMEレコードだけを残してください。`,
  },
  ipv6_elsewhere: {
    says: ({ observed }) => `優先されるIPv6アドレスがサーバーのものではありません：${observed}。`,
    fix: ({ hostname, dnsForm: { atPlace } }) => `${atPlace}、名前が ${hostname} のAAAAレコードをすべて削除してください。`,
  },
  renewal_paused: { says: () => '1週間この状態です。レコードが戻るまで証明書は更新されません。' },
};

const nothingToDo: Says = () => '操作は不要です。';
const installing: Copy = {
  summary: ({ brand }) => `お客様の作業は完了しました。${brand}が証明書を設置しています。`,
  fix: nothingToDo,
};
const failed: Copy = {
  summary: () => 'お客様の作業は完了しましたが、証明書はまだ発行されていません。',
  fix: ({ brand }) => `操作は不要です。${brand}が原因を確認し、やり直せます。`,
};

const addCname: Says = ({ dnsForm: { atPlace, name, value, withoutProxy } }) =>
  `${atPlace}、${name}、${value}のCNAMEレコードを${withoutProxy}追加してください。同じ名前のAレコードとAAAAレコードは削除してください。数分で見つかります。`;

export const jaWords: Words = {
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
      fix: (facts) =>
        facts.stage === 'dns' ? addCname(facts) : '操作は不要です。通常は数分かかります。CNAMEレコードはそのままにしてください。',
    },
    cname_not_found: {
      summary: ({ hostname }) => `${hostname} にはまだCNAMEレコードがないため、ここにつながりません。`,
      fix: addCname,
    },
    invalid_cname_target: {
      summary: ({ hostname, cnameTarget, observed }) =>
        `${hostname} のCNAMEレコードは ${observed} を指していますが、${cnameTarget} を指す必要があります。`,
      fix: fixTarget,
    },
    dns_validation_failed: {
      summary: ({ hostname }) => `${hostname} のDNSが正しく応答せず、CNAMEレコードが見えません。`,
      fix: ({ hostname, cnameTarget }) =>
        `通常は自然に直り、確認は続きます。直らない場合は、${hostname} のDNS事業者に問い合わせてください。CNAMEレコード ${hostname} は ${cnameTarget} を指す必要があります。`,
    },
    dns_validation_timeout: {
      summary: ({ hostname }) => `${hostname} のレコードは間に合いませんでした。1週間は毎時、その後1か月は毎日確認します。`,
      fix: fixTarget,
    },
    proxied_dns: {
      summary: ({ hostname }) => `DNS事業者のプロキシが ${hostname} のCNAMEレコードを隠しています。`,
      fix: ({ cnameTarget, dnsForm: { atPlace, turnProxyOff } }) =>
        `${atPlace}、${turnProxyOff}、${cnameTarget} を指すCNAMEレコードはそのままにしてください。`,
    },
    conflicting_records: {
      summary: ({ hostname }) => `${hostname} にはCNAME以外のレコードもあり、訪問者が別の場所に送られます。`,
      fix: ({ hostname, cnameTarget, dnsForm: { atPlace } }) =>
        `${atPlace}、名前が ${hostname} の他のレコード（A、AAAA、TXT、MX）を削除し、${cnameTarget} を指すCNAMEレコードだけを残してください。`,
    },
    caa_forbids_issuance: {
      summary: ({ hostname }) => `${hostname} またはその上位の名前のCAAレコードが、当社の認証局による発行を許可していません。`,
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
  others: { summary: ({ brand }) => `${brand}側の作業が残っています。`, fix: nothingToDo },
  reasons,
  dnsForm: ({ hostname, cnameTarget, host }, form) => {
    const target = form?.appendsZone ? `${cnameTarget}.（末尾の点も）` : cnameTarget;
    const { name, value } = form?.fields ?? {};
    const proxy = form?.proxySwitch;
    return {
      atPlace: form ? `${form.name} で` : `${hostname} のDNS事業者で`,
      name: name ? `「${name}」欄に ${host}` : `名前 ${host}`,
      value: value ? `「${value}」欄に ${target} ` : `値 ${target} `,
      target,
      withoutProxy: (proxy ? `「${proxy.name}」を「${proxy.off}」にして` : !form && 'プロキシなし（DNS only）で') || '',
      turnProxyOff: proxy
        ? `このレコードの「${proxy.name}」を「${proxy.off}」にし`
        : 'このレコードのプロキシをオフ（DNS only、Cloudflareでは灰色の雲）にし',
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
    invalid_cname_target: () => 'レコードの向き先が違います',
    dns_validation_failed: () => 'DNSが正しく応答しません',
    dns_validation_timeout: () => '時間内にレコードが見つかりませんでした',
    proxied_dns: () => 'プロキシをオフにしてください',
    conflicting_records: () => '別のレコードが妨げています',
    caa_forbids_issuance: () => 'CAAレコードが証明書を禁じています',
    challenge_unreachable: waitingText,
    server_not_connected: waitingText,
    certificate_not_served: waitingText,
    certificate_install_failed: waitingText,
    ca_rate_limited: () => '順番待ちです',
    certificate_request_failed: notIssued,
    certificate_timeout: notIssued,
    certificate_expired: () => '証明書の期限が切れました',
    hostname_claimed: () => '別のアカウントがこのドメインを使用中です',
  },
  reasonTitles: {
    negative_cache: () => 'レコードは見つかりましたが、まだ全体に反映されていません',
    doubled_name: () => '名前が二重になっています',
    target_typo: () => 'もう少しです：入力ミスがあります',
    addresses_elsewhere: () => '別のレコードが妨げています',
    ipv6_elsewhere: () => '別のレコードが妨げています',
  },
  labels: {
    steps: { added: '登録', dns: 'DNSレコード', certificate: '証明書', live: '公開' },
    stepStates: { done: '完了', current: '進行中', todo: 'これから' },
    record: 'DNSレコード',
    fields: { type: '種類', name: '名前', value: '値' },
    fullName: (name) => `完全な名前が必要な事業者もあります：${name}`,
    emptyName: '空欄',
    actions: { add: '追加', change: '変更', remove: '削除' },
    copyButton: 'コピー',
    copy: (field) => `${field}をコピー`,
    copied: (field) => `${field}をコピーしました`,
    selected: (field) => `${field}を選択しました。キーボードかメニューでコピーしてください`,
    observed: 'DNSの応答',
    evidence: '確認した内容',
    checkNow: '今すぐ確認',
    addedCheckNow: '追加済み。今すぐ確認',
    justChecked: (what) => `確認しました：${what}`,
    notYet: 'まだありません。',
    checking: '確認中',
    checkedAt: (time) => `前回の確認：${time}`,
    nextCheckAt: (time) => `次回の確認：${time}`,
    goesOn: 'このページは閉じても自動で進みます。',
    takesTime: 'DNSの反映は通常5〜30分、まれに24時間です。',
    open: (hostname) => `${hostname} を開く`,
    openProvider: (provider) => `${provider} を開く`,
    setUpAt: (provider) => `${provider} で設定する`,
    byHand: 'または手動で',
    loading: '読み込み中',
    cannotLoad: { title: '状況を読み込めませんでした', text: '設定に影響はありません。しばらくしてからもう一度お試しください。' },
    signedOut: { title: '再度サインインしてください', text: '状況はサインイン中に表示されます。' },
    notFound: { title: 'このドメインは表示できません', text: '名前の綴りを確認してください。' },
    tooMany: { title: '確認の回数が多すぎます', text: (seconds) => `${seconds}秒待ってから、もう一度お試しください。` },
    tryAgain: 'もう一度',
    brand: 'ご利用の事業者',
  },
};

const signIn: Saying = ({ form, zone }) =>
  form ? `${form.name}にログインし、` : `${zone} のDNSを管理しているサービスにログインし、`;
const addBelow: Saying = (facts) => `${signIn(facts)}下のレコードを追加してください。`;
const askProvider: Saying = ({ zone }) =>
  `${zone} のネームサーバーが正しく応答していません。DNSプロバイダーにお問い合わせください。確認は続けます。`;
const fixSignatures: Saying = ({ zone }) => `${zone} のDNSSEC署名が無効です。DNSプロバイダーにお問い合わせください。`;
const copyWhole: Saying = () => '値が不完全か、正確ではありません。下の値をコピーしてください。';
const pointDirectly: Saying = () => 'レコードが下の値を直接指すようにしてください。';
const keepTheCname: Saying = (facts) => `${signIn(facts)}同じ名前のほかのレコードを削除してください。CNAMEは残します。`;
const atWork: Saying = ({ brand }) => `お客様の作業は完了しています。${brand}が証明書を設置しています。`;
const notYet: Saying = ({ brand }) => `お客様の作業は完了しています。${brand}が原因を確認し、やり直すことができます。`;
const leftToOthers: Saying = ({ brand }) => `お客様の作業はありません。${brand}側の作業が残っています。`;

export const jaSayings: Sayings = {
  codes: {
    ok: () => '訪問者は安全な接続でアクセスできます。証明書は自動で更新されます。',
    in_progress: (facts) => (facts.isDnsOpen ? addBelow(facts) : '作業は必要ありません。通常は1～5分で終わります。'),
    cname_not_found: addBelow,
    invalid_cname_target: (facts) => `${signIn(facts)}レコードの値を下の値に変更してください。`,
    dns_validation_failed: askProvider,
    dns_validation_timeout: addBelow,
    proxied_dns: (facts) => {
      const proxy = facts.form?.proxySwitch;
      const off = proxy
        ? `このレコードの「${proxy.name}」を「${proxy.off}」にしてください`
        : 'このレコードのプロキシをオフにしてください';
      return `${signIn(facts)}${off}。レコードは残します。`;
    },
    conflicting_records: keepTheCname,
    caa_forbids_issuance: (facts) => `${signIn(facts)}CAAレコードを下のとおりに変更してください。`,
    challenge_unreachable: leftToOthers,
    server_not_connected: atWork,
    certificate_not_served: atWork,
    certificate_install_failed: atWork,
    ca_rate_limited: () => '作業は必要ありません。認証局に空きができ次第、証明書が発行されます。',
    certificate_request_failed: notYet,
    certificate_timeout: notYet,
    certificate_expired: ({ brand }) =>
      `訪問者に警告が表示されます。${brand}が更新する必要があります。レコードはそのまま残してください。`,
    hostname_claimed: ({ brand }) => `ご自身のドメインの場合は、下のレコードを設定し、${brand}に再開を依頼してください。`,
  },
  others: leftToOthers,
  reasons: {
    target_typo: () => '異なる文字に印を付けました。下の値をコピーしてください。',
    missing_dot: ({ zone }) => `プロバイダーが値に ${zone} を付け加えました。末尾のドットを含めて下の値を貼り付けてください。`,
    base_target: copyWhole,
    name_before_target: copyWhole,
    other_target: () => 'その値は別のアカウントのものです。下の値をコピーしてください。',
    doubled_name: ({ host, zone }) => `名前には ${host} だけを入力してください。${zone} はプロバイダーが自動で付け加えます。`,
    address_instead: (facts) => `${signIn(facts)}アドレスのレコードを削除してから、CNAMEを追加してください。`,
    txt_instead: () => 'TXTレコードがあります。種類はCNAMEを選んでください。',
    wildcard_answer: () =>
      '今はワイルドカードレコード（*）が応答しています。下のレコードを追加してください。ワイルドカードは残せます。',
    cname_loop: pointDirectly,
    chain_too_long: pointDirectly,
    chain_unanswered: pointDirectly,
    negative_cache: () => '作業は必要ありません。ほかのDNSサーバーはしばらく前の応答を覚えています。',
    dnssec_bogus: fixSignatures,
    dnssec_expired: fixSignatures,
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
    addresses_elsewhere: keepTheCname,
    ipv6_elsewhere: (facts) => `${signIn(facts)}同じ名前のAAAAレコードを削除してください。CNAMEは残します。`,
  },
};

export const jaPortalLabels: PortalLabels = {
  title: 'ドメインを接続する',
  hostname: 'お使いのドメイン（例：docs.example.com）',
  go: '次へ',
  askForLink: (brand) =>
    `www. や shop. などの先頭部分も入力してください。つづりを確かめるか、${brand} に専用リンクをお尋ねください。`,
  linkIsOver: (brand) => `このリンクは無効か、期限切れです。${brand} に新しいリンクを依頼するか、ドメインを入力してください。`,
  where: 'どこに入力しますか？',
  whereLines: [
    'ドメインを登録した、または DNS を管理しているサービスにログインします。',
    '「DNS」「ネームサーバー」「詳細設定」を探し、「レコードを追加」を選びます。',
    '種類を選び、名前と値を貼り付けて保存します。',
  ],
  signInTo: (provider) => `${provider} のアカウントにログインします。`,
  openPath: (path) => `${path} を開きます。`,
  enterValues: 'ここに表示された値を入力して保存します。',
  send: '同僚に送る',
  mailSubject: (hostname) => `${hostname} の DNS レコード`,
  mailText: (hostname) => `${hostname} にこの DNS レコードを設定していただけますか？`,
  print: '印刷',
  more: '詳しく見る',
  providedBy: (brand) => `提供：${brand}`,
  help: 'ヘルプ',
  languages: '言語',
  noScript: '専用リンクには JavaScript が必要です。使えない場合はドメインを入力してください。',
  notSetUp: 'DNS プロバイダーはレコードを設定しませんでした。もう一度試すか、手動で設定してください。',
  checkedRecently: '先ほど確認したばかりです。1分後にもう一度お試しください。',
};
