// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const pt: Translation = {
  lang: 'pt-BR',
  dir: 'ltr',
  screens: {
    loading: { title: 'Carregando o pagamento', text: '' },
    ready: { title: 'Tudo pronto para pagar', text: '' },
    failed: { title: 'Algo deu errado', text: '' },
    unavailable: {
      title: 'Este pagamento não está disponível',
      text: 'O link pode estar desatualizado ou a loja pode ter retirado o pagamento.',
    },
    cancelled: { title: 'Pagamento cancelado', text: 'Nada foi enviado da sua carteira.' },
    enteringAmount: { title: 'Quanto você quer pagar?', text: '' },
    choosingWallet: { title: 'Escolha sua carteira', text: '' },
    connecting: {
      title: 'Conecte-se com {wallet}',
      text: 'Abra sua carteira e aprove a conexão com este site.',
    },
    choosingToken: { title: 'Escolha como pagar', text: '' },
    externalPayment: { title: 'Envie de outra carteira', text: '' },
    wrongNetwork: {
      title: 'Mude para a rede {network}',
      text: 'Aprove a mudança de rede na sua carteira.',
    },
    checking: { title: 'Verificando seu saldo', text: 'Isso leva só um instante.' },
    insufficientFunds: { title: 'Saldo insuficiente de {symbol} na rede {network}', text: '' },
    sending: {
      title: 'Confirme em {wallet}',
      text: 'Confira o valor na sua carteira e aprove o pagamento. Mantenha esta página aberta.',
    },
    unknownOutcome: {
      title: 'Procurando seu pagamento',
      text: 'Não recebemos uma resposta clara da sua carteira, então seu pagamento pode já estar a caminho. Não pague novamente por enquanto.',
    },
    reporting: {
      title: 'Pagamento enviado',
      text: 'Estamos avisando a loja. Mantenha esta página aberta.',
    },
    confirming: {
      title: 'Pagamento enviado',
      text: 'A rede está confirmando seu pagamento. Você pode fechar esta página.',
    },
    earlierPayment: {
      title: 'Procurando um pagamento anterior',
      text: 'Você já começou a pagar este pedido neste navegador. Confira na sua carteira antes de pagar novamente.',
    },
    needsSignature: {
      title: 'Vincule seu pagamento a este pedido',
      text: 'Seu pagamento foi enviado sem o número deste pedido. Assine uma mensagem para vinculá-lo. É grátis e não movimenta dinheiro.',
    },
    waitingPayment: {
      title: 'Um pagamento já pode estar a caminho',
      text: 'Se for seu, aguarde aqui. Esta página é atualizada automaticamente.',
    },
    storageBlocked: {
      title: 'Seu navegador está bloqueando o armazenamento',
      text: 'Se esta página fechar antes da hora, não poderemos retomar seu pagamento. Permita o armazenamento para este site ou continue mesmo assim.',
    },
    otherTab: {
      title: 'Você está pagando em outra aba',
      text: 'Conclua o pagamento na outra aba. Se você a fechar, poderá continuar aqui.',
    },
    dropped: {
      title: 'Seu pagamento pode não ser concluído',
      text: 'A rede o descartou, mas ele ainda pode ser processado. Continuaremos verificando.',
    },
    notPaid: { title: 'Seu pagamento não foi concluído', text: '' },
    misdirected: {
      title: 'Seu pagamento não vai para a loja',
      text: 'O que sua carteira enviou não corresponde a este pedido. Um aplicativo ou uma extensão maliciosa pode ter feito a alteração.',
    },
    paid: { title: 'Pago', text: 'Obrigado. Seu pagamento está confirmado.' },
  },
  pay: 'Pagar {amount}',
  payStore: 'Pagar {store}',
  payRest: 'Pagar os {amount} restantes',
  logo: 'Logotipo',
  cancel: 'Cancelar',
  retry: 'Tentar novamente',
  amountOnNetwork: '{amount} na rede {network}',
  partlyPaid: 'Pago: {paid} de {price}.',
  paidDirectly: 'Vai direto para {store}',
  changeAmount: 'Alterar o valor',
  testMode: 'Teste',
  coveredButton: 'Algo está cobrindo o botão de pagamento. Feche e tente novamente.',
  orderFor: 'Para {email}',
  orderItems: 'Itens: {n}',
  back: 'Voltar',
  transaction: 'Transação',
  payAfterCancel: 'Pagar agora',
  installed: 'Instalada',
  lastUsed: 'Última usada',
  noWallet:
    'Não encontramos nenhuma carteira neste navegador. Instale uma ou abra esta página no navegador da sua carteira.',
  inAppBrowser:
    'Não dá para abrir carteiras dentro do {app}: copie o link e abra no seu navegador.',
  inThisApp: 'Não dá para abrir carteiras dentro deste app: copie o link e abra no seu navegador.',
  payExternally: 'Pagar por QR ou endereço',
  lockedHint: 'Sua carteira está bloqueada? Abra e desbloqueie a carteira.',
  preparingCode: 'Gerando um código para sua carteira',
  scanTitle: 'Escaneie com sua carteira',
  scanText: 'Escaneie o código com o app da sua carteira e aprove a conexão.',
  openTitle: 'Abra sua carteira',
  openText: 'Aprove a conexão no app e depois volte para esta página.',
  openOnDevice: 'Abrir neste dispositivo',
  anotherWallet: 'Outra carteira',
  copyLink: 'Copiar link',
  qrConnectLabel: 'QR Code para conectar sua carteira',
  qrPayLabel: 'QR Code com os dados do pagamento para sua carteira',
  heldFor: 'Reservado por mais {time}.',
  sendExactly: 'Envie exatamente',
  onlyOnNetwork:
    'Envie somente pela rede {network}. Valores enviados por outra rede podem ser perdidos.',
  tokenContract: 'Contrato do token',
  openInWallet: 'Abrir na sua carteira',
  showCode: 'Mostrar o código para outro dispositivo',
  awaitingPayment: 'Aguardando seu pagamento',
  paidAlready: 'Já enviei',
  transactionHash: 'Hash da transação',
  hashHint: 'Cole um hash ou link do explorador',
  checkHash: 'Verificar pagamento',
  checkingTransaction: 'Verificando a transação',
  sought: {
    title: 'Estamos procurando esta transação',
    text: 'Ainda não a vemos na rede. Esta página será atualizada assim que ela aparecer.',
    details: 'Se você ainda não pagou, use os dados abaixo.',
    unpaid: 'Ainda não paguei',
  },
  codeNotLoaded:
    'Não foi possível carregar uma parte desta página. Verifique sua conexão e tente novamente.',
  loading: 'Carregando',
  checkingBalances: 'Verificando seus saldos',
  balance: 'Você tem {amount}',
  shortfall: 'Faltam {amount}',
  balanceUnknown: 'Saldo indisponível',
  otherToken: 'Pagar com outro token',
  addFundsTo: 'Adicione saldo a',
  proposalTitle: 'Aguardando assinaturas',
  proposalText:
    'O pagamento é enviado quando titulares suficientes assinarem no app da carteira. Esta página é atualizada automaticamente, e você pode voltar a ela depois.',
  signaturesNeeded: {
    one: 'Falta {n} assinatura',
    many: 'Faltam {n} assinaturas',
    other: 'Faltam {n} assinaturas',
  },
  signed: 'Assinou',
  notSigned: 'Ainda não assinou',
  batchTitle: 'Sua carteira está enviando seu pagamento',
  batchText:
    'Sua carteira está agrupando o pagamento com outras transações. Esta página é atualizada automaticamente.',
  batchForgotten: {
    title: 'Seu pagamento pode ter sido recusado',
    text: 'Sua carteira não tem mais esta solicitação, e não vemos nenhum pagamento na rede. Confira a atividade da carteira antes de pagar novamente.',
  },
  sign: 'Assinar mensagem',
  notNow: 'Agora não',
  unsignedWarning: 'Se você não assinar, a loja terá que vincular seu pagamento manualmente.',
  signWithAccount:
    'Este pagamento veio de {account}. Mude para essa conta na sua carteira para assinar.',
  unlinked: {
    title: 'A loja vai vincular seu pagamento',
    text: 'Seu pagamento foi enviado. A loja ainda precisa vinculá-lo a este pedido. Guarde o comprovante e não pague novamente.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Este pedido expirou',
      text: 'Seu pagamento chegou, mas a loja precisa decidir se ele ainda vale. Fale com a loja e guarde o comprovante.',
    },
    cancelled: {
      title: 'A loja cancelou este pedido',
      text: 'Seu pagamento chegou e a loja precisa devolvê-lo. Guarde o comprovante.',
    },
  },
  othersPayment: {
    title: 'Um pagamento está sendo confirmado',
    text: 'Ele não foi feito neste navegador. Se for seu, você não precisa pagar novamente.',
  },
  earlierFound: {
    title: 'Encontramos seu pagamento anterior',
    text: 'Avisamos a loja. Fale com a loja antes de pagar novamente.',
  },
  waitingSigns: {
    report: 'Um pagamento deste pedido foi informado {time}. A rede ainda não o confirmou.',
    nonce: 'Sua conta enviou uma transação que a rede ainda não confirmou.',
  },
  ended: {
    expired: {
      title: 'Este pagamento expirou',
      text: 'Não é mais possível pagar. Se você já enviou dinheiro, fale com a loja.',
    },
    cancelled: {
      title: 'A loja cancelou este pagamento',
      text: 'Não é mais possível pagar. Se você já enviou dinheiro, fale com a loja.',
    },
  },
  startAgain: 'Começar de novo',
  preparingAmount: 'Obtendo o valor',
  exactAmountText: 'Envie este valor exato. Os últimos dígitos identificam seu pedido.',
  noReservedAmountText:
    'Envie o valor abaixo. Depois cole o hash da transação e assine uma mensagem para vincular seu pagamento a este pedido.',
  suggestedAmounts: 'Valores sugeridos',
  aboveZero: 'Informe um valor maior que zero.',
  atLeast: 'No mínimo {amount}.',
  atMost: 'No máximo {amount}.',
  amountFormat: 'Informe o valor em algarismos, por exemplo {example}.',
  decimalPlaces: {
    one: '{symbol} aceita até {n} casa decimal.',
    many: '{symbol} aceita até {n} casas decimais.',
    other: '{symbol} aceita até {n} casas decimais.',
  },
  approximately: 'cerca de {amount}',
  searchingWallets: 'Procurando carteiras',
  otherNetwork: 'Sua carteira está em outra rede.',
  switchNetwork: 'Mudar de rede',
  networkDeclined: 'Você recusou a mudança de rede. Mude para a rede {network} para pagar.',
  addNetwork: {
    title: 'Adicionar a rede manualmente',
    chainId: 'ID da cadeia',
    symbol: 'Símbolo da moeda',
    rpcUrl: 'URL do RPC',
    explorer: 'Explorador de blocos',
  },
  tokenShortfall: 'Você tem {have} na rede {network}. Este pagamento precisa de {need}.',
  gasShortfall: 'A rede {network} cobra uma taxa de cerca de {need}. Você tem {have}.',
  useOtherWallet: 'Usar outra carteira',
  add: {
    button: 'Adicionar {amount}',
    label: 'Adicione {amount} na rede {network} a este endereço',
    place: 'Na rede {network}, para {address}',
    arrives: 'Esta página é atualizada quando o saldo chegar.',
  },
  ways: {
    any: 'Qualquer carteira ou corretora',
    connected: '{wallet} está conectada',
    phone: 'Uma carteira no seu celular',
    more: 'Outras formas de pagar',
  },
  stillWaiting: 'Ainda aguardando. Desbloqueie sua carteira e confira a tela dela.',
  noRequestSeen: 'Não vê uma solicitação?',
  notPaid: {
    cancelled: {
      title: 'Cancelado na sua carteira',
      text: 'Sua carteira substituiu este pagamento por outra transação. Nada foi pago.',
    },
    reverted: {
      title: 'Seu pagamento falhou',
      text: 'A rede recusou a transferência. Você pagou apenas a taxa de rede.',
    },
    rejected: {
      title: 'A loja não pôde aceitar este pagamento',
      text: 'Entre em contato com a loja e apresente o comprovante.',
    },
  },
  payAgain: 'Pagar novamente',
  checkAgain: 'Verificar novamente',
  networkFee: 'Taxa de rede',
  noNetworkFee: 'Nenhuma',
  feeInToken: {
    title: 'Pague a taxa de rede em {symbol}',
    text: 'Você não precisa de {coin}. A taxa é somada ao pagamento.',
    total: 'Total',
  },
  authorized: {
    title: 'Pagamento assinado',
    text: 'A loja está enviando seu pagamento. Você pode fechar esta página.',
    until: 'Se ele não for enviado até {time}, nada será pago e você poderá pagar novamente.',
    held: 'A loja ainda não enviou seu pagamento e pode fazer isso até {time}. Não pague novamente antes desse horário.',
  },
  proposedWarning:
    'Se você pagar novamente e este pagamento acabar sendo enviado, você pagará duas vezes.',
  droppedWarning:
    'Se você pagar novamente e o primeiro pagamento acabar sendo concluído, você pagará duas vezes.',
  rejectedWarning:
    'No seu primeiro pagamento, pode ter havido transferência de dinheiro. Fale com a loja antes de pagar novamente.',
  askedFor: 'O que pedimos',
  sentInstead: 'O que sua carteira enviou',
  anotherToken: 'outro token',
  misdirectedWarning:
    'Não pague novamente com esta carteira nem neste navegador. Avise a loja e guarde o link da transação como prova.',
  mayHavePaid: 'Talvez você já tenha pago',
  sentTitle: 'Seu pagamento foi enviado',
  sentChargeGone: 'A loja não encontra este pedido. Guarde o comprovante e mostre-o à loja.',
  sentNotAccepted: 'A loja não aceitou o pagamento. Guarde o comprovante e mostre-o à loja.',
  sentUnreachable:
    'Não conseguimos contatar a loja no momento. Continuaremos tentando. Você não precisa pagar novamente.',
  somethingWrong: 'Algo errado?',
  payAnyway: 'Pagar mesmo assim',
  reorganized: 'A rede está confirmando seu pagamento novamente. Você não precisa fazer nada.',
  nonceUsed: {
    title: 'Seu pagamento não foi enviado',
    text: 'Sua carteira enviou outra transação no lugar dele. Confira a atividade da carteira e pague novamente.',
  },
  nothingFound: 'Nenhum pagamento encontrado até agora. Continuaremos verificando.',
  confirmPayAgain: 'Eu não aprovei – pagar novamente',
  payAgainWarning: 'Se, na verdade, você aprovou o pagamento e pagar novamente, pagará duas vezes.',
  unreachable:
    'Não conseguimos contatar a loja no momento. Continuaremos tentando, e seu pagamento está seguro.',
  confirmations: {
    one: '{n} de {m} confirmação',
    many: '{n} de {m} confirmações',
    other: '{n} de {m} confirmações',
  },
  confirmationsEta: '{confirmations}, tempo restante: cerca de {time}',
  largePayment:
    'Pagamentos grandes aguardam até que a rede não possa mais revertê-los: cerca de {time}.',
  waitingForNetwork: 'Aguardando a rede',
  sent: 'Enviado da sua carteira',
  recorded: 'Loja avisada',
  confirmed: 'Confirmado pela rede',
  amount: 'Valor',
  amountIn: 'Valor em {symbol}',
  continue: 'Continuar',
  alreadyPaid: 'Isto já foi pago.',
  paidTwice:
    'Isto já foi pago. Se o seu pagamento também chegar, a loja precisa devolvê-lo. Guarde o comprovante.',
  refund: 'Reembolso',
  refundClaim: 'Informe para onde vai',
  refundInProgress: 'Em andamento',
  refunded: 'Enviado',
  receipt: 'Comprovante',
  copyReceipt: 'Copiar comprovante',
  copyLabel: 'Copiar',
  download: 'Baixar',
  print: 'Imprimir',
  details: 'Detalhes',
  dataFile: 'Arquivo de dados (JSON)',
  status: 'Status',
  statuses: {
    sent: 'Enviado, ainda não confirmado pela loja',
    confirmed: 'Pago e confirmado',
    rejected: 'Não aceito pela loja',
    misdirected: 'Enviado para outro endereço, não para a loja',
    reverted: 'Falhou (só a taxa de rede foi paga)',
    cancelled: 'Cancelado (nada foi pago)',
  },
  from: 'De',
  token: 'Token',
  time: 'Data e hora',
  to: 'Para',
  network: 'Rede',
  charge: 'Referência',
  store: 'Loja',
  viewInExplorer: 'Ver no explorador de blocos',
  contact: 'Falar com {store}',
  contactStore: 'Falar com a loja',
  close: 'Fechar',
  showPayment: 'Ver pagamento',
  showReceipt: 'Ver comprovante',
  copy: 'Copiar {what}',
  copyTransaction: 'Copiar transação',
  copyAddress: 'Copiar endereço',
  copyReference: 'Copiar referência',
  copyBlocked: 'Esta página não tem permissão para copiar. Selecione o texto e copie você mesmo.',
  copied: 'Copiado',
  returning: 'Voltando para a loja…',
  stay: 'Ficar aqui',
  returnToStore: 'Voltar para a loja',
  errors: {
    invalid_attribute: 'Este pagamento não está configurado corretamente. Avise a loja.',
    page_broken: 'Outro script desta página impede o pagamento. Avise a loja.',
    invalid_amount: 'Este valor não é válido.',
    not_found: 'Este pagamento não foi encontrado.',
    conflict: 'Esta transação já corresponde a outro pagamento.',
    rate_limited: 'Muitas tentativas. Aguarde um instante e tente novamente.',
    service_failed:
      'O serviço de pagamento da loja está com um problema. Tente novamente mais tarde.',
    timeout: 'A resposta demorou demais. Tente novamente.',
    offline: 'Sem conexão. Verifique sua conexão com a internet e tente novamente.',
    wallet_refused: 'Você recusou a solicitação na sua carteira.',
    wallet_busy: 'Sua carteira já mostra uma solicitação. Abra a carteira para responder.',
    wallet_locked: 'Sua carteira está bloqueada ou desconectada. Desbloqueie e conecte novamente.',
    wallet_failed: 'Ocorreu um problema na sua carteira.',
    chain_refused: 'Sua carteira não está na rede ou na conta certa. Nada foi enviado.',
    insufficient_funds:
      'Sua carteira não tem saldo suficiente para este pagamento e a taxa de rede. Nada foi enviado.',
    wallet_unable:
      'Sua carteira não permite que esta página solicite pagamentos. Nada foi enviado. Conecte novamente ou use outra carteira.',
    chain_unknown: 'Esta rede não é aceita aqui. Avise a loja.',
    chain_unreachable: 'Não é possível acessar a rede no momento. Tente novamente.',
    price_unavailable:
      'Não há preço disponível para este token no momento. Tente novamente mais tarde.',
    recipient_not_pinned:
      'O endereço de pagamento não corresponde ao da loja. Nada foi enviado. Entre em contato com a loja.',
    quote_mismatch:
      'Este pagamento não corresponde ao que a loja definiu. Nada foi enviado. Avise a loja.',
    quote_not_signed:
      'Este pagamento não tem uma assinatura válida da loja. Nada foi enviado. Tente novamente e, se acontecer de novo, avise a loja.',
    storage_unavailable:
      'Esta página não consegue salvar nem ler os dados do pagamento neste navegador. Fale com a loja antes de pagar novamente.',
    payment_failed: 'Este pedido não foi pago com esta transferência.',
    authorization_refused:
      'A assinatura da sua carteira não funciona para este pagamento. Nada foi pago.',
    authorization_lapsed:
      'Seu pagamento assinado não foi enviado a tempo e não vale mais. Nada foi pago.',
    switch_failed:
      'Sua carteira não conseguiu trocar de rede. Troque na própria carteira ou use outra.',
    wallet_gone: 'Esta carteira não está mais disponível. Escolha novamente.',
    wallet_silent: 'Sua carteira não está respondendo. Abra e desbloqueie.',
    not_sent: 'Sua carteira desistiu deste pagamento. Ele não foi enviado e nada foi pago.',
    other_account:
      'Sua carteira mudou para outra conta. Escolha a conta que fez o pagamento e tente novamente.',
    relay_unreachable:
      'Não conseguimos acessar o WalletConnect. Verifique sua conexão e tente novamente ou use outra carteira.',
    walletconnect_unavailable:
      'O WalletConnect não pode ser usado nesta página. Use outra carteira.',
    code_expired:
      'Nenhuma carteira respondeu a tempo e o código expirou. Escolha o WalletConnect novamente para obter outro.',
    networks_missing:
      'Sua carteira se conectou sem nenhuma rede aceita por esta loja. Ative uma na carteira e escaneie um novo código ou use outra carteira.',
    transfer_refused:
      'O token recusa esta transferência. Nada foi enviado. Tente outro token ou outra carteira ou fale com a loja.',
    storage_blocked:
      'Este navegador não permite que a página salve dados, então o pagamento não pode ser retomado se ela for fechada. Permita o armazenamento para este site.',
    reference_unsigned:
      'Não conseguimos verificar a assinatura da loja, então você não pode confirmar seu pagamento aqui. Fale com a loja e guarde o comprovante.',
  },
  mismatches: {
    no_hash: 'Isso não é um hash de transação. Um hash é 0x seguido de 64 caracteres (0–9 e a–f).',
    reverted:
      'Esta transação falhou. Apenas a taxa de rede foi paga. Pague novamente ou informe outro hash.',
    other_charge:
      'Esta transação corresponde a outro pedido. Informe o hash do pagamento deste pedido.',
    other_token:
      'Esta transação enviou outro token. Informe o hash do pagamento correto ou fale com a loja.',
    other_recipient:
      'Esta transação foi para outro destinatário. Informe o hash do pagamento à loja.',
    nothing: 'Esta transação não enviou o token solicitado. Informe o hash do pagamento correto.',
  },
}
