import type { RefundTexts } from './en.ts'

// In the order of en.ts, so that two languages can be read side by side.

export const turkish: RefundTexts = {
  title: '{store} mağazasından para iadeniz',
  where: 'Nereye gönderilsin?',
  whereText:
    '{chain} ağında size ait bir adres yazın. Bir borsadan ödediyseniz o borsada {chain} ağındaki {symbol} yatırma adresinize bakın: Geldiği adrese geri gönderilen para kaybolur.',
  address: 'Adresiniz',
  sign: '{name} ile imzala',
  signText: 'Ödemeyi yapan cüzdanla. İmzalamak ücretsizdir ve para göndermez.',
  wallet: 'Cüzdanınız',
  orElse: 'Borsadan mı ödediniz ya da imzalayamıyor musunuz?',
  send: 'İmzasız gönder',
  sendText: 'Mağaza daha sonra size adresin size ait olup olmadığını sorar.',
  named:
    'Bu adresi bildirdiniz. Mağaza bir şey göndermeden önce adresin size ait olup olmadığını sorar.',
  approved: 'Mağaza iadeyi bu adrese gönderecek.',
  sending: 'Mağaza iadeyi gönderiyor.',
  sent: 'Gönderildi',
  canceled: 'Mağaza bu iadeyi iptal etti.',
  declined: 'Cüzdan imzalamadı. Hiçbir şey değişmedi.',
  tooLarge: 'Gönderilen veri 64 KB’tan büyük. Geri dönüp daha azını gönderin.',
  notFound: 'Böyle bir iade yok',
  notFoundText: 'Bağlantı geçerli değil. Mağazadan yeni bir bağlantı isteyin.',
}

export const indonesian: RefundTexts = {
  title: 'Pengembalian dana Anda dari {store}',
  where: 'Ke mana dana harus dikirim?',
  whereText:
    'Berikan alamat milik Anda sendiri di {chain}. Jika Anda membayar dari bursa kripto, cari alamat deposit {symbol} Anda di {chain} pada bursa itu: dana yang dikirim balik ke alamat asalnya akan hilang.',
  address: 'Alamat Anda',
  sign: 'Tanda tangani dengan {name}',
  signText: 'Dengan dompet yang membayar. Tanda tangan gratis dan tidak memindahkan uang.',
  wallet: 'dompet Anda',
  orElse: 'Membayar dari bursa kripto, atau tidak bisa menandatangani?',
  send: 'Kirim tanpa tanda tangan',
  sendText: 'Setelah itu toko akan menanyakan apakah alamat itu milik Anda.',
  named:
    'Anda memberikan alamat ini. Sebelum mengirim apa pun, toko akan menanyakan apakah alamat ini milik Anda.',
  approved: 'Toko akan mengirim dana ke alamat ini.',
  sending: 'Toko sedang mengirim dana.',
  sent: 'Terkirim',
  canceled: 'Toko membatalkan pengembalian dana ini.',
  declined: 'Dompet tidak menandatangani. Tidak ada yang berubah.',
  tooLarge: 'Data yang dikirim lebih besar dari 64 KB. Kembali, lalu kirim lebih sedikit.',
  notFound: 'Pengembalian dana ini tidak ada',
  notFoundText: 'Tautan tidak berlaku. Minta tautan baru kepada toko.',
}

