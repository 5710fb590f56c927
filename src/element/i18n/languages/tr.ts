// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const tr: Translation = {
  lang: 'tr',
  dir: 'ltr',
  screens: {
    loading: { title: 'Ödeme yükleniyor', text: '' },
    ready: { title: 'Ödemeye hazır', text: '' },
    failed: { title: 'Bir sorun oluştu', text: '' },
    unavailable: {
      title: 'Bu ödeme yapılamıyor',
      text: 'Bağlantı güncel olmayabilir veya mağaza ödeme talebini geri çekmiş olabilir.',
    },
    cancelled: { title: 'Ödeme iptal edildi', text: 'Cüzdanınızdan hiçbir şey gönderilmedi.' },
    enteringAmount: { title: 'Ne kadar ödemek istersiniz?', text: '' },
    choosingWallet: { title: 'Cüzdanınızı seçin', text: '' },
    connecting: {
      title: '{wallet} üzerinden bağlanın',
      text: 'Cüzdanınızı açın ve bu siteyle bağlantıyı onaylayın.',
    },
    choosingToken: { title: 'Nasıl ödeyeceğinizi seçin', text: '' },
    externalPayment: { title: 'Başka bir cüzdandan gönderin', text: '' },
    wrongNetwork: {
      title: '{network} ağına geçin',
      text: 'Ağ değişikliğini cüzdanınızda onaylayın.',
    },
    checking: { title: 'Bakiyeniz kontrol ediliyor', text: 'Bu çok kısa sürer.' },
    insufficientFunds: { title: '{symbol} bakiyesi yetersiz', text: '' },
    sending: {
      title: '{wallet} üzerinden onaylayın',
      text: 'Cüzdanınızda tutarı kontrol edin ve ödemeyi onaylayın. Bu sayfayı açık tutun.',
    },
    unknownOutcome: {
      title: 'Ödemeniz aranıyor',
      text: 'Cüzdanınızdan net bir yanıt alamadık; ödemeniz yola çıkmış olabilir. Şimdilik tekrar ödeme yapmayın.',
    },
    reporting: {
      title: 'Ödeme gönderildi',
      text: 'Mağazaya bildiriliyor. Bu sayfayı açık tutun.',
    },
    confirming: {
      title: 'Ödeme gönderildi',
      text: 'Ağ, ödemenizi onaylıyor. Bu sayfayı kapatabilirsiniz.',
    },
    earlierPayment: {
      title: 'Önceki bir ödeme aranıyor',
      text: 'Bu sipariş için bu tarayıcıda zaten ödemeye başladınız. Tekrar ödemeden önce cüzdanınızı kontrol edin.',
    },
    needsSignature: {
      title: 'Ödemenizi bu siparişle ilişkilendirin',
      text: 'Ödemeniz bu siparişin numarası olmadan gönderildi. İlişkilendirmek için bir mesaj imzalayın. Ücretsizdir ve para göndermez.',
    },
    waitingPayment: {
      title: 'Bir ödeme zaten yolda olabilir',
      text: 'Sizinse burada bekleyin. Bu sayfa otomatik olarak güncellenir.',
    },
    storageBlocked: {
      title: 'Tarayıcınız depolamayı engelliyor',
      text: 'Bu sayfa erken kapanırsa ödemenize devam edemeyiz. Bu site için depolamaya izin verin veya yine de devam edin.',
    },
    otherTab: {
      title: 'Başka bir sekmede ödüyorsunuz',
      text: 'Ödemeyi diğer sekmede tamamlayın. O sekmeyi kapatırsanız buradan devam edebilirsiniz.',
    },
    dropped: {
      title: 'Ödemeniz gerçekleşmeyebilir',
      text: 'Ağ ödemenizi düşürdü ama yine de işleme alabilir. Kontrol etmeye devam edeceğiz.',
    },
    notPaid: { title: 'Ödemeniz gerçekleşmedi', text: '' },
    misdirected: {
      title: 'Ödemeniz mağazaya gitmiyor',
      text: 'Cüzdanınızın gönderdiği işlem bu siparişle eşleşmiyor. Zararlı bir uygulama veya eklenti değiştirmiş olabilir.',
    },
    paid: { title: 'Ödendi', text: 'Teşekkür ederiz. Ödemeniz onaylandı.' },
  },
  pay: '{amount} öde',
  payRest: 'Kalan {amount} tutarını öde',
  logo: 'Logo',
  cancel: 'İptal',
  retry: 'Tekrar dene',
  amountOnNetwork: '{network} ağında {amount}',
  partlyPaid: '{price} tutarının {paid} kısmı ödendi.',
  paidDirectly: 'Doğrudan alıcıya gider: {store}',
  changeAmount: 'Tutarı değiştir',
  testMode: 'Test',
  coveredButton: 'Ödeme düğmesini bir şey örtüyor. Kapatıp tekrar deneyin.',
  orderFor: 'Alıcı: {email}',
  orderItems: 'Ürün sayısı: {n}',
  back: 'Geri',
  transaction: 'İşlem',
  payAfterCancel: 'Şimdi öde',
  installed: 'Yüklü',
  lastUsed: 'Son kullanılan',
  noWallet:
    'Bu tarayıcıda cüzdan bulamadık. Bir cüzdan yükleyin veya bu sayfayı cüzdanınızın tarayıcısında açın.',
  inAppBrowser: '{app} içinden cüzdan açılamadığı için bağlantıyı kopyalayıp tarayıcınızda açın.',
  inThisApp:
    'Bu uygulamanın içinden cüzdan açılamadığı için bağlantıyı kopyalayıp tarayıcınızda açın.',
  payExternally: 'QR kodu veya adresle öde',
  lockedHint: 'Cüzdanınız kilitli mi? Açıp kilidini kaldırın.',
  preparingCode: 'Cüzdanınız için kod hazırlanıyor',
  scanTitle: 'Cüzdanınızla tarayın',
  scanText: 'Kodu cüzdan uygulamanızla tarayın ve bağlantıyı onaylayın.',
  openTitle: 'Cüzdanınızı açın',
  openText: 'Bağlantıyı uygulamada onaylayın, ardından bu sayfaya dönün.',
  openOnDevice: 'Bu cihazda aç',
  anotherWallet: 'Başka cüzdan',
  copyLink: 'Bağlantıyı kopyala',
  qrConnectLabel: 'Cüzdanınızı bağlamak için QR kodu',
  qrPayLabel: 'Cüzdanınız için ödeme bilgilerini içeren QR kodu',
  heldFor: '{time} daha sizin için ayrıldı.',
  sendExactly: 'Gönderilecek tam tutar',
  onlyOnNetwork: 'Yalnızca {network} ağında gönderin. Başka bir ağda gönderilen para kaybolabilir.',
  tokenContract: 'Token sözleşmesi',
  openInWallet: 'Cüzdanınızda aç',
  showCode: 'Başka bir cihaz için kodu göster',
  awaitingPayment: 'Ödemeniz bekleniyor',
  paidAlready: 'Zaten gönderdim',
  transactionHash: 'İşlem hash’i',
  hashHint: 'Hash veya gezgin bağlantısı yapıştırın',
  checkHash: 'Ödemeyi kontrol et',
  checkingTransaction: 'İşlem kontrol ediliyor',
  sought: {
    title: 'Bu işlemi arıyoruz',
    text: 'İşlem henüz ağda görünmüyor. Göründüğünde bu sayfa güncellenir.',
    details: 'Henüz ödeme yapmadıysanız aşağıdaki bilgileri kullanın.',
    unpaid: 'Henüz ödemedim',
  },
  codeNotLoaded:
    'Bu sayfanın bir bölümü yüklenemedi. İnternet bağlantınızı kontrol edip tekrar deneyin.',
  loading: 'Yükleniyor',
  checkingBalances: 'Bakiyeleriniz kontrol ediliyor',
  balance: 'Bakiye: {amount}',
  shortfall: '{amount} eksik',
  balanceUnknown: 'Bakiye bilgisi alınamadı',
  otherToken: 'Başka bir token ile öde',
  addFundsTo: 'Bakiye eklenecek adres',
  proposalTitle: 'İmzalar bekleniyor',
  proposalText:
    'Yeterli sayıda hesap sahibi cüzdan uygulamasında imzaladığında ödeme gönderilir. Bu sayfa otomatik olarak güncellenir; daha sonra geri dönebilirsiniz.',
  signaturesNeeded: {
    one: '{n} imza daha gerekiyor',
    other: '{n} imza daha gerekiyor',
  },
  signed: 'İmzalandı',
  notSigned: 'Henüz imzalanmadı',
  batchTitle: 'Cüzdanınız ödemenizi gönderiyor',
  batchText:
    'Cüzdanınız ödemeyi diğer işlemlerle birleştiriyor. Bu sayfa otomatik olarak güncellenir.',
  batchForgotten: {
    title: 'Ödemeniz reddedilmiş olabilir',
    text: 'Cüzdanınızda bu istek artık yok ve ağda bir ödeme görünmüyor. Tekrar ödemeden önce cüzdanınızdaki işlem geçmişini kontrol edin.',
  },
  sign: 'Mesajı imzala',
  notNow: 'Şimdi değil',
  unsignedWarning: 'İmzalamazsanız mağazanın ödemenizi elle ilişkilendirmesi gerekir.',
  signWithAccount:
    'Bu ödeme {account} hesabından geldi. İmzalamak için cüzdanınızda bu hesaba geçin.',
  unlinked: {
    title: 'Ödemenizi mağaza ilişkilendirecek',
    text: 'Ödemeniz gönderildi. Mağazanın bunu bu siparişle ilişkilendirmesi gerekiyor. Makbuzunuzu saklayın ve tekrar ödemeyin.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Bu siparişin süresi doldu',
      text: 'Ödemeniz ulaştı, ancak hâlâ geçerli olup olmadığına mağaza karar verecek. Mağazayla iletişime geçin ve makbuzu saklayın.',
    },
    cancelled: {
      title: 'Mağaza bu siparişi iptal etti',
      text: 'Ödemeniz ulaştı ve mağazanın iade etmesi gerekiyor. Makbuzu saklayın.',
    },
  },
  othersPayment: {
    title: 'Bir ödeme onaylanıyor',
    text: 'Bu tarayıcıda yapılmadı. Sizinse tekrar ödemeniz gerekmez.',
  },
  earlierFound: {
    title: 'Önceki ödemeniz bulundu',
    text: 'Mağazaya bildirdik. Tekrar ödemeden önce mağazaya danışın.',
  },
  waitingSigns: {
    report: 'Bu sipariş için {time} bir ödeme bildirildi. Ağ henüz onaylamadı.',
    nonce: 'Hesabınız, ağın henüz onaylamadığı bir işlem gönderdi.',
  },
  ended: {
    expired: {
      title: 'Bu ödemenin süresi doldu',
      text: 'Bu ödemeyi artık yapamazsınız. Daha önce para gönderdiyseniz mağazayla iletişime geçin.',
    },
    cancelled: {
      title: 'Mağaza bu ödemeyi iptal etti',
      text: 'Bu ödemeyi artık yapamazsınız. Daha önce para gönderdiyseniz mağazayla iletişime geçin.',
    },
  },
  startAgain: 'Baştan başla',
  preparingAmount: 'Tutarınız alınıyor',
  exactAmountText: 'Tam olarak bu tutarı gönderin. Son haneler siparişinizi tanımlar.',
  noReservedAmountText:
    'Aşağıdaki tutarı gönderin. Ardından işlem hash’ini yapıştırın ve ödemenizi bu siparişle ilişkilendirmek için bir mesaj imzalayın.',
  suggestedAmounts: 'Önerilen tutarlar',
  aboveZero: 'Sıfırdan büyük bir tutar girin.',
  atLeast: 'En az {amount}.',
  atMost: 'En fazla {amount}.',
  amountFormat: 'Tutarı rakamla girin, örneğin {example}.',
  decimalPlaces: {
    one: '{symbol} için en fazla {n} ondalık basamak girilebilir.',
    other: '{symbol} için en fazla {n} ondalık basamak girilebilir.',
  },
  approximately: 'yaklaşık {amount}',
  searchingWallets: 'Cüzdanlar aranıyor',
  otherNetwork: 'Cüzdanınız farklı bir ağda.',
  switchNetwork: 'Ağı değiştir',
  networkDeclined: 'Ağ değişikliğini reddettiniz. Ödemek için {network} ağına geçin.',
  tokenShortfall: '{network} ağında bakiyeniz {have}. Bu ödeme için {need} gerekiyor.',
  gasShortfall:
    '{network} ağı yaklaşık {need} ücret alıyor. {network} ağındaki cüzdanınıza {missing} ekleyin.',
  useOtherWallet: 'Başka cüzdan kullan',
  noRequestSeen: 'İstek görmüyor musunuz?',
  notPaid: {
    cancelled: {
      title: 'Cüzdanınızda iptal edildi',
      text: 'Cüzdanınız bu ödemenin yerine başka bir işlem gönderdi. Hiçbir ödeme yapılmadı.',
    },
    reverted: {
      title: 'Ödemeniz başarısız oldu',
      text: 'Ağ, transferi reddetti. Yalnızca ağ ücretini ödediniz.',
    },
    rejected: {
      title: 'Mağaza bu ödemeyi kabul edemedi',
      text: 'Makbuzunuzla mağazaya başvurun.',
    },
  },
  payAgain: 'Tekrar öde',
  checkAgain: 'Tekrar kontrol et',
  networkFee: 'Ağ ücreti',
  noNetworkFee: 'Yok',
  feeInToken: '{coin} yok mu? Ücreti {symbol} ile ödeyin: {fee}.',
  authorized: {
    title: 'Ödeme imzalandı',
    text: 'Mağaza ödemenizi gönderiyor. Bu sayfayı kapatabilirsiniz.',
    until: 'Saat {time} olana kadar gönderilmezse hiçbir şey ödenmez ve yeniden ödeyebilirsiniz.',
    held: 'Mağaza ödemenizi henüz göndermedi ve saat {time} olana kadar gönderebilir. O zamana kadar tekrar ödemeyin.',
  },
  proposedWarning:
    'Tekrar öderseniz ve bu ödeme de sonradan gönderilirse iki kez ödemiş olursunuz.',
  droppedWarning: 'Tekrar öderseniz ve ilk ödeme de gerçekleşirse iki kez ödemiş olursunuz.',
  rejectedWarning:
    'İlk ödemenizde para aktarılmış olabilir. Tekrar ödemeden önce mağazaya danışın.',
  askedFor: 'İstediğimiz',
  sentInstead: 'Cüzdanınızın gönderdiği',
  anotherToken: 'başka bir token',
  misdirectedWarning:
    'Bu cüzdanla veya bu tarayıcıda tekrar ödeme yapmayın. Mağazaya haber verin ve işlem bağlantısını kanıt olarak saklayın.',
  mayHavePaid: 'Zaten ödeme yapmış olabilirsiniz',
  sentTitle: 'Ödemeniz gönderildi',
  sentChargeGone: 'Mağaza bu siparişi bulamıyor. Makbuzu saklayın ve mağazaya gösterin.',
  sentNotAccepted: 'Mağaza ödemeyi kabul etmedi. Makbuzu saklayın ve mağazaya gösterin.',
  sentUnreachable:
    'Şu anda mağazaya ulaşamıyoruz. Denemeye devam edeceğiz. Tekrar ödemeniz gerekmiyor.',
  payAnyway: 'Yine de öde',
  reorganized: 'Ağ ödemenizi yeniden onaylıyor. Bir şey yapmanız gerekmiyor.',
  nonceUsed: {
    title: 'Ödemeniz gönderilmedi',
    text: 'Cüzdanınız onun yerine başka bir işlem gönderdi. Cüzdanınızdaki işlem geçmişini kontrol edin, ardından tekrar ödeyin.',
  },
  nothingFound: 'Henüz bir ödeme bulunamadı. Kontrol etmeye devam edeceğiz.',
  confirmPayAgain: 'Onaylamadım – tekrar öde',
  payAgainWarning: 'Ödemeyi onayladıysanız ve tekrar öderseniz iki kez ödemiş olursunuz.',
  unreachable: 'Şu anda mağazaya ulaşamıyoruz. Denemeye devam edeceğiz, ödemeniz güvende.',
  confirmations: {
    one: '{n}/{m} onay',
    other: '{n}/{m} onay',
  },
  confirmationsEta: '{confirmations}, yaklaşık {time} kaldı',
  largePayment:
    'Büyük ödemeler, ağ onları geri alamayacak duruma gelene kadar bekler: yaklaşık {time}.',
  waitingForNetwork: 'Ağ bekleniyor',
  sent: 'Cüzdanınızdan gönderim',
  recorded: 'Mağazaya bildirim',
  confirmed: 'Ağ onayı',
  amount: 'Tutar',
  amountIn: 'Tutar ({symbol})',
  continue: 'Devam et',
  alreadyPaid: 'Bu zaten ödendi.',
  paidTwice:
    'Bu zaten ödendi. Sizin ödemeniz de ulaşırsa mağazanın iade etmesi gerekir. Makbuzu saklayın.',
  refund: 'İade',
  refundClaim: 'Nereye gideceğini belirtin',
  refundInProgress: 'İşlemde',
  refunded: 'Gönderildi',
  receipt: 'Makbuz',
  copyReceipt: 'Makbuzu kopyala',
  download: 'İndir',
  print: 'Yazdır',
  status: 'Durum',
  statuses: {
    sent: 'Gönderildi, mağaza henüz onaylamadı',
    confirmed: 'Ödendi ve onaylandı',
    rejected: 'Mağaza kabul etmedi',
    misdirected: 'Mağazaya değil, başka bir adrese gönderildi',
    reverted: 'Başarısız (yalnızca ağ ücreti ödendi)',
    cancelled: 'İptal edildi (hiçbir ödeme yapılmadı)',
  },
  from: 'Gönderen',
  token: 'Token',
  time: 'Tarih ve saat',
  to: 'Alıcı',
  network: 'Ağ',
  charge: 'Referans',
  store: 'Mağaza',
  viewInExplorer: 'Blok gezgininde görüntüle',
  close: 'Kapat',
  showPayment: 'Ödemeyi göster',
  showReceipt: 'Makbuzu göster',
  copy: 'Kopyala: {what}',
  copied: 'Kopyalandı',
  returning: 'Mağazaya dönülüyor…',
  stay: 'Burada kal',
  returnToStore: 'Mağazaya dön',
  errors: {
    invalid_attribute: 'Bu ödeme sayfası doğru ayarlanmamış. Lütfen mağazaya bildirin.',
    page_broken: 'Bu sayfadaki başka bir betik ödemeyi engelliyor. Lütfen mağazaya bildirin.',
    invalid_amount: 'Bu tutar kullanılamaz.',
    not_found: 'Bu ödeme bulunamadı.',
    conflict: 'Bu işlem zaten başka bir ödeme için kullanıldı.',
    rate_limited: 'Çok fazla deneme yapıldı. Biraz bekleyip tekrar deneyin.',
    service_failed: 'Mağazanın ödeme hizmetinde bir sorun var. Daha sonra tekrar deneyin.',
    timeout: 'Zamanında yanıt gelmedi. Tekrar deneyin.',
    offline: 'Bağlantı kurulamadı. İnternet bağlantınızı kontrol edip tekrar deneyin.',
    wallet_refused: 'İsteği cüzdanınızda reddettiniz.',
    wallet_busy: 'Cüzdanınızda zaten açık bir istek var. Yanıtlamak için cüzdanınızı açın.',
    wallet_locked: 'Cüzdanınız kilitli veya bağlantısı kesilmiş. Kilidini açıp yeniden bağlayın.',
    wallet_failed: 'Cüzdanınız bir sorun bildirdi.',
    chain_refused: 'Cüzdanınız doğru ağda veya hesapta değil. Hiçbir şey gönderilmedi.',
    insufficient_funds:
      'Cüzdanınızda bu ödeme ve ağ ücreti için yeterli bakiye yok. Hiçbir şey gönderilmedi.',
    wallet_unable:
      'Cüzdanınız bu sayfanın ödeme istemesine izin vermiyor. Hiçbir şey gönderilmedi. Yeniden bağlayın veya başka bir cüzdan kullanın.',
    chain_unknown: 'Bu sayfa bu ağı desteklemiyor. Lütfen mağazaya bildirin.',
    chain_unreachable: 'Şu anda ağdan veri okunamıyor. Tekrar deneyin.',
    price_unavailable: 'Bu token’ın fiyatı şu anda alınamıyor. Daha sonra tekrar deneyin.',
    recipient_not_pinned:
      'Ödeme adresi mağazanınkiyle eşleşmiyor. Hiçbir şey gönderilmedi. Lütfen mağazayla iletişime geçin.',
    quote_mismatch:
      'Bu ödeme, mağazanın belirlediği bilgilerle eşleşmiyor. Hiçbir şey gönderilmedi. Lütfen mağazaya bildirin.',
    quote_not_signed:
      'Bu ödemede mağazanın geçerli bir imzası yok. Hiçbir şey gönderilmedi. Tekrar deneyin; yine olursa lütfen mağazaya bildirin.',
    storage_unavailable:
      'Ödeme bilgileri bu tarayıcıda kaydedilemiyor veya okunamıyor. Tekrar ödemeden önce mağazaya danışın.',
    payment_failed: 'Bu transferle bu siparişin ödemesi yapılamaz.',
    authorization_refused: 'Cüzdanınızın imzası bu ödeme için kullanılamıyor. Hiçbir şey ödenmedi.',
    authorization_lapsed:
      'İmzaladığınız ödeme zamanında gönderilmedi ve artık geçerli değil. Hiçbir şey ödenmedi.',
    switch_failed:
      'Cüzdanınız ağı değiştiremedi. Cüzdanda kendiniz değiştirin veya başka bir cüzdan kullanın.',
    wallet_gone: 'Bu cüzdan artık kullanılamıyor. Yeniden seçin.',
    wallet_silent: 'Cüzdanınız yanıt vermiyor. Açıp kilidini kaldırın.',
    not_sent: 'Cüzdanınız bu ödemeden vazgeçti. Ödeme gönderilmedi ve hiçbir şey ödenmedi.',
    other_account: 'Cüzdanınız başka bir hesaba geçti. Ödemeyi yapan hesabı seçip tekrar deneyin.',
    relay_unreachable:
      'WalletConnect’e ulaşamıyoruz. Bağlantınızı kontrol edip tekrar deneyin veya başka bir cüzdan kullanın.',
    walletconnect_unavailable:
      'WalletConnect bu sayfada kullanılamıyor. Başka bir cüzdan kullanın.',
    code_expired:
      'Hiçbir cüzdan zamanında yanıt vermedi, bu yüzden kodun süresi doldu. Yeni bir kod için WalletConnect’i yeniden seçin.',
    networks_missing:
      'Cüzdanınız bu mağazanın kabul ettiği bir ağ olmadan bağlandı. Cüzdanınızda birini açıp yeni bir kod tarayın veya başka bir cüzdan kullanın.',
    transfer_refused:
      'Token bu transferi reddediyor. Hiçbir şey gönderilmedi. Başka bir token veya cüzdan deneyin ya da mağazaya danışın.',
    storage_blocked:
      'Bu tarayıcı sayfanın veri kaydetmesine izin vermiyor, bu yüzden sayfa kapanırsa ödemeye devam edilemez. Bu site için depolamaya izin verin.',
    reference_unsigned:
      'Mağazanın imzasını doğrulayamadık, bu yüzden ödemenizi burada onaylayamazsınız. Mağazayla iletişime geçin ve makbuzu saklayın.',
  },
  mismatches: {
    no_hash:
      'Bu bir işlem hash’i değil. İşlem hash’i, 0x ile başlar ve 0–9 ile a–f arasında 64 karakterle devam eder.',
    reverted:
      'Bu işlem başarısız oldu ve yalnızca ağ ücreti ödendi. Tekrar ödeyin veya başka bir hash girin.',
    other_charge:
      'Bu işlem başka bir sipariş için yapılmış. Bu siparişin ödemesine ait hash’i girin.',
    other_token:
      'Bu işlemde başka bir token gönderilmiş. Bu siparişin ödemesine ait hash’i girin veya mağazaya danışın.',
    other_recipient: 'Bu işlem mağazaya gönderilmemiş. Mağazaya yapılan ödemenin hash’ini girin.',
    nothing: 'Bu işlemde istenen token gönderilmemiş. Bu siparişin ödemesine ait hash’i girin.',
  },
}
