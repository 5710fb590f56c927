// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const id: Translation = {
  lang: 'id',
  dir: 'ltr',
  screens: {
    loading: { title: 'Memuat pembayaran', text: '' },
    ready: { title: 'Siap membayar', text: '' },
    failed: { title: 'Terjadi kesalahan', text: '' },
    unavailable: {
      title: 'Pembayaran ini tidak tersedia',
      text: 'Tautannya mungkin sudah tidak berlaku, atau toko mungkin telah mencabut tagihan ini.',
    },
    cancelled: {
      title: 'Pembayaran dibatalkan',
      text: 'Tidak ada yang dikirim dari dompet Anda.',
    },
    enteringAmount: { title: 'Berapa yang ingin Anda bayar?', text: '' },
    choosingWallet: { title: 'Pilih dompet Anda', text: '' },
    connecting: {
      title: 'Hubungkan di {wallet}',
      text: 'Buka dompet Anda dan setujui koneksi ke situs ini.',
    },
    choosingToken: { title: 'Pilih cara membayar', text: '' },
    externalPayment: { title: 'Kirim dari dompet lain', text: '' },
    wrongNetwork: {
      title: 'Beralih ke {network}',
      text: 'Setujui pergantian jaringan di dompet Anda.',
    },
    checking: { title: 'Memeriksa saldo Anda', text: 'Hanya sebentar.' },
    insufficientFunds: { title: 'Saldo {symbol} di {network} tidak cukup', text: '' },
    sending: {
      title: 'Konfirmasi di {wallet}',
      text: 'Periksa jumlahnya di dompet Anda dan setujui pembayaran. Jangan tutup halaman ini.',
    },
    unknownOutcome: {
      title: 'Mencari pembayaran Anda',
      text: 'Kami tidak menerima jawaban yang jelas dari dompet Anda, jadi pembayaran Anda mungkin sudah terkirim. Jangan bayar lagi dulu.',
    },
    reporting: {
      title: 'Pembayaran terkirim',
      text: 'Sedang memberi tahu toko. Jangan tutup halaman ini.',
    },
    confirming: {
      title: 'Pembayaran terkirim',
      text: 'Jaringan sedang mengonfirmasi pembayaran Anda. Anda boleh menutup halaman ini.',
    },
    earlierPayment: {
      title: 'Mencari pembayaran sebelumnya',
      text: 'Anda sudah mulai membayar pesanan ini di browser ini. Periksa dompet Anda sebelum membayar lagi.',
    },
    needsSignature: {
      title: 'Tautkan pembayaran Anda ke pesanan ini',
      text: 'Pembayaran Anda terkirim tanpa nomor pesanan ini. Tanda tangani pesan untuk menautkannya. Gratis dan tidak memindahkan uang.',
    },
    waitingPayment: {
      title: 'Mungkin sudah ada pembayaran yang sedang berjalan',
      text: 'Jika itu pembayaran Anda, tunggu di sini. Halaman ini diperbarui otomatis.',
    },
    storageBlocked: {
      title: 'Browser Anda memblokir penyimpanan',
      text: 'Jika halaman ini tertutup terlalu cepat, kami tidak dapat melanjutkan pembayaran Anda. Izinkan penyimpanan untuk situs ini, atau tetap lanjutkan.',
    },
    otherTab: {
      title: 'Anda sedang membayar di tab lain',
      text: 'Selesaikan di tab tersebut. Jika Anda menutupnya, Anda bisa melanjutkan di sini.',
    },
    dropped: {
      title: 'Pembayaran Anda mungkin tidak berhasil',
      text: 'Jaringan mengeluarkannya dari antrean, tetapi masih mungkin diproses. Kami akan terus memeriksa.',
    },
    notPaid: { title: 'Pembayaran Anda tidak berhasil', text: '' },
    misdirected: {
      title: 'Pembayaran Anda tidak menuju ke toko',
      text: 'Yang dikirim dompet Anda tidak cocok dengan pesanan ini. Aplikasi atau ekstensi berbahaya mungkin telah mengubahnya.',
    },
    paid: {
      title: 'Pembayaran berhasil',
      text: 'Terima kasih. Pembayaran Anda sudah dikonfirmasi.',
    },
  },
  pay: 'Bayar {amount}',
  payStore: 'Bayar {store}',
  payRest: 'Bayar sisa {amount}',
  logo: 'Logo',
  cancel: 'Batal',
  retry: 'Coba lagi',
  amountOnNetwork: '{amount} di {network}',
  partlyPaid: '{paid} dari {price} sudah dibayar.',
  paidDirectly: 'Langsung ke {store}',
  changeAmount: 'Ubah jumlah',
  testMode: 'Uji coba',
  coveredButton: 'Ada yang menutupi tombol bayar. Tutup, lalu coba lagi.',
  orderFor: 'Untuk {email}',
  orderItems: 'Item: {n}',
  back: 'Kembali',
  transaction: 'Transaksi',
  payAfterCancel: 'Bayar sekarang',
  installed: 'Terpasang',
  lastUsed: 'Terakhir dipakai',
  noWallet:
    'Kami tidak menemukan dompet di browser ini. Pasang dompet, atau buka halaman ini di browser dompet Anda.',
  inAppBrowser:
    'Dompet tidak dapat dibuka dari dalam {app}, jadi salin tautan dan buka di browser Anda.',
  inThisApp:
    'Dompet tidak dapat dibuka dari dalam aplikasi ini, jadi salin tautan dan buka di browser Anda.',
  payExternally: 'Bayar via QR atau alamat',
  lockedHint: 'Apakah dompet Anda terkunci? Buka dompet dan buka kuncinya.',
  preparingCode: 'Menyiapkan kode untuk dompet Anda',
  scanTitle: 'Pindai dengan dompet Anda',
  scanText: 'Pindai kode dengan aplikasi dompet Anda dan setujui koneksinya.',
  openTitle: 'Buka dompet Anda',
  openText: 'Setujui koneksi di aplikasi, lalu kembali ke halaman ini.',
  openOnDevice: 'Buka di perangkat ini',
  anotherWallet: 'Dompet lain',
  copyLink: 'Salin tautan',
  qrConnectLabel: 'Kode QR untuk menghubungkan dompet Anda',
  qrPayLabel: 'Kode QR berisi detail pembayaran untuk dompet Anda',
  heldFor: 'Masih berlaku selama {time}.',
  sendExactly: 'Kirim persis',
  onlyOnNetwork: 'Kirim hanya di {network}. Dana yang dikirim di jaringan lain bisa hilang.',
  tokenContract: 'Kontrak token',
  openInWallet: 'Buka di dompet Anda',
  showCode: 'Tampilkan kode untuk perangkat lain',
  awaitingPayment: 'Menunggu pembayaran Anda',
  paidAlready: 'Saya sudah mengirimnya',
  transactionHash: 'Hash transaksi',
  hashHint: 'Tempel hash atau tautan explorer',
  checkHash: 'Periksa pembayaran',
  checkingTransaction: 'Memeriksa transaksi',
  sought: {
    title: 'Kami sedang mencari transaksi ini',
    text: 'Transaksi belum terlihat di jaringan. Halaman ini akan diperbarui begitu transaksi muncul.',
    details: 'Jika Anda belum membayar, gunakan detail di bawah.',
    unpaid: 'Saya belum membayar',
  },
  codeNotLoaded: 'Sebagian halaman ini gagal dimuat. Periksa koneksi Anda, lalu coba lagi.',
  loading: 'Memuat',
  checkingBalances: 'Memeriksa saldo Anda',
  balance: 'Saldo {amount}',
  shortfall: 'Kurang {amount}',
  balanceUnknown: 'Info saldo tidak tersedia',
  otherToken: 'Bayar dengan token lain',
  addFundsTo: 'Isi saldo di',
  proposalTitle: 'Menunggu tanda tangan',
  proposalText:
    'Pembayaran dikirim setelah cukup banyak pemilik menandatangani di aplikasi dompet. Halaman ini diperbarui otomatis, dan Anda bisa kembali lagi nanti.',
  signaturesNeeded: { other: 'Perlu {n} tanda tangan lagi' },
  signed: 'Sudah tanda tangan',
  notSigned: 'Belum tanda tangan',
  batchTitle: 'Dompet Anda sedang mengirim pembayaran',
  batchText: 'Dompet Anda menggabungkannya dengan transaksi lain. Halaman ini diperbarui otomatis.',
  batchForgotten: {
    title: 'Pembayaran Anda mungkin ditolak',
    text: 'Dompet Anda tidak lagi memiliki permintaan ini, dan tidak ada pembayaran yang terlihat di jaringan. Periksa aktivitas dompet Anda sebelum membayar lagi.',
  },
  sign: 'Tanda tangani pesan',
  notNow: 'Nanti saja',
  unsignedWarning:
    'Jika Anda tidak menandatangani, toko harus menautkan pembayaran Anda secara manual.',
  signWithAccount:
    'Pembayaran ini berasal dari {account}. Beralih ke akun itu di dompet Anda untuk menandatangani.',
  unlinked: {
    title: 'Toko akan menautkan pembayaran Anda',
    text: 'Pembayaran Anda sudah terkirim. Toko masih perlu menautkannya ke pesanan ini. Simpan bukti pembayaran dan jangan bayar lagi.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Pesanan ini sudah kedaluwarsa',
      text: 'Pembayaran Anda sudah sampai, tetapi toko yang memutuskan apakah masih berlaku. Hubungi toko dan simpan bukti pembayaran.',
    },
    cancelled: {
      title: 'Toko membatalkan pesanan ini',
      text: 'Pembayaran Anda sudah sampai dan toko harus mengembalikannya. Simpan bukti pembayaran.',
    },
  },
  othersPayment: {
    title: 'Sebuah pembayaran sedang dikonfirmasi',
    text: 'Pembayaran itu tidak dilakukan di browser ini. Jika itu milik Anda, Anda tidak perlu membayar lagi.',
  },
  earlierFound: {
    title: 'Pembayaran Anda yang sebelumnya ditemukan',
    text: 'Kami sudah memberi tahu toko. Tanyakan kepada toko sebelum membayar lagi.',
  },
  waitingSigns: {
    report: 'Pembayaran untuk pesanan ini dilaporkan {time}. Jaringan belum mengonfirmasinya.',
    nonce: 'Akun Anda telah mengirim transaksi yang belum dikonfirmasi jaringan.',
  },
  ended: {
    expired: {
      title: 'Pembayaran ini sudah kedaluwarsa',
      text: 'Anda tidak bisa lagi melakukan pembayaran ini. Jika sudah mengirim uang, hubungi toko.',
    },
    cancelled: {
      title: 'Toko membatalkan pembayaran ini',
      text: 'Anda tidak bisa lagi melakukan pembayaran ini. Jika sudah mengirim uang, hubungi toko.',
    },
  },
  startAgain: 'Mulai dari awal',
  preparingAmount: 'Mengambil jumlah Anda',
  exactAmountText: 'Kirim jumlah yang persis ini. Digit terakhirnya menandai pesanan Anda.',
  noReservedAmountText:
    'Kirim jumlah di bawah. Lalu tempel hash transaksi dan tanda tangani pesan untuk menautkan pembayaran Anda ke pesanan ini.',
  suggestedAmounts: 'Jumlah yang disarankan',
  aboveZero: 'Masukkan jumlah di atas nol.',
  atLeast: 'Minimal {amount}.',
  atMost: 'Maksimal {amount}.',
  amountFormat: 'Masukkan jumlah dengan angka, misalnya {example}.',
  decimalPlaces: { other: '{symbol} menerima hingga {n} angka di belakang koma.' },
  approximately: 'sekitar {amount}',
  searchingWallets: 'Mencari dompet',
  otherNetwork: 'Dompet Anda berada di jaringan lain.',
  switchNetwork: 'Ganti jaringan',
  networkDeclined: 'Anda menolak pergantian jaringan. Beralihlah ke {network} untuk membayar.',
  addNetwork: {
    title: 'Tambahkan jaringan sendiri',
    chainId: 'ID rantai',
    symbol: 'Simbol mata uang',
    rpcUrl: 'URL RPC',
    explorer: 'Block explorer',
  },
  tokenShortfall: 'Anda memiliki {have} di {network}. Pembayaran ini memerlukan {need}.',
  gasShortfall: '{network} mengenakan biaya sekitar {need}. Anda memiliki {have}.',
  useOtherWallet: 'Gunakan dompet lain',
  add: {
    button: 'Tambah {amount}',
    label: 'Tambahkan {amount} di {network} ke alamat ini',
    place: 'Di {network}, ke {address}',
    arrives: 'Halaman ini diperbarui saat dana tiba.',
  },
  ways: {
    any: 'Dompet atau bursa apa pun',
    connected: '{wallet} terhubung',
    phone: 'Dompet di ponsel Anda',
    more: 'Cara bayar lain',
  },
  stillWaiting: 'Masih menunggu. Buka kunci dompet Anda dan lihat layarnya.',
  noRequestSeen: 'Tidak melihat permintaan?',
  notPaid: {
    cancelled: {
      title: 'Dibatalkan di dompet Anda',
      text: 'Dompet Anda mengganti pembayaran ini dengan transaksi lain. Tidak ada yang dibayar.',
    },
    reverted: {
      title: 'Pembayaran Anda gagal',
      text: 'Jaringan menolak transfer ini. Anda hanya membayar biaya jaringan.',
    },
    rejected: {
      title: 'Pembayaran ini ditolak oleh toko',
      text: 'Hubungi toko dengan bukti pembayaran Anda.',
    },
  },
  payAgain: 'Bayar lagi',
  checkAgain: 'Periksa lagi',
  networkFee: 'Biaya jaringan',
  noNetworkFee: 'Tidak ada',
  feeInToken: {
    title: 'Bayar biaya jaringan dengan {symbol}',
    text: 'Anda tidak memerlukan {coin}. Biayanya ditambahkan ke pembayaran Anda.',
    total: 'Total',
  },
  authorized: {
    title: 'Pembayaran ditandatangani',
    text: 'Toko sedang mengirim pembayaran Anda. Anda boleh menutup halaman ini.',
    until:
      'Jika tidak terkirim sebelum {time}, tidak ada yang dibayar dan Anda dapat membayar lagi.',
    held: 'Toko belum mengirim pembayaran Anda dan masih bisa melakukannya sampai {time}. Jangan bayar lagi sebelum itu.',
  },
  proposedWarning:
    'Jika Anda membayar lagi dan pembayaran ini akhirnya tetap terkirim, Anda akan membayar dua kali.',
  droppedWarning:
    'Jika Anda membayar lagi dan pembayaran pertama akhirnya tetap berhasil, Anda akan membayar dua kali.',
  rejectedWarning:
    'Pembayaran pertama Anda mungkin sudah memindahkan uang. Tanyakan kepada toko sebelum membayar lagi.',
  askedFor: 'Yang kami minta',
  sentInstead: 'Yang dikirim dompet Anda',
  anotherToken: 'token lain',
  misdirectedWarning:
    'Jangan bayar lagi dengan dompet ini atau di browser ini. Beri tahu toko dan simpan tautan transaksi sebagai bukti.',
  mayHavePaid: 'Anda mungkin sudah membayar',
  sentTitle: 'Pembayaran Anda sudah terkirim',
  sentChargeGone:
    'Toko tidak dapat menemukan pesanan ini. Simpan bukti pembayaran dan tunjukkan kepada toko.',
  sentNotAccepted:
    'Toko menolak pembayaran ini. Simpan bukti pembayaran dan tunjukkan kepada toko.',
  sentUnreachable:
    'Saat ini kami tidak dapat menghubungi toko. Kami akan terus mencoba. Anda tidak perlu membayar lagi.',
  somethingWrong: 'Ada masalah?',
  payAnyway: 'Tetap bayar',
  reorganized:
    'Jaringan sedang mengonfirmasi ulang pembayaran Anda. Anda tidak perlu melakukan apa pun.',
  nonceUsed: {
    title: 'Pembayaran Anda tidak terkirim',
    text: 'Dompet Anda mengirim transaksi lain sebagai gantinya. Periksa aktivitas dompet Anda, lalu bayar lagi.',
  },
  nothingFound: 'Belum ada pembayaran yang ditemukan. Kami akan terus memeriksa.',
  confirmPayAgain: 'Saya tidak menyetujuinya – bayar lagi',
  payAgainWarning:
    'Jika Anda sebenarnya sudah menyetujuinya dan membayar lagi, Anda akan membayar dua kali.',
  unreachable:
    'Saat ini kami tidak dapat menghubungi toko. Kami akan terus mencoba, dan pembayaran Anda aman.',
  confirmations: { other: '{n} dari {m} konfirmasi' },
  confirmationsEta: '{confirmations}, sekitar {time} lagi',
  largePayment:
    'Pembayaran besar menunggu sampai jaringan tidak dapat membatalkannya: sekitar {time}.',
  waitingForNetwork: 'Menunggu jaringan',
  sent: 'Pengiriman dari dompet Anda',
  recorded: 'Pemberitahuan ke toko',
  confirmed: 'Konfirmasi jaringan',
  amount: 'Jumlah',
  amountIn: 'Jumlah dalam {symbol}',
  continue: 'Lanjutkan',
  alreadyPaid: 'Ini sudah dibayar.',
  paidTwice:
    'Ini sudah dibayar. Jika pembayaran Anda juga sampai, toko harus mengembalikannya. Simpan bukti pembayaran.',
  refund: 'Pengembalian dana',
  refundClaim: 'Sebutkan tujuannya',
  refundInProgress: 'Diproses',
  refunded: 'Terkirim',
  receipt: 'Bukti pembayaran',
  copyReceipt: 'Salin bukti',
  copyLabel: 'Salin',
  download: 'Unduh',
  print: 'Cetak',
  details: 'Detail',
  dataFile: 'Berkas data (JSON)',
  status: 'Status',
  statuses: {
    sent: 'Terkirim, belum dikonfirmasi oleh toko',
    confirmed: 'Sudah dibayar dan dikonfirmasi',
    rejected: 'Ditolak oleh toko',
    misdirected: 'Dikirim ke alamat lain, bukan ke toko',
    reverted: 'Gagal (hanya biaya jaringan yang dibayar)',
    cancelled: 'Dibatalkan (tidak ada yang dibayar)',
  },
  from: 'Dari',
  token: 'Token',
  time: 'Waktu',
  to: 'Ke',
  network: 'Jaringan',
  charge: 'Referensi',
  store: 'Toko',
  viewInExplorer: 'Lihat di block explorer',
  contact: 'Hubungi {store}',
  contactStore: 'Hubungi toko',
  close: 'Tutup',
  showPayment: 'Lihat pembayaran',
  showReceipt: 'Lihat bukti pembayaran',
  copy: 'Salin {what}',
  copyTransaction: 'Salin transaksi',
  copyAddress: 'Salin alamat',
  copyReference: 'Salin referensi',
  copyBlocked: 'Halaman ini tidak diizinkan menyalin. Pilih teksnya dan salin sendiri.',
  copied: 'Disalin',
  returning: 'Mengarahkan Anda kembali ke toko…',
  stay: 'Tetap di sini',
  returnToStore: 'Kembali ke toko',
  errors: {
    invalid_attribute: 'Halaman pembayaran ini tidak diatur dengan benar. Mohon beri tahu toko.',
    page_broken: 'Skrip lain di halaman ini menghalangi pembayaran. Mohon beri tahu toko.',
    invalid_amount: 'Jumlah ini tidak dapat digunakan.',
    not_found: 'Pembayaran ini tidak ditemukan.',
    conflict: 'Transaksi ini sudah digunakan untuk pembayaran lain.',
    rate_limited: 'Terlalu banyak percobaan. Tunggu sebentar, lalu coba lagi.',
    service_failed: 'Layanan pembayaran toko sedang bermasalah. Coba lagi nanti.',
    timeout: 'Waktu tunggu habis tanpa jawaban. Coba lagi.',
    offline: 'Tidak dapat terhubung. Periksa koneksi internet Anda, lalu coba lagi.',
    wallet_refused: 'Anda menolak permintaan di dompet Anda.',
    wallet_busy: 'Sudah ada permintaan di dompet Anda. Buka dompet untuk menjawabnya.',
    wallet_locked: 'Dompet Anda terkunci atau terputus. Buka kuncinya, lalu hubungkan lagi.',
    wallet_failed: 'Dompet Anda melaporkan masalah.',
    chain_refused:
      'Dompet Anda tidak berada di jaringan atau akun yang benar. Tidak ada yang dikirim.',
    insufficient_funds:
      'Saldo dompet Anda tidak cukup untuk pembayaran ini dan biaya jaringannya. Tidak ada yang dikirim.',
    wallet_unable:
      'Dompet Anda tidak mengizinkan halaman ini meminta pembayaran. Tidak ada yang dikirim. Hubungkan lagi atau gunakan dompet lain.',
    chain_unknown: 'Halaman ini tidak mendukung jaringan ini. Mohon beri tahu toko.',
    chain_unreachable: 'Data jaringan saat ini tidak dapat dibaca. Coba lagi.',
    price_unavailable: 'Harga token ini saat ini tidak tersedia. Coba lagi nanti.',
    recipient_not_pinned:
      'Alamat pembayaran tidak cocok dengan alamat toko. Tidak ada yang dikirim. Silakan hubungi toko.',
    quote_mismatch:
      'Pembayaran ini tidak sesuai dengan yang ditetapkan toko. Tidak ada yang dikirim. Mohon beri tahu toko.',
    quote_not_signed:
      'Pembayaran ini tidak memiliki tanda tangan toko yang sah. Tidak ada yang dikirim. Coba lagi, dan jika terjadi lagi, mohon beri tahu toko.',
    storage_unavailable:
      'Data pembayaran tidak dapat disimpan atau dibaca di browser ini. Tanyakan kepada toko sebelum membayar lagi.',
    payment_failed: 'Transfer ini tidak dapat digunakan untuk membayar pesanan ini.',
    authorization_refused:
      'Tanda tangan dompet Anda tidak dapat dipakai untuk pembayaran ini. Tidak ada yang dibayar.',
    authorization_lapsed:
      'Pembayaran yang Anda tandatangani tidak terkirim tepat waktu dan tidak berlaku lagi. Tidak ada yang dibayar.',
    switch_failed:
      'Dompet Anda tidak dapat mengganti jaringan. Ganti sendiri di dompet atau gunakan dompet lain.',
    wallet_gone: 'Dompet ini tidak lagi tersedia. Pilih lagi.',
    wallet_silent: 'Dompet Anda tidak merespons. Buka dan buka kuncinya.',
    not_sent:
      'Dompet Anda membatalkan pembayaran ini. Pembayaran tidak dikirim dan tidak ada yang dibayar.',
    other_account: 'Dompet Anda beralih ke akun lain. Pilih akun yang membayar, lalu coba lagi.',
    relay_unreachable:
      'WalletConnect tidak dapat dijangkau. Periksa koneksi dan coba lagi, atau gunakan dompet lain.',
    walletconnect_unavailable:
      'WalletConnect tidak dapat digunakan di halaman ini. Gunakan dompet lain.',
    code_expired:
      'Tidak ada dompet yang merespons tepat waktu sehingga kode kedaluwarsa. Pilih WalletConnect lagi untuk kode baru.',
    networks_missing:
      'Dompet Anda terhubung tanpa jaringan yang diterima toko ini. Aktifkan salah satunya di dompet dan pindai kode baru, atau gunakan dompet lain.',
    transfer_refused:
      'Token menolak transfer ini. Tidak ada yang dikirim. Coba token atau dompet lain, atau tanyakan kepada toko.',
    storage_blocked:
      'Browser ini tidak mengizinkan halaman menyimpan data, sehingga pembayaran tidak dapat dilanjutkan jika halaman ditutup. Izinkan penyimpanan untuk situs ini.',
    reference_unsigned:
      'Kami tidak dapat memeriksa tanda tangan toko sehingga Anda tidak dapat mengonfirmasi pembayaran di sini. Hubungi toko dan simpan bukti pembayaran.',
  },
  mismatches: {
    no_hash:
      'Ini bukan hash transaksi. Hash transaksi terdiri atas 0x dan 64 karakter: angka 0 sampai 9 dan huruf a sampai f.',
    reverted:
      'Transaksi ini gagal, dan hanya biaya jaringan yang dibayar. Bayar lagi, atau masukkan hash lain.',
    other_charge:
      'Transaksi ini dibuat untuk pesanan lain. Masukkan hash pembayaran untuk pesanan ini.',
    other_token:
      'Transaksi ini mengirim token lain. Masukkan hash pembayaran untuk pesanan ini, atau tanyakan kepada toko.',
    other_recipient: 'Transaksi ini tidak dikirim ke toko. Masukkan hash pembayaran kepada toko.',
    nothing:
      'Transaksi ini tidak mengirim token yang diminta. Masukkan hash pembayaran untuk pesanan ini.',
  },
}