export const vietnamese: RefundTexts = {
  title: 'Khoản hoàn tiền của bạn từ {store}',
  where: 'Bạn muốn nhận ở đâu?',
  whereText:
    'Hãy nhập một địa chỉ của chính bạn trên {chain}. Nếu bạn đã thanh toán từ sàn giao dịch, hãy xem tại sàn đó địa chỉ nạp {symbol} của bạn trên {chain}: tiền gửi trả về địa chỉ ban đầu sẽ bị mất.',
  address: 'Địa chỉ của bạn',
  sign: 'Ký bằng {name}',
  signText: 'Bằng ví đã thanh toán. Việc ký miễn phí và không chuyển tiền.',
  wallet: 'ví của bạn',
  orElse: 'Bạn đã thanh toán từ sàn giao dịch, hoặc không thể ký?',
  send: 'Gửi không cần chữ ký',
  sendText: 'Sau đó cửa hàng sẽ hỏi bạn địa chỉ này có phải của bạn không.',
  named:
    'Bạn đã cung cấp địa chỉ này. Trước khi gửi tiền, cửa hàng sẽ hỏi bạn địa chỉ này có phải của bạn không.',
  approved: 'Cửa hàng sẽ gửi tiền hoàn đến địa chỉ này.',
  sending: 'Cửa hàng đang gửi tiền hoàn.',
  sent: 'Đã gửi',
  canceled: 'Cửa hàng đã hủy khoản hoàn tiền này.',
  declined: 'Ví không ký. Không có gì thay đổi.',
  tooLarge: 'Dữ liệu đã gửi lớn hơn 64 KB. Hãy quay lại và gửi ít hơn.',
  notFound: 'Không có khoản hoàn tiền này',
  notFoundText: 'Liên kết không hợp lệ. Hãy xin cửa hàng một liên kết mới.',
}

export const arabic: RefundTexts = {
  title: 'استرداد المبلغ من {store}',
  where: 'إلى أين يُرسَل المبلغ؟',
  whereText:
    'أدخل عنوانًا يخصك على شبكة {chain}. إذا دفعت من منصة تداول، فابحث فيها عن عنوان الإيداع الخاص بك لعملة {symbol} على شبكة {chain}، لأن ما يُعاد إلى العنوان الذي جاء منه يضيع.',
  address: 'عنوانك',
  sign: 'التوقيع باستخدام {name}',
  signText: 'بالمحفظة التي دفعت منها. التوقيع مجاني ولا ينقل أي أموال.',
  wallet: 'محفظتك',
  orElse: 'هل دفعت من منصة تداول، أو لا يمكنك التوقيع؟',
  send: 'الإرسال دون توقيع',
  sendText: 'سيسألك المتجر بعد ذلك عمّا إذا كان العنوان لك.',
  named: 'حُدِّد هذا العنوان. سيسألك المتجر عمّا إذا كان لك قبل أن يرسل أي شيء.',
  approved: 'سيرسل المتجر المبلغ إلى هذا العنوان.',
  sending: 'يرسل المتجر المبلغ الآن.',
  sent: 'تم الإرسال',
  canceled: 'ألغى المتجر عملية الاسترداد هذه.',
  declined: 'لم توقّع المحفظة. لم يتغير شيء.',
  tooLarge: 'حجم ما أُرسل أكبر من 64 كيلوبايت. ارجع وأرسل أقل.',
  notFound: 'لا توجد عملية استرداد كهذه',
  notFoundText: 'الرابط غير صالح. اطلب من المتجر رابطًا جديدًا.',
}

export const hebrew: RefundTexts = {
  title: 'ההחזר שלך מ־{store}',
  where: 'לאן לשלוח אותו?',
  whereText:
    'יש להזין כתובת משלך ברשת {chain}. אם שילמת מבורסה, יש לחפש בה את כתובת ההפקדה שלך עבור {symbol} ברשת {chain}: מה שנשלח חזרה לכתובת שממנה הגיע הולך לאיבוד.',
  address: 'הכתובת שלך',
  sign: 'לחתום באמצעות {name}',
  signText: 'בארנק ששילם. החתימה לא עולה כסף ולא מעבירה כסף.',
  wallet: 'הארנק שלך',
  orElse: 'שילמת מבורסה, או שאין לך אפשרות לחתום?',
  send: 'לשלוח בלי חתימה',
  sendText: 'אחר כך החנות תשאל אם הכתובת שייכת לך.',
  named: 'מסרת את הכתובת הזו. החנות תשאל אם היא שייכת לך לפני שתשלח משהו.',
  approved: 'החנות תשלח את ההחזר לכתובת הזו.',
  sending: 'החנות שולחת את ההחזר.',
  sent: 'נשלח',
  canceled: 'החנות ביטלה את ההחזר הזה.',
  declined: 'הארנק לא חתם. דבר לא השתנה.',
  tooLarge: 'מה שנשלח גדול מ-64 ק״ב. יש לחזור אחורה ולשלוח פחות.',
  notFound: 'אין החזר כזה',
  notFoundText: 'הקישור לא תקין. אפשר לבקש מהחנות קישור חדש.',
}

