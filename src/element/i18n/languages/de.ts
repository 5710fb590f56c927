// All messages of one language in one file, in the order of en.ts, so that the two can be read side by side.
import type { Translation } from './translation.ts'

export const de: Translation = {
  lang: 'de',
  dir: 'ltr',
  screens: {
    loading: { title: 'Zahlung wird geladen', text: '' },
    ready: { title: 'Bereit zur Zahlung', text: '' },
    failed: { title: 'Etwas ist schiefgelaufen', text: '' },
    unavailable: {
      title: 'Diese Zahlung ist nicht verfügbar',
      text: 'Vielleicht ist der Link veraltet oder der Shop hat die Zahlung zurückgezogen.',
    },
    cancelled: {
      title: 'Zahlung abgebrochen',
      text: 'Von Ihrer Wallet wurde nichts gesendet.',
    },
    enteringAmount: { title: 'Wie viel möchten Sie zahlen?', text: '' },
    choosingWallet: { title: 'Wählen Sie Ihre Wallet', text: '' },
    connecting: {
      title: 'Mit {wallet} verbinden',
      text: 'Öffnen Sie Ihre Wallet und stimmen Sie der Verbindung mit dieser Website zu.',
    },
    choosingToken: { title: 'Womit möchten Sie zahlen?', text: '' },
    externalPayment: { title: 'Mit beliebiger Wallet zahlen', text: '' },
    wrongNetwork: {
      title: 'Zu {network} wechseln',
      text: 'Stimmen Sie dem Netzwerkwechsel in Ihrer Wallet zu.',
    },
    checking: { title: 'Ihr Guthaben wird geprüft', text: 'Das dauert einen Moment.' },
    insufficientFunds: { title: 'Nicht genug {symbol}', text: '' },
    sending: {
      title: 'In {wallet} bestätigen',
      text: 'Prüfen Sie den Betrag in Ihrer Wallet und geben Sie die Zahlung dann frei. Lassen Sie diese Seite geöffnet.',
    },
    unknownOutcome: {
      title: 'Ihre Zahlung wird gesucht',
      text: 'Ihre Wallet hat keine eindeutige Antwort gegeben. Möglicherweise wurde die Zahlung gesendet. Zahlen Sie vorerst nicht erneut.',
    },
    recording: {
      title: 'Zahlung gesendet',
      text: 'Der Shop wird benachrichtigt. Lassen Sie diese Seite geöffnet.',
    },
    confirming: {
      title: 'Zahlung gesendet',
      text: 'Das Netzwerk bestätigt sie gerade. Sie können diese Seite schließen.',
    },
    earlierPayment: {
      title: 'Frühere Zahlung wird gesucht',
      text: 'In diesem Browser wurde für diesen Kauf schon einmal eine Zahlung begonnen. Möglicherweise wurde sie gesendet: Sehen Sie in Ihrer Wallet nach, bevor Sie erneut zahlen.',
    },
    needsSignature: {
      title: 'Bestätigen Sie, dass diese Zahlung von Ihnen ist',
      text: 'Ihre Zahlung wurde gesendet, nennt aber keinen Zweck. Unterschreiben Sie einmal in Ihrer Wallet, um sie diesem Kauf zuzuordnen. Das ist kostenlos und es wird nichts gesendet.',
    },
    storageBlocked: {
      title: 'Dieser Browser merkt sich Ihre Zahlung nicht',
      text: 'Wird diese Seite geschlossen, bevor der Shop von der Zahlung weiß, sucht niemand von selbst danach. Erlauben Sie dieser Seite, Daten zu speichern, oder fahren Sie ohne Speichern fort.',
    },
    otherTab: {
      title: 'Sie zahlen in einem anderen Tab',
      text: 'Schließen Sie die Zahlung dort ab. Wird der andere Tab geschlossen, geht es hier weiter.',
    },
    dropped: {
      title: 'Das Netzwerk hat Ihre Zahlung verloren',
      text: 'Sie wartet nicht mehr auf Bestätigung, kann aber noch ankommen. Wir suchen weiter. Ihre Wallet zeigt sie eventuell als verworfen an.',
    },
    notPaid: { title: 'Die Zahlung kam nicht zustande', text: '' },
    paid: { title: 'Bezahlt', text: 'Vielen Dank. Die Zahlung ist bestätigt.' },
  },
  pay: '{amount} zahlen',
  payRest: 'Rest zahlen: {amount}',
  logo: 'Logo',
  cancel: 'Abbrechen',
  retry: 'Erneut versuchen',
  amountOnNetwork: '{amount} auf {network}',
  partlyPaid: '{paid} von {price} bezahlt.',
  paidDirectly: 'Direkt an {recipient} gezahlt',
  back: 'Zurück',
  transaction: 'Transaktion',
  payAfterCancel: 'Doch zahlen',
  noWallet:
    'In diesem Browser wurde keine Wallet gefunden. Installieren Sie eine oder öffnen Sie diese Seite im Browser Ihrer Wallet.',
  payExternally: 'Per QR-Code oder manuell zahlen',
  preparingCode: 'Code für Ihre Wallet wird erstellt',
  scanTitle: 'Mit Ihrer Wallet scannen',
  scanText: 'Scannen Sie den Code mit der App Ihrer Wallet und stimmen Sie der Verbindung zu.',
  openTitle: 'Öffnen Sie Ihre Wallet',
  openText: 'Stimmen Sie der Verbindung in der App zu und kehren Sie dann auf diese Seite zurück.',
  openOnDevice: 'Oder auf diesem Gerät öffnen',
  anotherWallet: 'Andere Wallet',
  copyLink: 'Link kopieren',
  qrConnectLabel: 'Code, der Ihre Wallet verbindet',
  qrPayLabel: 'Code, der die Zahlung in Ihrer Wallet vorausfüllt',
  externalScanText:
    'Scannen Sie den Code mit der App Ihrer Wallet oder senden Sie manuell genau das, was hier steht. Sobald die Zahlung eingegangen ist, geht es hier automatisch weiter.',
  externalOpenText:
    'Öffnen Sie die Zahlung in Ihrer Wallet oder senden Sie manuell genau das, was hier steht. Sobald sie eingegangen ist, geht es hier automatisch weiter.',
  sendExactly: 'Genau diesen Betrag',
  onlyOnNetwork: 'Nur auf {network}. In einem anderen Netzwerk kann der Betrag verloren gehen.',
  tokenContract: 'Token-Contract',
  openInWallet: 'In Ihrer Wallet öffnen',
  showCode: 'Code für ein anderes Gerät anzeigen',
  awaitingPayment: 'Warten auf Ihre Zahlung',
  paidAlready: 'Schon bezahlt?',
  transactionHash: 'Transaktions-Hash',
  hashHint: '0x… oder Link aus einem Explorer',
  checkHash: 'Prüfen',
  checkingTransaction: 'Transaktion wird gelesen',
  codeNotLoaded:
    'Ein Teil dieser Seite konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  loading: 'Wird geladen',
  checkingBalances: 'Guthaben werden abgefragt',
  balance: 'Verfügbar: {amount}',
  shortfall: 'Es fehlen {amount}',
  balanceUnknown: 'Guthaben unbekannt',
  otherToken: 'Mit anderem Token zahlen',
  payerAddress: 'Ihre Empfangsadresse',
  proposalTitle: 'Warten auf Signaturen',
  proposalText:
    'Ihr Konto sendet die Zahlung, sobald genügend seiner Inhaber in der App des Kontos signiert haben. Hier geht es dann automatisch weiter. Sie können auch später auf diese Seite zurückkommen.',
  signaturesNeeded: {
    one: '{n} von {m} Signaturen ist nötig. Inhaber:',
    other: '{n} von {m} Signaturen sind nötig. Inhaber:',
  },
  signed: 'Signiert',
  notSigned: 'Noch nicht',
  batchTitle: 'Ihre Wallet sendet die Zahlung',
  batchText: 'Sie geht zusammen mit anderen ans Netzwerk. Hier geht es dann automatisch weiter.',
  sign: 'In der Wallet unterschreiben',
  notNow: 'Nicht jetzt',
  unsignedWarning: 'Ohne Ihre Unterschrift muss der Shop Ihre Zahlung von Hand zuordnen.',
  signWithAccount:
    'Diese Zahlung kam von {account}. Wechseln Sie in Ihrer Wallet zu diesem Konto, um zu unterschreiben.',
  unlinked: {
    title: 'Der Shop ordnet Ihre Zahlung zu',
    text: 'Ihre Zahlung wurde gesendet, ist diesem Kauf aber noch nicht zugeordnet. Bewahren Sie den Beleg auf und legen Sie ihn dem Shop vor. Sie müssen nicht erneut zahlen.',
  },
  earlierFound: {
    title: 'Ihre frühere Zahlung wurde gefunden',
    text: 'Der Shop weiß Bescheid. Fragen Sie ihn, bevor Sie erneut zahlen.',
  },
  ended: {
    expired: {
      title: 'Diese Zahlung ist abgelaufen',
      text: 'Sie kann nicht mehr bezahlt werden. Wenn Sie schon Geld gesendet haben, wenden Sie sich an den Shop.',
    },
    cancelled: {
      title: 'Der Shop hat diese Zahlung storniert',
      text: 'Sie kann nicht mehr bezahlt werden. Wenn Sie schon Geld gesendet haben, wenden Sie sich an den Shop.',
    },
  },
  startAgain: 'Neu beginnen',
  preparingAmount: 'Genauer Betrag wird vorbereitet',
  exactAmountText:
    'Senden Sie genau diesen Betrag, bis zur letzten Ziffer. Daran erkennt der Shop Ihre Zahlung.',
  noReservedAmountText:
    'Senden Sie den Betrag unten. Fügen Sie danach den Transaktions-Hash ein und unterschreiben Sie, damit der Shop Ihre Zahlung zuordnen kann.',
  suggestedAmounts: 'Vorgeschlagene Beträge',
  aboveZero: 'Geben Sie einen Betrag über null ein.',
  atLeast: 'Mindestens {amount}.',
  atMost: 'Höchstens {amount}.',
  amountFormat: 'Geben Sie den Betrag in Ziffern ein, zum Beispiel {example}.',
  decimalPlaces: {
    one: '{symbol} hat höchstens {n} Nachkommastelle.',
    other: '{symbol} hat höchstens {n} Nachkommastellen.',
  },
  approximately: 'etwa {amount}',
  searchingWallets: 'Wallets werden gesucht',
  otherNetwork: 'Ihre Wallet ist mit einem anderen Netzwerk verbunden.',
  switchNetwork: 'Netzwerk wechseln',
  tokenShortfall: 'Sie haben {have} und brauchen {need}. Es fehlen {missing}.',
  gasShortfall: 'Die Netzwerkgebühr beträgt etwa {need}. Sie haben {have}, es fehlen {missing}.',
  useOtherWallet: 'Andere Wallet verwenden',
  noRequestSeen: 'Nicht zu sehen oder geschlossen',
  notPaid: {
    cancelled: {
      title: 'In Ihrer Wallet abgebrochen',
      text: 'Ihre Wallet hat stattdessen etwas anderes gesendet. Es wurde nichts bezahlt.',
    },
    reverted: {
      title: 'Die Zahlung ist fehlgeschlagen',
      text: 'Das Netzwerk hat den Transfer abgelehnt. Außer der Netzwerkgebühr wurde nichts bezahlt.',
    },
    rejected: {
      title: 'Der Shop kann diese Zahlung nicht anrechnen',
      text: 'Bewahren Sie den Beleg auf und legen Sie ihn dem Shop vor.',
    },
  },
  payAgain: 'Erneut zahlen',
  checkAgain: 'Erneut prüfen',
  proposedWarning:
    'Wenn Sie erneut zahlen und diese Zahlung doch noch gesendet wird, zahlen Sie doppelt.',
  droppedWarning:
    'Wenn Sie erneut zahlen und die erste Zahlung doch noch ankommt, zahlen Sie doppelt.',
  rejectedWarning:
    'Bei Ihrer ersten Zahlung ist möglicherweise Geld geflossen. Fragen Sie den Shop, bevor Sie erneut zahlen.',
  mayHavePaid: 'Möglicherweise wurde schon gezahlt',
  sentTitle: 'Ihre Zahlung wurde gesendet',
  sentChargeGone:
    'Der Shop kennt diesen Zahlungsvorgang nicht mehr. Bewahren Sie den Beleg auf und legen Sie ihn dem Shop vor.',
  sentNotAccepted:
    'Der Shop hat sie nicht angenommen. Bewahren Sie den Beleg auf und legen Sie ihn dem Shop vor.',
  sentUnreachable:
    'Der Shop ist nicht erreichbar. Wir versuchen es weiter. Sie müssen nicht erneut zahlen.',
  payAnyway: 'Trotzdem zahlen',
  reorganized: 'Das Netzwerk hat sie vorerst zurückgenommen. Meist kommt sie von selbst wieder.',
  nonceUsed:
    'Sie wurde höchstwahrscheinlich nicht gesendet: Ihre Wallet hat die Nummer dieser Zahlung für etwas anderes verwendet.',
  nothingFound: 'Bisher wurde nichts gefunden. Wir suchen weiter.',
  confirmPayAgain: 'Ich habe nichts freigegeben: erneut zahlen',
  payAgainWarning:
    'Wenn Sie die Zahlung doch freigegeben haben und erneut zahlen, zahlen Sie doppelt.',
  unreachable:
    'Der Shop ist gerade nicht erreichbar. Wir versuchen es weiter. Ihre Zahlung ist sicher.',
  confirmations: {
    one: '{n} von {m} Bestätigung',
    other: '{n} von {m} Bestätigungen',
  },
  confirmationsEta: '{confirmations}, noch etwa {time}',
  waitingForNetwork: 'Warten auf das Netzwerk',
  sent: 'Von Ihrer Wallet gesendet',
  recorded: 'Dem Shop gemeldet',
  confirmed: 'Vom Netzwerk bestätigt',
  amount: 'Betrag',
  amountIn: 'Betrag in {symbol}',
  continue: 'Weiter',
  alreadyPaid: 'Diese Zahlung ist bereits erledigt. Sie müssen nichts weiter tun.',
  receipt: 'Beleg',
  copyReceipt: 'Beleg kopieren',
  download: 'Herunterladen',
  print: 'Drucken',
  status: 'Status',
  statuses: {
    sent: 'Gesendet, vom Shop noch nicht bestätigt',
    confirmed: 'Bezahlt und bestätigt',
    rejected: 'Vom Shop nicht angerechnet',
    reverted: 'Vom Netzwerk abgelehnt: Es wurde nichts bezahlt',
    cancelled: 'In der Wallet abgebrochen: Es wurde nichts bezahlt',
  },
  from: 'Von',
  token: 'Token',
  time: 'Zeitpunkt',
  to: 'An',
  network: 'Netzwerk',
  charge: 'Zahlungs-ID',
  store: 'Shop',
  viewInExplorer: 'Im Explorer ansehen',
  close: 'Schließen',
  showPayment: 'Zahlung anzeigen',
  showReceipt: 'Beleg anzeigen',
  copy: '{what} kopieren',
  copied: 'Kopiert',
  returning: 'Zurück zum Shop …',
  stay: 'Hier bleiben',
  returnToStore: 'Zurück zum Shop',
  errors: {
    invalid_attribute:
      'Diese Bezahlseite ist nicht richtig eingerichtet. Bitte sagen Sie dem Shop Bescheid.',
    invalid_amount: 'Dieser Betrag kann nicht verwendet werden.',
    not_found: 'Diese Zahlung ist nicht bekannt.',
    conflict: 'Mit dieser Transaktion wurde etwas anderes bezahlt.',
    rate_limited: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
    service_failed:
      'Beim Zahlungsdienst des Shops gibt es ein Problem. Versuchen Sie es später erneut.',
    timeout: 'Die Antwort kam nicht rechtzeitig. Versuchen Sie es erneut.',
    offline:
      'Keine Verbindung zum Internet. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    wallet_refused: 'Sie haben die Anfrage in Ihrer Wallet abgelehnt.',
    wallet_busy:
      'In Ihrer Wallet ist noch eine Anfrage offen. Öffnen Sie die Wallet, um sie zu beantworten.',
    wallet_failed: 'Ihre Wallet hat ein Problem gemeldet.',
    chain_refused:
      'In Ihrer Wallet ist ein anderes Netzwerk oder Konto aktiv. Es wurde nichts gesendet.',
    chain_unknown: 'Dieses Netzwerk ist hier nicht bekannt. Bitte sagen Sie dem Shop Bescheid.',
    chain_unreachable: 'Das Netzwerk lässt sich gerade nicht abfragen. Versuchen Sie es erneut.',
    price_unavailable:
      'Für diesen Token gibt es gerade keinen Preis. Versuchen Sie es später erneut.',
    storage_unavailable: 'Dieser Browser erlaubt der Seite nicht, etwas zu speichern.',
    payment_failed: 'Dieser Transfer passt nicht zu dieser Zahlung.',
  },
  mismatches: {
    no_hash:
      'Das ist kein Transaktions-Hash. Er besteht aus 0x und 64 Zeichen von 0 bis 9 und a bis f.',
    unknown:
      'Das Netzwerk kennt diese Transaktion nicht. Prüfen Sie Hash und Netzwerk oder versuchen Sie es in einer Minute erneut, falls sie gerade erst gesendet wurde.',
    pending:
      'Diese Transaktion ist noch nicht bestätigt. Versuchen Sie es erneut, wenn Ihre Wallet sie als abgeschlossen anzeigt.',
    reverted:
      'Diese Transaktion ist fehlgeschlagen. Bezahlt wurde nur die Netzwerkgebühr. Zahlen Sie erneut oder geben Sie einen anderen Hash ein.',
    other_charge:
      'Diese Transaktion gehört zu einem anderen Kauf. Geben Sie den Hash der Zahlung für diesen Kauf ein.',
    other_token:
      'Diese Transaktion sendet einen anderen Token. Geben Sie den Hash der eigentlichen Zahlung ein oder fragen Sie den Shop.',
    other_recipient:
      'Diese Transaktion geht an jemand anderen. Geben Sie den Hash der Zahlung an den Shop ein.',
    nothing:
      'Diese Transaktion überträgt nichts von dem, was verlangt ist. Geben Sie den Hash der eigentlichen Zahlung ein.',
  },
}
