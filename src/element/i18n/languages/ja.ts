// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const ja: Translation = {
  lang: 'ja',
  dir: 'ltr',
  screens: {
    loading: { title: 'お支払い情報を読み込んでいます', text: '' },
    ready: { title: 'お支払いの準備ができました', text: '' },
    failed: { title: '問題が発生しました', text: '' },
    unavailable: {
      title: 'このお支払いはご利用いただけません',
      text: 'リンクが古いか、ショップが請求を取り下げた可能性があります。',
    },
    cancelled: {
      title: 'お支払いをキャンセルしました',
      text: 'ウォレットからは何も送金されていません。',
    },
    enteringAmount: { title: 'お支払い金額を入力してください', text: '' },
    choosingWallet: { title: 'ウォレットを選択してください', text: '' },
    connecting: {
      title: '{wallet} で接続してください',
      text: 'ウォレットを開き、このサイトへの接続を承認してください。',
    },
    choosingToken: { title: 'お支払い方法を選択してください', text: '' },
    externalPayment: { title: '別のウォレットから送る', text: '' },
    wrongNetwork: {
      title: '{network} に切り替えてください',
      text: 'ウォレットでネットワークの切り替えを承認してください。',
    },
    checking: { title: '残高を確認しています', text: '少々お待ちください。' },
    insufficientFunds: { title: '{network} の {symbol} が不足しています', text: '' },
    sending: {
      title: '{wallet} で承認してください',
      text: 'ウォレットで金額を確認し、お支払いを承認してください。このページは開いたままにしてください。',
    },
    unknownOutcome: {
      title: 'お支払い状況を確認しています',
      text: 'ウォレットから明確な応答がなく、お支払いはすでに送信されている可能性があります。まだもう一度支払わないでください。',
    },
    reporting: {
      title: 'お支払いを送信しました',
      text: 'ショップに通知しています。このページは開いたままにしてください。',
    },
    confirming: {
      title: 'お支払いを送信しました',
      text: 'ネットワークがお支払いを確認しています。このページは閉じてもかまいません。',
    },
    earlierPayment: {
      title: '以前のお支払いを確認しています',
      text: 'このブラウザーでは、このご注文のお支払いがすでに開始されています。もう一度支払う前に、ウォレットを確認してください。',
    },
    needsSignature: {
      title: 'お支払いをこのご注文に関連付けてください',
      text: 'お支払いは、このご注文の番号なしで送信されました。メッセージに署名すると関連付けられます。無料で、お金は動きません。',
    },
    waitingPayment: {
      title: 'お支払いがすでに進行中の可能性があります',
      text: 'ご自身のお支払いであれば、このままお待ちください。このページは自動で更新されます。',
    },
    storageBlocked: {
      title: 'ブラウザーが保存をブロックしています',
      text: 'このページが途中で閉じると、お支払いを再開できません。このサイトのデータ保存を許可するか、このまま続けてください。',
    },
    otherTab: {
      title: '別のタブでお支払い中です',
      text: '別のタブで手続きを完了してください。そのタブを閉じた場合は、ここで続けられます。',
    },
    dropped: {
      title: 'お支払いが完了しない可能性があります',
      text: 'ネットワークで破棄されましたが、あとから処理される可能性もあります。引き続き確認します。',
    },
    notPaid: { title: 'お支払いは完了しませんでした', text: '' },
    misdirected: {
      title: 'お支払いがショップに届きません',
      text: 'ウォレットが送信した内容が、このご注文と一致しません。悪意のあるアプリや拡張機能が変更した可能性があります。',
    },
    paid: {
      title: 'お支払い完了',
      text: 'ありがとうございます。お支払いが確認されました。',
    },
  },
  pay: '{amount} を支払う',
  payStore: '{store} へのお支払い',
  payRest: '残りの {amount} を支払う',
  logo: 'ロゴ',
  cancel: 'キャンセル',
  retry: '再試行',
  amountOnNetwork: '{amount}（{network}）',
  partlyPaid: '{price} のうち {paid} をお支払い済みです。',
  paidDirectly: '{store} に直接届きます',
  changeAmount: '金額を変更',
  testMode: 'テスト',
  coveredButton: '支払いボタンが何かに隠れています。閉じてから、もう一度お試しください。',
  orderFor: '{email} 様',
  orderItems: '商品：{n}点',
  back: '戻る',
  transaction: 'トランザクション',
  payAfterCancel: 'やはり支払う',
  installed: 'インストール済み',
  lastUsed: '前回使用',
  noWallet:
    'このブラウザーではウォレットが見つかりませんでした。ウォレットをインストールするか、ウォレットアプリ内のブラウザーでこのページを開いてください。',
  inAppBrowser:
    '{app} の中ではウォレットを開けないため、リンクをコピーしてブラウザーで開いてください。',
  inThisApp:
    'このアプリの中ではウォレットを開けないため、リンクをコピーしてブラウザーで開いてください。',
  payExternally: 'QR・アドレスで支払う',
  lockedHint: 'ウォレットがロックされていませんか？開いてロックを解除してください。',
  preparingCode: 'ウォレット用のコードを準備しています',
  scanTitle: 'ウォレットでスキャンしてください',
  scanText: 'ウォレットアプリでコードをスキャンし、接続を承認してください。',
  openTitle: 'ウォレットを開いてください',
  openText: 'アプリで接続を承認してから、このページに戻ってください。',
  openOnDevice: 'この端末で開く',
  anotherWallet: '別のウォレット',
  copyLink: 'リンクをコピー',
  qrConnectLabel: 'ウォレットを接続するための QR コード',
  qrPayLabel: 'お支払い情報をウォレットに読み込むための QR コード',
  heldFor: 'あと{time}有効です。',
  sendExactly: '正確な送金額',
  onlyOnNetwork:
    '必ず {network} で送金してください。別のネットワークで送ると、資金が失われるおそれがあります。',
  tokenContract: 'トークンコントラクト',
  openInWallet: 'ウォレットで開く',
  showCode: '別の端末用のコードを表示',
  awaitingPayment: 'お支払いをお待ちしています',
  paidAlready: 'すでに送金しました',
  transactionHash: 'トランザクションハッシュ',
  hashHint: 'ハッシュまたは URL を貼り付け',
  checkHash: 'お支払いを確認',
  checkingTransaction: 'トランザクションを確認中',
  sought: {
    title: 'このトランザクションを探しています',
    text: 'まだネットワーク上で確認できません。確認でき次第、このページが更新されます。',
    details: 'まだお支払いでない場合は、下の情報をご利用ください。',
    unpaid: 'まだ支払っていません',
  },
  codeNotLoaded: 'このページの一部を読み込めませんでした。接続を確認して、もう一度お試しください。',
  loading: '読み込み中',
  checkingBalances: '残高を確認しています',
  balance: '残高 {amount}',
  shortfall: '{amount} 不足',
  balanceUnknown: '残高を取得できません',
  otherToken: '別のトークンで支払う',
  addFundsTo: '入金先',
  proposalTitle: '署名を待っています',
  proposalText:
    '必要な人数の所有者がウォレットアプリで署名すると、お支払いが送信されます。このページは自動で更新されます。あとで戻ってきてもかまいません。',
  signaturesNeeded: { other: 'あと {n} 人の署名が必要です' },
  signed: '署名済み',
  notSigned: '未署名',
  batchTitle: 'ウォレットがお支払いを送信しています',
  batchText: 'ウォレットがほかのトランザクションとまとめています。このページは自動で更新されます。',
  batchForgotten: {
    title: 'お支払いは拒否された可能性があります',
    text: 'ウォレットにこのリクエストはもうなく、ネットワークでもお支払いが見つかりません。もう一度支払う前に、ウォレットの履歴を確認してください。',
  },
  sign: 'メッセージに署名',
  notNow: '今はしない',
  unsignedWarning: '署名しない場合、ショップが手作業でお支払いを関連付けることになります。',
  signWithAccount:
    'このお支払いは {account} から送信されました。署名するには、ウォレットでそのアカウントに切り替えてください。',
  unlinked: {
    title: 'ショップがお支払いを関連付けます',
    text: 'お支払いは送信されました。このご注文との関連付けは、これからショップが行います。控えを保存し、もう一度支払わないでください。',
  },
  paidAfterEnd: {
    expired: {
      title: 'このご注文は期限切れです',
      text: 'お支払いは届きましたが、まだ有効かどうかはショップが判断します。控えを保存し、ショップにお問い合わせください。',
    },
    cancelled: {
      title: 'ショップがこのご注文をキャンセルしました',
      text: 'お支払いは届いています。ショップが返金する必要があります。控えを保存してください。',
    },
  },
  othersPayment: {
    title: 'お支払いを確認しています',
    text: 'このブラウザーからのお支払いではありません。ご自身のものであれば、もう一度支払う必要はありません。',
  },
  earlierFound: {
    title: '以前のお支払いが見つかりました',
    text: 'ショップに通知しました。もう一度支払う前に、ショップにお問い合わせください。',
  },
  waitingSigns: {
    report:
      'このご注文のお支払いが{time}に報告されました。ネットワークではまだ承認されていません。',
    nonce:
      'お使いのアカウントから、ネットワークでまだ承認されていないトランザクションが送信されています。',
  },
  ended: {
    expired: {
      title: 'このお支払いは期限切れです',
      text: 'もう支払うことはできません。すでに送金された場合は、ショップにお問い合わせください。',
    },
    cancelled: {
      title: 'ショップがこの請求を取り下げました',
      text: 'もう支払うことはできません。すでに送金された場合は、ショップにお問い合わせください。',
    },
  },
  startAgain: '最初からやり直す',
  preparingAmount: '金額を取得しています',
  exactAmountText: 'この金額を正確に送金してください。末尾の数字でご注文を識別します。',
  noReservedAmountText:
    '下記の金額を送金してください。そのあと、トランザクションハッシュを貼り付けてメッセージに署名すると、お支払いがこのご注文に関連付けられます。',
  suggestedAmounts: '金額の候補',
  aboveZero: '0 より大きい金額を入力してください。',
  atLeast: '{amount} 以上の金額を入力してください。',
  atMost: '{amount} 以下の金額を入力してください。',
  amountFormat: '金額は {example} のように数字で入力してください。',
  decimalPlaces: { other: '{symbol} は小数点以下 {n} 桁まで入力できます。' },
  approximately: '約 {amount}',
  searchingWallets: 'ウォレットを探しています',
  otherNetwork: 'ウォレットが別のネットワークに接続されています。',
  switchNetwork: 'ネットワークを切り替える',
  networkDeclined:
    'ネットワークの切り替えが拒否されました。支払うには {network} に切り替えてください。',
  addNetwork: {
    title: 'ネットワークを手動で追加する',
    chainId: 'チェーン ID',
    symbol: '通貨記号',
    rpcUrl: 'RPC URL',
    explorer: 'ブロックエクスプローラー',
  },
  tokenShortfall: '{network} の残高は {have} です。このお支払いには {need} が必要です。',
  gasShortfall: '{network} の手数料（ガス代）は約 {need} です。残高は {have} です。',
  useOtherWallet: '別のウォレットを使う',
  add: {
    button: '{amount} を入金',
    label: '{network} で {amount} をこのアドレスに入金してください',
    place: '{network} で {address} 宛',
    arrives: '着金すると、このページは自動で更新されます。',
  },
  ways: {
    any: 'ウォレットでも取引所でも',
    connected: '{wallet} に接続中',
    phone: 'スマートフォンのウォレット',
    more: 'ほかの支払い方法',
  },
  stillWaiting: 'まだ待機中です。ウォレットのロックを解除し、画面を確認してください。',
  noRequestSeen: 'リクエストが表示されませんか？',
  notPaid: {
    cancelled: {
      title: 'ウォレットでキャンセルされました',
      text: 'ウォレットがこのお支払いを別のトランザクションに置き換えました。何も支払われていません。',
    },
    reverted: {
      title: 'お支払いに失敗しました',
      text: 'ネットワークが送金を拒否しました。支払われたのはネットワーク手数料のみです。',
    },
    rejected: {
      title: 'ショップはこのお支払いを受け付けられませんでした',
      text: '控えを用意して、ショップにお問い合わせください。',
    },
  },
  payAgain: 'もう一度支払う',
  checkAgain: '再確認する',
  networkFee: 'ネットワーク手数料',
  noNetworkFee: 'なし',
  feeInToken: {
    title: 'ネットワーク手数料を {symbol} で支払う',
    text: '{coin} は不要です。手数料はお支払い額に加算されます。',
    total: '合計',
  },
  authorized: {
    title: 'お支払いに署名しました',
    text: 'ショップがお支払いを送信しています。このページは閉じてもかまいません。',
    until: '{time} までに送信されない場合、支払いは行われず、もう一度お支払いいただけます。',
    held: 'ショップはお支払いをまだ送信していませんが、{time} までは送信できます。それまで、もう一度支払わないでください。',
  },
  proposedWarning: 'もう一度支払ったあとで今回のお支払いも送信されると、二重払いになります。',
  droppedWarning: 'もう一度支払ったあとで最初のお支払いも処理されると、二重払いになります。',
  rejectedWarning:
    '最初のお支払いで、すでに資金が移動している可能性があります。もう一度支払う前に、ショップにお問い合わせください。',
  askedFor: '依頼した内容',
  sentInstead: 'ウォレットが送信した内容',
  anotherToken: '別のトークン',
  misdirectedWarning:
    'このウォレットやこのブラウザーで、もう一度支払わないでください。ショップに連絡し、トランザクションのリンクを証拠として保存してください。',
  mayHavePaid: 'すでにお支払い済みの可能性があります',
  sentTitle: 'お支払いは送信済みです',
  sentChargeGone:
    'ショップでこのご注文が見つかりません。控えを保存して、ショップに提示してください。',
  sentNotAccepted:
    'ショップがお支払いを受け付けませんでした。控えを保存して、ショップに提示してください。',
  sentUnreachable:
    '現在、ショップに接続できません。引き続き接続を試みます。もう一度支払う必要はありません。',
  somethingWrong: 'お困りですか？',
  payAnyway: 'それでも支払う',
  reorganized: 'ネットワークがお支払いをもう一度確認しています。何もする必要はありません。',
  nonceUsed: {
    title: 'お支払いは送信されませんでした',
    text: 'ウォレットが代わりに別のトランザクションを送信しました。ウォレットの履歴を確認してから、もう一度支払ってください。',
  },
  nothingFound: 'お支払いはまだ見つかっていません。引き続き確認します。',
  confirmPayAgain: '承認していないので、もう一度支払う',
  payAgainWarning: '実際には承認していた場合、もう一度支払うと二重払いになります。',
  unreachable:
    '現在、ショップに接続できません。引き続き接続を試みます。お支払いが失われることはありません。',
  confirmations: { other: '確認回数 {n}/{m}' },
  confirmationsEta: '{confirmations}（残り約 {time}）',
  largePayment:
    '高額のお支払いは、ネットワークが取り消せなくなるまでお待ちいただきます（約{time}）。',
  waitingForNetwork: 'ネットワークの処理を待っています',
  sent: 'ウォレットから送信',
  recorded: 'ショップに通知',
  confirmed: 'ネットワークで確認',
  amount: '金額',
  amountIn: '金額（{symbol}）',
  continue: '続ける',
  alreadyPaid: 'すでにお支払い済みです。',
  paidTwice:
    'すでにお支払い済みです。お客様のお支払いも届いた場合は、ショップが返金する必要があります。控えを保存してください。',
  refund: '返金',
  refundClaim: '返金先を指定',
  refundInProgress: '処理中',
  refunded: '送金済み',
  receipt: 'お支払いの控え',
  copyReceipt: '控えをコピー',
  copyLabel: 'コピー',
  download: 'ダウンロード',
  print: '印刷',
  details: '詳細',
  dataFile: 'データファイル（JSON）',
  status: 'ステータス',
  statuses: {
    sent: '送信済み（ショップは未確認）',
    confirmed: 'お支払い済み（確認済み）',
    rejected: 'ショップが受け付けませんでした',
    misdirected: 'ショップではなく別のアドレスに送信済み',
    reverted: '失敗（ネットワーク手数料のみ支払い済み）',
    cancelled: 'キャンセル（お支払いなし）',
  },
  from: '送金元',
  token: 'トークン',
  time: '日時',
  to: '送金先',
  network: 'ネットワーク',
  charge: '参照番号',
  store: 'ショップ',
  viewInExplorer: 'ブロックエクスプローラーで表示',
  contact: '{store} に問い合わせる',
  contactStore: 'ショップに問い合わせる',
  close: '閉じる',
  showPayment: 'お支払いを表示',
  showReceipt: '控えを表示',
  copy: '{what} をコピー',
  copyTransaction: 'トランザクションをコピー',
  copyAddress: 'アドレスをコピー',
  copyReference: '参照番号をコピー',
  copyBlocked: 'このページではコピーが許可されていません。テキストを選択してコピーしてください。',
  copied: 'コピーしました',
  returning: 'ショップに戻ります…',
  stay: 'このページに残る',
  returnToStore: 'ショップに戻る',
  errors: {
    invalid_attribute: 'このお支払い画面は正しく設定されていません。ショップにお知らせください。',
    page_broken:
      'このページの別のスクリプトが原因で、お支払いができません。ショップにお知らせください。',
    invalid_amount: 'この金額は使用できません。',
    not_found: 'お支払いが見つかりません。',
    conflict: 'このトランザクションは、すでに別のお支払いに使われています。',
    rate_limited: '試行回数が多すぎます。しばらくしてから、もう一度お試しください。',
    service_failed:
      'ショップの決済サービスで問題が発生しました。しばらくしてから、もう一度お試しください。',
    timeout: '時間内に応答がありませんでした。もう一度お試しください。',
    offline: '接続できませんでした。インターネット接続を確認して、もう一度お試しください。',
    wallet_refused: 'ウォレットで拒否されました。',
    wallet_busy:
      'ウォレットにすでにリクエストが表示されています。ウォレットを開いて応答してください。',
    wallet_locked:
      'ウォレットがロックされているか、接続が切れています。ロックを解除して、もう一度接続してください。',
    wallet_failed: 'ウォレットで問題が発生しました。',
    chain_refused:
      'ウォレットが、正しいネットワークまたはアカウントに接続されていません。何も送金されていません。',
    insufficient_funds:
      'ウォレットの残高が、お支払いとネットワーク手数料に足りません。何も送金されていません。',
    wallet_unable:
      'ウォレットは、このページからの支払いの要求を許可していません。何も送金されていません。接続し直すか、別のウォレットをご利用ください。',
    chain_unknown: 'このページはこのネットワークに対応していません。ショップにお知らせください。',
    chain_unreachable: '現在、ネットワークの情報を取得できません。もう一度お試しください。',
    price_unavailable:
      '現在、このトークンの価格を取得できません。しばらくしてから、もう一度お試しください。',
    recipient_not_pinned:
      '送金先アドレスがショップのものと一致しません。何も送信されていません。ショップにお問い合わせください。',
    quote_mismatch:
      'このお支払いの内容が、ショップの指定と一致しません。何も送金されていません。ショップにお知らせください。',
    quote_not_signed:
      'このお支払いには、ショップの有効な署名がありません。何も送金されていません。もう一度お試しください。それでも解決しない場合は、ショップにお知らせください。',
    storage_unavailable:
      'このブラウザーでは、お支払いの記録を保存したり読み取ったりできません。もう一度支払う前に、ショップにお問い合わせください。',
    payment_failed: 'この送金は、今回のお支払いには使えません。',
    authorization_refused:
      'ウォレットの署名は、このお支払いには使えません。支払いは行われていません。',
    authorization_lapsed:
      '署名されたお支払いは時間内に送信されず、無効になりました。支払いは行われていません。',
    switch_failed:
      'ウォレットがネットワークを切り替えられませんでした。ウォレットで直接切り替えるか、別のウォレットをご利用ください。',
    wallet_gone: 'このウォレットは利用できなくなりました。もう一度選択してください。',
    wallet_silent: 'ウォレットが応答していません。ウォレットを開き、ロックを解除してください。',
    not_sent:
      'ウォレットがこのお支払いを取りやめました。送金されておらず、支払いも発生していません。',
    other_account:
      'ウォレットが別のアカウントに切り替わりました。お支払いに使ったアカウントを選び、もう一度お試しください。',
    relay_unreachable:
      'WalletConnectに接続できません。接続を確認してもう一度試すか、別のウォレットをご利用ください。',
    walletconnect_unavailable:
      'このページではWalletConnectを利用できません。別のウォレットをご利用ください。',
    code_expired:
      '時間内にウォレットからの応答がなく、コードの期限が切れました。新しいコードを表示するには、もう一度WalletConnectを選択してください。',
    networks_missing:
      'ウォレットの接続に、このショップで使えるネットワークが含まれていません。ウォレットで有効にして新しいコードを読み取るか、別のウォレットをご利用ください。',
    transfer_refused:
      'トークンがこの送金を受け付けません。何も送金されていません。別のトークンやウォレットを試すか、ショップにお問い合わせください。',
    storage_blocked:
      'このブラウザーではページがデータを保存できないため、ページを閉じるとお支払いを再開できません。このサイトの保存を許可してください。',
    reference_unsigned:
      'ショップの署名を確認できなかったため、ここではお支払いを確認できません。控えを保存し、ショップにお問い合わせください。',
  },
  mismatches: {
    no_hash:
      'これはトランザクションハッシュではありません。ハッシュは、0x に 0～9 と a～f の 64 文字が続いたものです。',
    reverted:
      'このトランザクションは失敗しました。支払われたのはネットワーク手数料のみです。もう一度支払うか、別のハッシュを入力してください。',
    other_charge:
      'このトランザクションは別のご注文に対するものです。今回のお支払いのハッシュを入力してください。',
    other_token:
      'このトランザクションで送られたのは別のトークンです。今回のお支払いのハッシュを入力するか、ショップにお問い合わせください。',
    other_recipient:
      'このトランザクションの送金先はショップではありません。ショップへのお支払いのハッシュを入力してください。',
    nothing:
      'このトランザクションでは、お支払いに必要なトークンが送られていません。今回のお支払いのハッシュを入力してください。',
  },
}
