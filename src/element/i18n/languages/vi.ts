// All messages of one language in one file, in the order of en.ts, so that the two can be read side by side.
import type { Translation } from './translation.ts'

export const vi: Translation = {
  lang: 'vi',
  dir: 'ltr',
  screens: {
    loading: { title: 'Đang tải thông tin thanh toán', text: '' },
    ready: { title: 'Sẵn sàng thanh toán', text: '' },
    failed: { title: 'Đã xảy ra lỗi', text: '' },
    unavailable: {
      title: 'Khoản thanh toán này không khả dụng',
      text: 'Có thể liên kết đã cũ hoặc cửa hàng đã thu hồi yêu cầu thanh toán.',
    },
    cancelled: { title: 'Đã hủy thanh toán', text: 'Không có gì được gửi từ ví của bạn.' },
    enteringAmount: { title: 'Bạn muốn thanh toán bao nhiêu?', text: '' },
    choosingWallet: { title: 'Chọn ví của bạn', text: '' },
    connecting: {
      title: 'Kết nối trong {wallet}',
      text: 'Mở ví của bạn và chấp thuận kết nối với trang web này.',
    },
    choosingToken: { title: 'Chọn cách thanh toán', text: '' },
    externalPayment: { title: 'Thanh toán bằng ví bất kỳ', text: '' },
    wrongNetwork: {
      title: 'Chuyển sang mạng {network}',
      text: 'Chấp thuận việc đổi mạng trong ví của bạn.',
    },
    checking: { title: 'Đang kiểm tra số dư của bạn', text: 'Chỉ mất giây lát.' },
    insufficientFunds: { title: 'Không đủ {symbol}', text: '' },
    sending: {
      title: 'Xác nhận trong {wallet}',
      text: 'Kiểm tra số tiền trong ví rồi chấp thuận khoản thanh toán. Đừng đóng trang này.',
    },
    unknownOutcome: {
      title: 'Đang tìm khoản thanh toán của bạn',
      text: 'Ví của bạn không phản hồi rõ ràng, nên khoản thanh toán có thể đã được gửi. Vui lòng đừng thanh toán lại lúc này.',
    },
    recording: {
      title: 'Đã gửi khoản thanh toán',
      text: 'Đang báo cho cửa hàng. Đừng đóng trang này.',
    },
    confirming: {
      title: 'Đã gửi khoản thanh toán',
      text: 'Mạng đang xác nhận khoản thanh toán của bạn. Bạn có thể đóng trang này.',
    },
    earlierPayment: {
      title: 'Đang tìm khoản thanh toán trước đó',
      text: 'Trước đây bạn đã bắt đầu một khoản thanh toán cho đơn hàng này trong trình duyệt này. Khoản đó có thể đã được gửi. Hãy kiểm tra ví trước khi thanh toán lại.',
    },
    needsSignature: {
      title: 'Xác nhận khoản thanh toán này là của bạn',
      text: 'Khoản thanh toán của bạn đã được gửi nhưng không cho biết là dành cho đơn hàng nào. Hãy ký một lần trong ví để liên kết với đơn hàng này. Việc ký không mất phí và không gửi gì đi.',
    },
    storageBlocked: {
      title: 'Không thể lưu thông tin thanh toán của bạn trong trình duyệt này',
      text: 'Nếu trang này bị đóng trước khi cửa hàng biết về khoản thanh toán của bạn, chúng tôi không thể tự động tìm lại khoản đó. Hãy cho phép trang này lưu dữ liệu, hoặc tiếp tục mà không lưu.',
    },
    otherTab: {
      title: 'Bạn đang thanh toán ở một tab khác',
      text: 'Hãy hoàn tất ở tab kia. Nếu đóng tab đó, bạn có thể tiếp tục tại đây.',
    },
    dropped: {
      title: 'Khoản thanh toán của bạn đã bị mạng loại bỏ',
      text: 'Khoản này không còn chờ xác nhận, nhưng vẫn có thể được thực hiện. Chúng tôi sẽ tiếp tục kiểm tra. Ví của bạn có thể hiển thị là đã bị loại bỏ (dropped).',
    },
    notPaid: { title: 'Khoản thanh toán của bạn không thành công', text: '' },
    misdirected: {
      title: 'Khoản thanh toán này không đến cửa hàng',
      text: 'Ví của bạn đã gửi khác với yêu cầu của chúng tôi. Có thể một ứng dụng hoặc tiện ích độc hại đã đổi địa chỉ.',
    },
    paid: {
      title: 'Đã thanh toán',
      text: 'Cảm ơn bạn. Khoản thanh toán của bạn đã được xác nhận.',
    },
  },
  pay: 'Thanh toán {amount}',
  payRest: 'Thanh toán nốt {amount}',
  logo: 'Logo',
  cancel: 'Hủy',
  retry: 'Thử lại',
  amountOnNetwork: '{amount} trên {network}',
  partlyPaid: 'Đã thanh toán {paid} trên tổng số {price}.',
  paidDirectly: 'Thanh toán trực tiếp đến {recipient}',
  coveredButton: 'Có thứ gì đó che nút. Hãy đóng hoặc di chuyển nó rồi thử lại.',
  back: 'Quay lại',
  transaction: 'Giao dịch',
  payAfterCancel: 'Thanh toán ngay',
  noWallet:
    'Chúng tôi không tìm thấy ví nào trong trình duyệt này. Hãy cài đặt ví, hoặc mở trang này bằng trình duyệt trong ví của bạn.',
  payExternally: 'Thanh toán bằng mã QR hoặc thủ công',
  preparingCode: 'Đang chuẩn bị mã cho ví của bạn',
  scanTitle: 'Quét bằng ví của bạn',
  scanText: 'Quét mã bằng ứng dụng ví và chấp thuận kết nối.',
  openTitle: 'Mở ví của bạn',
  openText: 'Chấp thuận kết nối trong ứng dụng, rồi quay lại trang này.',
  openOnDevice: 'Hoặc mở ví trên thiết bị này',
  anotherWallet: 'Ví khác',
  copyLink: 'Sao chép liên kết',
  qrConnectLabel: 'Mã QR để kết nối ví của bạn',
  qrPayLabel: 'Mã QR chứa thông tin thanh toán cho ví của bạn',
  externalScanText:
    'Quét mã bằng ứng dụng ví, hoặc gửi đúng số tiền bên dưới. Trang này sẽ cập nhật khi nhận được khoản thanh toán của bạn.',
  externalOpenText:
    'Mở khoản thanh toán trong ví, hoặc gửi đúng số tiền bên dưới. Trang này sẽ cập nhật khi nhận được khoản thanh toán của bạn.',
  sendExactly: 'Gửi chính xác',
  onlyOnNetwork: 'Chỉ gửi trên mạng {network}. Tiền gửi trên mạng khác có thể bị mất.',
  tokenContract: 'Hợp đồng token',
  openInWallet: 'Mở trong ví của bạn',
  showCode: 'Hiện mã cho thiết bị khác',
  awaitingPayment: 'Đang chờ khoản thanh toán của bạn',
  paidAlready: 'Đã thanh toán rồi?',
  transactionHash: 'Hash giao dịch',
  hashHint: '0x… hoặc liên kết explorer',
  checkHash: 'Kiểm tra khoản thanh toán',
  checkingTransaction: 'Đang kiểm tra giao dịch',
  codeNotLoaded: 'Không tải được một phần của trang này. Hãy kiểm tra kết nối rồi thử lại.',
  loading: 'Đang tải',
  checkingBalances: 'Đang kiểm tra số dư của bạn',
  balance: 'Bạn có {amount}',
  shortfall: 'Thiếu {amount}',
  balanceUnknown: 'Không xem được số dư',
  otherToken: 'Thanh toán bằng token khác',
  payerAddress: 'Địa chỉ ví của bạn',
  proposalTitle: 'Đang chờ chữ ký',
  proposalText:
    'Tài khoản của bạn sẽ gửi khoản thanh toán khi đủ số chủ sở hữu đã ký trong ứng dụng của tài khoản. Trang này tự động cập nhật, và bạn có thể quay lại sau.',
  signaturesNeeded: { other: 'Cần {n} trên {m} chữ ký. Chủ sở hữu:' },
  signed: 'Đã ký',
  notSigned: 'Chưa ký',
  batchTitle: 'Ví đang gửi khoản thanh toán của bạn',
  batchText: 'Khoản này được gửi lên mạng cùng các giao dịch khác. Trang này tự động cập nhật.',
  sign: 'Ký trong ví của bạn',
  notNow: 'Để sau',
  unsignedWarning:
    'Nếu không có chữ ký của bạn, cửa hàng phải đối chiếu khoản thanh toán theo cách thủ công.',
  signWithAccount:
    'Khoản thanh toán này đến từ {account}. Hãy chuyển sang tài khoản đó trong ví để ký.',
  unlinked: {
    title: 'Cửa hàng sẽ đối chiếu khoản thanh toán của bạn',
    text: 'Khoản thanh toán của bạn đã được gửi nhưng chưa được liên kết với đơn hàng này. Hãy giữ biên lai và đưa cho cửa hàng xem. Bạn không cần thanh toán lại.',
  },
  earlierFound: {
    title: 'Đã tìm thấy khoản thanh toán trước đó của bạn',
    text: 'Chúng tôi đã báo cho cửa hàng. Hãy hỏi cửa hàng trước khi thanh toán lại.',
  },
  ended: {
    expired: {
      title: 'Khoản thanh toán này đã hết hạn',
      text: 'Bạn không thể thanh toán khoản này nữa. Nếu bạn đã gửi tiền, hãy liên hệ với cửa hàng.',
    },
    cancelled: {
      title: 'Cửa hàng đã hủy khoản thanh toán này',
      text: 'Bạn không thể thanh toán khoản này nữa. Nếu bạn đã gửi tiền, hãy liên hệ với cửa hàng.',
    },
  },
  startAgain: 'Bắt đầu lại',
  preparingAmount: 'Đang chuẩn bị số tiền chính xác',
  exactAmountText:
    'Hãy gửi đúng số tiền này, đến chữ số cuối cùng. Nhờ đó cửa hàng nhận ra khoản thanh toán của bạn.',
  noReservedAmountText:
    'Hãy gửi số tiền bên dưới. Sau đó dán hash giao dịch và ký để cửa hàng có thể đối chiếu khoản thanh toán của bạn.',
  suggestedAmounts: 'Số tiền gợi ý',
  aboveZero: 'Hãy nhập số tiền lớn hơn 0.',
  atLeast: 'Tối thiểu {amount}.',
  atMost: 'Tối đa {amount}.',
  amountFormat: 'Hãy nhập số tiền bằng chữ số, ví dụ {example}.',
  decimalPlaces: { other: '{symbol} cho phép tối đa {n} chữ số thập phân.' },
  approximately: 'khoảng {amount}',
  searchingWallets: 'Đang tìm ví',
  otherNetwork: 'Ví của bạn đang ở mạng khác.',
  switchNetwork: 'Đổi mạng',
  tokenShortfall: 'Bạn có {have} và cần {need}. Hãy nạp thêm {missing} để thanh toán.',
  gasShortfall: 'Phí mạng khoảng {need} và bạn có {have}. Hãy nạp thêm {missing} để thanh toán.',
  useOtherWallet: 'Dùng ví khác',
  noRequestSeen: 'Tôi không thấy yêu cầu trong ví',
  notPaid: {
    cancelled: {
      title: 'Đã hủy trong ví của bạn',
      text: 'Ví của bạn đã thay khoản thanh toán này bằng một giao dịch khác. Không có khoản nào được thanh toán.',
    },
    reverted: {
      title: 'Khoản thanh toán của bạn đã thất bại',
      text: 'Mạng đã từ chối lệnh chuyển tiền. Bạn chỉ mất phí mạng.',
    },
    rejected: {
      title: 'Cửa hàng không thể chấp nhận khoản thanh toán này',
      text: 'Hãy giữ biên lai và đưa cho cửa hàng xem.',
    },
  },
  payAgain: 'Thanh toán lại',
  checkAgain: 'Kiểm tra lại',
  proposedWarning:
    'Nếu bạn thanh toán lại mà khoản này sau đó vẫn được gửi, bạn sẽ trả tiền hai lần.',
  droppedWarning:
    'Nếu bạn thanh toán lại mà khoản đầu tiên sau đó vẫn được thực hiện, bạn sẽ trả tiền hai lần.',
  rejectedWarning:
    'Tiền của khoản thanh toán đầu tiên có thể đã được chuyển đi. Hãy hỏi cửa hàng trước khi thanh toán lại.',
  askedFor: 'Chúng tôi yêu cầu',
  sentInstead: 'Ví của bạn đã gửi',
  anotherToken: 'token khác',
  misdirectedWarning:
    'Đừng thanh toán lại bằng ví này hoặc trong trình duyệt này. Hãy báo cho cửa hàng và giữ lại giao dịch này: đó là bằng chứng của bạn.',
  mayHavePaid: 'Có thể bạn đã thanh toán rồi',
  sentTitle: 'Khoản thanh toán của bạn đã được gửi',
  sentChargeGone:
    'Cửa hàng không còn lưu yêu cầu thanh toán này. Hãy giữ biên lai và đưa cho cửa hàng xem.',
  sentNotAccepted: 'Cửa hàng không chấp nhận khoản này. Hãy giữ biên lai và đưa cho cửa hàng xem.',
  sentUnreachable:
    'Hiện chúng tôi không thể kết nối với cửa hàng. Chúng tôi sẽ tiếp tục thử. Bạn không cần thanh toán lại.',
  payAnyway: 'Vẫn thanh toán',
  reorganized:
    'Mạng tạm thời hoàn tác khoản thanh toán này. Trong hầu hết trường hợp, khoản này sẽ tự được xác nhận lại.',
  nonceUsed:
    'Rất có thể khoản thanh toán của bạn chưa được gửi. Ví của bạn đã dùng số thứ tự (nonce) của khoản này cho một giao dịch khác.',
  nothingFound: 'Chưa tìm thấy khoản thanh toán nào. Chúng tôi sẽ tiếp tục kiểm tra.',
  confirmPayAgain: 'Tôi chưa chấp thuận. Thanh toán lại',
  payAgainWarning: 'Nếu bạn đã chấp thuận mà vẫn thanh toán lại, bạn sẽ trả tiền hai lần.',
  unreachable:
    'Hiện chúng tôi không thể kết nối với cửa hàng. Chúng tôi sẽ tiếp tục thử, và khoản thanh toán của bạn vẫn an toàn.',
  confirmations: { other: '{n} trên {m} lượt xác nhận' },
  confirmationsEta: '{confirmations}, còn khoảng {time}',
  waitingForNetwork: 'Đang chờ mạng',
  sent: 'Gửi từ ví của bạn',
  recorded: 'Báo cho cửa hàng',
  confirmed: 'Mạng xác nhận',
  amount: 'Số tiền',
  amountIn: 'Số tiền bằng {symbol}',
  continue: 'Tiếp tục',
  alreadyPaid: 'Yêu cầu này đã được thanh toán. Bạn không cần làm gì thêm.',
  receipt: 'Biên lai',
  copyReceipt: 'Sao chép biên lai',
  download: 'Tải xuống',
  print: 'In',
  status: 'Trạng thái',
  statuses: {
    sent: 'Đã gửi, cửa hàng chưa xác nhận',
    confirmed: 'Đã thanh toán và xác nhận',
    rejected: 'Cửa hàng không chấp nhận',
    misdirected: 'Đã gửi đến địa chỉ khác, không phải cửa hàng',
    reverted: 'Mạng từ chối. Không có khoản nào được thanh toán',
    cancelled: 'Đã hủy trong ví. Không có khoản nào được thanh toán',
  },
  from: 'Từ',
  token: 'Token',
  time: 'Thời gian',
  to: 'Đến',
  network: 'Mạng',
  charge: 'Yêu cầu thanh toán',
  store: 'Cửa hàng',
  viewInExplorer: 'Xem trên explorer',
  close: 'Đóng',
  showPayment: 'Xem khoản thanh toán',
  showReceipt: 'Xem biên lai',
  copy: 'Sao chép {what}',
  copied: 'Đã sao chép',
  returning: 'Đang quay lại cửa hàng…',
  stay: 'Ở lại đây',
  returnToStore: 'Quay lại cửa hàng',
  errors: {
    invalid_attribute: 'Trang thanh toán này chưa được thiết lập đúng. Vui lòng báo cho cửa hàng.',
    page_broken:
      'Một tập lệnh khác trên trang này khiến không thể thanh toán. Vui lòng báo cho cửa hàng.',
    invalid_amount: 'Không thể dùng số tiền này.',
    not_found: 'Không tìm thấy khoản thanh toán này.',
    conflict: 'Giao dịch này đã được dùng cho một khoản thanh toán khác.',
    rate_limited: 'Quá nhiều lần thử. Hãy đợi một lát rồi thử lại.',
    service_failed: 'Dịch vụ thanh toán của cửa hàng đang gặp sự cố. Hãy thử lại sau.',
    timeout: 'Không nhận được phản hồi kịp thời. Hãy thử lại.',
    offline: 'Không thể kết nối. Hãy kiểm tra kết nối Internet rồi thử lại.',
    wallet_refused: 'Bạn đã từ chối yêu cầu trong ví.',
    wallet_busy: 'Ví của bạn đang có một yêu cầu chờ trả lời. Hãy mở ví để trả lời.',
    wallet_failed: 'Ví của bạn báo có sự cố.',
    chain_refused: 'Ví của bạn không ở đúng mạng hoặc tài khoản. Không có gì được gửi đi.',
    chain_unknown: 'Trang này không hỗ trợ mạng này. Vui lòng báo cho cửa hàng.',
    chain_unreachable: 'Hiện không đọc được dữ liệu của mạng. Hãy thử lại.',
    price_unavailable: 'Hiện chưa có giá cho token này. Hãy thử lại sau.',
    recipient_not_pinned:
      'Khoản thanh toán này sẽ được chuyển đến một tài khoản mà cửa hàng không chỉ định. Không có gì được gửi đi. Vui lòng báo cho cửa hàng.',
    quote_mismatch:
      'Khoản thanh toán này không khớp với thông tin cửa hàng đã đặt. Không có gì được gửi đi. Vui lòng báo cho cửa hàng.',
    quote_not_signed:
      'Khoản thanh toán này không có chữ ký hợp lệ của cửa hàng. Không có gì được gửi đi. Hãy thử lại. Nếu lỗi lặp lại, vui lòng báo cho cửa hàng.',
    storage_unavailable:
      'Không thể lưu hoặc đọc thông tin thanh toán trong trình duyệt này. Hãy hỏi cửa hàng trước khi thanh toán lại.',
    payment_failed: 'Không thể dùng lệnh chuyển tiền này để thanh toán cho đơn hàng này.',
  },
  mismatches: {
    no_hash:
      'Đây không phải là hash giao dịch. Hash giao dịch gồm 0x và 64 ký tự từ 0 đến 9 và từ a đến f.',
    unknown:
      'Không tìm thấy giao dịch này trên mạng. Hãy kiểm tra hash và mạng. Nếu vừa mới gửi, hãy thử lại sau một phút.',
    pending: 'Giao dịch này chưa được xác nhận. Hãy thử lại khi ví của bạn báo đã hoàn tất.',
    reverted:
      'Giao dịch này đã thất bại và chỉ mất phí mạng. Hãy thanh toán lại, hoặc nhập hash khác.',
    other_charge:
      'Giao dịch này dành cho một đơn hàng khác. Hãy nhập hash của khoản thanh toán cho đơn hàng này.',
    other_token:
      'Giao dịch này gửi một token khác. Hãy nhập hash của khoản thanh toán cho đơn hàng này, hoặc hỏi cửa hàng.',
    other_recipient:
      'Giao dịch này không được gửi đến cửa hàng. Hãy nhập hash của khoản thanh toán cho cửa hàng.',
    nothing:
      'Giao dịch này không gửi token được yêu cầu. Hãy nhập hash của khoản thanh toán cho đơn hàng này.',
  },
}
