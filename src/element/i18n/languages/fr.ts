// All messages of one language in one file, in the order of en.ts, so that the two can be read side by side.
import type { Translation } from './translation.ts'

export const fr: Translation = {
  lang: 'fr',
  dir: 'ltr',
  screens: {
    loading: { title: 'Chargement du paiement', text: '' },
    ready: { title: 'Prêt à payer', text: '' },
    failed: { title: 'Un problème est survenu', text: '' },
    unavailable: {
      title: 'Ce paiement n’est pas disponible',
      text: 'Le lien est peut-être ancien, ou la boutique a retiré le paiement.',
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
    choosingToken: { title: 'Choisissez avec quoi payer', text: '' },
    externalPayment: { title: 'Payez avec n’importe quel portefeuille', text: '' },
    wrongNetwork: {
      title: 'Passez sur {network}',
      text: 'Approuvez le changement de réseau dans votre portefeuille.',
    },
    checking: { title: 'Vérification de votre solde', text: 'Cela prend un instant.' },
    insufficientFunds: { title: 'Solde {symbol} insuffisant', text: '' },
    sending: {
      title: 'Confirmez dans {wallet}',
      text: 'Vérifiez le montant dans votre portefeuille, puis approuvez le paiement. Gardez cette page ouverte.',
    },
    unknownOutcome: {
      title: 'Recherche de votre paiement',
      text: 'Votre portefeuille n’a pas donné de réponse claire. Le paiement a peut-être été envoyé. Ne payez pas à nouveau pour l’instant.',
    },
    recording: {
      title: 'Paiement envoyé',
      text: 'Nous en informons la boutique. Gardez cette page ouverte.',
    },
    confirming: {
      title: 'Paiement envoyé',
      text: 'Le réseau est en train de le confirmer. Vous pouvez fermer cette page.',
    },
    earlierPayment: {
      title: 'Recherche d’un paiement précédent',
      text: 'Un paiement pour cet achat a déjà été commencé dans ce navigateur. Il a peut-être été envoyé : vérifiez dans votre wallet avant de payer à nouveau.',
    },
    needsSignature: {
      title: 'Confirmez que ce paiement est le vôtre',
      text: 'Votre paiement a été envoyé, mais il n’indique pas à quoi il correspond. Signez une fois dans votre wallet pour le rattacher à cet achat. Signer est gratuit et n’envoie rien.',
    },
    storageBlocked: {
      title: 'Ce navigateur ne garde pas trace de votre paiement',
      text: 'Si cette page se ferme avant que la boutique ait connaissance du paiement, personne ne le recherchera automatiquement. Autorisez cette page à enregistrer des données, ou continuez sans cela.',
    },
    otherTab: {
      title: 'Vous payez dans un autre onglet',
      text: 'Terminez là-bas. Si l’autre onglet se ferme, le paiement se poursuivra ici.',
    },
    dropped: {
      title: 'Le réseau a perdu votre paiement',
      text: 'Il n’est plus en attente de confirmation, mais peut encore arriver. Nous continuons à le chercher. Votre portefeuille l’indique peut-être comme abandonné.',
    },
    notPaid: { title: 'Le paiement n’a pas abouti', text: '' },
    paid: { title: 'Payé', text: 'Merci. Le paiement est confirmé.' },
  },
  pay: 'Payer {amount}',
  payRest: 'Payer le reste : {amount}',
  logo: 'Logo',
  cancel: 'Annuler',
  retry: 'Réessayer',
  amountOnNetwork: '{amount} sur {network}',
  partlyPaid: 'Déjà payé : {paid} sur {price}.',
  paidDirectly: 'Paiement direct à {recipient}',
  back: 'Retour',
  transaction: 'Transaction',
  payAfterCancel: 'Reprendre le paiement',
  noWallet:
    'Aucun portefeuille n’a été trouvé dans ce navigateur. Installez-en un, ou ouvrez cette page dans le navigateur de votre portefeuille.',
  payExternally: 'Payer par QR code ou à la main',
  preparingCode: 'Création d’un code pour votre portefeuille',
  scanTitle: 'Scannez avec votre portefeuille',
  scanText: 'Scannez le code avec l’application de votre portefeuille et approuvez la connexion.',
  openTitle: 'Ouvrez votre portefeuille',
  openText: 'Approuvez la connexion dans son application, puis revenez sur cette page.',
  openOnDevice: 'Ou ouvrez-le sur cet appareil',
  anotherWallet: 'Autre portefeuille',
  copyLink: 'Copier le lien',
  qrConnectLabel: 'Code qui connecte votre portefeuille',
  qrPayLabel: 'Code qui préremplit le paiement dans votre portefeuille',
  externalScanText:
    'Scannez le code avec l’application de votre portefeuille, ou envoyez vous-même exactement ce qui est indiqué ici. Cette page se met à jour dès que le paiement arrive.',
  externalOpenText:
    'Ouvrez le paiement dans votre portefeuille, ou envoyez vous-même exactement ce qui est indiqué ici. Cette page se met à jour dès qu’il arrive.',
  sendExactly: 'Montant exact à envoyer',
  onlyOnNetwork: 'Uniquement sur {network}. Sur un autre réseau, votre argent pourrait être perdu.',
  tokenContract: 'Contrat du token',
  openInWallet: 'Ouvrir dans votre portefeuille',
  showCode: 'Afficher le code pour un autre appareil',
  awaitingPayment: 'En attente de votre paiement',
  paidAlready: 'Déjà payé ?',
  transactionHash: 'Hash de la transaction',
  hashHint: '0x… ou son lien dans un explorateur',
  checkHash: 'Vérifier',
  checkingTransaction: 'Lecture de la transaction',
  codeNotLoaded:
    'Une partie de cette page n’a pas pu être chargée. Vérifiez la connexion et réessayez.',
  loading: 'Chargement',
  checkingBalances: 'Lecture de vos soldes',
  balance: 'Vous avez {amount}',
  shortfall: 'Il manque {amount}',
  balanceUnknown: 'Solde inconnu',
  otherToken: 'Payer avec un autre token',
  payerAddress: 'Adresse de réception',
  proposalTitle: 'En attente de signatures',
  proposalText:
    'Votre compte enverra le paiement dès qu’assez de ses propriétaires auront signé dans son application. Cette page se met alors à jour, et vous pouvez y revenir plus tard.',
  signaturesNeeded: {
    one: '{n} signature sur {m} est requise. Propriétaires :',
    many: '{n} signatures sur {m} sont requises. Propriétaires :',
    other: '{n} signatures sur {m} sont requises. Propriétaires :',
  },
  signed: 'Signé',
  notSigned: 'Pas encore',
  batchTitle: 'Votre portefeuille envoie le paiement',
  batchText: 'Il est transmis au réseau avec d’autres. Cette page se met à jour automatiquement.',
  sign: 'Signer dans le wallet',
  notNow: 'Pas maintenant',
  unsignedWarning: 'Sans votre signature, la boutique devra rattacher votre paiement à la main.',
  signWithAccount:
    'Ce paiement vient de {account}. Passez à ce compte dans votre wallet pour signer.',
  unlinked: {
    title: 'La boutique rattachera votre paiement',
    text: 'Votre paiement a été envoyé, mais n’est pas encore rattaché à cet achat. Conservez le reçu et montrez-le à la boutique. Vous n’avez pas besoin de payer à nouveau.',
  },
  earlierFound: {
    title: 'Votre paiement précédent a été trouvé',
    text: 'Nous avons prévenu la boutique. Demandez-lui conseil avant de payer à nouveau.',
  },
  ended: {
    expired: {
      title: 'Ce paiement a expiré',
      text: 'Il ne peut plus être payé. Si vous avez déjà envoyé de l’argent, contactez la boutique.',
    },
    cancelled: {
      title: 'La boutique a annulé ce paiement',
      text: 'Il ne peut plus être payé. Si vous avez déjà envoyé de l’argent, contactez la boutique.',
    },
  },
  startAgain: 'Recommencer',
  preparingAmount: 'Préparation du montant exact',
  exactAmountText:
    'Envoyez exactement ce montant, jusqu’au dernier chiffre. C’est ainsi que la boutique reconnaît votre paiement.',
  noReservedAmountText:
    'Envoyez le montant ci-dessous. Collez ensuite le hash de la transaction et signez, pour que la boutique puisse rattacher votre paiement.',
  suggestedAmounts: 'Montants suggérés',
  aboveZero: 'Saisissez un montant supérieur à zéro.',
  atLeast: 'Au minimum {amount}.',
  atMost: 'Au maximum {amount}.',
  amountFormat: 'Saisissez le montant en chiffres, par exemple {example}.',
  decimalPlaces: {
    one: '{symbol} accepte au plus {n} décimale.',
    many: '{symbol} accepte au plus {n} décimales.',
    other: '{symbol} accepte au plus {n} décimales.',
  },
  approximately: 'environ {amount}',
  searchingWallets: 'Recherche de portefeuilles',
  otherNetwork: 'Votre portefeuille est sur un autre réseau.',
  switchNetwork: 'Changer de réseau',
  tokenShortfall: 'Vous avez {have} et il vous faut {need} : il manque {missing}.',
  gasShortfall:
    'Les frais de réseau sont d’environ {need} et vous avez {have} : il manque {missing}.',
  useOtherWallet: 'Utiliser un autre portefeuille',
  noRequestSeen: 'Demande introuvable ou fermée',
  notPaid: {
    cancelled: {
      title: 'Annulé dans votre portefeuille',
      text: 'Votre portefeuille a envoyé autre chose à la place : rien n’a été payé.',
    },
    reverted: {
      title: 'Le paiement a échoué',
      text: 'Le réseau a refusé le transfert : rien n’a été payé, hormis les frais de réseau.',
    },
    rejected: {
      title: 'La boutique ne peut pas prendre en compte ce paiement',
      text: 'Conservez le reçu et présentez-le à la boutique.',
    },
  },
  payAgain: 'Payer à nouveau',
  checkAgain: 'Vérifier à nouveau',
  proposedWarning:
    'Si vous payez à nouveau et que ce paiement est finalement envoyé, vous paierez deux fois.',
  droppedWarning:
    'Si vous payez à nouveau et que le premier paiement finit par arriver, vous paierez deux fois.',
  rejectedWarning:
    'Votre premier paiement a peut-être transféré de l’argent. Contactez la boutique avant de payer à nouveau.',
  mayHavePaid: 'Un paiement a peut-être déjà été effectué',
  sentTitle: 'Votre paiement a été envoyé',
  sentChargeGone:
    'La boutique ne reconnaît plus cette demande de paiement. Conservez le reçu et présentez-le à la boutique.',
  sentNotAccepted:
    'La boutique ne l’a pas accepté. Conservez le reçu et présentez-le à la boutique.',
  sentUnreachable:
    'La boutique est injoignable. Nous continuons d’essayer, et vous n’avez pas à payer à nouveau.',
  payAnyway: 'Payer quand même',
  reorganized:
    'Le réseau l’a retiré pour le moment. Dans la plupart des cas, il revient de lui-même.',
  nonceUsed:
    'Il n’a très probablement pas été envoyé : votre portefeuille a utilisé le numéro de ce paiement pour autre chose.',
  nothingFound: 'Rien n’a été trouvé pour l’instant. Nous continuons à chercher.',
  confirmPayAgain: 'Je ne l’ai pas approuvé : payer à nouveau',
  payAgainWarning: 'Si vous l’avez en fait approuvé et payez à nouveau, vous paierez deux fois.',
  unreachable:
    'La boutique est injoignable pour le moment. Nous continuons d’essayer, et votre paiement est en sécurité.',
  confirmations: {
    one: 'Confirmation : {n} sur {m}',
    many: 'Confirmations : {n} sur {m}',
    other: 'Confirmations : {n} sur {m}',
  },
  confirmationsEta: '{confirmations}, encore environ {time}',
  waitingForNetwork: 'En attente du réseau',
  sent: 'Envoyé depuis votre portefeuille',
  recorded: 'Transmis à la boutique',
  confirmed: 'Confirmé par le réseau',
  amount: 'Montant',
  amountIn: 'Montant en {symbol}',
  continue: 'Continuer',
  alreadyPaid: 'Ce paiement a déjà été effectué. Vous n’avez plus rien à faire.',
  receipt: 'Reçu',
  copyReceipt: 'Copier le reçu',
  download: 'Télécharger',
  print: 'Imprimer',
  status: 'Statut',
  statuses: {
    sent: 'Envoyé, pas encore confirmé par la boutique',
    confirmed: 'Payé et confirmé',
    rejected: 'Non pris en compte par la boutique',
    reverted: 'Refusé par le réseau : rien n’a été payé',
    cancelled: 'Annulé dans le portefeuille : rien n’a été payé',
  },
  from: 'De',
  token: 'Token',
  time: 'Date et heure',
  to: 'À',
  network: 'Réseau',
  charge: 'ID du paiement',
  store: 'Boutique',
  viewInExplorer: 'Voir dans l’explorateur',
  close: 'Fermer',
  showPayment: 'Afficher le paiement',
  showReceipt: 'Afficher le reçu',
  copy: 'Copier {what}',
  copied: 'Copié',
  returning: 'Retour à la boutique…',
  stay: 'Rester ici',
  returnToStore: 'Retourner à la boutique',
  errors: {
    invalid_attribute:
      'Cette page de paiement n’est pas configurée correctement. Merci de prévenir la boutique.',
    invalid_amount: 'Ce montant ne peut pas être utilisé.',
    not_found: 'Ce paiement est introuvable.',
    conflict: 'Cette transaction correspond à un autre paiement.',
    rate_limited: 'Trop de tentatives. Patientez un instant et réessayez.',
    service_failed:
      'Le service de paiement de la boutique rencontre un problème. Réessayez plus tard.',
    timeout: 'La réponse n’est pas arrivée à temps. Réessayez.',
    offline: 'Impossible d’accéder à Internet. Vérifiez votre connexion et réessayez.',
    wallet_refused: 'Vous avez refusé la demande dans votre portefeuille.',
    wallet_busy: 'Votre portefeuille affiche déjà une demande. Ouvrez-le pour y répondre.',
    wallet_failed: 'Votre portefeuille a signalé un problème.',
    chain_refused:
      'Votre portefeuille est sur un autre réseau ou un autre compte. Rien n’a été envoyé.',
    chain_unknown: 'Ce réseau n’est pas connu ici. Merci de prévenir la boutique.',
    chain_unreachable: 'Le réseau ne peut pas être consulté pour le moment. Réessayez.',
    price_unavailable:
      'Aucun prix n’est disponible pour ce token pour le moment. Réessayez plus tard.',
    storage_unavailable: 'Ce navigateur ne permet pas à la page d’enregistrer des données.',
    payment_failed: 'Ce transfert ne correspond pas à ce paiement.',
  },
  mismatches: {
    no_hash:
      'Ce n’est pas un hash de transaction : il se compose de 0x suivi de 64 caractères (0 à 9 et a à f).',
    unknown:
      'Le réseau ne connaît pas cette transaction. Vérifiez le hash et son réseau, ou réessayez dans une minute si elle vient d’être envoyée.',
    pending:
      'Cette transaction n’est pas encore confirmée. Réessayez quand votre portefeuille l’indique comme terminée.',
    reverted:
      'Cette transaction a échoué et n’a payé que les frais de réseau. Payez à nouveau, ou saisissez un autre hash.',
    other_charge:
      'Cette transaction concerne un autre achat. Saisissez le hash du paiement de celui-ci.',
    other_token:
      'Cette transaction envoie un autre token. Saisissez le hash du paiement lui-même, ou contactez la boutique.',
    other_recipient:
      'Cette transaction est destinée à quelqu’un d’autre. Saisissez le hash du paiement à la boutique.',
    nothing:
      'Cette transaction ne transfère rien de ce qui est demandé. Saisissez le hash du paiement lui-même.',
  },
}