export const hindi: RefundTexts = {
  title: '{store} से आपका रिफ़ंड',
  where: 'इसे कहाँ भेजा जाए?',
  whereText:
    '{chain} पर अपना कोई पता दें। अगर आपने किसी एक्सचेंज से पेमेंट किया था, तो वहाँ {chain} पर {symbol} के लिए अपना डिपॉज़िट पता देखें: जिस पते से पैसा आया था, उसी पर वापस भेजा गया पैसा खो जाता है।',
  address: 'आपका पता',
  sign: '{name} से हस्ताक्षर करें',
  signText: 'उसी वॉलेट से, जिससे पेमेंट हुआ था। हस्ताक्षर करना मुफ़्त है और इससे कोई पैसा नहीं जाता।',
  wallet: 'अपने वॉलेट',
  orElse: 'एक्सचेंज से पेमेंट किया था, या हस्ताक्षर नहीं कर सकते?',
  send: 'बिना हस्ताक्षर के भेजें',
  sendText: 'फिर स्टोर आपसे पूछेगा कि यह पता आपका है या नहीं।',
  named: 'आपने यह पता दिया है। कुछ भी भेजने से पहले स्टोर आपसे पूछेगा कि यह आपका है या नहीं।',
  approved: 'स्टोर रिफ़ंड इस पते पर भेजेगा।',
  sending: 'स्टोर रिफ़ंड भेज रहा है।',
  sent: 'भेज दिया गया',
  canceled: 'स्टोर ने यह रिफ़ंड रद्द कर दिया है।',
  declined: 'वॉलेट ने हस्ताक्षर नहीं किए। कुछ नहीं बदला।',
  tooLarge: 'जो भेजा गया, वह 64 KB से बड़ा है। वापस जाएँ और कम भेजें।',
  notFound: 'ऐसा कोई रिफ़ंड नहीं है',
  notFoundText: 'लिंक मान्य नहीं है। स्टोर से नया लिंक माँगें।',
}

export const japanese: RefundTexts = {
  title: '{store} からの返金',
  where: '返金の送り先を指定してください',
  whereText:
    '{chain} のご自身のアドレスを入力してください。取引所から支払われた場合は、その取引所で {chain} の {symbol} の入金アドレスをご確認ください。元の送金元に送り返されたお金は失われます。',
  address: 'お客様のアドレス',
  sign: '{name} で署名する',
  signText: 'お支払いに使ったウォレットで署名してください。無料で、お金は動きません。',
  wallet: 'ウォレット',
  orElse: '取引所から支払われた場合や、署名できない場合',
  send: '署名せずに送信する',
  sendText: '後ほどショップが、お客様ご自身のアドレスかどうかを確認します。',
  named:
    'このアドレスが指定されました。ショップは、お客様ご自身のアドレスかどうかを確認してから送金します。',
  approved: 'ショップがこのアドレスに返金します。',
  sending: 'ショップが返金を送信しています。',
  sent: '送信済み',
  canceled: 'ショップがこの返金を取り消しました。',
  declined: 'ウォレットで署名されませんでした。何も変更されていません。',
  tooLarge:
    '送信された内容が64 KBを超えています。前のページに戻り、内容を減らして送信してください。',
  notFound: 'この返金は見つかりません',
  notFoundText: 'リンクが無効です。ショップに新しいリンクをご依頼ください。',
}

