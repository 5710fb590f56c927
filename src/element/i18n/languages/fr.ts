// All messages of one language in one file, in the order of the other languages, so that two can be read side by side.
import type { Translation } from './translation.ts'

export const fr: Translation = {
  lang: 'fr',
  dir: 'ltr',
  screens: {
    loading: { title: 'Chargement du paiement', text: '' },
    ready: { title: 'Tout est prêt pour le paiement', text: '' },
    failed: { title: 'Un problème est survenu', text: '' },
    unavailable: {
      title: 'Ce paiement n’est pas disponible',
      text: 'Il se peut que le lien ne soit plus à jour ou que la boutique ait retiré ce paiement.',
    },
    cancelled: {
      title: 'Paiement annulé',
      text: 'Rien n’a été envoyé depuis votre portefeuille.',
    },
    enteringAmount: { title: 'Combien souhaitez-vous payer ?', text: '' },
    choosingWallet: { title: 'Choisissez votre portefeuille', text: '' },
    connecting: {
      title: 'Connectez-vous avec {wallet}',
      text: 'Ouvrez votre portefeuille et approuvez la connexion à ce site.',
    },
    choosingToken: { title: 'Choisissez comment payer', text: '' },
    externalPayment: { title: 'Envoyer depuis un autre portefeuille', text: '' },
    wrongNetwork: {
      title: 'Passez sur {network}',
      text: 'Approuvez le changement de réseau dans votre portefeuille.',
    },
    checking: { title: 'Vérification de votre solde', text: 'Cela ne prend qu’un instant.' },
    insufficientFunds: { title: 'Pas assez de {symbol} sur {network}', text: '' },
    sending: {
      title: 'Confirmez dans {wallet}',
      text: 'Vérifiez le montant dans votre portefeuille et approuvez le paiement. Gardez cette page ouverte.',
    },
    unknownOutcome: {
      title: 'Recherche de votre paiement',
      text: 'Nous n’avons pas reçu de réponse claire de votre portefeuille. Votre paiement est peut-être déjà en route. Ne payez pas à nouveau pour l’instant.',
    },
    reporting: {
      title: 'Paiement envoyé',
      text: 'Nous prévenons la boutique. Gardez cette page ouverte.',
    },
    confirming: {
      title: 'Paiement envoyé',
      text: 'Le réseau confirme votre paiement. Vous pouvez fermer cette page.',
    },
    earlierPayment: {
      title: 'Recherche d’un paiement précédent',
      text: 'Vous avez déjà commencé à payer cette commande dans ce navigateur. Vérifiez dans votre portefeuille avant de payer à nouveau.',
    },
    needsSignature: {
      title: 'Associez votre paiement à cette commande',
      text: 'Votre paiement a été envoyé sans le numéro de cette commande. Signez un message pour l’y associer. C’est gratuit et aucun argent n’est transféré.',
    },
    waitingPayment: {
      title: 'Un paiement est peut-être déjà en cours',
      text: 'S’il vient de vous, attendez ici. Cette page se met à jour automatiquement.',
    },
    storageBlocked: {
      title: 'Votre navigateur bloque le stockage',
      text: 'Si cette page se ferme trop tôt, nous ne pourrons pas reprendre votre paiement. Autorisez le stockage pour ce site, ou continuez quand même.',
    },
    otherTab: {
      title: 'Vous payez dans un autre onglet',
      text: 'Terminez dans l’autre onglet. Si vous le fermez, vous pourrez continuer ici.',
    },
    dropped: {
      title: 'Votre paiement risque de ne pas aboutir',
      text: 'Le réseau l’a abandonné, mais il peut encore être traité. Nous continuons à vérifier.',
    },
    notPaid: { title: 'Votre paiement n’a pas abouti', text: '' },
    misdirected: {
      title: 'Votre paiement ne va pas à la boutique',
      text: 'Ce que votre portefeuille a envoyé ne correspond pas à cette commande. Une application ou une extension malveillante l’a peut-être modifié.',
    },
    paid: { title: 'Paiement effectué', text: 'Merci. Votre paiement est confirmé.' },
  },
  pay: 'Payer {amount}',
  payStore: 'Payer {store}',
  payRest: 'Payer les {amount} restants',
  logo: 'Logo',
  cancel: 'Annuler',
  retry: 'Réessayer',
  amountOnNetwork: '{amount} sur {network}',
  partlyPaid: '{paid} payés sur {price}.',
  paidDirectly: 'Va directement à {store}',
  changeAmount: 'Modifier le montant',
  testMode: 'Test',
  coveredButton: 'Quelque chose recouvre le bouton de paiement. Fermez-le, puis réessayez.',
  orderFor: 'Pour {email}',
  orderItems: 'Articles : {n}',
  back: 'Retour',
  transaction: 'Transaction',
  payAfterCancel: 'Payer maintenant',
  installed: 'Installé',
  lastUsed: 'Utilisé en dernier',
  noWallet:
    'Nous n’avons trouvé aucun portefeuille dans ce navigateur. Installez-en un, ou ouvrez cette page dans le navigateur de votre portefeuille.',
  inAppBrowser:
    'Les portefeuilles ne s’ouvrent pas depuis {app}, alors copiez le lien et ouvrez-le dans votre navigateur.',
  inThisApp:
    'Les portefeuilles ne s’ouvrent pas depuis cette application, alors copiez le lien et ouvrez-le dans votre navigateur.',
  payExternally: 'Payer par QR ou adresse',
  lockedHint: 'Votre portefeuille est-il verrouillé ? Ouvrez-le et déverrouillez-le.',
  preparingCode: 'Préparation d’un code pour votre portefeuille',
  scanTitle: 'Scannez avec votre portefeuille',
  scanText: 'Scannez le code avec l’application de votre portefeuille et approuvez la connexion.',
  openTitle: 'Ouvrez votre portefeuille',
  openText: 'Approuvez la connexion dans l’application, puis revenez sur cette page.',
  openOnDevice: 'Ouvrir sur cet appareil',
  anotherWallet: 'Autre portefeuille',
  copyLink: 'Copier le lien',
  qrConnectLabel: 'QR code pour connecter votre portefeuille',
  qrPayLabel: 'QR code contenant les informations de paiement pour votre portefeuille',
  heldFor: 'Réservé encore {time}.',
  sendExactly: 'Montant exact',
  onlyOnNetwork:
    'Envoyez uniquement sur le réseau {network}. Les fonds envoyés sur un autre réseau peuvent être perdus.',
  tokenContract: 'Contrat du token',
  openInWallet: 'Ouvrir dans votre portefeuille',
  showCode: 'Afficher le code pour un autre appareil',
  awaitingPayment: 'En attente de votre paiement',
  paidAlready: 'J’ai déjà envoyé',
  transactionHash: 'Hash de la transaction',
  hashHint: 'Collez un hash ou un lien d’explorateur',
  checkHash: 'Vérifier le paiement',
  checkingTransaction: 'Vérification de la transaction',
  sought: {
    title: 'Nous recherchons cette transaction',
    text: 'Nous ne la voyons pas encore sur le réseau. Cette page se mettra à jour dès qu’elle apparaîtra.',
    details: 'Si vous n’avez pas encore payé, utilisez les informations ci-dessous.',
    unpaid: 'Je n’ai pas encore payé',
  },
  codeNotLoaded:
    'Une partie de cette page n’a pas pu être chargée. Vérifiez votre connexion et réessayez.',
  loading: 'Chargement',
  checkingBalances: 'Vérification de vos soldes',
  balance: 'Vous avez {amount}',
  shortfall: 'Il manque {amount}',
  balanceUnknown: 'Solde indisponible',
  otherToken: 'Payer avec un autre token',
  addFundsTo: 'Ajoutez des fonds à',
  proposalTitle: 'En attente de signatures',
  proposalText:
    'Le paiement est envoyé dès que suffisamment de propriétaires ont signé dans l’application du portefeuille. Cette page se met à jour automatiquement, et vous pouvez y revenir plus tard.',
  signaturesNeeded: {
    one: 'Encore {n} signature requise',
    many: 'Encore {n} signatures requises',
    other: 'Encore {n} signatures requises',
  },
  signed: 'A signé',
  notSigned: 'N’a pas encore signé',
  batchTitle: 'Votre portefeuille envoie votre paiement',
  batchText:
    'Votre portefeuille le regroupe avec d’autres transactions. Cette page se met à jour automatiquement.',
  batchForgotten: {
    title: 'Votre paiement a peut-être été refusé',
    text: 'Votre portefeuille ne connaît plus cette demande, et aucun paiement n’apparaît sur le réseau. Vérifiez l’activité de votre portefeuille avant de payer à nouveau.',
  },
  sign: 'Signer le message',
  notNow: 'Pas maintenant',
  unsignedWarning: 'Si vous ne signez pas, la boutique devra associer votre paiement manuellement.',
  signWithAccount:
    'Ce paiement vient de {account}. Passez à ce compte dans votre portefeuille pour signer.',
  unlinked: {
    title: 'La boutique associera votre paiement',
    text: 'Votre paiement a été envoyé. La boutique doit encore l’associer à cette commande. Conservez le reçu et ne payez pas à nouveau.',
  },
  paidAfterEnd: {
    expired: {
      title: 'Cette commande a expiré',
      text: 'Votre paiement est arrivé, mais la boutique doit décider s’il compte encore. Contactez la boutique et conservez le reçu.',
    },
    cancelled: {
      title: 'La boutique a annulé cette commande',
      text: 'Votre paiement est arrivé et la boutique doit vous le rembourser. Conservez le reçu.',
    },
  },
  othersPayment: {
    title: 'Un paiement est en cours de confirmation',
    text: 'Il n’a pas été effectué dans ce navigateur. Si c’est le vôtre, vous n’avez pas besoin de payer à nouveau.',
  },
  earlierFound: {
    title: 'Votre paiement précédent a été retrouvé',
    text: 'Nous avons prévenu la boutique. Contactez-la avant de payer à nouveau.',
  },
  waitingSigns: {
    report:
      'Un paiement pour cette commande a été signalé {time}. Le réseau ne l’a pas encore confirmé.',
    nonce: 'Votre compte a envoyé une transaction que le réseau n’a pas encore confirmée.',
  },
  ended: {
    expired: {
      title: 'Ce paiement a expiré',
      text: 'Vous ne pouvez plus l’effectuer. Si vous avez déjà envoyé de l’argent, contactez la boutique.',
    },
    cancelled: {
      title: 'La boutique a annulé ce paiement',
      text: 'Vous ne pouvez plus l’effectuer. Si vous avez déjà envoyé de l’argent, contactez la boutique.',
    },
  },
  startAgain: 'Recommencer',
  preparingAmount: 'Récupération de votre montant',
  exactAmountText: 'Envoyez ce montant exact. Les derniers chiffres identifient votre commande.',
  noReservedAmountText:
    'Envoyez le montant ci-dessous. Collez ensuite le hash de la transaction et signez un message pour associer votre paiement à cette commande.',
  suggestedAmounts: 'Montants suggérés',
  aboveZero: 'Saisissez un montant supérieur à zéro.',
  atLeast: 'Au minimum {amount}.',
  atMost: 'Au maximum {amount}.',
  amountFormat: 'Saisissez le montant en chiffres, par exemple {example}.',
  decimalPlaces: {
    one: '{symbol} accepte au maximum {n} décimale.',
    many: '{symbol} accepte au maximum {n} décimales.',
    other: '{symbol} accepte au maximum {n} décimales.',
  },
  approximately: 'environ {amount}',
  searchingWallets: 'Recherche de portefeuilles',
  otherNetwork: 'Votre portefeuille est sur un autre réseau.',
  switchNetwork: 'Changer de réseau',
  networkDeclined: 'Vous avez refusé le changement de réseau. Passez sur {network} pour payer.',
  addNetwork: {
    title: 'Ajouter le réseau vous-même',
    chainId: 'ID de chaîne',
    symbol: 'Symbole de la devise',
    rpcUrl: 'URL RPC',
    explorer: 'Explorateur de blocs',
  },
  tokenShortfall: 'Vous avez {have} sur {network}. Ce paiement nécessite {need}.',
  gasShortfall: '{network} prélève des frais d’environ {need}. Vous avez {have}.',
  useOtherWallet: 'Utiliser un autre portefeuille',
  add: {
    button: 'Ajouter {amount}',
    label: 'Ajoutez {amount} sur {network} à cette adresse',
    place: 'Sur {network}, vers {address}',
    arrives: 'Cette page se met à jour dès réception.',
  },
  ways: {
    any: 'Tout portefeuille ou plateforme d’échange',
    connected: '{wallet} est connecté',
    phone: 'Un portefeuille sur votre téléphone',
    more: 'Autres moyens de payer',
  },
  stillWaiting: 'Toujours en attente. Déverrouillez votre portefeuille et regardez son écran.',
  noRequestSeen: 'Vous ne voyez pas de demande ?',
  notPaid: {
    cancelled: {
      title: 'Annulé dans votre portefeuille',
      text: 'Votre portefeuille a remplacé ce paiement par une autre transaction. Rien n’a été payé.',
    },
    reverted: {
      title: 'Votre paiement a échoué',
      text: 'Le réseau a rejeté le transfert. Vous n’avez payé que les frais de réseau.',
    },
    rejected: {
      title: 'La boutique n’a pas pu accepter ce paiement',
      text: 'Contactez la boutique avec votre reçu.',
    },
  },
  payAgain: 'Payer à nouveau',
  checkAgain: 'Vérifier à nouveau',
  networkFee: 'Frais de réseau',
  noNetworkFee: 'Aucuns frais',
  feeInToken: {
    title: 'Payez les frais de réseau en {symbol}',
    text: 'Vous n’avez pas besoin de {coin}. Les frais s’ajoutent à votre paiement.',
    total: 'Total',
  },
  authorized: {
    title: 'Paiement signé',
    text: 'La boutique envoie votre paiement. Vous pouvez fermer cette page.',
    until: 'S’il n’est pas envoyé avant {time}, rien n’est payé et vous pourrez payer à nouveau.',
    held: 'La boutique n’a pas encore envoyé votre paiement et peut le faire jusqu’à {time}. Ne payez pas à nouveau avant cette heure.',
  },
  proposedWarning:
    'Si vous payez à nouveau et que ce paiement est finalement envoyé, vous paierez deux fois.',
  droppedWarning:
    'Si vous payez à nouveau et que le premier paiement aboutit quand même, vous paierez deux fois.',
  rejectedWarning:
    'De l’argent a peut-être été transféré lors de votre premier paiement. Contactez la boutique avant de payer à nouveau.',
  askedFor: 'Ce que nous avons demandé',
  sentInstead: 'Ce que votre portefeuille a envoyé',
  anotherToken: 'un autre token',
  misdirectedWarning:
    'Ne payez plus avec ce portefeuille ni dans ce navigateur. Prévenez la boutique et conservez le lien de la transaction comme preuve.',
  mayHavePaid: 'Vous avez peut-être déjà payé',
  sentTitle: 'Votre paiement a été envoyé',
  sentChargeGone:
    'La boutique ne trouve pas cette commande. Conservez le reçu et montrez-le à la boutique.',
  sentNotAccepted: 'La boutique ne l’a pas accepté. Conservez le reçu et montrez-le à la boutique.',
  sentUnreachable:
    'Nous n’arrivons pas à joindre la boutique pour le moment. Nous continuons d’essayer. Vous n’avez pas besoin de payer à nouveau.',
  somethingWrong: 'Un problème ?',
  payAnyway: 'Payer quand même',
  reorganized: 'Le réseau confirme à nouveau votre paiement. Vous n’avez rien à faire.',
  nonceUsed: {
    title: 'Votre paiement n’a pas été envoyé',
    text: 'Votre portefeuille a envoyé une autre transaction à la place. Vérifiez son activité, puis payez à nouveau.',
  },
  nothingFound: 'Aucun paiement trouvé pour l’instant. Nous continuons à vérifier.',
  confirmPayAgain: 'Je ne l’ai pas approuvé – payer à nouveau',
  payAgainWarning:
    'Si vous avez en réalité approuvé ce paiement et que vous payez à nouveau, vous paierez deux fois.',
  unreachable:
    'Nous n’arrivons pas à joindre la boutique pour le moment. Nous continuons d’essayer, et votre paiement est en sécurité.',
  confirmations: {
    one: 'Confirmation : {n} sur {m}',
    many: 'Confirmations : {n} sur {m}',
    other: 'Confirmations : {n} sur {m}',
  },
  confirmationsEta: '{confirmations}, encore environ {time}',
  largePayment:
    'Les gros paiements attendent que le réseau ne puisse plus les annuler : environ {time}.',
  waitingForNetwork: 'En attente du réseau',
  sent: 'Envoyé depuis votre portefeuille',
  recorded: 'Boutique prévenue',
  confirmed: 'Confirmé par le réseau',
  amount: 'Montant',
  amountIn: 'Montant en {symbol}',
  continue: 'Continuer',
  alreadyPaid: 'C’est déjà payé.',
  paidTwice:
    'C’est déjà payé. Si votre paiement arrive aussi, la boutique doit vous le rembourser. Conservez le reçu.',
  refund: 'Remboursement',
  refundClaim: 'Indiquer où l’envoyer',
  refundInProgress: 'En cours',
  refunded: 'Envoyé',
  receipt: 'Reçu',
  copyReceipt: 'Copier le reçu',
  copyLabel: 'Copier',
  download: 'Télécharger',
  print: 'Imprimer',
  details: 'Détails',
  dataFile: 'Fichier de données (JSON)',
  status: 'Statut',
  statuses: {
    sent: 'Envoyé, pas encore confirmé par la boutique',
    confirmed: 'Payé et confirmé',
    rejected: 'Non accepté par la boutique',
    misdirected: 'Envoyé à une autre adresse, pas à la boutique',
    reverted: 'Échec (seuls les frais de réseau ont été payés)',
    cancelled: 'Annulé (rien n’a été payé)',
  },
  from: 'De',
  token: 'Token',
  time: 'Date et heure',
  to: 'À',
  network: 'Réseau',
  charge: 'Référence',
  store: 'Boutique',
  viewInExplorer: 'Voir dans l’explorateur de blocs',
  contact: 'Contacter {store}',
  contactStore: 'Contacter la boutique',
  close: 'Fermer',
  showPayment: 'Afficher le paiement',
  showReceipt: 'Afficher le reçu',
  copy: 'Copier {what}',
  copyTransaction: 'Copier la transaction',
  copyAddress: 'Copier l’adresse',
  copyReference: 'Copier la référence',
  copyBlocked:
    'Cette page n’est pas autorisée à copier. Sélectionnez le texte et copiez-le vous-même.',
  copied: 'Copié',
  returning: 'Retour à la boutique…',
  stay: 'Rester ici',
  returnToStore: 'Retourner à la boutique',
  errors: {
    invalid_attribute:
      'Ce paiement n’est pas configuré correctement. Merci de prévenir la boutique.',
    page_broken:
      'Un autre script de cette page empêche de payer. Veuillez en informer la boutique.',
    invalid_amount: 'Ce montant n’est pas valable.',
    not_found: 'Ce paiement est introuvable.',
    conflict: 'Cette transaction correspond déjà à un autre paiement.',
    rate_limited: 'Trop de tentatives. Patientez un instant et réessayez.',
    service_failed:
      'Le service de paiement de la boutique rencontre un problème. Réessayez plus tard.',
    timeout: 'Le délai de réponse est dépassé. Réessayez.',
    offline: 'Pas de connexion. Vérifiez votre connexion Internet et réessayez.',
    wallet_refused: 'Vous avez refusé la demande dans votre portefeuille.',
    wallet_busy: 'Votre portefeuille affiche déjà une demande. Ouvrez-le pour y répondre.',
    wallet_locked:
      'Votre portefeuille est verrouillé ou déconnecté. Déverrouillez-le et reconnectez-le.',
    wallet_failed: 'Votre portefeuille a rencontré un problème.',
    chain_refused:
      'Votre portefeuille n’est pas sur le bon réseau ou le bon compte. Rien n’a été envoyé.',
    insufficient_funds:
      'Votre portefeuille n’a pas assez de fonds pour ce paiement et ses frais de réseau. Rien n’a été envoyé.',
    wallet_unable:
      'Votre portefeuille ne permet pas à cette page de demander des paiements. Rien n’a été envoyé. Reconnectez-le ou utilisez un autre portefeuille.',
    chain_unknown: 'Ce réseau n’est pas pris en charge ici. Merci de prévenir la boutique.',
    chain_unreachable: 'Le réseau est injoignable pour le moment. Réessayez.',
    price_unavailable:
      'Aucun prix n’est actuellement disponible pour ce token. Réessayez plus tard.',
    recipient_not_pinned:
      'L’adresse de paiement ne correspond pas à celle de la boutique. Rien n’a été envoyé. Contactez la boutique.',
    quote_mismatch:
      'Ce paiement ne correspond pas à ce que la boutique a défini. Rien n’a été envoyé. Veuillez en informer la boutique.',
    quote_not_signed:
      'Ce paiement ne porte pas de signature valide de la boutique. Rien n’a été envoyé. Réessayez et, si cela se reproduit, veuillez en informer la boutique.',
    storage_unavailable:
      'Ce navigateur ne permet pas à cette page d’enregistrer ni de lire les données du paiement. Contactez la boutique avant de payer à nouveau.',
    payment_failed: 'Ce transfert ne règle pas cette commande.',
    authorization_refused:
      'La signature de votre portefeuille ne fonctionne pas pour ce paiement. Rien n’a été payé.',
    authorization_lapsed:
      'Votre paiement signé n’a pas été envoyé à temps et n’est plus valable. Rien n’a été payé.',
    switch_failed:
      'Votre portefeuille n’a pas pu changer de réseau. Changez-le vous-même dans le portefeuille ou utilisez-en un autre.',
    wallet_gone: 'Ce portefeuille n’est plus disponible. Choisissez-le à nouveau.',
    wallet_silent: 'Votre portefeuille ne répond pas. Ouvrez-le et déverrouillez-le.',
    not_sent:
      'Votre portefeuille a abandonné ce paiement. Il n’a pas été envoyé et rien n’a été payé.',
    other_account:
      'Votre portefeuille a changé de compte. Choisissez le compte qui a payé et réessayez.',
    relay_unreachable:
      'WalletConnect est injoignable. Vérifiez votre connexion et réessayez, ou utilisez un autre portefeuille.',
    walletconnect_unavailable:
      'WalletConnect ne peut pas être utilisé sur cette page. Utilisez un autre portefeuille.',
    code_expired:
      'Aucun portefeuille n’a répondu à temps et le code a expiré. Choisissez à nouveau WalletConnect pour en obtenir un autre.',
    networks_missing:
      'Votre portefeuille s’est connecté sans aucun réseau accepté par cette boutique. Activez-en un dans votre portefeuille et scannez un nouveau code, ou utilisez un autre portefeuille.',
    transfer_refused:
      'Le jeton refuse ce transfert. Rien n’a été envoyé. Essayez un autre jeton ou un autre portefeuille, ou contactez la boutique.',
    storage_blocked:
      'Ce navigateur ne permet pas à la page d’enregistrer des données : si elle se ferme, le paiement ne pourra pas être repris. Autorisez le stockage pour ce site.',
    reference_unsigned:
      'Nous n’avons pas pu vérifier la signature de la boutique, vous ne pouvez donc pas confirmer votre paiement ici. Contactez la boutique et conservez le reçu.',
  },
  mismatches: {
    no_hash:
      'Ce n’est pas un hash de transaction. Un hash se compose de 0x suivi de 64 caractères, de 0 à 9 et de a à f.',
    reverted:
      'Cette transaction a échoué. Seuls les frais de réseau ont été payés. Payez à nouveau ou saisissez un autre hash.',
    other_charge:
      'Cette transaction concerne une autre commande. Saisissez le hash du paiement de cette commande-ci.',
    other_token:
      'Cette transaction a envoyé un autre token. Saisissez le hash du bon paiement ou contactez la boutique.',
    other_recipient:
      'Cette transaction est destinée à quelqu’un d’autre. Saisissez le hash du paiement à la boutique.',
    nothing:
      'Cette transaction n’a pas envoyé le token demandé. Saisissez le hash du paiement lui-même.',
  },
}
