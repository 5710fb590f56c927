// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const nl: Translation = {
  lang: 'nl',
  dir: 'ltr',
  screens: {
    loading: { title: 'Betaling wordt geladen', text: '' },
    ready: { title: 'Klaar om te betalen', text: '' },
    failed: { title: 'Er is iets misgegaan', text: '' },
    unavailable: {
      title: 'Deze betaling is niet beschikbaar',
      text: 'Misschien is de link verouderd of heeft de winkel de betaling ingetrokken.',
    },
    cancelled: { title: 'Betaling geannuleerd', text: 'Er is niets verstuurd vanuit je wallet.' },
    enteringAmount: { title: 'Hoeveel wil je betalen?', text: '' },
    choosingWallet: { title: 'Kies je wallet', text: '' },
    connecting: {
      title: 'Maak verbinding met {wallet}',
      text: 'Open je wallet en keur de verbinding met deze site goed.',
    },
    choosingToken: { title: 'Kies hoe je betaalt', text: '' },
    externalPayment: { title: 'Verstuur vanuit een andere wallet', text: '' },
    wrongNetwork: {
      title: 'Schakel over naar {network}',
      text: 'Keur de netwerkwissel goed in je wallet.',
    },
    checking: { title: 'We controleren je saldo', text: 'Dit duurt maar even.' },
    insufficientFunds: { title: 'Niet genoeg {symbol} op {network}', text: '' },
    sending: {
      title: 'Bevestig in {wallet}',
      text: 'Controleer het bedrag in je wallet en keur de betaling goed. Houd deze pagina open.',
    },
    unknownOutcome: {
      title: 'We zoeken je betaling',
      text: 'We kregen geen duidelijk antwoord van je wallet, dus je betaling is misschien al onderweg. Betaal nog niet opnieuw.',
    },
    reporting: {
      title: 'Betaling verstuurd',
      text: 'We laten het de winkel weten. Houd deze pagina open.',
    },
    confirming: {
      title: 'Betaling verstuurd',
      text: 'Het netwerk bevestigt je betaling. Je kunt deze pagina sluiten.',
    },
    earlierPayment: {
      title: 'We zoeken een eerdere betaling',
      text: 'Je bent in deze browser al begonnen met het betalen van deze bestelling. Kijk in je wallet voordat je opnieuw betaalt.',
    },
    needsSignature: {
      title: 'Koppel je betaling aan deze bestelling',
      text: 'Je betaling is verstuurd zonder het nummer van deze bestelling. Onderteken een bericht om die te koppelen. Dat is gratis en er gaat geen geld weg.',
    },
    waitingPayment: {
      title: 'Er is misschien al een betaling onderweg',
      text: 'Is die van jou, wacht dan hier. Deze pagina wordt automatisch bijgewerkt.',
    },
    storageBlocked: {
      title: 'Je browser blokkeert opslag',
      text: 'Als deze pagina te vroeg sluit, kunnen we je betaling niet hervatten. Sta opslag toe voor deze site, of ga toch door.',
    },
    otherTab: {
      title: 'Je betaalt in een ander tabblad',
      text: 'Rond de betaling af in het andere tabblad. Als je dat sluit, kun je hier verder.',
    },
    dropped: {
      title: 'Je betaling gaat misschien niet door',
      text: 'Het netwerk heeft de betaling laten vallen, maar kan die alsnog verwerken. We blijven controleren.',
    },
    notPaid: { title: 'Je betaling is niet doorgegaan', text: '' },
    misdirected: {
      title: 'Je betaling gaat niet naar de winkel',
      text: 'Wat je wallet heeft verstuurd, klopt niet met deze bestelling. Mogelijk heeft een schadelijke app of extensie het gewijzigd.',
    },
    paid: { title: 'Betaald', text: 'Bedankt. Je betaling is bevestigd.' },
  },
  pay: '{amount} betalen',
  payStore: '{store} betalen',
  payRest: 'Resterende {amount} betalen',
  logo: 'Logo',
  cancel: 'Annuleren',
  retry: 'Opnieuw proberen',
  amountOnNetwork: '{amount} op {network}',
  partlyPaid: '{paid} van {price} betaald.',
  paidDirectly: 'Gaat rechtstreeks naar {store}',
  changeAmount: 'Bedrag wijzigen',
  testMode: 'Test',
  coveredButton: 'Iets bedekt de betaalknop. Sluit het en probeer het opnieuw.',
  orderFor: 'Voor {email}',
  orderItems: 'Artikelen: {n}',
  back: 'Terug',
  transaction: 'Transactie',
  payAfterCancel: 'Nu toch betalen',
  installed: 'Geïnstalleerd',
  lastUsed: 'Laatst gebruikt',
  noWallet:
    'We hebben geen wallet gevonden in deze browser. Installeer er een, of open deze pagina in de browser van je wallet.',
  inAppBrowser:
    'Vanuit {app} kun je geen wallet openen: kopieer de link en open die in je browser.',
  inThisApp:
    'Vanuit deze app kun je geen wallet openen: kopieer de link en open die in je browser.',
  payExternally: 'Betaal met QR of adres',
  lockedHint: 'Is je wallet vergrendeld? Open en ontgrendel hem.',
  preparingCode: 'Code voor je wallet wordt gemaakt',
  scanTitle: 'Scan met je wallet',
  scanText: 'Scan de code met je wallet-app en keur de verbinding goed.',
  openTitle: 'Open je wallet',
  openText: 'Keur de verbinding goed in de app en kom dan terug naar deze pagina.',
  openOnDevice: 'Op dit apparaat openen',
  anotherWallet: 'Andere wallet',
  copyLink: 'Link kopiëren',
  qrConnectLabel: 'QR-code om je wallet te verbinden',
  qrPayLabel: 'QR-code met de betaalgegevens voor je wallet',
  heldFor: 'Nog {time} gereserveerd.',
  sendExactly: 'Verstuur precies',
  onlyOnNetwork:
    'Verstuur alleen via {network}. Geld dat je via een ander netwerk verstuurt, kan verloren gaan.',
  tokenContract: 'Tokencontract',
  openInWallet: 'Openen in je wallet',
  showCode: 'Code voor een ander apparaat tonen',
  awaitingPayment: 'Wachten op je betaling',
  paidAlready: 'Ik heb het al verstuurd',
  transactionHash: 'Transactiehash',
  hashHint: 'Plak een hash of explorerlink',
  checkHash: 'Betaling controleren',
  checkingTransaction: 'Transactie wordt gecontroleerd',
  sought: {
    title: 'We zoeken deze transactie',
    text: 'We zien de transactie nog niet op het netwerk. Deze pagina wordt bijgewerkt zodra dat wel zo is.',
    details: 'Nog niet betaald? Gebruik dan de gegevens hieronder.',
    unpaid: 'Ik heb nog niet betaald',
  },
  codeNotLoaded:
    'Een deel van deze pagina kon niet worden geladen. Controleer je verbinding en probeer het opnieuw.',
  loading: 'Laden',
  checkingBalances: 'Je saldo’s worden gecontroleerd',
  balance: 'Je hebt {amount}',
  shortfall: '{amount} tekort',
  balanceUnknown: 'Saldo niet beschikbaar',
  otherToken: 'Betalen met een ander token',
  addFundsTo: 'Storten op',
  proposalTitle: 'Wachten op handtekeningen',
  proposalText:
    'De betaling wordt verstuurd zodra genoeg eigenaren in de wallet-app hebben ondertekend. Deze pagina wordt automatisch bijgewerkt en je kunt later terugkomen.',
  signaturesNeeded: {
    one: 'Nog {n} handtekening nodig',
    other: 'Nog {n} handtekeningen nodig',
  },
  signed: 'Ondertekend',
  notSigned: 'Nog niet ondertekend',
  batchTitle: 'Je wallet verstuurt je betaling',
  batchText:
    'Je wallet bundelt de betaling met andere transacties. Deze pagina wordt automatisch bijgewerkt.',
  batchForgotten: {
    title: 'Je betaling is misschien geweigerd',
    text: 'Je wallet kent dit verzoek niet meer en op het netwerk is geen betaling te zien. Bekijk de activiteit in je wallet voordat je opnieuw betaalt.',
  },
  sign: 'Bericht ondertekenen',
  notNow: 'Niet nu',
  unsignedWarning: 'Als je niet ondertekent, moet de winkel je betaling handmatig koppelen.',
  signWithAccount:
    'Deze betaling kwam van {account}. Schakel in je wallet over naar dat account om te ondertekenen.',
  unlinked: {
    title: 'De winkel koppelt je betaling',
    text: 'Je betaling is verstuurd. De winkel moet die nog aan deze bestelling koppelen. Bewaar je betaalbewijs en betaal niet opnieuw.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Deze bestelling is verlopen',
      text: 'Je betaling is aangekomen, maar de winkel moet beslissen of die nog geldt. Neem contact op met de winkel en bewaar je betaalbewijs.',
    },
    cancelled: {
      title: 'De winkel heeft deze bestelling geannuleerd',
      text: 'Je betaling is aangekomen en de winkel moet die terugbetalen. Bewaar je betaalbewijs.',
    },
  },
  othersPayment: {
    title: 'Er wordt een betaling bevestigd',
    text: 'Die is niet in deze browser gedaan. Is het jouw betaling, dan hoef je niet opnieuw te betalen.',
  },
  earlierFound: {
    title: 'Je eerdere betaling is gevonden',
    text: 'We hebben het de winkel laten weten. Neem contact op met de winkel voordat je opnieuw betaalt.',
  },
  waitingSigns: {
    report: 'Er is {time} een betaling hiervoor gemeld. Het netwerk heeft die nog niet bevestigd.',
    nonce: 'Je account heeft een transactie verstuurd die het netwerk nog niet heeft bevestigd.',
  },
  ended: {
    expired: {
      title: 'Deze betaling is verlopen',
      text: 'Betalen is niet meer mogelijk. Heb je al geld verstuurd, neem dan contact op met de winkel.',
    },
    cancelled: {
      title: 'De winkel heeft deze betaling geannuleerd',
      text: 'Betalen is niet meer mogelijk. Heb je al geld verstuurd, neem dan contact op met de winkel.',
    },
  },
  startAgain: 'Opnieuw beginnen',
  preparingAmount: 'Je bedrag wordt opgehaald',
  exactAmountText:
    'Verstuur precies dit bedrag. Aan de laatste cijfers is je bestelling te herkennen.',
  noReservedAmountText:
    'Verstuur het bedrag hieronder. Plak daarna de transactiehash en onderteken een bericht om je betaling aan deze bestelling te koppelen.',
  suggestedAmounts: 'Voorgestelde bedragen',
  aboveZero: 'Vul een bedrag in dat hoger is dan nul.',
  atLeast: 'Minimaal {amount}.',
  atMost: 'Maximaal {amount}.',
  amountFormat: 'Vul het bedrag in cijfers in, bijvoorbeeld {example}.',
  decimalPlaces: {
    one: '{symbol} heeft maximaal {n} decimaal.',
    other: '{symbol} heeft maximaal {n} decimalen.',
  },
  approximately: 'ongeveer {amount}',
  searchingWallets: 'Wallets worden gezocht',
  otherNetwork: 'Je wallet zit op een ander netwerk.',
  switchNetwork: 'Van netwerk wisselen',
  networkDeclined: 'Je hebt de netwerkwissel geweigerd. Schakel over naar {network} om te betalen.',
  addNetwork: {
    title: 'Netwerk zelf toevoegen',
    chainId: 'Keten-ID',
    symbol: 'Valutasymbool',
    rpcUrl: 'RPC-URL',
    explorer: 'Blockexplorer',
  },
  tokenShortfall: 'Je hebt {have} op {network}. Voor deze betaling is {need} nodig.',
  gasShortfall: '{network} rekent ongeveer {need} aan kosten. Je hebt {have}.',
  useOtherWallet: 'Andere wallet gebruiken',
  add: {
    button: '{amount} storten',
    label: 'Stort {amount} op {network} naar dit adres',
    place: 'Op {network}, naar {address}',
    arrives: 'Deze pagina wordt bijgewerkt zodra het binnen is.',
  },
  ways: {
    any: 'Elke wallet of exchange',
    connected: '{wallet} is verbonden',
    phone: 'Een wallet op je telefoon',
    more: 'Andere manieren om te betalen',
  },
  stillWaiting: 'We wachten nog. Ontgrendel je wallet en kijk op het scherm ervan.',
  noRequestSeen: 'Zie je geen verzoek?',
  notPaid: {
    cancelled: {
      title: 'Geannuleerd in je wallet',
      text: 'Je wallet heeft deze betaling vervangen door een andere transactie. Er is niets betaald.',
    },
    reverted: {
      title: 'Je betaling is mislukt',
      text: 'Het netwerk heeft de overboeking geweigerd. Je hebt alleen de netwerkkosten betaald.',
    },
    rejected: {
      title: 'De winkel kon deze betaling niet accepteren',
      text: 'Neem met je betaalbewijs contact op met de winkel.',
    },
  },
  payAgain: 'Opnieuw betalen',
  checkAgain: 'Opnieuw controleren',
  networkFee: 'Netwerkkosten',
  noNetworkFee: 'Geen',
  feeInToken: {
    title: 'Betaal de netwerkkosten in {symbol}',
    text: 'Je hebt geen {coin} nodig. De kosten komen bij je betaling.',
    total: 'Totaal',
  },
  authorized: {
    title: 'Betaling ondertekend',
    text: 'De winkel verstuurt je betaling. Je kunt deze pagina sluiten.',
    until:
      'Als de betaling niet vóór {time} is verstuurd, is er niets betaald en kun je opnieuw betalen.',
    held: 'De winkel heeft je betaling nog niet verstuurd en kan dat tot {time} nog doen. Betaal tot die tijd niet opnieuw.',
  },
  proposedWarning:
    'Als je opnieuw betaalt en deze betaling toch nog wordt verstuurd, betaal je dubbel.',
  droppedWarning:
    'Als je opnieuw betaalt en de eerste betaling toch nog doorgaat, betaal je dubbel.',
  rejectedWarning:
    'Met je eerste betaling is misschien al geld overgemaakt. Neem contact op met de winkel voordat je opnieuw betaalt.',
  askedFor: 'Wat we vroegen',
  sentInstead: 'Wat je wallet verstuurde',
  anotherToken: 'een ander token',
  misdirectedWarning:
    'Betaal niet opnieuw met deze wallet of in deze browser. Meld het aan de winkel en bewaar de link naar de transactie als bewijs.',
  mayHavePaid: 'Je hebt misschien al betaald',
  sentTitle: 'Je betaling is verstuurd',
  sentChargeGone:
    'De winkel kan deze bestelling niet vinden. Bewaar het betaalbewijs en laat het aan de winkel zien.',
  sentNotAccepted:
    'De winkel heeft de betaling niet geaccepteerd. Bewaar het betaalbewijs en laat het aan de winkel zien.',
  sentUnreachable:
    'We kunnen de winkel nu niet bereiken. We blijven het proberen. Je hoeft niet opnieuw te betalen.',
  somethingWrong: 'Gaat er iets mis?',
  payAnyway: 'Toch betalen',
  reorganized: 'Het netwerk bevestigt je betaling opnieuw. Je hoeft niets te doen.',
  nonceUsed: {
    title: 'Je betaling is niet verstuurd',
    text: 'Je wallet heeft in plaats daarvan een andere transactie verstuurd. Bekijk de activiteit in je wallet en betaal daarna opnieuw.',
  },
  nothingFound: 'Nog geen betaling gevonden. We blijven controleren.',
  confirmPayAgain: 'Ik heb het niet goedgekeurd – opnieuw betalen',
  payAgainWarning: 'Als je de betaling toch hebt goedgekeurd en opnieuw betaalt, betaal je dubbel.',
  unreachable:
    'We kunnen de winkel nu niet bereiken. We blijven het proberen en je betaling is veilig.',
  confirmations: {
    one: '{n} van {m} bevestiging',
    other: '{n} van {m} bevestigingen',
  },
  confirmationsEta: '{confirmations}, nog ongeveer {time}',
  largePayment:
    'Grote betalingen wachten tot het netwerk ze niet meer kan terugdraaien: ongeveer {time}.',
  waitingForNetwork: 'Wachten op het netwerk',
  sent: 'Verstuurd vanuit je wallet',
  recorded: 'Winkel op de hoogte',
  confirmed: 'Bevestigd door het netwerk',
  amount: 'Bedrag',
  amountIn: 'Bedrag in {symbol}',
  continue: 'Doorgaan',
  alreadyPaid: 'Dit is al betaald.',
  paidTwice:
    'Dit is al betaald. Komt jouw betaling ook aan, dan moet de winkel die terugbetalen. Bewaar je betaalbewijs.',
  refund: 'Terugbetaling',
  refundClaim: 'Aangeven waarheen',
  refundInProgress: 'In behandeling',
  refunded: 'Verstuurd',
  receipt: 'Betaalbewijs',
  copyReceipt: 'Betaalbewijs kopiëren',
  copyLabel: 'Kopiëren',
  download: 'Opslaan',
  print: 'Afdrukken',
  details: 'Details',
  dataFile: 'Gegevensbestand (JSON)',
  status: 'Status',
  statuses: {
    sent: 'Verstuurd, nog niet bevestigd door de winkel',
    confirmed: 'Betaald en bevestigd',
    rejected: 'Niet geaccepteerd door de winkel',
    misdirected: 'Naar een ander adres verstuurd, niet naar de winkel',
    reverted: 'Mislukt (alleen de netwerkkosten zijn betaald)',
    cancelled: 'Geannuleerd (er is niets betaald)',
  },
  from: 'Van',
  token: 'Token',
  time: 'Datum en tijd',
  to: 'Aan',
  network: 'Netwerk',
  charge: 'Referentie',
  store: 'Winkel',
  viewInExplorer: 'Bekijken in de blockexplorer',
  contact: 'Contact opnemen met {store}',
  contactStore: 'Contact opnemen met de winkel',
  close: 'Sluiten',
  showPayment: 'Betaling tonen',
  showReceipt: 'Betaalbewijs tonen',
  copy: '{what} kopiëren',
  copyTransaction: 'Transactie kopiëren',
  copyAddress: 'Adres kopiëren',
  copyReference: 'Referentie kopiëren',
  copyBlocked: 'Deze pagina mag niet kopiëren. Selecteer de tekst en kopieer die zelf.',
  copied: 'Gekopieerd',
  returning: 'Je gaat terug naar de winkel…',
  stay: 'Hier blijven',
  returnToStore: 'Terug naar de winkel',
  errors: {
    invalid_attribute: 'Deze betaling is niet goed ingesteld. Laat het de winkel weten.',
    page_broken: 'Een ander script op deze pagina verhindert betalingen. Laat het de winkel weten.',
    invalid_amount: 'Dit bedrag is niet geldig.',
    not_found: 'Deze betaling is niet gevonden.',
    conflict: 'Deze transactie hoort al bij een andere betaling.',
    rate_limited: 'Te veel pogingen. Wacht even en probeer het opnieuw.',
    service_failed:
      'Er is een probleem met de betaaldienst van de winkel. Probeer het later opnieuw.',
    timeout: 'Het antwoord liet te lang op zich wachten. Probeer het opnieuw.',
    offline: 'Geen verbinding. Controleer je internetverbinding en probeer het opnieuw.',
    wallet_refused: 'Je hebt het verzoek geweigerd in je wallet.',
    wallet_busy: 'Er staat al een verzoek open in je wallet. Open je wallet om te antwoorden.',
    wallet_locked:
      'Je wallet is vergrendeld of niet meer verbonden. Ontgrendel hem en verbind hem opnieuw.',
    wallet_failed: 'Er is een probleem met je wallet.',
    chain_refused:
      'Je wallet is niet verbonden met het juiste netwerk of account. Er is niets verstuurd.',
    insufficient_funds:
      'Je wallet heeft te weinig voor deze betaling en de netwerkkosten. Er is niets verstuurd.',
    wallet_unable:
      'Je wallet staat niet toe dat deze pagina om betalingen vraagt. Er is niets verstuurd. Verbind hem opnieuw of gebruik een andere wallet.',
    chain_unknown: 'Dit netwerk wordt hier niet ondersteund. Laat het de winkel weten.',
    chain_unreachable: 'Het netwerk is nu niet bereikbaar. Probeer het opnieuw.',
    price_unavailable: 'Er is nu geen prijs beschikbaar voor dit token. Probeer het later opnieuw.',
    recipient_not_pinned:
      'Het betaaladres komt niet overeen met dat van de winkel. Er is niets verstuurd. Neem contact op met de winkel.',
    quote_mismatch:
      'Deze betaling komt niet overeen met wat de winkel heeft ingesteld. Er is niets verstuurd. Laat het de winkel weten.',
    quote_not_signed:
      'Deze betaling heeft geen geldige handtekening van de winkel. Er is niets verstuurd. Probeer het opnieuw. Gebeurt het weer, laat het de winkel dan weten.',
    storage_unavailable:
      'Deze pagina kan in deze browser geen gegevens over de betaling opslaan of lezen. Neem contact op met de winkel voordat je opnieuw betaalt.',
    payment_failed: 'Met deze overboeking is de bestelling niet betaald.',
    authorization_refused:
      'De handtekening van je wallet werkt niet voor deze betaling. Er is niets betaald.',
    authorization_lapsed:
      'Je ondertekende betaling is niet op tijd verstuurd en is niet meer geldig. Er is niets betaald.',
    switch_failed:
      'Je wallet kon niet van netwerk wisselen. Wissel zelf in je wallet of gebruik een andere.',
    wallet_gone: 'Deze wallet is niet meer beschikbaar. Kies hem opnieuw.',
    wallet_silent: 'Je wallet reageert niet. Open en ontgrendel hem.',
    not_sent:
      'Je wallet heeft deze betaling opgegeven. Die is niet verstuurd en er is niets betaald.',
    other_account:
      'Je wallet is op een ander account overgegaan. Kies het account dat heeft betaald en probeer het opnieuw.',
    relay_unreachable:
      'We kunnen WalletConnect niet bereiken. Controleer je verbinding en probeer het opnieuw, of gebruik een andere wallet.',
    walletconnect_unavailable:
      'WalletConnect kan op deze pagina niet worden gebruikt. Gebruik een andere wallet.',
    code_expired:
      'Geen enkele wallet reageerde op tijd, dus de code is verlopen. Kies WalletConnect opnieuw voor een nieuwe.',
    networks_missing:
      'Je wallet is verbonden zonder een netwerk dat deze winkel accepteert. Zet er een aan in je wallet en scan een nieuwe code, of gebruik een andere wallet.',
    transfer_refused:
      'De token weigert deze overboeking. Er is niets verstuurd. Probeer een andere token of wallet, of vraag het de winkel.',
    storage_blocked:
      'Deze browser laat de pagina geen gegevens opslaan, dus de betaling kan niet worden hervat als de pagina sluit. Sta opslag toe voor deze site.',
    reference_unsigned:
      'We konden de handtekening van de winkel niet controleren, dus je kunt je betaling hier niet bevestigen. Neem contact op met de winkel en bewaar je betaalbewijs.',
  },
  mismatches: {
    no_hash:
      'Dit is geen transactiehash. Een hash is 0x met daarachter 64 tekens, van 0 tot en met 9 en a tot en met f.',
    reverted:
      'Deze transactie is mislukt. Alleen de netwerkkosten zijn betaald. Betaal opnieuw of vul een andere hash in.',
    other_charge:
      'Deze transactie hoort bij een andere bestelling. Vul de hash in van de betaling voor deze bestelling.',
    other_token:
      'Met deze transactie is een ander token verstuurd. Vul de hash van de juiste betaling in of neem contact op met de winkel.',
    other_recipient:
      'Deze transactie ging naar iemand anders. Vul de hash in van de betaling aan de winkel.',
    nothing:
      'Met deze transactie is het gevraagde token niet verstuurd. Vul de hash van de betaling zelf in.',
  },
}