export const korean: RefundTexts = {
  title: '{store} 환불',
  where: '어디로 받으시겠어요?',
  whereText:
    '{chain} 네트워크의 본인 주소를 입력하세요. 거래소에서 결제했다면 그 거래소에서 {chain} 네트워크의 {symbol} 입금 주소를 확인하세요. 원래 보낸 주소로 되돌려 보낸 돈은 잃게 됩니다.',
  address: '내 주소',
  sign: '{name}에서 서명하기',
  signText: '결제한 지갑으로 서명하세요. 무료이며 돈이 이동하지 않습니다.',
  wallet: '지갑',
  orElse: '거래소에서 결제했거나 서명할 수 없나요?',
  send: '서명 없이 보내기',
  sendText: '이후 상점에서 본인의 주소인지 확인합니다.',
  named: '이 주소를 지정했습니다. 상점에서 본인의 주소인지 확인한 뒤에 보냅니다.',
  approved: '상점에서 이 주소로 환불금을 보냅니다.',
  sending: '상점에서 환불금을 보내고 있습니다.',
  sent: '전송 완료',
  canceled: '상점에서 이 환불을 취소했습니다.',
  declined: '지갑에서 서명하지 않았습니다. 변경된 것은 없습니다.',
  tooLarge: '보낸 내용이 64 KB보다 큽니다. 뒤로 돌아가 더 적게 보내세요.',
  notFound: '이 환불을 찾을 수 없습니다',
  notFoundText: '링크가 올바르지 않습니다. 상점에 새 링크를 요청하세요.',
}

export const simplifiedChinese: RefundTexts = {
  title: '来自 {store} 的退款',
  where: '退款要发到哪里？',
  whereText:
    '请填写您自己在 {chain} 上的地址。如果您是从交易所付款的，请在交易所查看您在 {chain} 上的 {symbol} 充值地址：退回到原付款地址的款项会丢失。',
  address: '您的地址',
  sign: '用 {name} 签名',
  signText: '请使用当时付款的钱包。签名免费，也不会动用任何资金。',
  wallet: '您的钱包',
  orElse: '从交易所付款，或无法签名？',
  send: '不签名，直接提交',
  sendText: '之后商家会向您确认该地址是否属于您。',
  named: '您已填写此地址。商家转账前会向您确认该地址是否属于您。',
  approved: '商家会将退款发到此地址。',
  sending: '商家正在发出退款。',
  sent: '已发出',
  canceled: '商家已取消这笔退款。',
  declined: '钱包没有签名。未作任何更改。',
  tooLarge: '发送的内容超过 64 KB。请返回，减少内容后再发送。',
  notFound: '没有这笔退款',
  notFoundText: '链接无效。请向商家索取新链接。',
}

export const traditionalChinese: RefundTexts = {
  title: '來自 {store} 的退款',
  where: '退款要送到哪裡？',
  whereText:
    '請填寫您自己在 {chain} 上的地址。如果您是從交易所付款的，請在交易所查看您在 {chain} 上的 {symbol} 入金地址：退回到原付款地址的款項會遺失。',
  address: '您的地址',
  sign: '用 {name} 簽名',
  signText: '請使用當時付款的錢包。簽名免費，也不會動用任何資金。',
  wallet: '您的錢包',
  orElse: '從交易所付款，或無法簽名？',
  send: '不簽名，直接送出',
  sendText: '之後商家會向您確認該地址是否屬於您。',
  named: '您已填寫此地址。商家轉帳前會向您確認該地址是否屬於您。',
  approved: '商家會將退款送到此地址。',
  sending: '商家正在送出退款。',
  sent: '已送出',
  canceled: '商家已取消這筆退款。',
  declined: '錢包沒有簽名。未作任何變更。',
  tooLarge: '傳送的內容超過 64 KB。請返回，減少內容後再傳送。',
  notFound: '沒有這筆退款',
  notFoundText: '連結無效。請向商家索取新連結。',
}
