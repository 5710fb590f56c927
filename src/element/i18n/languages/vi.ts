// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
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
    externalPayment: { title: 'Gửi từ ví khác', text: '' },
    wrongNetwork: {
      title: 'Chuyển sang mạng {network}',
      text: 'Chấp thuận việc đổi mạng trong ví của bạn.',
    },
    checking: { title: 'Đang kiểm tra số dư của bạn', text: 'Chỉ mất giây lát.' },
    insufficientFunds: { title: 'Không đủ {symbol} trên {network}', text: '' },
    sending: {
      title: 'Xác nhận trong {wallet}',
      text: 'Kiểm tra số tiền trong ví rồi chấp thuận khoản thanh toán. Đừng đóng trang này.',
    },
    unknownOutcome: {
      title: 'Đang tìm khoản thanh toán của bạn',
      text: 'Chúng tôi không nhận được phản hồi rõ ràng từ ví của bạn, nên khoản thanh toán có thể đã được gửi đi. Đừng thanh toán lại lúc này.',
    },
    reporting: {
      title: 'Đã gửi khoản thanh toán',
      text: 'Đang báo cho cửa hàng. Đừng đóng trang này.',
    },
    confirming: {
      title: 'Đã gửi khoản thanh toán',
      text: 'Mạng đang xác nhận khoản thanh toán của bạn. Bạn có thể đóng trang này.',
    },
    earlierPayment: {
      title: 'Đang tìm khoản thanh toán trước đó',
      text: 'Bạn đã bắt đầu thanh toán đơn hàng này trong trình duyệt này. Hãy kiểm tra ví trước khi thanh toán lại.',
    },
    needsSignature: {
      title: 'Liên kết khoản thanh toán với đơn hàng này',
      text: 'Khoản thanh toán của bạn đã được gửi mà không kèm số đơn hàng này. Hãy ký một thông điệp để liên kết. Việc này miễn phí và không chuyển tiền.',
    },
    waitingPayment: {
      title: 'Có thể đã có một khoản thanh toán đang được xử lý',
      text: 'Nếu là của bạn, hãy đợi ở đây. Trang này tự động cập nhật.',
    },
    storageBlocked: {
      title: 'Trình duyệt của bạn đang chặn lưu trữ',
      text: 'Nếu trang này bị đóng sớm, chúng tôi không thể tiếp tục khoản thanh toán của bạn. Hãy cho phép trang web này lưu trữ, hoặc cứ tiếp tục.',
    },
    otherTab: {
      title: 'Bạn đang thanh toán ở tab khác',
      text: 'Hãy hoàn tất ở tab kia. Nếu đóng tab đó, bạn có thể tiếp tục tại đây.',
    },
    dropped: {
      title: 'Khoản thanh toán của bạn có thể không thành công',
      text: 'Mạng đã loại bỏ khoản này, nhưng vẫn có thể xử lý lại. Chúng tôi sẽ tiếp tục kiểm tra.',
    },
    notPaid: { title: 'Khoản thanh toán của bạn không thành công', text: '' },
    misdirected: {
      title: 'Khoản thanh toán của bạn không đến cửa hàng',
      text: 'Nội dung ví của bạn đã gửi không khớp với đơn hàng này. Có thể một ứng dụng hoặc tiện ích độc hại đã thay đổi nó.',
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
  paidDirectly: 'Chuyển thẳng đến {store}',
  changeAmount: 'Thay đổi số tiền',
  testMode: 'Thử nghiệm',
  coveredButton: 'Có thứ gì đó che nút thanh toán. Hãy đóng nó rồi thử lại.',
  orderFor: 'Cho {email}',
  orderItems: 'Số mặt hàng: {n}',
  back: 'Quay lại',
  transaction: 'Giao dịch',
  payAfterCancel: 'Thanh toán ngay',
  installed: 'Đã cài đặt',
  lastUsed: 'Dùng gần đây',
  noWallet:
    'Chúng tôi không tìm thấy ví nào trong trình duyệt này. Hãy cài đặt ví, hoặc mở trang này bằng trình duyệt trong ví của bạn.',
  inAppBrowser:
    'Không thể mở ví từ bên trong {app}, nên hãy sao chép liên kết và mở trong trình duyệt của bạn.',
  inThisApp:
    'Không thể mở ví từ bên trong ứng dụng này, nên hãy sao chép liên kết và mở trong trình duyệt của bạn.',
  payExternally: 'Thanh toán bằng mã QR hoặc địa chỉ',
  lockedHint: 'Ví của bạn đang bị khóa? Hãy mở ví và mở khóa.',
  preparingCode: 'Đang chuẩn bị mã cho ví của bạn',
  scanTitle: 'Quét bằng ví của bạn',
  scanText: 'Quét mã bằng ứng dụng ví và chấp thuận kết nối.',
  openTitle: 'Mở ví của bạn',
  openText: 'Chấp thuận kết nối trong ứng dụng, rồi quay lại trang này.',
  openOnDevice: 'Mở trên thiết bị này',
  anotherWallet: 'Ví khác',
  copyLink: 'Sao chép liên kết',
  qrConnectLabel: 'Mã QR để kết nối ví của bạn',
  qrPayLabel: 'Mã QR chứa thông tin thanh toán cho ví của bạn',
  heldFor: 'Được giữ trong {time}.',
  sendExactly: 'Gửi chính xác',
  onlyOnNetwork: 'Chỉ gửi trên mạng {network}. Tiền gửi trên mạng khác có thể bị mất.',
  tokenContract: 'Hợp đồng token',
  openInWallet: 'Mở trong ví của bạn',
  showCode: 'Hiện mã cho thiết bị khác',
  awaitingPayment: 'Đang chờ khoản thanh toán của bạn',
  paidAlready: 'Tôi đã gửi rồi',
  transactionHash: 'Hash giao dịch',
  hashHint: 'Dán hash hoặc liên kết explorer',
  checkHash: 'Kiểm tra khoản thanh toán',
  checkingTransaction: 'Đang kiểm tra giao dịch',
  sought: {
    title: 'Chúng tôi đang tìm giao dịch này',
    text: 'Giao dịch chưa xuất hiện trên mạng. Trang này sẽ cập nhật ngay khi thấy giao dịch.',
    details: 'Nếu bạn chưa thanh toán, hãy dùng thông tin bên dưới.',
    unpaid: 'Tôi chưa thanh toán',
  },
  codeNotLoaded: 'Không tải được một phần của trang này. Hãy kiểm tra kết nối rồi thử lại.',
  loading: 'Đang tải',
  checkingBalances: 'Đang kiểm tra số dư của bạn',
  balance: 'Bạn có {amount}',
  shortfall: 'Thiếu {amount}',
  balanceUnknown: 'Không xem được số dư',
  otherToken: 'Thanh toán bằng token khác',
  addFundsTo: 'Nạp tiền vào',
  proposalTitle: 'Đang chờ chữ ký',
  proposalText:
    'Khoản thanh toán được gửi khi đủ số chủ sở hữu ký trong ứng dụng ví. Trang này tự động cập nhật, và bạn có thể quay lại sau.',
  signaturesNeeded: { other: 'Cần thêm {n} chữ ký' },
  signed: 'Đã ký',
  notSigned: 'Chưa ký',
  batchTitle: 'Ví đang gửi khoản thanh toán của bạn',
  batchText: 'Ví của bạn đang gộp khoản này với các giao dịch khác. Trang này tự động cập nhật.',
  batchForgotten: {
    title: 'Khoản thanh toán có thể đã bị từ chối',
    text: 'Ví của bạn không còn yêu cầu này, và chúng tôi không thấy khoản thanh toán nào trên mạng. Hãy kiểm tra lịch sử hoạt động trong ví trước khi thanh toán lại.',
  },
  sign: 'Ký thông điệp',
  notNow: 'Để sau',
  unsignedWarning:
    'Nếu bạn không ký, cửa hàng sẽ phải liên kết khoản thanh toán theo cách thủ công.',
  signWithAccount:
    'Khoản thanh toán này đến từ {account}. Hãy chuyển sang tài khoản đó trong ví để ký.',
  unlinked: {
    title: 'Cửa hàng sẽ liên kết khoản thanh toán của bạn',
    text: 'Khoản thanh toán của bạn đã được gửi. Cửa hàng còn phải liên kết khoản này với đơn hàng. Hãy giữ biên lai và đừng thanh toán lại.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Đơn hàng này đã hết hạn',
      text: 'Khoản thanh toán của bạn đã đến, nhưng cửa hàng sẽ quyết định nó còn hợp lệ hay không. Hãy liên hệ cửa hàng và giữ biên lai.',
    },
    cancelled: {
      title: 'Cửa hàng đã hủy đơn hàng này',
      text: 'Khoản thanh toán của bạn đã đến và cửa hàng phải hoàn lại. Hãy giữ biên lai.',
    },
  },
  othersPayment: {
    title: 'Một khoản thanh toán đang được xác nhận',
    text: 'Khoản này không được thực hiện trong trình duyệt này. Nếu là của bạn, bạn không cần thanh toán lại.',
  },
  earlierFound: {
    title: 'Đã tìm thấy khoản thanh toán trước đó của bạn',
    text: 'Chúng tôi đã báo cho cửa hàng. Hãy hỏi cửa hàng trước khi thanh toán lại.',
  },
  waitingSigns: {
    report: 'Một khoản thanh toán cho đơn hàng này được báo {time}. Mạng chưa xác nhận khoản đó.',
    nonce: 'Tài khoản của bạn đã gửi một giao dịch mà mạng chưa xác nhận.',
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
  preparingAmount: 'Đang lấy số tiền của bạn',
  exactAmountText: 'Hãy gửi đúng số tiền này. Các chữ số cuối giúp nhận ra đơn hàng của bạn.',
  noReservedAmountText:
    'Hãy gửi số tiền bên dưới. Sau đó dán hash giao dịch và ký một thông điệp để liên kết khoản thanh toán với đơn hàng này.',
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
  networkDeclined: 'Bạn đã từ chối đổi mạng. Hãy chuyển sang mạng {network} để thanh toán.',
  addNetwork: {
    title: 'Tự thêm mạng',
    chainId: 'ID chuỗi',
    symbol: 'Ký hiệu tiền tệ',
    rpcUrl: 'URL RPC',
    explorer: 'Trình khám phá khối',
  },
  tokenShortfall: 'Bạn có {have} trên {network}. Khoản thanh toán này cần {need}.',
  gasShortfall: '{network} thu phí khoảng {need}. Bạn có {have}.',
  useOtherWallet: 'Dùng ví khác',
  add: {
    button: 'Nạp {amount}',
    label: 'Nạp {amount} trên {network} vào địa chỉ này',
    place: 'Trên {network}, tới {address}',
    arrives: 'Trang này sẽ cập nhật khi tiền đến.',
  },
  ways: {
    any: 'Bất kỳ ví hoặc sàn giao dịch nào',
    connected: 'Đã kết nối {wallet}',
    phone: 'Ví trên điện thoại của bạn',
    more: 'Cách thanh toán khác',
  },
  noRequestSeen: 'Không thấy yêu cầu?',
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
      text: 'Hãy liên hệ cửa hàng và đưa biên lai của bạn.',
    },
  },
  payAgain: 'Thanh toán lại',
  checkAgain: 'Kiểm tra lại',
  networkFee: 'Phí mạng',
  noNetworkFee: 'Không có',
  feeInToken: {
    title: 'Trả phí mạng bằng {symbol}',
    text: 'Bạn không cần {coin}. Phí được cộng vào khoản thanh toán.',
    total: 'Tổng cộng',
  },
  authorized: {
    title: 'Đã ký thanh toán',
    text: 'Cửa hàng đang gửi khoản thanh toán của bạn. Bạn có thể đóng trang này.',
    until: 'Nếu đến {time} vẫn chưa được gửi, bạn không mất tiền và có thể thanh toán lại.',
    held: 'Cửa hàng chưa gửi khoản thanh toán của bạn và vẫn có thể gửi đến {time}. Đừng thanh toán lại trước lúc đó.',
  },
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
    'Đừng thanh toán lại bằng ví này hoặc trong trình duyệt này. Hãy báo cho cửa hàng và lưu liên kết giao dịch làm bằng chứng.',
  mayHavePaid: 'Có thể bạn đã thanh toán rồi',
  sentTitle: 'Khoản thanh toán của bạn đã được gửi',
  sentChargeGone: 'Cửa hàng không tìm thấy đơn hàng này. Hãy giữ biên lai và đưa cho cửa hàng xem.',
  sentNotAccepted: 'Cửa hàng không chấp nhận khoản này. Hãy giữ biên lai và đưa cho cửa hàng xem.',
  sentUnreachable:
    'Hiện chúng tôi không thể kết nối với cửa hàng. Chúng tôi sẽ tiếp tục thử. Bạn không cần thanh toán lại.',
  payAnyway: 'Vẫn thanh toán',
  reorganized: 'Mạng đang xác nhận lại khoản thanh toán của bạn. Bạn không cần làm gì.',
  nonceUsed: {
    title: 'Khoản thanh toán của bạn chưa được gửi',
    text: 'Ví của bạn đã gửi một giao dịch khác thay vào đó. Hãy kiểm tra lịch sử hoạt động trong ví rồi thanh toán lại.',
  },
  nothingFound: 'Chưa tìm thấy khoản thanh toán nào. Chúng tôi sẽ tiếp tục kiểm tra.',
  confirmPayAgain: 'Tôi chưa chấp thuận – thanh toán lại',
  payAgainWarning: 'Nếu bạn đã chấp thuận mà vẫn thanh toán lại, bạn sẽ trả tiền hai lần.',
  unreachable:
    'Hiện chúng tôi không thể kết nối với cửa hàng. Chúng tôi sẽ tiếp tục thử, và khoản thanh toán của bạn vẫn an toàn.',
  confirmations: { other: '{n} trên {m} lượt xác nhận' },
  confirmationsEta: '{confirmations}, còn khoảng {time}',
  largePayment: 'Khoản thanh toán lớn chờ đến khi mạng không thể hoàn tác: khoảng {time}.',
  waitingForNetwork: 'Đang chờ mạng',
  sent: 'Gửi từ ví của bạn',
  recorded: 'Báo cho cửa hàng',
  confirmed: 'Mạng xác nhận',
  amount: 'Số tiền',
  amountIn: 'Số tiền bằng {symbol}',
  continue: 'Tiếp tục',
  alreadyPaid: 'Khoản này đã được thanh toán.',
  paidTwice:
    'Khoản này đã được thanh toán. Nếu khoản thanh toán của bạn cũng đến, cửa hàng phải hoàn lại. Hãy giữ biên lai.',
  refund: 'Hoàn tiền',
  refundClaim: 'Cho biết nơi nhận',
  refundInProgress: 'Đang xử lý',
  refunded: 'Đã gửi',
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
    reverted: 'Thất bại (chỉ trả phí mạng)',
    cancelled: 'Đã hủy (không có khoản nào được thanh toán)',
  },
  from: 'Từ',
  token: 'Token',
  time: 'Thời gian',
  to: 'Đến',
  network: 'Mạng',
  charge: 'Mã tham chiếu',
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
    wallet_locked: 'Ví của bạn đang bị khóa hoặc đã ngắt kết nối. Hãy mở khóa và kết nối lại.',
    wallet_failed: 'Ví của bạn báo có sự cố.',
    chain_refused: 'Ví của bạn không ở đúng mạng hoặc tài khoản. Không có gì được gửi đi.',
    insufficient_funds:
      'Ví của bạn không đủ cho khoản thanh toán này và phí mạng. Không có gì được gửi đi.',
    wallet_unable:
      'Ví của bạn không cho phép trang này yêu cầu thanh toán. Không có gì được gửi đi. Hãy kết nối lại hoặc dùng ví khác.',
    chain_unknown: 'Trang này không hỗ trợ mạng này. Vui lòng báo cho cửa hàng.',
    chain_unreachable: 'Hiện không đọc được dữ liệu của mạng. Hãy thử lại.',
    price_unavailable: 'Hiện chưa có giá cho token này. Hãy thử lại sau.',
    recipient_not_pinned:
      'Địa chỉ thanh toán không khớp với địa chỉ của cửa hàng. Không có gì được gửi đi. Vui lòng liên hệ cửa hàng.',
    quote_mismatch:
      'Khoản thanh toán này không khớp với thông tin cửa hàng đã đặt. Không có gì được gửi đi. Vui lòng báo cho cửa hàng.',
    quote_not_signed:
      'Khoản thanh toán này không có chữ ký hợp lệ của cửa hàng. Không có gì được gửi đi. Hãy thử lại. Nếu lỗi lặp lại, vui lòng báo cho cửa hàng.',
    storage_unavailable:
      'Không thể lưu hoặc đọc thông tin thanh toán trong trình duyệt này. Hãy hỏi cửa hàng trước khi thanh toán lại.',
    payment_failed: 'Không thể dùng lệnh chuyển tiền này để thanh toán cho đơn hàng này.',
    authorization_refused:
      'Chữ ký từ ví của bạn không dùng được cho khoản thanh toán này. Bạn chưa thanh toán gì.',
    authorization_lapsed:
      'Khoản thanh toán bạn đã ký không được gửi kịp và không còn hiệu lực. Bạn chưa thanh toán gì.',
    switch_failed: 'Ví của bạn không đổi được mạng. Hãy tự đổi trong ví hoặc dùng ví khác.',
    wallet_gone: 'Ví này không còn khả dụng. Hãy chọn lại.',
    wallet_silent: 'Ví của bạn không phản hồi. Hãy mở và mở khóa ví.',
    not_sent:
      'Ví của bạn đã bỏ khoản thanh toán này. Khoản này chưa được gửi và chưa có gì được thanh toán.',
    other_account:
      'Ví của bạn đã chuyển sang tài khoản khác. Hãy chọn tài khoản đã thanh toán rồi thử lại.',
    relay_unreachable:
      'Không thể kết nối tới WalletConnect. Hãy kiểm tra kết nối và thử lại, hoặc dùng ví khác.',
    walletconnect_unavailable: 'Không thể dùng WalletConnect trên trang này. Hãy dùng ví khác.',
    code_expired:
      'Không có ví nào phản hồi kịp nên mã đã hết hạn. Hãy chọn lại WalletConnect để nhận mã mới.',
    networks_missing:
      'Ví của bạn đã kết nối mà không có mạng nào cửa hàng này chấp nhận. Hãy bật một mạng trong ví và quét mã mới, hoặc dùng ví khác.',
    transfer_refused:
      'Token từ chối lệnh chuyển này. Không có gì được gửi đi. Hãy thử token hoặc ví khác, hoặc hỏi cửa hàng.',
    storage_blocked:
      'Trình duyệt này không cho phép trang lưu dữ liệu, nên không thể tiếp tục thanh toán nếu trang bị đóng. Hãy cho phép lưu trữ cho trang web này.',
    reference_unsigned:
      'Chúng tôi không thể kiểm tra chữ ký của cửa hàng nên bạn không thể xác nhận khoản thanh toán tại đây. Hãy liên hệ với cửa hàng và giữ biên lai.',
  },
  mismatches: {
    no_hash:
      'Đây không phải là hash giao dịch. Hash giao dịch gồm 0x và 64 ký tự từ 0 đến 9 và từ a đến f.',
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
