// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const pl: Translation = {
  lang: 'pl',
  dir: 'ltr',
  screens: {
    loading: { title: 'Wczytujemy płatność', text: '' },
    ready: { title: 'Możesz zapłacić', text: '' },
    failed: { title: 'Coś poszło nie tak', text: '' },
    unavailable: {
      title: 'Ta płatność jest niedostępna',
      text: 'Być może link jest nieaktualny albo sklep anulował płatność.',
    },
    cancelled: { title: 'Płatność anulowana', text: 'Z Twojego portfela nic nie wysłano.' },
    enteringAmount: { title: 'Ile chcesz zapłacić?', text: '' },
    choosingWallet: { title: 'Wybierz portfel', text: '' },
    connecting: {
      title: 'Połącz się przez {wallet}',
      text: 'Otwórz portfel i zatwierdź połączenie z tą stroną.',
    },
    choosingToken: { title: 'Wybierz, czym zapłacisz', text: '' },
    externalPayment: { title: 'Wyślij z innego portfela', text: '' },
    wrongNetwork: {
      title: 'Przełącz na sieć {network}',
      text: 'Zatwierdź zmianę sieci w portfelu.',
    },
    checking: { title: 'Sprawdzamy saldo', text: 'To potrwa tylko chwilę.' },
    insufficientFunds: { title: 'Za mało {symbol} w sieci {network}', text: '' },
    sending: {
      title: 'Zatwierdź w {wallet}',
      text: 'Sprawdź kwotę w portfelu i zatwierdź płatność. Nie zamykaj tej strony.',
    },
    unknownOutcome: {
      title: 'Szukamy Twojej płatności',
      text: 'Nie otrzymaliśmy jednoznacznej odpowiedzi z portfela, więc płatność może już być w drodze. Na razie nie płać ponownie.',
    },
    reporting: {
      title: 'Płatność wysłana',
      text: 'Powiadamiamy sklep. Nie zamykaj tej strony.',
    },
    confirming: {
      title: 'Płatność wysłana',
      text: 'Sieć potwierdza Twoją płatność. Możesz zamknąć tę stronę.',
    },
    earlierPayment: {
      title: 'Szukamy wcześniejszej płatności',
      text: 'Płatność za to zamówienie została już rozpoczęta w tej przeglądarce. Sprawdź portfel, zanim zapłacisz ponownie.',
    },
    needsSignature: {
      title: 'Powiąż płatność z tym zamówieniem',
      text: 'Płatność została wysłana bez numeru tego zamówienia. Podpisz wiadomość, aby ją powiązać. To nic nie kosztuje i nie przenosi pieniędzy.',
    },
    waitingPayment: {
      title: 'Płatność może już być w drodze',
      text: 'Jeśli to Twoja płatność, poczekaj tutaj. Ta strona sama się aktualizuje.',
    },
    storageBlocked: {
      title: 'Przeglądarka blokuje zapis danych',
      text: 'Jeśli ta strona zostanie zamknięta za wcześnie, nie będziemy mogli wznowić płatności. Zezwól tej witrynie na zapis danych albo kontynuuj mimo to.',
    },
    otherTab: {
      title: 'Płacisz w innej karcie',
      text: 'Dokończ w tamtej karcie. Jeśli ją zamkniesz, możesz kontynuować tutaj.',
    },
    dropped: {
      title: 'Twoja płatność może nie dojść do skutku',
      text: 'Sieć ją odrzuciła, ale może ją jeszcze przetworzyć. Będziemy sprawdzać dalej.',
    },
    notPaid: { title: 'Płatność nie doszła do skutku', text: '' },
    misdirected: {
      title: 'Twoja płatność nie trafi do sklepu',
      text: 'To, co wysłał portfel, nie zgadza się z tym zamówieniem. Mogła to zmienić szkodliwa aplikacja lub rozszerzenie.',
    },
    paid: { title: 'Zapłacono', text: 'Dziękujemy. Twoja płatność została potwierdzona.' },
  },
  pay: 'Zapłać {amount}',
  payRest: 'Dopłać pozostałe {amount}',
  logo: 'Logo',
  cancel: 'Anuluj',
  retry: 'Spróbuj ponownie',
  amountOnNetwork: '{amount} w sieci {network}',
  partlyPaid: 'Zapłacono {paid} z {price}.',
  paidDirectly: 'Trafi bezpośrednio do: {store}',
  changeAmount: 'Zmień kwotę',
  testMode: 'Test',
  coveredButton: 'Coś zasłania przycisk płatności. Zamknij to i spróbuj ponownie.',
  orderFor: 'Dla: {email}',
  orderItems: 'Pozycje: {n}',
  back: 'Wstecz',
  transaction: 'Transakcja',
  payAfterCancel: 'Zapłać teraz',
  installed: 'Zainstalowany',
  lastUsed: 'Ostatnio używany',
  noWallet:
    'Nie znaleźliśmy portfela w tej przeglądarce. Zainstaluj portfel albo otwórz tę stronę w przeglądarce portfela.',
  inAppBrowser:
    'W aplikacji {app} nie można otworzyć portfela, więc skopiuj link i otwórz go w przeglądarce.',
  inThisApp:
    'W tej aplikacji nie można otworzyć portfela, więc skopiuj link i otwórz go w przeglądarce.',
  payExternally: 'Zapłać kodem QR lub na adres',
  lockedHint: 'Twój portfel jest zablokowany? Otwórz go i odblokuj.',
  preparingCode: 'Przygotowujemy kod dla Twojego portfela',
  scanTitle: 'Zeskanuj portfelem',
  scanText: 'Zeskanuj kod w aplikacji portfela i zatwierdź połączenie.',
  openTitle: 'Otwórz portfel',
  openText: 'Zatwierdź połączenie w aplikacji, a potem wróć na tę stronę.',
  openOnDevice: 'Otwórz na tym urządzeniu',
  anotherWallet: 'Inny portfel',
  copyLink: 'Kopiuj link',
  qrConnectLabel: 'Kod QR do połączenia portfela',
  qrPayLabel: 'Kod QR z danymi płatności dla portfela',
  heldFor: 'Zarezerwowano jeszcze na {time}.',
  sendExactly: 'Wyślij dokładnie',
  onlyOnNetwork: 'Wysyłaj tylko w sieci {network}. Środki wysłane w innej sieci mogą przepaść.',
  tokenContract: 'Kontrakt tokena',
  openInWallet: 'Otwórz w portfelu',
  showCode: 'Pokaż kod dla innego urządzenia',
  awaitingPayment: 'Czekamy na Twoją płatność',
  paidAlready: 'Płatność już wysłana',
  transactionHash: 'Hash transakcji',
  hashHint: 'Wklej hash lub link z eksploratora',
  checkHash: 'Sprawdź płatność',
  checkingTransaction: 'Sprawdzamy transakcję',
  sought: {
    title: 'Szukamy tej transakcji',
    text: 'Nie widzimy jej jeszcze w sieci. Ta strona zaktualizuje się, gdy tylko się pojawi.',
    details: 'Jeśli płatność nie została jeszcze wysłana, skorzystaj z danych poniżej.',
    unpaid: 'Jeszcze nie zapłacono',
  },
  codeNotLoaded: 'Nie udało się wczytać części tej strony. Sprawdź połączenie i spróbuj ponownie.',
  loading: 'Wczytywanie',
  checkingBalances: 'Sprawdzamy salda',
  balance: 'Masz {amount}',
  shortfall: 'Brakuje {amount}',
  balanceUnknown: 'Saldo niedostępne',
  otherToken: 'Zapłać innym tokenem',
  addFundsTo: 'Doładuj adres',
  proposalTitle: 'Czekamy na podpisy',
  proposalText:
    'Płatność zostanie wysłana, gdy w aplikacji portfela podpisze ją wystarczająca liczba właścicieli. Ta strona sama się aktualizuje i możesz na nią później wrócić.',
  signaturesNeeded: {
    one: 'Potrzebny jeszcze {n} podpis',
    few: 'Potrzebne jeszcze {n} podpisy',
    many: 'Potrzebnych jeszcze {n} podpisów',
    other: 'Potrzebne jeszcze {n} podpisu',
  },
  signed: 'Podpisano',
  notSigned: 'Jeszcze bez podpisu',
  batchTitle: 'Twój portfel wysyła płatność',
  batchText: 'Portfel łączy ją z innymi transakcjami. Ta strona sama się aktualizuje.',
  batchForgotten: {
    title: 'Płatność mogła zostać odrzucona',
    text: 'Portfel nie ma już tej prośby, a w sieci nie widać płatności. Zanim zapłacisz ponownie, sprawdź historię w portfelu.',
  },
  sign: 'Podpisz wiadomość',
  notNow: 'Nie teraz',
  unsignedWarning: 'Bez podpisu sklep będzie musiał ręcznie powiązać Twoją płatność.',
  signWithAccount:
    'Ta płatność pochodzi z konta {account}. Aby podpisać, przełącz się na to konto w portfelu.',
  unlinked: {
    title: 'Sklep powiąże Twoją płatność',
    text: 'Płatność została wysłana. Sklep musi ją jeszcze powiązać z tym zamówieniem. Zachowaj dowód płatności i nie płać ponownie.',
  },
  paidAfterEnd: {
    expired: {
      title: 'To zamówienie wygasło',
      text: 'Płatność dotarła, ale to sklep zdecyduje, czy jeszcze ją zaliczy. Skontaktuj się ze sklepem i zachowaj dowód płatności.',
    },
    cancelled: {
      title: 'Sklep anulował to zamówienie',
      text: 'Płatność dotarła i sklep musi ją zwrócić. Zachowaj dowód płatności.',
    },
  },
  othersPayment: {
    title: 'Trwa potwierdzanie płatności',
    text: 'Nie została wykonana w tej przeglądarce. Jeśli jest Twoja, nie musisz płacić ponownie.',
  },
  earlierFound: {
    title: 'Znaleźliśmy Twoją wcześniejszą płatność',
    text: 'Powiadomiliśmy sklep. Zapytaj sklep, zanim zapłacisz ponownie.',
  },
  waitingSigns: {
    report: 'Płatność za to zamówienie zgłoszono {time}. Sieć jeszcze jej nie potwierdziła.',
    nonce: 'Z Twojego konta wysłano transakcję, której sieć jeszcze nie potwierdziła.',
  },
  ended: {
    expired: {
      title: 'Ta płatność wygasła',
      text: 'Nie można już zapłacić. Jeśli pieniądze zostały już wysłane, skontaktuj się ze sklepem.',
    },
    cancelled: {
      title: 'Sklep anulował tę płatność',
      text: 'Nie można już zapłacić. Jeśli pieniądze zostały już wysłane, skontaktuj się ze sklepem.',
    },
  },
  startAgain: 'Zacznij od nowa',
  preparingAmount: 'Pobieramy kwotę',
  exactAmountText: 'Wyślij dokładnie tę kwotę. Ostatnie cyfry wskazują Twoje zamówienie.',
  noReservedAmountText:
    'Wyślij kwotę podaną poniżej. Następnie wklej hash transakcji i podpisz wiadomość, aby powiązać płatność z tym zamówieniem.',
  suggestedAmounts: 'Proponowane kwoty',
  aboveZero: 'Wpisz kwotę większą od zera.',
  atLeast: 'Wpisz co najmniej {amount}.',
  atMost: 'Wpisz najwyżej {amount}.',
  amountFormat: 'Wpisz kwotę cyframi, na przykład {example}.',
  decimalPlaces: {
    one: '{symbol} może mieć najwyżej {n} miejsce po przecinku.',
    few: '{symbol} może mieć najwyżej {n} miejsca po przecinku.',
    many: '{symbol} może mieć najwyżej {n} miejsc po przecinku.',
    other: '{symbol} może mieć najwyżej {n} miejsca po przecinku.',
  },
  approximately: 'około {amount}',
  searchingWallets: 'Szukamy portfeli',
  otherNetwork: 'Twój portfel jest połączony z inną siecią.',
  switchNetwork: 'Przełącz sieć',
  networkDeclined: 'Zmiana sieci została odrzucona. Aby zapłacić, przełącz na sieć {network}.',
  addNetwork: {
    title: 'Dodaj sieć samodzielnie',
    chainId: 'Identyfikator łańcucha',
    symbol: 'Symbol waluty',
    rpcUrl: 'Adres URL RPC',
    explorer: 'Eksplorator bloków',
  },
  tokenShortfall: 'Masz {have} w sieci {network}. Do tej płatności potrzeba {need}.',
  gasShortfall: 'Sieć {network} pobiera opłatę około {need}. Masz {have}.',
  useOtherWallet: 'Użyj innego portfela',
  add: {
    button: 'Doładuj o {amount}',
    label: 'Wpłać {amount} w sieci {network} na ten adres',
    place: 'W sieci {network}, na {address}',
    arrives: 'Ta strona odświeży się, gdy środki dotrą.',
  },
  ways: {
    any: 'Dowolny portfel lub giełda',
    connected: 'Połączono: {wallet}',
    phone: 'Portfel w telefonie',
    more: 'Inne sposoby płatności',
  },
  noRequestSeen: 'Nie widzisz prośby?',
  notPaid: {
    cancelled: {
      title: 'Anulowano w portfelu',
      text: 'Portfel zastąpił tę płatność inną transakcją. Nic nie zapłacono.',
    },
    reverted: {
      title: 'Płatność się nie powiodła',
      text: 'Sieć odrzuciła transfer. Pobrano tylko opłatę sieciową.',
    },
    rejected: {
      title: 'Sklep nie mógł przyjąć tej płatności',
      text: 'Skontaktuj się ze sklepem i pokaż dowód płatności.',
    },
  },
  payAgain: 'Zapłać ponownie',
  checkAgain: 'Sprawdź ponownie',
  networkFee: 'Opłata sieciowa',
  noNetworkFee: 'Brak',
  feeInToken: {
    title: 'Zapłać opłatę sieciową w {symbol}',
    text: 'Nie potrzebujesz {coin}. Opłata zostanie doliczona do płatności.',
    total: 'Razem',
  },
  authorized: {
    title: 'Płatność podpisana',
    text: 'Sklep wysyła Twoją płatność. Możesz zamknąć tę stronę.',
    until: 'Jeśli nie zostanie wysłana do {time}, nic nie zapłacisz i możesz zapłacić ponownie.',
    held: 'Sklep nie wysłał jeszcze Twojej płatności i może to zrobić do {time}. Do tego czasu nie płać ponownie.',
  },
  proposedWarning:
    'Jeśli zapłacisz ponownie, a ta płatność jednak zostanie wysłana, zapłacisz dwa razy.',
  droppedWarning:
    'Jeśli zapłacisz ponownie, a pierwsza płatność jednak zostanie zrealizowana, zapłacisz dwa razy.',
  rejectedWarning:
    'Pieniądze z pierwszej płatności mogły już zostać przekazane. Zapytaj sklep, zanim zapłacisz ponownie.',
  askedFor: 'O co prosiliśmy',
  sentInstead: 'Co wysłał Twój portfel',
  anotherToken: 'inny token',
  misdirectedWarning:
    'Nie płać ponownie tym portfelem ani w tej przeglądarce. Powiadom sklep i zachowaj link do transakcji jako dowód.',
  mayHavePaid: 'Możliwe, że już zapłacono',
  sentTitle: 'Twoja płatność została wysłana',
  sentChargeGone:
    'Sklep nie może znaleźć tego zamówienia. Zachowaj dowód płatności i pokaż go sklepowi.',
  sentNotAccepted: 'Sklep nie przyjął tej płatności. Zachowaj dowód płatności i pokaż go sklepowi.',
  sentUnreachable:
    'Nie możemy teraz połączyć się ze sklepem. Będziemy próbować dalej. Nie musisz płacić ponownie.',
  payAnyway: 'Zapłać mimo to',
  reorganized: 'Sieć ponownie potwierdza Twoją płatność. Nie musisz nic robić.',
  nonceUsed: {
    title: 'Twoja płatność nie została wysłana',
    text: 'Portfel wysłał zamiast niej inną transakcję. Sprawdź historię w portfelu, a potem zapłać ponownie.',
  },
  nothingFound: 'Na razie nie znaleźliśmy płatności. Będziemy sprawdzać dalej.',
  confirmPayAgain: 'Nie zatwierdzono – zapłać ponownie',
  payAgainWarning:
    'Jeśli płatność jednak została zatwierdzona, a zapłacisz ponownie, zapłacisz dwa razy.',
  unreachable:
    'Nie możemy teraz połączyć się ze sklepem. Będziemy próbować dalej, a Twoja płatność jest bezpieczna.',
  confirmations: {
    one: '{n} z {m} potwierdzenia',
    few: '{n} z {m} potwierdzeń',
    many: '{n} z {m} potwierdzeń',
    other: '{n} z {m} potwierdzenia',
  },
  confirmationsEta: '{confirmations}, jeszcze mniej więcej {time}',
  largePayment: 'Duże płatności czekają, aż sieć nie będzie mogła ich cofnąć: około {time}.',
  waitingForNetwork: 'Czekamy na sieć',
  sent: 'Wysłanie z portfela',
  recorded: 'Powiadomienie sklepu',
  confirmed: 'Potwierdzenie przez sieć',
  amount: 'Kwota',
  amountIn: 'Kwota w {symbol}',
  continue: 'Dalej',
  alreadyPaid: 'To już zostało opłacone.',
  paidTwice:
    'To już zostało opłacone. Jeśli dotrze też Twoja płatność, sklep musi ją zwrócić. Zachowaj dowód płatności.',
  refund: 'Zwrot',
  refundClaim: 'Podaj, dokąd ma trafić',
  refundInProgress: 'W toku',
  refunded: 'Wysłano',
  receipt: 'Dowód płatności',
  copyReceipt: 'Kopiuj dowód',
  download: 'Pobierz',
  print: 'Drukuj',
  status: 'Status',
  statuses: {
    sent: 'Wysłano, sklep jeszcze nie potwierdził',
    confirmed: 'Zapłacono i potwierdzono',
    rejected: 'Sklep nie przyjął płatności',
    misdirected: 'Wysłano na inny adres, nie do sklepu',
    reverted: 'Nieudana (zapłacono tylko opłatę sieciową)',
    cancelled: 'Anulowana (nic nie zapłacono)',
  },
  from: 'Z adresu',
  token: 'Token',
  time: 'Data i godzina',
  to: 'Na adres',
  network: 'Sieć',
  charge: 'Numer referencyjny',
  store: 'Sklep',
  viewInExplorer: 'Zobacz w eksploratorze bloków',
  close: 'Zamknij',
  showPayment: 'Pokaż płatność',
  showReceipt: 'Pokaż dowód płatności',
  copy: 'Kopiuj {what}',
  copied: 'Skopiowano',
  returning: 'Wracamy do sklepu…',
  stay: 'Zostań tutaj',
  returnToStore: 'Wróć do sklepu',
  errors: {
    invalid_attribute: 'Ta płatność jest nieprawidłowo skonfigurowana. Powiadom o tym sklep.',
    page_broken: 'Inny skrypt na tej stronie uniemożliwia płatność. Powiadom o tym sklep.',
    invalid_amount: 'Nie można użyć tej kwoty.',
    not_found: 'Nie znaleźliśmy tej płatności.',
    conflict: 'Ta transakcja została już użyta do innej płatności.',
    rate_limited: 'Za dużo prób. Poczekaj chwilę i spróbuj ponownie.',
    service_failed: 'Wystąpił problem z usługą płatniczą sklepu. Spróbuj ponownie później.',
    timeout: 'Odpowiedź nie przyszła na czas. Spróbuj ponownie.',
    offline: 'Nie udało się połączyć. Sprawdź połączenie z internetem i spróbuj ponownie.',
    wallet_refused: 'Prośba została odrzucona w Twoim portfelu.',
    wallet_busy: 'W portfelu czeka już prośba. Otwórz go, aby odpowiedzieć.',
    wallet_locked: 'Twój portfel jest zablokowany lub rozłączony. Odblokuj go i połącz ponownie.',
    wallet_failed: 'Twój portfel zgłosił problem.',
    chain_refused: 'Twój portfel nie jest połączony z właściwą siecią lub kontem. Nic nie wysłano.',
    insufficient_funds:
      'W portfelu jest za mało środków na tę płatność i opłatę sieciową. Nic nie wysłano.',
    wallet_unable:
      'Twój portfel nie pozwala tej stronie prosić o płatności. Nic nie wysłano. Połącz go ponownie lub użyj innego portfela.',
    chain_unknown: 'Ta strona nie obsługuje tej sieci. Powiadom o tym sklep.',
    chain_unreachable: 'Nie możemy teraz odczytać danych z sieci. Spróbuj ponownie.',
    price_unavailable: 'Cena tego tokena jest teraz niedostępna. Spróbuj ponownie później.',
    recipient_not_pinned:
      'Adres płatności nie zgadza się z adresem sklepu. Nic nie zostało wysłane. Skontaktuj się ze sklepem.',
    quote_mismatch:
      'Ta płatność nie zgadza się z tym, co ustalił sklep. Nic nie wysłano. Powiadom o tym sklep.',
    quote_not_signed:
      'Ta płatność nie ma ważnego podpisu sklepu. Nic nie wysłano. Spróbuj ponownie, a jeśli to się powtórzy, powiadom o tym sklep.',
    storage_unavailable:
      'Nie możemy zapisać ani odczytać danych płatności w tej przeglądarce. Zapytaj sklep, zanim zapłacisz ponownie.',
    payment_failed: 'Tym transferem nie można opłacić tego zamówienia.',
    authorization_refused:
      'Podpis z Twojego portfela nie działa przy tej płatności. Nic nie zapłacono.',
    authorization_lapsed:
      'Podpisana płatność nie została wysłana na czas i straciła ważność. Nic nie zapłacono.',
    switch_failed:
      'Twój portfel nie mógł zmienić sieci. Zmień ją samodzielnie w portfelu lub użyj innego.',
    wallet_gone: 'Ten portfel nie jest już dostępny. Wybierz go ponownie.',
    wallet_silent: 'Twój portfel nie odpowiada. Otwórz go i odblokuj.',
    not_sent:
      'Twój portfel zrezygnował z tej płatności. Nie została wysłana i niczego nie zapłacono.',
    other_account:
      'Portfel przełączył się na inne konto. Wybierz konto, z którego zapłacono, i spróbuj ponownie.',
    relay_unreachable:
      'Nie możemy połączyć się z WalletConnect. Sprawdź połączenie i spróbuj ponownie lub użyj innego portfela.',
    walletconnect_unavailable: 'Na tej stronie nie można użyć WalletConnect. Użyj innego portfela.',
    code_expired:
      'Żaden portfel nie odpowiedział na czas, więc kod wygasł. Wybierz WalletConnect ponownie, aby otrzymać nowy.',
    networks_missing:
      'Twój portfel połączył się bez sieci akceptowanej przez ten sklep. Włącz ją w portfelu i zeskanuj nowy kod lub użyj innego portfela.',
    transfer_refused:
      'Token odrzuca ten transfer. Nic nie wysłano. Spróbuj innego tokena lub portfela albo zapytaj sklep.',
    storage_blocked:
      'Ta przeglądarka nie pozwala stronie zapisywać danych, więc po jej zamknięciu nie można wznowić płatności. Zezwól na zapisywanie danych dla tej witryny.',
    reference_unsigned:
      'Nie mogliśmy sprawdzić podpisu sklepu, więc nie możesz tu potwierdzić płatności. Skontaktuj się ze sklepem i zachowaj dowód płatności.',
  },
  mismatches: {
    no_hash:
      'To nie jest hash transakcji. Hash składa się z 0x i 64 znaków: cyfr od 0 do 9 i liter od a do f.',
    reverted:
      'Ta transakcja się nie powiodła. Pobrano tylko opłatę sieciową. Zapłać ponownie albo wpisz inny hash.',
    other_charge: 'Ta transakcja dotyczy innego zamówienia. Wpisz hash płatności za to zamówienie.',
    other_token:
      'W tej transakcji wysłano inny token. Wpisz hash płatności za to zamówienie albo zapytaj sklep.',
    other_recipient: 'Ta transakcja nie trafiła do sklepu. Wpisz hash płatności dla sklepu.',
    nothing:
      'W tej transakcji nie wysłano tokena, którym się tu płaci. Wpisz hash płatności za to zamówienie.',
  },
}
