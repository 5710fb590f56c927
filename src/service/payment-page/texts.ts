import { chooseLanguage, type PageLocale } from '../routes/http/page-language.ts'

/** The texts of the page beside the card, which has its own texts and languages. */
export interface PageTexts {
  /** The title of a charge without a name. */
  heading: string
  payTo: string
  anyAmount: string
  details: string
  total: string
  returnTo: string
  help: string
  custody: string
  noScript: string
  /** The badge of test mode, and what it means. */
  test: string
  testHelp: string
}

const english: PageTexts = {
  heading: 'Payment to {store}',
  payTo: 'Pay {price} to {store}',
  anyAmount: 'any amount',
  details: 'Order details',
  total: 'Total',
  returnTo: 'Return to {store}',
  help: 'Questions about your order? Contact {store}.',
  custody:
    'You pay from your own wallet. The money goes straight to the store; nobody holds it on the way.',
  noScript: 'This page needs JavaScript to reach your wallet.',
  test: 'Test',
  testHelp: 'This is a test. No real money is paid.',
}

const languages: Readonly<Record<string, PageTexts>> = {
  en: english,
  de: {
    heading: 'Zahlung an {store}',
    payTo: '{price} an {store} zahlen',
    anyAmount: 'beliebiger Betrag',
    details: 'Bestelldetails',
    total: 'Gesamt',
    returnTo: 'Zurück zu {store}',
    help: 'Fragen zu Ihrer Bestellung? Wenden Sie sich an {store}.',
    custody:
      'Sie zahlen aus Ihrer eigenen Wallet. Das Geld geht direkt an den Shop; niemand hält es unterwegs.',
    noScript: 'Diese Seite braucht JavaScript, um Ihre Wallet zu erreichen.',
    test: 'Test',
    testHelp: 'Das ist ein Test. Es wird kein echtes Geld gezahlt.',
  },
  es: {
    heading: 'Pago a {store}',
    payTo: 'Pagar {price} a {store}',
    anyAmount: 'cualquier importe',
    details: 'Detalles del pedido',
    total: 'Total',
    returnTo: 'Volver a {store}',
    help: '¿Preguntas sobre tu pedido? Contacta con {store}.',
    custody:
      'Pagas desde tu propia wallet. El dinero va directamente a la tienda; nadie lo retiene por el camino.',
    noScript: 'Esta página necesita JavaScript para acceder a tu wallet.',
    test: 'Prueba',
    testHelp: 'Esto es una prueba. No se paga dinero real.',
  },
  fr: {
    heading: 'Paiement à {store}',
    payTo: 'Payer {price} à {store}',
    anyAmount: 'montant libre',
    details: 'Détails de la commande',
    total: 'Total',
    returnTo: 'Retour à {store}',
    help: 'Des questions sur votre commande ? Contactez {store}.',
    custody:
      'Vous payez depuis votre propre portefeuille. L’argent va directement à la boutique ; personne ne le détient en chemin.',
    noScript: 'Cette page a besoin de JavaScript pour accéder à votre portefeuille.',
    test: 'Test',
    testHelp: 'Ceci est un test. Aucun paiement réel n’est effectué.',
  },
  it: {
    heading: 'Pagamento a {store}',
    payTo: 'Paga {price} a {store}',
    anyAmount: 'qualsiasi importo',
    details: 'Dettagli dell’ordine',
    total: 'Totale',
    returnTo: 'Torna a {store}',
    help: 'Domande sul tuo ordine? Contatta {store}.',
    custody:
      'Paghi dal tuo wallet. Il denaro va direttamente al negozio; nessuno lo trattiene lungo il percorso.',
    noScript: 'Questa pagina ha bisogno di JavaScript per raggiungere il tuo wallet.',
    test: 'Test',
    testHelp: 'Questo è un test. Non viene pagato denaro reale.',
  },
  nl: {
    heading: 'Betaling aan {store}',
    payTo: '{price} betalen aan {store}',
    anyAmount: 'vrij bedrag',
    details: 'Bestelgegevens',
    total: 'Totaal',
    returnTo: 'Terug naar {store}',
    help: 'Vragen over je bestelling? Neem contact op met {store}.',
    custody:
      'Je betaalt vanuit je eigen wallet. Het geld gaat rechtstreeks naar de winkel; niemand houdt het onderweg vast.',
    noScript: 'Deze pagina heeft JavaScript nodig om je wallet te bereiken.',
    test: 'Test',
    testHelp: 'Dit is een test. Er wordt geen echt geld betaald.',
  },
  pt: {
    heading: 'Pagamento para {store}',
    payTo: 'Pagar {price} para {store}',
    anyAmount: 'qualquer valor',
    details: 'Detalhes do pedido',
    total: 'Total',
    returnTo: 'Voltar para {store}',
    help: 'Dúvidas sobre seu pedido? Fale com {store}.',
    custody:
      'Você paga da sua própria carteira. O dinheiro vai direto para a loja; ninguém o retém no caminho.',
    noScript: 'Esta página precisa de JavaScript para acessar sua carteira.',
    test: 'Teste',
    testHelp: 'Isto é um teste. Nenhum dinheiro real é pago.',
  },
  pl: {
    heading: 'Płatność dla {store}',
    payTo: 'Zapłać {price} dla {store}',
    anyAmount: 'dowolna kwota',
    details: 'Szczegóły zamówienia',
    total: 'Razem',
    returnTo: 'Wróć do {store}',
    help: 'Masz pytania o zamówienie? Skontaktuj się z {store}.',
    custody:
      'Płacisz z własnego portfela. Pieniądze trafiają prosto do sklepu; nikt ich po drodze nie przetrzymuje.',
    noScript: 'Ta strona potrzebuje JavaScriptu, aby połączyć się z portfelem.',
    test: 'Test',
    testHelp: 'To jest test. Nie płaci się prawdziwymi pieniędzmi.',
  },
  tr: {
    heading: '{store} için ödeme',
    payTo: '{store} için {price} öde',
    anyAmount: 'dilediğiniz tutar',
    details: 'Sipariş ayrıntıları',
    total: 'Toplam',
    returnTo: '{store} sayfasına dön',
    help: 'Siparişinizle ilgili sorunuz mu var? {store} ile iletişime geçin.',
    custody: 'Kendi cüzdanınızdan ödersiniz. Para doğrudan mağazaya gider; yolda kimse tutmaz.',
    noScript: 'Bu sayfanın cüzdanınıza ulaşması için JavaScript gerekir.',
    test: 'Test',
    testHelp: 'Bu bir testtir. Gerçek para ödenmez.',
  },
  id: {
    heading: 'Pembayaran ke {store}',
    payTo: 'Bayar {price} ke {store}',
    anyAmount: 'jumlah berapa pun',
    details: 'Detail pesanan',
    total: 'Total',
    returnTo: 'Kembali ke {store}',
    help: 'Ada pertanyaan tentang pesanan Anda? Hubungi {store}.',
    custody:
      'Anda membayar dari dompet sendiri. Uang langsung ke toko; tidak ada yang menahannya di jalan.',
    noScript: 'Halaman ini memerlukan JavaScript untuk menjangkau dompet Anda.',
    test: 'Uji coba',
    testHelp: 'Ini uji coba. Tidak ada uang sungguhan yang dibayarkan.',
  },
  vi: {
    heading: 'Thanh toán cho {store}',
    payTo: 'Thanh toán {price} cho {store}',
    anyAmount: 'số tiền tùy chọn',
    details: 'Chi tiết đơn hàng',
    total: 'Tổng cộng',
    returnTo: 'Quay lại {store}',
    help: 'Có câu hỏi về đơn hàng? Hãy liên hệ {store}.',
    custody:
      'Bạn thanh toán từ ví của chính mình. Tiền đi thẳng đến cửa hàng; không ai giữ tiền giữa đường.',
    noScript: 'Trang này cần JavaScript để kết nối với ví của bạn.',
    test: 'Thử nghiệm',
    testHelp: 'Đây là thử nghiệm. Không có tiền thật nào được thanh toán.',
  },
  ar: {
    heading: 'الدفع إلى {store}',
    payTo: 'ادفع {price} إلى {store}',
    anyAmount: 'أي مبلغ',
    details: 'تفاصيل الطلب',
    total: 'الإجمالي',
    returnTo: 'العودة إلى {store}',
    help: 'هل لديك أسئلة عن طلبك؟ تواصل مع {store}.',
    custody: 'تدفع من محفظتك الخاصة. يذهب المال مباشرةً إلى المتجر، ولا يحتفظ به أحد في الطريق.',
    noScript: 'تحتاج هذه الصفحة إلى JavaScript للوصول إلى محفظتك.',
    test: 'اختبار',
    testHelp: 'هذا اختبار. لا تُدفع أي أموال حقيقية.',
  },
  he: {
    heading: 'תשלום אל {store}',
    payTo: 'תשלום {price} אל {store}',
    anyAmount: 'כל סכום',
    details: 'פרטי ההזמנה',
    total: 'סך הכול',
    returnTo: 'חזרה אל {store}',
    help: 'שאלות על ההזמנה? אפשר לפנות אל {store}.',
    custody: 'התשלום יוצא מהארנק שלך. הכסף עובר ישירות לחנות, ואיש לא מחזיק בו בדרך.',
    noScript: 'הדף הזה צריך JavaScript כדי להגיע לארנק שלך.',
    test: 'בדיקה',
    testHelp: 'זו בדיקה. לא משולם כסף אמיתי.',
  },
  hi: {
    heading: '{store} को पेमेंट',
    payTo: '{store} को {price} का पेमेंट करें',
    anyAmount: 'कोई भी रकम',
    details: 'ऑर्डर का विवरण',
    total: 'कुल',
    returnTo: '{store} पर वापस जाएँ',
    help: 'अपने ऑर्डर के बारे में सवाल हैं? {store} से संपर्क करें।',
    custody: 'आप अपने ही वॉलेट से पेमेंट करते हैं। पैसा सीधे स्टोर को जाता है; रास्ते में कोई उसे नहीं रखता।',
    noScript: 'आपके वॉलेट तक पहुँचने के लिए इस पेज को JavaScript चाहिए।',
    test: 'परीक्षण',
    testHelp: 'यह एक परीक्षण है। असली पैसा नहीं दिया जाता।',
  },
  ja: {
    heading: '{store} へのお支払い',
    payTo: '{store} に {price} を支払う',
    anyAmount: '任意の金額',
    details: 'ご注文の詳細',
    total: '合計',
    returnTo: '{store} に戻る',
    help: 'ご注文についてのお問い合わせは {store} まで。',
    custody:
      'ご自身のウォレットから支払います。お金はショップに直接届き、途中で預かる者はいません。',
    noScript: 'ウォレットに接続するには JavaScript が必要です。',
    test: 'テスト',
    testHelp: 'これはテストです。実際のお金は支払われません。',
  },
  ko: {
    heading: '{store} 결제',
    payTo: '{store}에 {price} 결제',
    anyAmount: '원하는 금액',
    details: '주문 내역',
    total: '합계',
    returnTo: '{store}(으)로 돌아가기',
    help: '주문에 대해 궁금한 점이 있나요? {store}에 문의하세요.',
    custody:
      '내 지갑에서 직접 결제합니다. 돈은 상점으로 바로 전달되며 중간에 보관하는 곳이 없습니다.',
    noScript: '이 페이지에서 지갑에 연결하려면 JavaScript가 필요합니다.',
    test: '테스트',
    testHelp: '테스트입니다. 실제 돈은 지불되지 않습니다.',
  },
  'zh-Hans': {
    heading: '付款给 {store}',
    payTo: '向 {store} 支付 {price}',
    anyAmount: '任意金额',
    details: '订单详情',
    total: '合计',
    returnTo: '返回 {store}',
    help: '对订单有疑问？请联系 {store}。',
    custody: '您从自己的钱包付款。款项直接到达商家，途中无人代管。',
    noScript: '此页面需要 JavaScript 才能连接您的钱包。',
    test: '测试',
    testHelp: '这是测试，不会支付真实款项。',
  },
  'zh-Hant': {
    heading: '付款給 {store}',
    payTo: '向 {store} 支付 {price}',
    anyAmount: '任意金額',
    details: '訂單詳情',
    total: '合計',
    returnTo: '返回 {store}',
    help: '對訂單有疑問？請聯絡 {store}。',
    custody: '您從自己的錢包付款。款項直接到達商家，途中無人代管。',
    noScript: '此頁面需要 JavaScript 才能連接您的錢包。',
    test: '測試',
    testHelp: '這是測試，不會支付真實款項。',
  },
}

/** A payer's language as the page has it. */
export interface PageLanguage extends PageLocale {
  texts: PageTexts
}

/** Returns the first language of an Accept-Language header that the page speaks; else English. */
export function choosePageLanguage(header = ''): PageLanguage {
  const { key, ...locale } = chooseLanguage(header, Object.keys(languages))
  return { ...locale, texts: languages[key] ?? english }
}
