// All messages of one language in one file, in the order of en.ts, so that the two can be read side by side.
import type { Translation } from './translation.ts'

export const nl: Translation = {
  lang: 'nl',
  dir: 'ltr',
  screens: {
    loading: { title: 'Betaling laden', text: '' },
    ready: { title: 'Klaar om te betalen', text: '' },
    failed: { title: 'Er ging iets mis', text: '' },
    unavailable: {
      title: 'Deze betaling is niet beschikbaar',
      text: 'De link is misschien verouderd, of de winkel heeft de betaling ingetrokken.',
    },
    cancelled: { title: 'Betaling geannuleerd', text: 'Er is niets verstuurd vanuit je wallet.' },
    enteringAmount: { title: 'Hoeveel wil je betalen?', text: '' },
    choosingWallet: { title: 'Kies je wallet', text: '' },
    connecting: {
      title: 'Verbinden met {wallet}',
      text: 'Open je wallet en keur de verbinding met deze site goed.',
    },
    choosingToken: { title: 'Kies waarmee je betaalt', text: '' },
    externalPayment: { title: 'Betalen met elke wallet', text: '' },
    wrongNetwork: {
      title: 'Overschakelen naar {network}',
      text: 'Keur de netwerkwissel goed in je wallet.',
    },
    checking: { title: 'Saldo controleren', text: 'Dit duurt maar even.' },
    insufficientFunds: { title: 'Niet genoeg {symbol}', text: '' },
    sending: {
      title: 'Bevestigen in {wallet}',
      text: 'Controleer het bedrag in je wallet en keur het dan goed. Houd deze pagina open.',
    },
    unknownOutcome: {
      title: 'We zoeken je betaling',
      text: 'Je wallet gaf geen duidelijk antwoord, dus de betaling kan verstuurd zijn. Betaal nog niet opnieuw.',
    },
    recording: {
      title: 'Betaling verstuurd',
      text: 'We geven het door aan de winkel. Houd deze pagina open.',
    },
    confirming: {
      title: 'Betaling verstuurd',
      text: 'Het netwerk is bezig met bevestigen. Je kunt deze pagina sluiten.',
    },
    earlierPayment: {
      title: 'Eerdere betaling zoeken',
      text: 'In deze browser is al eerder een betaling voor deze aankoop begonnen. Die is misschien verzonden: kijk in je wallet voordat je opnieuw betaalt.',
    },
    needsSignature: {
      title: 'Bevestig dat deze betaling van jou is',
      text: 'Je betaling is verzonden, maar vermeldt niet waarvoor. Onderteken één keer in je wallet om haar aan deze aankoop te koppelen. Ondertekenen is gratis en verzendt niets.',
    },
    storageBlocked: {
      title: 'Deze browser onthoudt je betaling niet',
      text: 'Als deze pagina sluit voordat de winkel van de betaling weet, wordt er niet vanzelf naar gezocht. Sta toe dat deze pagina gegevens opslaat, of ga toch verder.',
    },
    otherTab: {
      title: 'Je betaalt al in een ander tabblad',
      text: 'Rond het daar af. Als dat tabblad sluit, gaat het hier verder.',
    },
    dropped: {
      title: 'Het netwerk is je betaling kwijt',
      text: 'De betaling wacht niet meer op bevestiging, maar kan alsnog aankomen. We blijven zoeken. Je wallet toont de betaling mogelijk als vervallen (dropped).',
    },
    notPaid: { title: 'De betaling is niet doorgegaan', text: '' },
    paid: { title: 'Betaald', text: 'Bedankt. De betaling is bevestigd.' },
  },
  pay: '{amount} betalen',
  payRest: 'Rest betalen: {amount}',
  logo: 'Logo',
  cancel: 'Annuleren',
  retry: 'Opnieuw proberen',
  amountOnNetwork: '{amount} op {network}',
  partlyPaid: '{paid} van {price} is betaald.',
  paidDirectly: 'Rechtstreeks betaald aan {recipient}',
  back: 'Terug',
  transaction: 'Transactie',
  payAfterCancel: 'Toch betalen',
  noWallet:
    'Er is geen wallet gevonden in deze browser. Installeer er een, of open deze pagina in de browser van je wallet.',
  payExternally: 'Met QR-code of handmatig betalen',
  preparingCode: 'QR-code voor je wallet maken',
  scanTitle: 'Scan met je wallet',
  scanText: 'Scan de QR-code met je wallet-app en keur de verbinding goed.',
  openTitle: 'Open je wallet',
  openText: 'Keur de verbinding goed in de app en kom dan terug naar deze pagina.',
  openOnDevice: 'Of open je wallet op dit apparaat',
  anotherWallet: 'Andere wallet',
  copyLink: 'Link kopiëren',
  qrConnectLabel: 'QR-code om je wallet te verbinden',
  qrPayLabel: 'QR-code die de betaling in je wallet invult',
  externalScanText:
    'Scan de QR-code met je wallet-app, of verstuur handmatig precies wat hier staat. Deze pagina gaat vanzelf verder zodra het binnen is.',
  externalOpenText:
    'Open de betaling in je wallet, of verstuur handmatig precies wat hier staat. Deze pagina gaat vanzelf verder zodra het binnen is.',
  sendExactly: 'Verstuur precies',
  onlyOnNetwork: 'Alleen op {network}. Op een ander netwerk kan het verloren gaan.',
  tokenContract: 'Tokencontract',
  openInWallet: 'Openen in je wallet',
  showCode: 'QR-code voor een ander apparaat tonen',
  awaitingPayment: 'Wachten op je betaling',
  paidAlready: 'Al betaald?',
  transactionHash: 'Transactiehash',
  hashHint: '0x… of de link in een explorer',
  checkHash: 'Controleren',
  checkingTransaction: 'Transactie opzoeken',
  codeNotLoaded:
    'Een deel van deze pagina kon niet worden geladen. Controleer je verbinding en probeer het opnieuw.',
  loading: 'Laden',
  checkingBalances: 'Saldo’s ophalen',
  balance: 'Je hebt {amount}',
  shortfall: '{amount} tekort',
  balanceUnknown: 'Saldo onbekend',
  otherToken: 'Met iets anders betalen',
  payerAddress: 'Ontvangen op',
  proposalTitle: 'Wachten op handtekeningen',
  proposalText:
    'Je account verstuurt de betaling zodra genoeg eigenaren hebben ondertekend in de app van het account. Deze pagina gaat vanzelf verder en je kunt er later naar terugkomen.',
  signaturesNeeded: {
    one: '{n} van {m} handtekeningen is nodig. Eigenaren:',
    other: '{n} van {m} handtekeningen zijn nodig. Eigenaren:',
  },
  signed: 'Ondertekend',
  notSigned: 'Nog niet',
  batchTitle: 'Je wallet verstuurt de betaling',
  batchText:
    'De betaling gaat samen met andere transacties naar het netwerk. Deze pagina gaat vanzelf verder.',
  sign: 'Ondertekenen in je wallet',
  notNow: 'Niet nu',
  unsignedWarning: 'Zonder je handtekening moet de winkel je betaling met de hand koppelen.',
  signWithAccount:
    'Deze betaling kwam van {account}. Kies dat account in je wallet om te ondertekenen.',
  unlinked: {
    title: 'De winkel koppelt je betaling',
    text: 'Je betaling is verzonden, maar nog niet aan deze aankoop gekoppeld. Bewaar de bon en laat hem aan de winkel zien. Je hoeft niet opnieuw te betalen.',
  },
  earlierFound: {
    title: 'Je eerdere betaling is gevonden',
    text: 'De winkel is op de hoogte. Vraag het de winkel voordat je opnieuw betaalt.',
  },
  ended: {
    expired: {
      title: 'Deze betaling is verlopen',
      text: 'Er kan niet meer worden betaald. Heb je al geld verzonden, neem dan contact op met de winkel.',
    },
    cancelled: {
      title: 'De winkel heeft deze betaling geannuleerd',
      text: 'Er kan niet meer worden betaald. Heb je al geld verzonden, neem dan contact op met de winkel.',
    },
  },
  startAgain: 'Opnieuw beginnen',
  preparingAmount: 'Het exacte bedrag wordt voorbereid',
  exactAmountText:
    'Verzend precies dit bedrag, tot op het laatste cijfer. Zo herkent de winkel je betaling.',
  noReservedAmountText:
    'Verzend het bedrag hieronder. Plak daarna de transactiehash en onderteken, zodat de winkel je betaling kan koppelen.',
  suggestedAmounts: 'Voorgestelde bedragen',
  aboveZero: 'Vul een bedrag boven nul in.',
  atLeast: 'Minimaal {amount}.',
  atMost: 'Maximaal {amount}.',
  amountFormat: 'Vul het bedrag in cijfers in, bijvoorbeeld {example}.',
  decimalPlaces: {
    one: '{symbol} heeft maximaal {n} decimaal.',
    other: '{symbol} heeft maximaal {n} decimalen.',
  },
  approximately: 'ongeveer {amount}',
  searchingWallets: 'Wallets zoeken',
  otherNetwork: 'Je wallet zit op een ander netwerk.',
  switchNetwork: 'Netwerk wisselen',
  tokenShortfall: 'Je hebt {have} en je hebt {need} nodig: je komt {missing} tekort.',
  gasShortfall:
    'De netwerkkosten zijn ongeveer {need} en je hebt {have}: je komt {missing} tekort.',
  useOtherWallet: 'Andere wallet gebruiken',
  noRequestSeen: 'Ik zie het niet of heb het gesloten',
  notPaid: {
    cancelled: {
      title: 'Geannuleerd in je wallet',
      text: 'Je wallet heeft in plaats daarvan iets anders verstuurd: er is niets betaald.',
    },
    reverted: {
      title: 'De betaling is mislukt',
      text: 'Het netwerk heeft de overdracht geweigerd: er is niets betaald behalve de netwerkkosten.',
    },
    rejected: {
      title: 'De winkel kan deze betaling niet meetellen',
      text: 'Bewaar het betaalbewijs en laat het aan de winkel zien.',
    },
  },
  payAgain: 'Opnieuw betalen',
  checkAgain: 'Opnieuw controleren',
  proposedWarning:
    'Als je opnieuw betaalt en deze betaling toch nog wordt verstuurd, betaal je dubbel.',
  droppedWarning:
    'Als je opnieuw betaalt en de eerste betaling toch nog aankomt, betaal je dubbel.',
  rejectedWarning:
    'Met je eerste betaling kan al geld zijn overgemaakt. Vraag het de winkel voordat je opnieuw betaalt.',
  mayHavePaid: 'Er is misschien al eerder betaald',
  sentTitle: 'Je betaling is verstuurd',
  sentChargeGone:
    'De winkel kent dit betaalverzoek niet meer. Bewaar het betaalbewijs en laat het aan de winkel zien.',
  sentNotAccepted:
    'De winkel heeft de betaling niet aangenomen. Bewaar het betaalbewijs en laat het aan de winkel zien.',
  sentUnreachable:
    'De winkel is niet bereikbaar. We blijven het proberen; je hoeft niet opnieuw te betalen.',
  payAnyway: 'Toch betalen',
  reorganized:
    'Het netwerk heeft de betaling voorlopig teruggedraaid. Meestal komt de betaling vanzelf terug.',
  nonceUsed:
    'De betaling is hoogstwaarschijnlijk niet verstuurd: je wallet heeft het volgnummer ervan voor iets anders gebruikt.',
  nothingFound: 'Er is nog niets gevonden. We blijven zoeken.',
  confirmPayAgain: 'Niet goedgekeurd: opnieuw betalen',
  payAgainWarning: 'Als je de betaling toch hebt goedgekeurd en opnieuw betaalt, betaal je dubbel.',
  unreachable:
    'De winkel is op dit moment niet bereikbaar. We blijven het proberen en je betaling is veilig.',
  confirmations: {
    one: '{n} van {m} bevestiging',
    other: '{n} van {m} bevestigingen',
  },
  confirmationsEta: '{confirmations}, nog ongeveer {time}',
  waitingForNetwork: 'Wachten op het netwerk',
  sent: 'Verstuurd vanuit je wallet',
  recorded: 'Doorgegeven aan de winkel',
  confirmed: 'Bevestigd door het netwerk',
  amount: 'Bedrag',
  amountIn: 'Bedrag in {symbol}',
  continue: 'Doorgaan',
  alreadyPaid: 'Deze betaling is al gedaan. Je hoeft niets meer te doen.',
  receipt: 'Betaalbewijs',
  copyReceipt: 'Bewijs kopiëren',
  download: 'Downloaden',
  print: 'Afdrukken',
  status: 'Status',
  statuses: {
    sent: 'Verstuurd, nog niet bevestigd door de winkel',
    confirmed: 'Betaald en bevestigd',
    rejected: 'Niet meegeteld door de winkel',
    reverted: 'Geweigerd door het netwerk: er is niets betaald',
    cancelled: 'Geannuleerd in de wallet: er is niets betaald',
  },
  from: 'Van',
  token: 'Token',
  time: 'Tijdstip',
  to: 'Aan',
  network: 'Netwerk',
  charge: 'Betaalverzoek',
  store: 'Winkel',
  viewInExplorer: 'Bekijken in de explorer',
  close: 'Sluiten',
  showPayment: 'Betaling tonen',
  showReceipt: 'Betaalbewijs tonen',
  copy: '{what} kopiëren',
  copied: 'Gekopieerd',
  returning: 'Terug naar de winkel…',
  stay: 'Hier blijven',
  returnToStore: 'Terug naar de winkel',
  errors: {
    invalid_attribute: 'Deze betaalpagina is niet goed ingesteld. Laat het de winkel weten.',
    invalid_amount: 'Dit bedrag kan niet worden gebruikt.',
    not_found: 'Deze betaling is niet bekend.',
    conflict: 'Deze transactie is een betaling voor iets anders.',
    rate_limited: 'Te veel pogingen. Wacht even en probeer het opnieuw.',
    service_failed:
      'Er is een probleem met de betaaldienst van de winkel. Probeer het later opnieuw.',
    timeout: 'Er kwam niet op tijd antwoord. Probeer het opnieuw.',
    offline: 'Er is geen internetverbinding. Controleer je verbinding en probeer het opnieuw.',
    wallet_refused: 'Je hebt het verzoek geweigerd in je wallet.',
    wallet_busy: 'Er staat al een verzoek open in je wallet. Open je wallet om te antwoorden.',
    wallet_failed: 'Je wallet meldde een probleem.',
    chain_refused:
      'Je wallet zit op een ander netwerk of gebruikt een ander account. Er is niets verstuurd.',
    chain_unknown: 'Dit netwerk is hier niet bekend. Laat het de winkel weten.',
    chain_unreachable: 'De blockchain is op dit moment niet te lezen. Probeer het opnieuw.',
    price_unavailable: 'Er is op dit moment geen prijs voor dit token. Probeer het later opnieuw.',
    storage_unavailable: 'Deze browser laat de pagina niets opslaan.',
    payment_failed: 'Met deze overdracht is de aankoop niet betaald.',
  },
  mismatches: {
    no_hash:
      'Dit is geen transactiehash: dat is 0x met daarachter 64 tekens, van 0 tot en met 9 en a tot en met f.',
    unknown:
      'Het netwerk kent deze transactie niet. Controleer de hash en het netwerk, of probeer het over een minuut opnieuw als je de transactie net hebt verstuurd.',
    pending:
      'Deze transactie is nog niet bevestigd. Probeer het opnieuw zodra je wallet de transactie als voltooid toont.',
    reverted:
      'Deze transactie is mislukt: alleen de netwerkkosten zijn betaald. Betaal opnieuw of vul een andere hash in.',
    other_charge:
      'Deze transactie hoort bij een andere aankoop. Vul de hash in van de betaling voor deze aankoop.',
    other_token:
      'Deze transactie verstuurt een ander token. Vul de hash van de betaling zelf in, of vraag het de winkel.',
    other_recipient:
      'Deze transactie betaalt aan iemand anders. Vul de hash in van de betaling aan de winkel.',
    nothing:
      'Deze transactie maakt niets over van wat gevraagd wordt. Vul de hash van de betaling zelf in.',
  },
}
