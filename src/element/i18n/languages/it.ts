// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const it: Translation = {
  lang: 'it',
  dir: 'ltr',
  screens: {
    loading: { title: 'Caricamento del pagamento', text: '' },
    ready: { title: 'Tutto pronto per pagare', text: '' },
    failed: { title: 'Qualcosa è andato storto', text: '' },
    unavailable: {
      title: 'Questo pagamento non è disponibile',
      text: 'Il link potrebbe non essere più valido oppure il negozio potrebbe aver ritirato il pagamento.',
    },
    cancelled: {
      title: 'Pagamento annullato',
      text: 'Dal tuo wallet non è stato inviato nulla.',
    },
    enteringAmount: { title: 'Quanto vuoi pagare?', text: '' },
    choosingWallet: { title: 'Scegli il tuo wallet', text: '' },
    connecting: {
      title: 'Connettiti con {wallet}',
      text: 'Apri il tuo wallet e approva la connessione a questo sito.',
    },
    choosingToken: { title: 'Scegli come pagare', text: '' },
    externalPayment: { title: 'Invia da un altro wallet', text: '' },
    wrongNetwork: { title: 'Passa a {network}', text: 'Approva il cambio di rete nel tuo wallet.' },
    checking: { title: 'Stiamo verificando il tuo saldo', text: 'Ci vorrà solo un momento.' },
    insufficientFunds: { title: 'Saldo in {symbol} insufficiente su {network}', text: '' },
    sending: {
      title: 'Conferma in {wallet}',
      text: 'Controlla l’importo nel tuo wallet e approva il pagamento. Tieni aperta questa pagina.',
    },
    unknownOutcome: {
      title: 'Stiamo cercando il tuo pagamento',
      text: 'Non abbiamo ricevuto una risposta chiara dal tuo wallet, quindi il pagamento potrebbe essere già in corso. Per ora non pagare di nuovo.',
    },
    reporting: {
      title: 'Pagamento inviato',
      text: 'Stiamo avvisando il negozio. Tieni aperta questa pagina.',
    },
    confirming: {
      title: 'Pagamento inviato',
      text: 'La rete sta confermando il tuo pagamento. Puoi chiudere questa pagina.',
    },
    earlierPayment: {
      title: 'Stiamo cercando un pagamento precedente',
      text: 'Hai già iniziato a pagare questo ordine in questo browser. Controlla il tuo wallet prima di pagare di nuovo.',
    },
    needsSignature: {
      title: 'Collega il pagamento a questo ordine',
      text: 'Il tuo pagamento è stato inviato senza il numero di questo ordine. Firma un messaggio per collegarlo. È gratis e non sposta denaro.',
    },
    waitingPayment: {
      title: 'Un pagamento potrebbe essere già in arrivo',
      text: 'Se è tuo, aspetta qui. Questa pagina si aggiorna automaticamente.',
    },
    storageBlocked: {
      title: 'Il tuo browser blocca l’archiviazione',
      text: 'Se questa pagina si chiude troppo presto, non potremo riprendere il pagamento. Consenti l’archiviazione per questo sito oppure continua comunque.',
    },
    otherTab: {
      title: 'Stai pagando in un’altra scheda',
      text: 'Completa il pagamento nell’altra scheda. Se la chiudi, puoi continuare qui.',
    },
    dropped: {
      title: 'Il tuo pagamento potrebbe non andare a buon fine',
      text: 'La rete lo ha scartato, ma potrebbe ancora essere elaborato. Continueremo a verificare.',
    },
    notPaid: { title: 'Il tuo pagamento non è andato a buon fine', text: '' },
    misdirected: {
      title: 'Il tuo pagamento non va al negozio',
      text: 'Ciò che il tuo wallet ha inviato non corrisponde a questo ordine. Un’app o un’estensione dannosa potrebbe averlo modificato.',
    },
    paid: { title: 'Pagato', text: 'Grazie. Il tuo pagamento è confermato.' },
  },
  pay: 'Paga {amount}',
  payStore: 'Paga {store}',
  payRest: 'Paga i restanti {amount}',
  logo: 'Logo',
  cancel: 'Annulla',
  retry: 'Riprova',
  amountOnNetwork: '{amount} su {network}',
  partlyPaid: 'Pagati {paid} su {price}.',
  paidDirectly: 'Va direttamente a {store}',
  changeAmount: 'Modifica l’importo',
  testMode: 'Test',
  coveredButton: 'Qualcosa copre il pulsante di pagamento. Chiudilo e riprova.',
  orderFor: 'Per {email}',
  orderItems: 'Articoli: {n}',
  back: 'Indietro',
  transaction: 'Transazione',
  payAfterCancel: 'Paga ora',
  installed: 'Installato',
  lastUsed: 'Ultimo usato',
  noWallet:
    'Non abbiamo trovato nessun wallet in questo browser. Installane uno o apri questa pagina nel browser del tuo wallet.',
  inAppBrowser: 'Da {app} non si possono aprire i wallet: copia il link e aprilo nel tuo browser.',
  inThisApp:
    'Da questa app non si possono aprire i wallet: copia il link e aprilo nel tuo browser.',
  payExternally: 'Paga con QR o indirizzo',
  lockedHint: 'Il tuo wallet è bloccato? Aprilo e sbloccalo.',
  preparingCode: 'Stiamo preparando un codice per il tuo wallet',
  scanTitle: 'Scansiona con il tuo wallet',
  scanText: 'Scansiona il codice con l’app del tuo wallet e approva la connessione.',
  openTitle: 'Apri il tuo wallet',
  openText: 'Approva la connessione nell’app, poi torna a questa pagina.',
  openOnDevice: 'Apri su questo dispositivo',
  anotherWallet: 'Un altro wallet',
  copyLink: 'Copia link',
  qrConnectLabel: 'Codice QR per connettere il tuo wallet',
  qrPayLabel: 'Codice QR con i dati del pagamento per il tuo wallet',
  heldFor: 'Riservato ancora per {time}.',
  sendExactly: 'Invia esattamente',
  onlyOnNetwork:
    'Invia solo sulla rete {network}. I fondi inviati su un’altra rete possono andare persi.',
  tokenContract: 'Contratto del token',
  openInWallet: 'Apri nel tuo wallet',
  showCode: 'Mostra il codice per un altro dispositivo',
  awaitingPayment: 'In attesa del tuo pagamento',
  paidAlready: 'L’ho già inviato',
  transactionHash: 'Hash della transazione',
  hashHint: 'Incolla un hash o un link explorer',
  checkHash: 'Verifica pagamento',
  checkingTransaction: 'Verifica della transazione',
  sought: {
    title: 'Stiamo cercando questa transazione',
    text: 'Non la vediamo ancora sulla rete. Questa pagina si aggiornerà appena comparirà.',
    details: 'Se non hai ancora pagato, usa i dati qui sotto.',
    unpaid: 'Non ho ancora pagato',
  },
  codeNotLoaded:
    'Non è stato possibile caricare una parte di questa pagina. Controlla la connessione e riprova.',
  loading: 'Caricamento',
  checkingBalances: 'Verifica dei tuoi saldi',
  balance: 'Hai {amount}',
  shortfall: 'Mancano {amount}',
  balanceUnknown: 'Saldo non disponibile',
  otherToken: 'Paga con un altro token',
  addFundsTo: 'Aggiungi fondi a',
  proposalTitle: 'In attesa delle firme',
  proposalText:
    'Il pagamento viene inviato quando un numero sufficiente di proprietari firma nell’app del wallet. Questa pagina si aggiorna automaticamente e puoi tornarci più tardi.',
  signaturesNeeded: {
    one: 'Manca ancora {n} firma',
    many: 'Mancano ancora {n} firme',
    other: 'Mancano ancora {n} firme',
  },
  signed: 'Ha firmato',
  notSigned: 'Non ha ancora firmato',
  batchTitle: 'Il tuo wallet sta inviando il pagamento',
  batchText:
    'Il tuo wallet lo sta raggruppando con altre transazioni. Questa pagina si aggiorna automaticamente.',
  batchForgotten: {
    title: 'Il pagamento potrebbe essere stato rifiutato',
    text: 'Il tuo wallet non ha più questa richiesta e sulla rete non risulta alcun pagamento. Controlla le attività del wallet prima di pagare di nuovo.',
  },
  sign: 'Firma il messaggio',
  notNow: 'Non ora',
  unsignedWarning: 'Se non firmi, il negozio dovrà collegare il pagamento manualmente.',
  signWithAccount:
    'Questo pagamento proviene da {account}. Passa a quell’account nel tuo wallet per firmare.',
  unlinked: {
    title: 'Il negozio collegherà il pagamento',
    text: 'Il tuo pagamento è stato inviato. Il negozio deve ancora collegarlo a questo ordine. Conserva la ricevuta e non pagare di nuovo.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Questo ordine è scaduto',
      text: 'Il tuo pagamento è arrivato, ma il negozio deve decidere se è ancora valido. Contatta il negozio e conserva la ricevuta.',
    },
    cancelled: {
      title: 'Il negozio ha annullato questo ordine',
      text: 'Il tuo pagamento è arrivato e il negozio deve restituirlo. Conserva la ricevuta.',
    },
  },
  othersPayment: {
    title: 'Un pagamento è in fase di conferma',
    text: 'Non è stato fatto in questo browser. Se è tuo, non devi pagare di nuovo.',
  },
  earlierFound: {
    title: 'Abbiamo trovato il tuo pagamento precedente',
    text: 'Abbiamo avvisato il negozio. Contattalo prima di pagare di nuovo.',
  },
  waitingSigns: {
    report:
      'Un pagamento per questo ordine è stato segnalato {time}. La rete non lo ha ancora confermato.',
    nonce: 'Il tuo account ha inviato una transazione che la rete non ha ancora confermato.',
  },
  ended: {
    expired: {
      title: 'Questo pagamento è scaduto',
      text: 'Non puoi più effettuarlo. Se hai già inviato denaro, contatta il negozio.',
    },
    cancelled: {
      title: 'Il negozio ha annullato questo pagamento',
      text: 'Non puoi più effettuarlo. Se hai già inviato denaro, contatta il negozio.',
    },
  },
  startAgain: 'Ricomincia',
  preparingAmount: 'Recupero dell’importo',
  exactAmountText: 'Invia questo importo esatto. Le ultime cifre identificano il tuo ordine.',
  noReservedAmountText:
    'Invia l’importo indicato sotto. Poi incolla l’hash della transazione e firma un messaggio per collegare il pagamento a questo ordine.',
  suggestedAmounts: 'Importi suggeriti',
  aboveZero: 'Inserisci un importo maggiore di zero.',
  atLeast: 'Almeno {amount}.',
  atMost: 'Al massimo {amount}.',
  amountFormat: 'Inserisci l’importo in cifre, ad esempio {example}.',
  decimalPlaces: {
    one: '{symbol} ammette al massimo {n} decimale.',
    many: '{symbol} ammette al massimo {n} decimali.',
    other: '{symbol} ammette al massimo {n} decimali.',
  },
  approximately: 'circa {amount}',
  searchingWallets: 'Ricerca dei wallet',
  otherNetwork: 'Il tuo wallet è su un’altra rete.',
  switchNetwork: 'Cambia rete',
  networkDeclined: 'Hai rifiutato il cambio di rete. Passa a {network} per pagare.',
  addNetwork: {
    title: 'Aggiungi la rete manualmente',
    chainId: 'ID catena',
    symbol: 'Simbolo della valuta',
    rpcUrl: 'URL RPC',
    explorer: 'Block explorer',
  },
  tokenShortfall: 'Hai {have} su {network}. Per questo pagamento servono {need}.',
  gasShortfall: '{network} addebita una commissione di circa {need}. Hai {have}.',
  useOtherWallet: 'Usa un altro wallet',
  add: {
    button: 'Aggiungi {amount}',
    label: 'Aggiungi {amount} su {network} a questo indirizzo',
    place: 'Su {network}, a {address}',
    arrives: 'Questa pagina si aggiorna all’arrivo dei fondi.',
  },
  ways: {
    any: 'Qualsiasi wallet o exchange',
    connected: '{wallet} è connesso',
    phone: 'Un wallet sul tuo telefono',
    more: 'Altri modi di pagare',
  },
  stillWaiting: 'Siamo ancora in attesa. Sblocca il wallet e guarda il suo schermo.',
  noRequestSeen: 'Non vedi una richiesta?',
  notPaid: {
    cancelled: {
      title: 'Annullato nel tuo wallet',
      text: 'Il tuo wallet ha sostituito questo pagamento con un’altra transazione. Non è stato pagato nulla.',
    },
    reverted: {
      title: 'Il tuo pagamento non è riuscito',
      text: 'La rete ha rifiutato il trasferimento. Hai pagato solo la commissione di rete.',
    },
    rejected: {
      title: 'Il negozio non ha potuto accettare questo pagamento',
      text: 'Contatta il negozio e mostra la ricevuta.',
    },
  },
  payAgain: 'Paga di nuovo',
  checkAgain: 'Verifica di nuovo',
  networkFee: 'Commissione di rete',
  noNetworkFee: 'Nessuna',
  feeInToken: {
    title: 'Paga la commissione di rete in {symbol}',
    text: 'Non ti serve {coin}. La commissione si aggiunge al pagamento.',
    total: 'Totale',
  },
  authorized: {
    title: 'Pagamento firmato',
    text: 'Il negozio sta inviando il tuo pagamento. Puoi chiudere questa pagina.',
    until: 'Se non viene inviato entro le {time}, non paghi nulla e puoi pagare di nuovo.',
    held: 'Il negozio non ha ancora inviato il tuo pagamento e può farlo fino alle {time}. Non pagare di nuovo prima di allora.',
  },
  proposedWarning:
    'Se paghi di nuovo e questo pagamento viene comunque inviato, pagherai due volte.',
  droppedWarning:
    'Se paghi di nuovo e il primo pagamento va comunque a buon fine, pagherai due volte.',
  rejectedWarning:
    'Con il tuo primo pagamento potrebbe essere già stato trasferito del denaro. Contatta il negozio prima di pagare di nuovo.',
  askedFor: 'Cosa abbiamo chiesto',
  sentInstead: 'Cosa ha inviato il tuo wallet',
  anotherToken: 'un altro token',
  misdirectedWarning:
    'Non pagare di nuovo con questo wallet né in questo browser. Avvisa il negozio e salva il link della transazione come prova.',
  mayHavePaid: 'Potresti aver già pagato',
  sentTitle: 'Il tuo pagamento è stato inviato',
  sentChargeGone: 'Il negozio non trova questo ordine. Conserva la ricevuta e mostrala al negozio.',
  sentNotAccepted: 'Il negozio non l’ha accettato. Conserva la ricevuta e mostrala al negozio.',
  sentUnreachable:
    'Al momento non riusciamo a contattare il negozio. Continueremo a provare. Non è necessario pagare di nuovo.',
  somethingWrong: 'Qualcosa non va?',
  payAnyway: 'Paga comunque',
  reorganized: 'La rete sta confermando di nuovo il tuo pagamento. Non devi fare nulla.',
  nonceUsed: {
    title: 'Il tuo pagamento non è stato inviato',
    text: 'Il tuo wallet ha inviato un’altra transazione al suo posto. Controlla le attività del wallet, poi paga di nuovo.',
  },
  nothingFound: 'Nessun pagamento trovato per ora. Continueremo a verificare.',
  confirmPayAgain: 'Non l’ho approvato: paga di nuovo',
  payAgainWarning: 'Se invece hai approvato il pagamento e paghi di nuovo, pagherai due volte.',
  unreachable:
    'Al momento non riusciamo a contattare il negozio. Continueremo a provare e il tuo pagamento è al sicuro.',
  confirmations: {
    one: 'Conferme: {n} su {m}',
    many: 'Conferme: {n} su {m}',
    other: 'Conferme: {n} su {m}',
  },
  confirmationsEta: '{confirmations}, ancora circa {time}',
  largePayment: 'I pagamenti elevati attendono che la rete non possa più annullarli: circa {time}.',
  waitingForNetwork: 'In attesa della rete',
  sent: 'Inviato dal tuo wallet',
  recorded: 'Negozio avvisato',
  confirmed: 'Confermato dalla rete',
  amount: 'Importo',
  amountIn: 'Importo in {symbol}',
  continue: 'Continua',
  alreadyPaid: 'È già stato pagato.',
  paidTwice:
    'È già stato pagato. Se arriva anche il tuo pagamento, il negozio deve restituirlo. Conserva la ricevuta.',
  refund: 'Rimborso',
  refundClaim: 'Indica dove inviarlo',
  refundInProgress: 'In corso',
  refunded: 'Inviato',
  receipt: 'Ricevuta',
  copyReceipt: 'Copia ricevuta',
  copyLabel: 'Copia',
  download: 'Scarica',
  print: 'Stampa',
  details: 'Dettagli',
  dataFile: 'File di dati (JSON)',
  status: 'Stato',
  statuses: {
    sent: 'Inviato, non ancora confermato dal negozio',
    confirmed: 'Pagato e confermato',
    rejected: 'Non accettato dal negozio',
    misdirected: 'Inviato a un altro indirizzo, non al negozio',
    reverted: 'Non riuscito (pagata solo la commissione di rete)',
    cancelled: 'Annullato (non è stato pagato nulla)',
  },
  from: 'Da',
  token: 'Token',
  time: 'Data e ora',
  to: 'A',
  network: 'Rete',
  charge: 'Riferimento',
  store: 'Negozio',
  viewInExplorer: 'Vedi nel block explorer',
  contact: 'Contatta {store}',
  contactStore: 'Contatta il negozio',
  close: 'Chiudi',
  showPayment: 'Mostra pagamento',
  showReceipt: 'Mostra ricevuta',
  copy: 'Copia {what}',
  copyTransaction: 'Copia transazione',
  copyAddress: 'Copia indirizzo',
  copyReference: 'Copia riferimento',
  copyBlocked: 'Questa pagina non può copiare. Seleziona il testo e copialo tu.',
  copied: 'Copiato',
  returning: 'Ritorno al negozio…',
  stay: 'Resta qui',
  returnToStore: 'Torna al negozio',
  errors: {
    invalid_attribute: 'Questo pagamento non è configurato correttamente. Avvisa il negozio.',
    page_broken: 'Un altro script di questa pagina impedisce di pagare. Avvisa il negozio.',
    invalid_amount: 'Questo importo non è valido.',
    not_found: 'Questo pagamento non è stato trovato.',
    conflict: 'Questa transazione è già associata a un altro pagamento.',
    rate_limited: 'Troppi tentativi. Attendi un momento e riprova.',
    service_failed: 'Il servizio di pagamento del negozio ha un problema. Riprova più tardi.',
    timeout: 'La risposta ha richiesto troppo tempo. Riprova.',
    offline: 'Nessuna connessione. Controlla la connessione a internet e riprova.',
    wallet_refused: 'Hai rifiutato la richiesta nel tuo wallet.',
    wallet_busy: 'Il tuo wallet mostra già una richiesta. Aprilo per rispondere.',
    wallet_locked: 'Il tuo wallet è bloccato o scollegato. Sbloccalo e collegalo di nuovo.',
    wallet_failed: 'Si è verificato un problema nel tuo wallet.',
    chain_refused:
      'Il tuo wallet non è sulla rete o sull’account giusto. Non è stato inviato nulla.',
    insufficient_funds:
      'Il tuo wallet non ha fondi sufficienti per questo pagamento e la commissione di rete. Non è stato inviato nulla.',
    wallet_unable:
      'Il tuo wallet non permette a questa pagina di chiedere pagamenti. Non è stato inviato nulla. Collegalo di nuovo o usa un altro wallet.',
    chain_unknown: 'Questa rete non è supportata qui. Avvisa il negozio.',
    chain_unreachable: 'Al momento la rete non è raggiungibile. Riprova.',
    price_unavailable:
      'Al momento non è disponibile un prezzo per questo token. Riprova più tardi.',
    recipient_not_pinned:
      'L’indirizzo di pagamento non corrisponde a quello del negozio. Non è stato inviato nulla. Contatta il negozio.',
    quote_mismatch:
      'Questo pagamento non corrisponde a quanto stabilito dal negozio. Non è stato inviato nulla. Avvisa il negozio.',
    quote_not_signed:
      'Questo pagamento non ha una firma valida del negozio. Non è stato inviato nulla. Riprova e, se succede di nuovo, avvisa il negozio.',
    storage_unavailable:
      'Questo browser non consente a questa pagina di salvare o leggere i dati del pagamento. Contatta il negozio prima di pagare di nuovo.',
    payment_failed: 'Questo ordine non risulta pagato con questo trasferimento.',
    authorization_refused:
      'La firma del tuo wallet non funziona per questo pagamento. Non è stato pagato nulla.',
    authorization_lapsed:
      'Il pagamento firmato non è stato inviato in tempo e non è più valido. Non è stato pagato nulla.',
    switch_failed:
      'Il tuo wallet non è riuscito a cambiare rete. Cambiala direttamente nel wallet o usane un altro.',
    wallet_gone: 'Questo wallet non è più disponibile. Sceglilo di nuovo.',
    wallet_silent: 'Il tuo wallet non risponde. Aprilo e sbloccalo.',
    not_sent:
      'Il tuo wallet ha abbandonato questo pagamento. Non è stato inviato e non è stato pagato nulla.',
    other_account:
      'Il tuo wallet è passato a un altro account. Scegli l’account che ha pagato e riprova.',
    relay_unreachable:
      'Non riusciamo a raggiungere WalletConnect. Controlla la connessione e riprova, oppure usa un altro wallet.',
    walletconnect_unavailable:
      'WalletConnect non può essere usato in questa pagina. Usa un altro wallet.',
    code_expired:
      'Nessun wallet ha risposto in tempo e il codice è scaduto. Scegli di nuovo WalletConnect per averne uno nuovo.',
    networks_missing:
      'Il tuo wallet si è collegato senza nessuna rete accettata da questo negozio. Attivane una nel wallet e scansiona un nuovo codice, oppure usa un altro wallet.',
    transfer_refused:
      'Il token rifiuta questo trasferimento. Non è stato inviato nulla. Prova un altro token o wallet, oppure chiedi al negozio.',
    storage_blocked:
      'Questo browser non permette alla pagina di salvare dati: se si chiude, il pagamento non può essere ripreso. Consenti l’archiviazione per questo sito.',
    reference_unsigned:
      'Non siamo riusciti a verificare la firma del negozio, quindi non puoi confermare qui il tuo pagamento. Contatta il negozio e conserva la ricevuta.',
  },
  mismatches: {
    no_hash:
      'Questo non è un hash di transazione. Un hash è 0x seguito da 64 caratteri (0–9 e a–f).',
    reverted:
      'Questa transazione non è riuscita. È stata pagata solo la commissione di rete. Paga di nuovo o inserisci un altro hash.',
    other_charge:
      'Questa transazione si riferisce a un altro ordine. Inserisci l’hash del pagamento di questo ordine.',
    other_token:
      'Con questa transazione è stato inviato un altro token. Inserisci l’hash del pagamento corretto o contatta il negozio.',
    other_recipient:
      'Questa transazione è destinata a qualcun altro. Inserisci l’hash del pagamento al negozio.',
    nothing:
      'Con questa transazione non è stato inviato il token richiesto. Inserisci l’hash del pagamento corretto.',
  },
}
