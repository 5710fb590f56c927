// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const es: Translation = {
  lang: 'es',
  dir: 'ltr',
  screens: {
    loading: { title: 'Cargando el pago', text: '' },
    ready: { title: 'Todo listo para pagar', text: '' },
    failed: { title: 'Ha ocurrido un problema', text: '' },
    unavailable: {
      title: 'Este pago no está disponible',
      text: 'Puede que el enlace ya no sea válido o que la tienda haya retirado el pago.',
    },
    cancelled: { title: 'Pago cancelado', text: 'No se ha enviado nada desde tu wallet.' },
    enteringAmount: { title: '¿Cuánto quieres pagar?', text: '' },
    choosingWallet: { title: 'Elige tu wallet', text: '' },
    connecting: {
      title: 'Conéctate con {wallet}',
      text: 'Abre tu wallet y aprueba la conexión con este sitio.',
    },
    choosingToken: { title: 'Elige cómo pagar', text: '' },
    externalPayment: { title: 'Envía desde otra wallet', text: '' },
    wrongNetwork: { title: 'Cambia a {network}', text: 'Aprueba el cambio de red en tu wallet.' },
    checking: { title: 'Comprobando tu saldo', text: 'Solo será un momento.' },
    insufficientFunds: { title: 'Saldo insuficiente de {symbol} en {network}', text: '' },
    sending: {
      title: 'Confirma en {wallet}',
      text: 'Comprueba el importe en tu wallet y aprueba el pago. Mantén esta página abierta.',
    },
    unknownOutcome: {
      title: 'Buscando tu pago',
      text: 'No hemos recibido una respuesta clara de tu wallet, así que tu pago puede estar ya en camino. No pagues de nuevo todavía.',
    },
    reporting: {
      title: 'Pago enviado',
      text: 'Estamos avisando a la tienda. Mantén esta página abierta.',
    },
    confirming: {
      title: 'Pago enviado',
      text: 'La red está confirmando tu pago. Puedes cerrar esta página.',
    },
    earlierPayment: {
      title: 'Buscando un pago anterior',
      text: 'Ya empezaste a pagar este pedido en este navegador. Consulta tu wallet antes de pagar de nuevo.',
    },
    needsSignature: {
      title: 'Vincula tu pago a este pedido',
      text: 'Tu pago se ha enviado sin el número de este pedido. Firma un mensaje para vincularlo. Es gratis y no mueve dinero.',
    },
    waitingPayment: {
      title: 'Puede que ya haya un pago en camino',
      text: 'Si es tuyo, espera aquí. Esta página se actualiza automáticamente.',
    },
    storageBlocked: {
      title: 'Tu navegador bloquea el almacenamiento',
      text: 'Si esta página se cierra antes de tiempo, no podremos retomar tu pago. Permite el almacenamiento en este sitio o continúa de todos modos.',
    },
    otherTab: {
      title: 'Estás pagando en otra pestaña',
      text: 'Completa el pago en la otra pestaña. Si la cierras, podrás continuar aquí.',
    },
    dropped: {
      title: 'Es posible que tu pago no se complete',
      text: 'La red lo ha descartado, pero aún podría procesarse. Lo seguiremos comprobando.',
    },
    notPaid: { title: 'Tu pago no se ha completado', text: '' },
    misdirected: {
      title: 'Tu pago no va a la tienda',
      text: 'Lo que ha enviado tu wallet no coincide con este pedido. Es posible que una aplicación o extensión dañina lo haya cambiado.',
    },
    paid: { title: 'Pagado', text: 'Gracias. Tu pago está confirmado.' },
  },
  pay: 'Pagar {amount}',
  payRest: 'Pagar los {amount} restantes',
  logo: 'Logotipo',
  cancel: 'Cancelar',
  retry: 'Reintentar',
  amountOnNetwork: '{amount} en {network}',
  partlyPaid: 'Pagado: {paid} de {price}.',
  paidDirectly: 'Va directamente a {store}',
  changeAmount: 'Cambiar el importe',
  testMode: 'Prueba',
  coveredButton: 'Algo tapa el botón de pago. Ciérralo e inténtalo de nuevo.',
  orderFor: 'Para {email}',
  orderItems: 'Artículos: {n}',
  back: 'Volver',
  transaction: 'Transacción',
  payAfterCancel: 'Pagar ahora',
  installed: 'Instalada',
  lastUsed: 'Última usada',
  noWallet:
    'No hemos encontrado ninguna wallet en este navegador. Instala una o abre esta página en el navegador de tu wallet.',
  inAppBrowser: 'Desde {app} no se pueden abrir wallets: copia el enlace y ábrelo en tu navegador.',
  inThisApp: 'Desde esta app no se pueden abrir wallets: copia el enlace y ábrelo en tu navegador.',
  payExternally: 'Pagar con código QR o dirección',
  lockedHint: '¿Está bloqueada tu wallet? Ábrela y desbloquéala.',
  preparingCode: 'Preparando un código para tu wallet',
  scanTitle: 'Escanea con tu wallet',
  scanText: 'Escanea el código con la app de tu wallet y aprueba la conexión.',
  openTitle: 'Abre tu wallet',
  openText: 'Aprueba la conexión en la app y vuelve a esta página.',
  openOnDevice: 'Abrir en este dispositivo',
  anotherWallet: 'Otra wallet',
  copyLink: 'Copiar enlace',
  qrConnectLabel: 'Código QR para conectar tu wallet',
  qrPayLabel: 'Código QR con los datos del pago para tu wallet',
  heldFor: 'Reservado durante {time}.',
  sendExactly: 'Envía exactamente',
  onlyOnNetwork:
    'Envía solo por la red {network}. Los fondos enviados por otra red pueden perderse.',
  tokenContract: 'Contrato del token',
  openInWallet: 'Abrir en tu wallet',
  showCode: 'Mostrar el código para otro dispositivo',
  awaitingPayment: 'Esperando tu pago',
  paidAlready: 'Ya lo he enviado',
  transactionHash: 'Hash de la transacción',
  hashHint: 'Pega un hash o enlace del explorador',
  checkHash: 'Comprobar pago',
  checkingTransaction: 'Comprobando la transacción',
  sought: {
    title: 'Estamos buscando esta transacción',
    text: 'Todavía no la vemos en la red. Esta página se actualizará en cuanto aparezca.',
    details: 'Si aún no has pagado, usa los datos de abajo.',
    unpaid: 'Aún no he pagado',
  },
  codeNotLoaded:
    'No se ha podido cargar una parte de esta página. Comprueba tu conexión e inténtalo de nuevo.',
  loading: 'Cargando',
  checkingBalances: 'Comprobando tus saldos',
  balance: 'Tienes {amount}',
  shortfall: 'Faltan {amount}',
  balanceUnknown: 'Saldo no disponible',
  otherToken: 'Pagar con otro token',
  addFundsTo: 'Añade fondos a',
  proposalTitle: 'Esperando firmas',
  proposalText:
    'El pago se envía cuando firman suficientes propietarios en la app de la wallet. Esta página se actualiza automáticamente y puedes volver más tarde.',
  signaturesNeeded: {
    one: 'Falta {n} firma',
    many: 'Faltan {n} firmas',
    other: 'Faltan {n} firmas',
  },
  signed: 'Ha firmado',
  notSigned: 'Aún no ha firmado',
  batchTitle: 'Tu wallet está enviando tu pago',
  batchText:
    'Tu wallet lo está agrupando con otras transacciones. Esta página se actualiza automáticamente.',
  batchForgotten: {
    title: 'Puede que el pago se haya rechazado',
    text: 'Tu wallet ya no tiene esta solicitud y no vemos ningún pago en la red. Revisa la actividad de tu wallet antes de pagar de nuevo.',
  },
  sign: 'Firmar mensaje',
  notNow: 'Ahora no',
  unsignedWarning: 'Si no firmas, la tienda tendrá que vincular tu pago manualmente.',
  signWithAccount:
    'Este pago se hizo desde {account}. Cambia a esa cuenta en tu wallet para firmar.',
  unlinked: {
    title: 'La tienda vinculará tu pago',
    text: 'Tu pago se ha enviado. La tienda aún debe vincularlo a este pedido. Guarda el recibo y no pagues de nuevo.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Este pedido ha caducado',
      text: 'Tu pago llegó, pero la tienda tiene que decidir si aún es válido. Contacta con la tienda y guarda el recibo.',
    },
    cancelled: {
      title: 'La tienda ha cancelado este pedido',
      text: 'Tu pago llegó y la tienda tiene que devolverlo. Guarda el recibo.',
    },
  },
  othersPayment: {
    title: 'Se está confirmando un pago',
    text: 'No se hizo en este navegador. Si es tuyo, no hace falta que pagues de nuevo.',
  },
  earlierFound: {
    title: 'Hemos encontrado tu pago anterior',
    text: 'Hemos avisado a la tienda. Consulta con la tienda antes de pagar de nuevo.',
  },
  waitingSigns: {
    report: 'Se notificó un pago de este pedido {time}. La red aún no lo ha confirmado.',
    nonce: 'Tu cuenta ha enviado una transacción que la red aún no ha confirmado.',
  },
  ended: {
    expired: {
      title: 'Este pago ha caducado',
      text: 'Ya no puedes realizarlo. Si ya has enviado dinero, contacta con la tienda.',
    },
    cancelled: {
      title: 'La tienda ha cancelado este pago',
      text: 'Ya no puedes realizarlo. Si ya has enviado dinero, contacta con la tienda.',
    },
  },
  startAgain: 'Empezar de nuevo',
  preparingAmount: 'Obteniendo el importe',
  exactAmountText: 'Envía este importe exacto. Las últimas cifras identifican tu pedido.',
  noReservedAmountText:
    'Envía el importe que aparece abajo. Después, pega el hash de la transacción y firma un mensaje para vincular tu pago a este pedido.',
  suggestedAmounts: 'Importes sugeridos',
  aboveZero: 'Introduce un importe mayor que cero.',
  atLeast: 'Como mínimo, {amount}.',
  atMost: 'Como máximo, {amount}.',
  amountFormat: 'Introduce el importe en cifras, por ejemplo, {example}.',
  decimalPlaces: {
    one: '{symbol} admite hasta {n} decimal.',
    many: '{symbol} admite hasta {n} decimales.',
    other: '{symbol} admite hasta {n} decimales.',
  },
  approximately: 'aprox. {amount}',
  searchingWallets: 'Buscando wallets',
  otherNetwork: 'Tu wallet está en otra red.',
  switchNetwork: 'Cambiar de red',
  networkDeclined: 'Has rechazado el cambio de red. Cambia a {network} para pagar.',
  addNetwork: {
    title: 'Añadir la red manualmente',
    chainId: 'ID de cadena',
    symbol: 'Símbolo de la moneda',
    rpcUrl: 'URL de RPC',
    explorer: 'Explorador de bloques',
  },
  tokenShortfall: 'Tienes {have} en {network}. Este pago requiere {need}.',
  gasShortfall: '{network} cobra una comisión de unos {need}. Tienes {have}.',
  useOtherWallet: 'Usar otra wallet',
  add: {
    button: 'Añadir {amount}',
    label: 'Añade {amount} en {network} a esta dirección',
    place: 'En {network}, a {address}',
    arrives: 'Esta página se actualiza cuando lleguen los fondos.',
  },
  ways: {
    any: 'Cualquier wallet o exchange',
    connected: '{wallet} está conectada',
    phone: 'Una wallet en tu móvil',
    more: 'Otras formas de pagar',
  },
  noRequestSeen: '¿No ves ninguna solicitud?',
  notPaid: {
    cancelled: {
      title: 'Cancelado en tu wallet',
      text: 'Tu wallet ha sustituido este pago por otra transacción. No se ha pagado nada.',
    },
    reverted: {
      title: 'Tu pago ha fallado',
      text: 'La red ha rechazado la transferencia. Solo has pagado la comisión de red.',
    },
    rejected: {
      title: 'La tienda no ha podido aceptar este pago',
      text: 'Contacta con la tienda y muéstrale tu recibo.',
    },
  },
  payAgain: 'Pagar de nuevo',
  checkAgain: 'Comprobar de nuevo',
  networkFee: 'Comisión de red',
  noNetworkFee: 'Ninguna',
  feeInToken: {
    title: 'Paga la comisión de red en {symbol}',
    text: 'No necesitas {coin}. La comisión se suma a tu pago.',
    total: 'Total',
  },
  authorized: {
    title: 'Pago firmado',
    text: 'La tienda está enviando tu pago. Puedes cerrar esta página.',
    until: 'Si no se envía antes de las {time}, no se paga nada y puedes volver a pagar.',
    held: 'La tienda aún no ha enviado tu pago y puede hacerlo hasta las {time}. No pagues de nuevo antes de esa hora.',
  },
  proposedWarning: 'Si pagas de nuevo y este pago se acaba enviando, pagarás dos veces.',
  droppedWarning: 'Si pagas de nuevo y el primer pago se acaba completando, pagarás dos veces.',
  rejectedWarning:
    'Es posible que con tu primer pago se haya transferido dinero. Consulta con la tienda antes de pagar de nuevo.',
  askedFor: 'Lo que pedimos',
  sentInstead: 'Lo que envió tu wallet',
  anotherToken: 'otro token',
  misdirectedWarning:
    'No vuelvas a pagar con esta wallet ni en este navegador. Avisa a la tienda y guarda el enlace de la transacción como prueba.',
  mayHavePaid: 'Es posible que ya hayas pagado',
  sentTitle: 'Tu pago se ha enviado',
  sentChargeGone: 'La tienda no encuentra este pedido. Guarda el recibo y muéstraselo a la tienda.',
  sentNotAccepted: 'La tienda no lo ha aceptado. Guarda el recibo y muéstraselo a la tienda.',
  sentUnreachable:
    'No podemos contactar con la tienda en este momento. Lo seguiremos intentando. No hace falta que pagues de nuevo.',
  payAnyway: 'Pagar de todos modos',
  reorganized: 'La red está confirmando tu pago de nuevo. No tienes que hacer nada.',
  nonceUsed: {
    title: 'Tu pago no se ha enviado',
    text: 'Tu wallet ha enviado otra transacción en su lugar. Revisa su actividad y paga de nuevo.',
  },
  nothingFound: 'Aún no hemos encontrado ningún pago. Lo seguiremos comprobando.',
  confirmPayAgain: 'No lo he aprobado: pagar de nuevo',
  payAgainWarning: 'Si en realidad sí has aprobado el pago y pagas de nuevo, pagarás dos veces.',
  unreachable:
    'No podemos contactar con la tienda en este momento. Lo seguiremos intentando y tu pago está a salvo.',
  confirmations: {
    one: '{n} de {m} confirmación',
    many: '{n} de {m} confirmaciones',
    other: '{n} de {m} confirmaciones',
  },
  confirmationsEta: '{confirmations}, aprox. {time} más',
  largePayment: 'Los pagos grandes esperan hasta que la red ya no pueda revertirlos: unos {time}.',
  waitingForNetwork: 'Esperando a la red',
  sent: 'Enviado desde tu wallet',
  recorded: 'Tienda avisada',
  confirmed: 'Confirmado por la red',
  amount: 'Importe',
  amountIn: 'Importe en {symbol}',
  continue: 'Continuar',
  alreadyPaid: 'Esto ya está pagado.',
  paidTwice:
    'Esto ya está pagado. Si tu pago también llega, la tienda tiene que devolverlo. Guarda el recibo.',
  refund: 'Reembolso',
  refundClaim: 'Indica adónde va',
  refundInProgress: 'En curso',
  refunded: 'Enviado',
  receipt: 'Recibo',
  copyReceipt: 'Copiar recibo',
  download: 'Descargar',
  print: 'Imprimir',
  status: 'Estado',
  statuses: {
    sent: 'Enviado, aún no confirmado por la tienda',
    confirmed: 'Pagado y confirmado',
    rejected: 'No aceptado por la tienda',
    misdirected: 'Enviado a otra dirección, no a la tienda',
    reverted: 'Fallido (solo se ha pagado la comisión de red)',
    cancelled: 'Cancelado (no se ha pagado nada)',
  },
  from: 'De',
  token: 'Token',
  time: 'Fecha y hora',
  to: 'Para',
  network: 'Red',
  charge: 'Referencia',
  store: 'Tienda',
  viewInExplorer: 'Ver en el explorador de bloques',
  close: 'Cerrar',
  showPayment: 'Ver pago',
  showReceipt: 'Ver recibo',
  copy: 'Copiar {what}',
  copied: 'Copiado',
  returning: 'Volviendo a la tienda…',
  stay: 'Quedarme aquí',
  returnToStore: 'Volver a la tienda',
  errors: {
    invalid_attribute: 'Este pago no está bien configurado. Avisa a la tienda.',
    page_broken: 'Otro script de esta página impide pagar. Avisa a la tienda.',
    invalid_amount: 'Este importe no es válido.',
    not_found: 'No se ha encontrado este pago.',
    conflict: 'Esta transacción ya corresponde a otro pago.',
    rate_limited: 'Demasiados intentos. Espera un momento e inténtalo de nuevo.',
    service_failed:
      'El servicio de pago de la tienda tiene un problema. Inténtalo de nuevo más tarde.',
    timeout: 'La respuesta ha tardado demasiado. Inténtalo de nuevo.',
    offline: 'Sin conexión. Comprueba tu conexión a internet e inténtalo de nuevo.',
    wallet_refused: 'Has rechazado la solicitud en tu wallet.',
    wallet_busy: 'Tu wallet ya muestra una solicitud. Ábrela para responder.',
    wallet_locked: 'Tu wallet está bloqueada o desconectada. Desbloquéala y vuelve a conectarla.',
    wallet_failed: 'Ha ocurrido un problema en tu wallet.',
    chain_refused: 'Tu wallet no está en la red o la cuenta correcta. No se ha enviado nada.',
    insufficient_funds:
      'Tu wallet no tiene saldo suficiente para este pago y su comisión de red. No se ha enviado nada.',
    wallet_unable:
      'Tu wallet no permite que esta página solicite pagos. No se ha enviado nada. Vuelve a conectarla o usa otra wallet.',
    chain_unknown: 'Esta red no se admite aquí. Avisa a la tienda.',
    chain_unreachable: 'No se puede acceder a la red en este momento. Inténtalo de nuevo.',
    price_unavailable:
      'No hay ningún precio disponible para este token en este momento. Inténtalo de nuevo más tarde.',
    recipient_not_pinned:
      'La dirección de pago no coincide con la de la tienda. No se ha enviado nada. Contacta con la tienda.',
    quote_mismatch:
      'Este pago no coincide con lo que la tienda ha establecido. No se ha enviado nada. Avisa a la tienda.',
    quote_not_signed:
      'Este pago no lleva una firma válida de la tienda. No se ha enviado nada. Inténtalo de nuevo y, si se repite, avisa a la tienda.',
    storage_unavailable:
      'Este navegador no permite que esta página guarde ni lea los datos del pago. Consulta con la tienda antes de pagar de nuevo.',
    payment_failed: 'Este pedido no queda pagado con esta transferencia.',
    authorization_refused: 'La firma de tu wallet no sirve para este pago. No se ha pagado nada.',
    authorization_lapsed:
      'Tu pago firmado no se envió a tiempo y ya no es válido. No se ha pagado nada.',
    switch_failed:
      'Tu wallet no ha podido cambiar de red. Cámbiala en la propia wallet o usa otra.',
    wallet_gone: 'Esta wallet ya no está disponible. Elígela de nuevo.',
    wallet_silent: 'Tu wallet no responde. Ábrela y desbloquéala.',
    not_sent: 'Tu wallet ha abandonado este pago. No se ha enviado y no se ha pagado nada.',
    other_account:
      'Tu wallet ha cambiado a otra cuenta. Elige la cuenta que hizo el pago e inténtalo de nuevo.',
    relay_unreachable:
      'No podemos conectar con WalletConnect. Comprueba tu conexión e inténtalo de nuevo, o usa otra wallet.',
    walletconnect_unavailable: 'WalletConnect no se puede usar en esta página. Usa otra wallet.',
    code_expired:
      'Ninguna wallet respondió a tiempo y el código ha caducado. Elige WalletConnect de nuevo para obtener otro.',
    networks_missing:
      'Tu wallet se ha conectado sin ninguna red que acepte esta tienda. Activa una en tu wallet y escanea un código nuevo, o usa otra wallet.',
    transfer_refused:
      'El token rechaza esta transferencia. No se ha enviado nada. Prueba con otro token u otra wallet, o consulta con la tienda.',
    storage_blocked:
      'Este navegador no permite que la página guarde datos, así que el pago no se puede retomar si se cierra. Permite el almacenamiento para este sitio.',
    reference_unsigned:
      'No hemos podido comprobar la firma de la tienda, así que no puedes confirmar tu pago aquí. Contacta con la tienda y guarda el recibo.',
  },
  mismatches: {
    no_hash:
      'Esto no es un hash de transacción. Un hash es 0x seguido de 64 caracteres (0–9 y a–f).',
    reverted:
      'Esta transacción ha fallado. Solo se ha pagado la comisión de red. Paga de nuevo o introduce otro hash.',
    other_charge:
      'Esta transacción corresponde a otro pedido. Introduce el hash del pago de este pedido.',
    other_token:
      'Con esta transacción se ha enviado otro token. Introduce el hash del pago correcto o consulta con la tienda.',
    other_recipient:
      'Esta transacción se ha enviado a otro destinatario. Introduce el hash del pago a la tienda.',
    nothing:
      'Con esta transacción no se ha enviado el token solicitado. Introduce el hash del pago correcto.',
  },
}
