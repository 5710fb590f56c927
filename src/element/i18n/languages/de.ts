// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const de: Translation = {
  lang: 'de',
  dir: 'ltr',
  screens: {
    loading: { title: 'Zahlung wird geladen', text: '' },
    ready: { title: 'Bereit zum Bezahlen', text: '' },
    failed: { title: 'Etwas ist schiefgelaufen', text: '' },
    unavailable: {
      title: 'Diese Zahlung ist nicht verfügbar',
      text: 'Möglicherweise ist der Link veraltet oder der Shop hat die Zahlung zurückgezogen.',
    },
    cancelled: { title: 'Zahlung abgebrochen', text: 'Aus Ihrer Wallet wurde nichts gesendet.' },
    enteringAmount: { title: 'Wie viel möchten Sie zahlen?', text: '' },
    choosingWallet: { title: 'Wählen Sie Ihre Wallet', text: '' },
    connecting: {
      title: 'Mit {wallet} verbinden',
      text: 'Öffnen Sie Ihre Wallet und bestätigen Sie die Verbindung mit dieser Website.',
    },
    choosingToken: { title: 'Wie möchten Sie zahlen?', text: '' },
    externalPayment: { title: 'Aus einer anderen Wallet senden', text: '' },
    wrongNetwork: {
      title: 'Zu {network} wechseln',
      text: 'Bestätigen Sie den Netzwerkwechsel in Ihrer Wallet.',
    },
    checking: { title: 'Ihr Guthaben wird geprüft', text: 'Das dauert nur einen Moment.' },
    insufficientFunds: { title: 'Nicht genug {symbol} auf {network}', text: '' },
    sending: {
      title: 'In {wallet} bestätigen',
      text: 'Prüfen Sie den Betrag in Ihrer Wallet und geben Sie die Zahlung frei. Lassen Sie diese Seite geöffnet.',
    },
    unknownOutcome: {
      title: 'Ihre Zahlung wird gesucht',
      text: 'Wir haben von Ihrer Wallet keine eindeutige Antwort erhalten. Ihre Zahlung ist möglicherweise schon unterwegs. Zahlen Sie vorerst nicht erneut.',
    },
    reporting: {
      title: 'Zahlung gesendet',
      text: 'Wir informieren den Shop. Lassen Sie diese Seite geöffnet.',
    },
    confirming: {
      title: 'Zahlung gesendet',
      text: 'Das Netzwerk bestätigt Ihre Zahlung. Sie können diese Seite schließen.',
    },
    earlierPayment: {
      title: 'Frühere Zahlung wird gesucht',
      text: 'Die Zahlung für diese Bestellung wurde in diesem Browser schon einmal begonnen. Prüfen Sie Ihre Wallet, bevor Sie erneut zahlen.',
    },
    needsSignature: {
      title: 'Ordnen Sie Ihre Zahlung dieser Bestellung zu',
      text: 'Ihre Zahlung wurde ohne die Nummer dieser Bestellung gesendet. Signieren Sie eine Nachricht, um sie zuzuordnen. Das ist kostenlos und bewegt kein Geld.',
    },
    waitingPayment: {
      title: 'Möglicherweise ist eine Zahlung schon unterwegs',
      text: 'Wenn sie von Ihnen ist, warten Sie hier. Diese Seite wird automatisch aktualisiert.',
    },
    storageBlocked: {
      title: 'Ihr Browser blockiert das Speichern',
      text: 'Wenn diese Seite zu früh geschlossen wird, können wir Ihre Zahlung nicht fortsetzen. Erlauben Sie dieser Website das Speichern oder fahren Sie trotzdem fort.',
    },
    otherTab: {
      title: 'Sie zahlen in einem anderen Tab',
      text: 'Führen Sie die Zahlung dort zu Ende. Wenn Sie den anderen Tab schließen, können Sie hier fortfahren.',
    },
    dropped: {
      title: 'Ihre Zahlung kommt möglicherweise nicht an',
      text: 'Das Netzwerk hat sie verworfen, sie kann aber noch ausgeführt werden. Wir prüfen weiter.',
    },
    notPaid: { title: 'Ihre Zahlung wurde nicht abgeschlossen', text: '' },
    misdirected: {
      title: 'Ihre Zahlung geht nicht an den Shop',
      text: 'Was Ihre Wallet gesendet hat, passt nicht zu dieser Bestellung. Möglicherweise hat eine schädliche App oder Erweiterung es verändert.',
    },
    paid: { title: 'Bezahlt', text: 'Vielen Dank. Ihre Zahlung ist bestätigt.' },
  },
  pay: '{amount} zahlen',
  payStore: '{store} bezahlen',
  payRest: 'Restliche {amount} zahlen',
  logo: 'Logo',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  amountOnNetwork: '{amount} auf {network}',
  partlyPaid: '{paid} von {price} bezahlt.',
  paidDirectly: 'Geht direkt an {store}',
  changeAmount: 'Betrag ändern',
  testMode: 'Test',
  coveredButton:
    'Etwas verdeckt den Button zum Bezahlen. Schließen Sie es und versuchen Sie es erneut.',
  orderFor: 'Für {email}',
  orderItems: 'Positionen: {n}',
  back: 'Zurück',
  transaction: 'Transaktion',
  payAfterCancel: 'Jetzt doch zahlen',
  installed: 'Installiert',
  lastUsed: 'Zuletzt benutzt',
  noWallet:
    'Wir haben in diesem Browser keine Wallet gefunden. Installieren Sie eine oder öffnen Sie diese Seite im Browser Ihrer Wallet.',
  inAppBrowser:
    'In {app} lassen sich keine Wallets öffnen: Kopieren Sie den Link und öffnen Sie ihn in Ihrem Browser.',
  inThisApp:
    'In dieser App lassen sich keine Wallets öffnen: Kopieren Sie den Link und öffnen Sie ihn in Ihrem Browser.',
  payExternally: 'Per QR oder Adresse zahlen',
  lockedHint: 'Ist Ihre Wallet gesperrt? Öffnen und entsperren Sie sie.',
  preparingCode: 'Code für Ihre Wallet wird erstellt',
  scanTitle: 'Mit Ihrer Wallet scannen',
  scanText: 'Scannen Sie den Code mit Ihrer Wallet-App und bestätigen Sie die Verbindung.',
  openTitle: 'Öffnen Sie Ihre Wallet',
  openText: 'Bestätigen Sie die Verbindung in der App und kehren Sie dann zu dieser Seite zurück.',
  openOnDevice: 'Auf diesem Gerät öffnen',
  anotherWallet: 'Andere Wallet',
  copyLink: 'Link kopieren',
  qrConnectLabel: 'QR-Code zum Verbinden Ihrer Wallet',
  qrPayLabel: 'QR-Code mit den Zahlungsdaten für Ihre Wallet',
  heldFor: 'Noch {time} reserviert.',
  sendExactly: 'Genauer Betrag',
  onlyOnNetwork: 'Nur über {network} senden. Über andere Netzwerke kann das Geld verloren gehen.',
  tokenContract: 'Token-Contract',
  openInWallet: 'In Ihrer Wallet öffnen',
  showCode: 'Code für ein anderes Gerät anzeigen',
  awaitingPayment: 'Wir warten auf Ihre Zahlung',
  paidAlready: 'Ich habe schon gesendet',
  transactionHash: 'Transaktions-Hash',
  hashHint: 'Hash oder Explorer-Link einfügen',
  checkHash: 'Zahlung prüfen',
  checkingTransaction: 'Transaktion wird geprüft',
  sought: {
    title: 'Wir suchen diese Transaktion',
    text: 'Im Netzwerk ist sie noch nicht zu sehen. Sobald sie erscheint, geht es hier weiter.',
    details: 'Falls Sie noch nicht bezahlt haben, verwenden Sie die Angaben unten.',
    unpaid: 'Ich habe noch nicht bezahlt',
  },
  codeNotLoaded:
    'Ein Teil dieser Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  loading: 'Wird geladen',
  checkingBalances: 'Ihre Guthaben werden geprüft',
  balance: 'Sie haben {amount}',
  shortfall: 'Es fehlen {amount}',
  balanceUnknown: 'Guthaben nicht abrufbar',
  otherToken: 'Mit anderem Token zahlen',
  addFundsTo: 'Einzahlen auf',
  proposalTitle: 'Warten auf Signaturen',
  proposalText:
    'Die Zahlung wird gesendet, sobald genügend Inhaber in der Wallet-App signiert haben. Diese Seite wird automatisch aktualisiert und Sie können später hierher zurückkehren.',
  signaturesNeeded: {
    one: 'Noch {n} Signatur erforderlich',
    other: 'Noch {n} Signaturen erforderlich',
  },
  signed: 'Signiert',
  notSigned: 'Noch nicht signiert',
  batchTitle: 'Ihre Wallet sendet Ihre Zahlung',
  batchText:
    'Ihre Wallet bündelt sie mit anderen Transaktionen. Diese Seite wird automatisch aktualisiert.',
  batchForgotten: {
    title: 'Ihre Zahlung wurde möglicherweise abgelehnt',
    text: 'Ihre Wallet kennt diese Anfrage nicht mehr, und im Netzwerk ist keine Zahlung zu sehen. Prüfen Sie die Aktivitäten in Ihrer Wallet, bevor Sie erneut zahlen.',
  },
  sign: 'Nachricht signieren',
  notNow: 'Nicht jetzt',
  unsignedWarning: 'Wenn Sie nicht signieren, muss der Shop Ihre Zahlung von Hand zuordnen.',
  signWithAccount:
    'Diese Zahlung kam von {account}. Wechseln Sie in Ihrer Wallet zu diesem Konto, um zu signieren.',
  unlinked: {
    title: 'Der Shop ordnet Ihre Zahlung zu',
    text: 'Ihre Zahlung wurde gesendet. Der Shop muss sie dieser Bestellung noch zuordnen. Bewahren Sie den Beleg auf und zahlen Sie nicht erneut.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Diese Bestellung ist abgelaufen',
      text: 'Ihre Zahlung ist angekommen, aber der Shop muss entscheiden, ob sie noch zählt. Wenden Sie sich an den Shop und bewahren Sie den Beleg auf.',
    },
    cancelled: {
      title: 'Der Shop hat diese Bestellung storniert',
      text: 'Ihre Zahlung ist angekommen und der Shop muss sie zurückzahlen. Bewahren Sie den Beleg auf.',
    },
  },
  othersPayment: {
    title: 'Eine Zahlung wird bestätigt',
    text: 'Sie wurde nicht in diesem Browser ausgeführt. Wenn es Ihre ist, müssen Sie nicht noch einmal zahlen.',
  },
  earlierFound: {
    title: 'Ihre frühere Zahlung wurde gefunden',
    text: 'Wir haben den Shop informiert. Fragen Sie beim Shop nach, bevor Sie erneut zahlen.',
  },
  waitingSigns: {
    report:
      'Eine Zahlung hierfür wurde {time} gemeldet. Das Netzwerk hat sie noch nicht bestätigt.',
    nonce: 'Ihr Konto hat eine Transaktion gesendet, die das Netzwerk noch nicht bestätigt hat.',
  },
  ended: {
    expired: {
      title: 'Diese Zahlung ist abgelaufen',
      text: 'Die Zahlung ist nicht mehr möglich. Wenn Sie bereits Geld gesendet haben, wenden Sie sich an den Shop.',
    },
    cancelled: {
      title: 'Der Shop hat diese Zahlung storniert',
      text: 'Die Zahlung ist nicht mehr möglich. Wenn Sie bereits Geld gesendet haben, wenden Sie sich an den Shop.',
    },
  },
  startAgain: 'Von vorn beginnen',
  preparingAmount: 'Ihr Betrag wird ermittelt',
  exactAmountText:
    'Senden Sie genau diesen Betrag. Die letzten Ziffern kennzeichnen Ihre Bestellung.',
  noReservedAmountText:
    'Senden Sie den unten angegebenen Betrag. Fügen Sie dann den Transaktions-Hash ein und signieren Sie eine Nachricht, um die Zahlung dieser Bestellung zuzuordnen.',
  suggestedAmounts: 'Vorgeschlagene Beträge',
  aboveZero: 'Geben Sie einen Betrag über null ein.',
  atLeast: 'Mindestens {amount}.',
  atMost: 'Höchstens {amount}.',
  amountFormat: 'Geben Sie den Betrag in Ziffern ein, zum Beispiel {example}.',
  decimalPlaces: {
    one: '{symbol} erlaubt höchstens {n} Nachkommastelle.',
    other: '{symbol} erlaubt höchstens {n} Nachkommastellen.',
  },
  approximately: 'etwa {amount}',
  searchingWallets: 'Wallets werden gesucht',
  otherNetwork: 'Ihre Wallet ist mit einem anderen Netzwerk verbunden.',
  switchNetwork: 'Netzwerk wechseln',
  networkDeclined:
    'Sie haben den Netzwerkwechsel abgelehnt. Wechseln Sie zu {network}, um zu zahlen.',
  addNetwork: {
    title: 'Netzwerk selbst hinzufügen',
    chainId: 'Chain-ID',
    symbol: 'Währungssymbol',
    rpcUrl: 'RPC-URL',
    explorer: 'Block-Explorer',
  },
  tokenShortfall: 'Sie haben {have} auf {network}. Für diese Zahlung brauchen Sie {need}.',
  gasShortfall: '{network} berechnet eine Gebühr von etwa {need}. Sie haben {have}.',
  useOtherWallet: 'Andere Wallet verwenden',
  add: {
    button: '{amount} einzahlen',
    label: '{amount} auf {network} an diese Adresse einzahlen',
    place: 'Auf {network}, an {address}',
    arrives: 'Diese Seite aktualisiert sich, sobald es da ist.',
  },
  ways: {
    any: 'Beliebige Wallet oder Börse',
    connected: '{wallet} ist verbunden',
    phone: 'Eine Wallet auf Ihrem Smartphone',
    more: 'Andere Zahlungswege',
  },
  stillWaiting: 'Es wird noch gewartet. Entsperren Sie Ihre Wallet und sehen Sie auf ihr Display.',
  noRequestSeen: 'Keine Anfrage zu sehen?',
  notPaid: {
    cancelled: {
      title: 'In Ihrer Wallet abgebrochen',
      text: 'Ihre Wallet hat diese Zahlung durch eine andere Transaktion ersetzt. Es wurde nichts bezahlt.',
    },
    reverted: {
      title: 'Ihre Zahlung ist fehlgeschlagen',
      text: 'Das Netzwerk hat den Transfer abgelehnt. Sie haben nur die Netzwerkgebühr bezahlt.',
    },
    rejected: {
      title: 'Der Shop konnte diese Zahlung nicht annehmen',
      text: 'Wenden Sie sich mit Ihrem Beleg an den Shop.',
    },
  },
  payAgain: 'Erneut zahlen',
  checkAgain: 'Erneut prüfen',
  networkFee: 'Netzwerkgebühr',
  noNetworkFee: 'Keine',
  feeInToken: {
    title: 'Netzwerkgebühr in {symbol} zahlen',
    text: 'Sie brauchen kein {coin}. Die Gebühr kommt zu Ihrer Zahlung hinzu.',
    total: 'Gesamt',
  },
  authorized: {
    title: 'Zahlung signiert',
    text: 'Der Shop sendet Ihre Zahlung. Sie können diese Seite schließen.',
    until: 'Wird sie bis {time} nicht gesendet, ist nichts bezahlt, und Sie können erneut zahlen.',
    held: 'Der Shop hat Ihre Zahlung noch nicht gesendet und kann das bis {time} noch tun. Zahlen Sie bis dahin nicht erneut.',
  },
  proposedWarning:
    'Wenn Sie erneut zahlen und diese Zahlung doch noch gesendet wird, zahlen Sie doppelt.',
  droppedWarning:
    'Wenn Sie erneut zahlen und die erste Zahlung doch noch ausgeführt wird, zahlen Sie doppelt.',
  rejectedWarning:
    'Bei Ihrer ersten Zahlung ist möglicherweise schon Geld geflossen. Fragen Sie beim Shop nach, bevor Sie erneut zahlen.',
  askedFor: 'Angefordert',
  sentInstead: 'Von Ihrer Wallet gesendet',
  anotherToken: 'anderer Token',
  misdirectedWarning:
    'Zahlen Sie nicht erneut mit dieser Wallet oder in diesem Browser. Informieren Sie den Shop und speichern Sie den Link zur Transaktion als Nachweis.',
  mayHavePaid: 'Sie haben möglicherweise schon bezahlt',
  sentTitle: 'Ihre Zahlung wurde gesendet',
  sentChargeGone:
    'Der Shop findet diese Bestellung nicht. Bewahren Sie den Beleg auf und zeigen Sie ihn dem Shop.',
  sentNotAccepted:
    'Der Shop hat sie nicht angenommen. Bewahren Sie den Beleg auf und zeigen Sie ihn dem Shop.',
  sentUnreachable:
    'Wir können den Shop gerade nicht erreichen. Wir versuchen es weiter. Sie müssen nicht erneut zahlen.',
  somethingWrong: 'Stimmt etwas nicht?',
  payAnyway: 'Trotzdem zahlen',
  reorganized: 'Das Netzwerk bestätigt Ihre Zahlung noch einmal. Sie müssen nichts tun.',
  nonceUsed: {
    title: 'Ihre Zahlung wurde nicht gesendet',
    text: 'Ihre Wallet hat stattdessen eine andere Transaktion gesendet. Sehen Sie in den Aktivitäten Ihrer Wallet nach und zahlen Sie dann erneut.',
  },
  nothingFound: 'Noch keine Zahlung gefunden. Wir prüfen weiter.',
  confirmPayAgain: 'Ich habe sie nicht freigegeben – erneut zahlen',
  payAgainWarning:
    'Wenn Sie die Zahlung doch freigegeben haben und erneut zahlen, zahlen Sie doppelt.',
  unreachable:
    'Wir können den Shop gerade nicht erreichen. Wir versuchen es weiter. Ihre Zahlung ist sicher.',
  confirmations: {
    one: '{n} von {m} Bestätigung',
    other: '{n} von {m} Bestätigungen',
  },
  confirmationsEta: '{confirmations}, noch etwa {time}',
  largePayment:
    'Große Zahlungen warten, bis das Netzwerk sie nicht mehr zurücknehmen kann: etwa {time}.',
  waitingForNetwork: 'Warten auf das Netzwerk',
  sent: 'Aus Ihrer Wallet gesendet',
  recorded: 'Shop informiert',
  confirmed: 'Vom Netzwerk bestätigt',
  amount: 'Betrag',
  amountIn: 'Betrag in {symbol}',
  continue: 'Weiter',
  alreadyPaid: 'Das ist bereits bezahlt.',
  paidTwice:
    'Das ist bereits bezahlt. Wenn Ihre Zahlung auch noch ankommt, muss der Shop sie zurückzahlen. Bewahren Sie den Beleg auf.',
  refund: 'Rückerstattung',
  refundClaim: 'Angeben, wohin sie geht',
  refundInProgress: 'In Arbeit',
  refunded: 'Gesendet',
  receipt: 'Beleg',
  copyReceipt: 'Beleg kopieren',
  copyLabel: 'Kopieren',
  download: 'Speichern',
  print: 'Drucken',
  details: 'Details',
  dataFile: 'Datendatei (JSON)',
  status: 'Status',
  statuses: {
    sent: 'Gesendet, vom Shop noch nicht bestätigt',
    confirmed: 'Bezahlt und bestätigt',
    rejected: 'Vom Shop nicht angenommen',
    misdirected: 'An eine andere Adresse gesendet, nicht an den Shop',
    reverted: 'Fehlgeschlagen (nur die Netzwerkgebühr wurde bezahlt)',
    cancelled: 'Abgebrochen (nichts wurde bezahlt)',
  },
  from: 'Von',
  token: 'Token',
  time: 'Zeitpunkt',
  to: 'An',
  network: 'Netzwerk',
  charge: 'Referenz',
  store: 'Shop',
  viewInExplorer: 'Im Block-Explorer ansehen',
  contact: '{store} kontaktieren',
  contactStore: 'Shop kontaktieren',
  close: 'Schließen',
  showPayment: 'Zahlung anzeigen',
  showReceipt: 'Beleg anzeigen',
  copy: '{what} kopieren',
  copyTransaction: 'Transaktion kopieren',
  copyAddress: 'Adresse kopieren',
  copyReference: 'Referenz kopieren',
  copyBlocked:
    'Diese Seite darf nicht kopieren. Markieren Sie den Text und kopieren Sie ihn selbst.',
  copied: 'Kopiert',
  returning: 'Sie werden zum Shop weitergeleitet …',
  stay: 'Hier bleiben',
  returnToStore: 'Zurück zum Shop',
  errors: {
    invalid_attribute:
      'Diese Zahlung ist nicht richtig eingerichtet. Bitte informieren Sie den Shop.',
    page_broken:
      'Ein anderes Skript auf dieser Seite verhindert Zahlungen. Bitte informieren Sie den Shop.',
    invalid_amount: 'Dieser Betrag ist ungültig.',
    not_found: 'Diese Zahlung wurde nicht gefunden.',
    conflict: 'Diese Transaktion gehört bereits zu einer anderen Zahlung.',
    rate_limited: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
    service_failed:
      'Beim Zahlungsdienst des Shops ist ein Problem aufgetreten. Versuchen Sie es später erneut.',
    timeout: 'Die Antwort hat zu lange gedauert. Versuchen Sie es erneut.',
    offline: 'Keine Verbindung. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
    wallet_refused: 'Sie haben die Anfrage in Ihrer Wallet abgelehnt.',
    wallet_busy:
      'In Ihrer Wallet ist bereits eine Anfrage offen. Öffnen Sie Ihre Wallet, um sie zu beantworten.',
    wallet_locked:
      'Ihre Wallet ist gesperrt oder nicht mehr verbunden. Entsperren Sie sie und verbinden Sie sie erneut.',
    wallet_failed: 'In Ihrer Wallet ist ein Problem aufgetreten.',
    chain_refused:
      'Ihre Wallet ist nicht mit dem richtigen Netzwerk oder Konto verbunden. Es wurde nichts gesendet.',
    insufficient_funds:
      'Ihre Wallet hat zu wenig für diese Zahlung und ihre Netzwerkgebühr. Es wurde nichts gesendet.',
    wallet_unable:
      'Ihre Wallet lässt nicht zu, dass diese Seite um Zahlungen bittet. Es wurde nichts gesendet. Verbinden Sie sie erneut oder verwenden Sie eine andere Wallet.',
    chain_unknown: 'Dieses Netzwerk wird hier nicht unterstützt. Bitte informieren Sie den Shop.',
    chain_unreachable: 'Das Netzwerk ist gerade nicht erreichbar. Versuchen Sie es erneut.',
    price_unavailable:
      'Für diesen Token ist gerade kein Preis verfügbar. Versuchen Sie es später erneut.',
    recipient_not_pinned:
      'Die Zahlungsadresse stimmt nicht mit der des Shops überein. Es wurde nichts gesendet. Bitte wenden Sie sich an den Shop.',
    quote_mismatch:
      'Diese Zahlung stimmt nicht mit den Vorgaben des Shops überein. Es wurde nichts gesendet. Bitte informieren Sie den Shop.',
    quote_not_signed:
      'Diese Zahlung trägt keine gültige Signatur des Shops. Es wurde nichts gesendet. Versuchen Sie es erneut. Wenn das wieder passiert, informieren Sie bitte den Shop.',
    storage_unavailable:
      'In diesem Browser kann diese Seite keine Daten zur Zahlung speichern oder lesen. Fragen Sie beim Shop nach, bevor Sie erneut zahlen.',
    payment_failed: 'Mit diesem Transfer ist die Bestellung nicht bezahlt.',
    authorization_refused:
      'Die Signatur Ihrer Wallet funktioniert für diese Zahlung nicht. Es wurde nichts bezahlt.',
    authorization_lapsed:
      'Ihre signierte Zahlung wurde nicht rechtzeitig gesendet und ist nicht mehr gültig. Es wurde nichts bezahlt.',
    switch_failed:
      'Ihre Wallet konnte das Netzwerk nicht wechseln. Wechseln Sie es selbst in Ihrer Wallet oder verwenden Sie eine andere.',
    wallet_gone: 'Diese Wallet ist nicht mehr verfügbar. Wählen Sie sie erneut aus.',
    wallet_silent: 'Ihre Wallet antwortet nicht. Öffnen und entsperren Sie sie.',
    not_sent:
      'Ihre Wallet hat diese Zahlung aufgegeben. Sie wurde nicht gesendet und es wurde nichts bezahlt.',
    other_account:
      'Ihre Wallet hat zu einem anderen Konto gewechselt. Wählen Sie das Konto, das gezahlt hat, und versuchen Sie es erneut.',
    relay_unreachable:
      'WalletConnect ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut oder verwenden Sie eine andere Wallet.',
    walletconnect_unavailable:
      'WalletConnect kann auf dieser Seite nicht verwendet werden. Verwenden Sie eine andere Wallet.',
    code_expired:
      'Keine Wallet hat rechtzeitig geantwortet, deshalb ist der Code abgelaufen. Wählen Sie WalletConnect erneut, um einen neuen zu erhalten.',
    networks_missing:
      'Ihre Wallet ist ohne ein Netzwerk verbunden, das dieser Shop akzeptiert. Aktivieren Sie eines in Ihrer Wallet und scannen Sie einen neuen Code oder verwenden Sie eine andere Wallet.',
    transfer_refused:
      'Der Token lehnt diese Zahlung ab. Es wurde nichts gesendet. Versuchen Sie einen anderen Token oder eine andere Wallet oder fragen Sie beim Shop nach.',
    storage_blocked:
      'Dieser Browser lässt nicht zu, dass die Seite Daten speichert. Wird sie geschlossen, kann die Zahlung nicht fortgesetzt werden. Erlauben Sie das Speichern für diese Website.',
    reference_unsigned:
      'Wir konnten die Signatur des Shops nicht prüfen, deshalb können Sie Ihre Zahlung hier nicht bestätigen. Wenden Sie sich an den Shop und bewahren Sie den Beleg auf.',
  },
  mismatches: {
    no_hash:
      'Das ist kein Transaktions-Hash. Ein Hash besteht aus 0x und 64 Zeichen von 0 bis 9 und a bis f.',
    reverted:
      'Diese Transaktion ist fehlgeschlagen. Bezahlt wurde nur die Netzwerkgebühr. Zahlen Sie erneut oder geben Sie einen anderen Hash ein.',
    other_charge:
      'Diese Transaktion gehört zu einer anderen Bestellung. Geben Sie den Hash der Zahlung für diese Bestellung ein.',
    other_token:
      'Mit dieser Transaktion wurde ein anderer Token gesendet. Geben Sie den Hash der richtigen Zahlung ein oder fragen Sie beim Shop nach.',
    other_recipient:
      'Diese Transaktion ging an einen anderen Empfänger. Geben Sie den Hash der Zahlung an den Shop ein.',
    nothing:
      'Mit dieser Transaktion wurde der verlangte Token nicht gesendet. Geben Sie den Hash der eigentlichen Zahlung ein.',
  },
}
