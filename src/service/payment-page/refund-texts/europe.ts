import type { RefundTexts } from './en.ts'

// In the order of en.ts, so that two languages can be read side by side.

export const german: RefundTexts = {
  title: 'Ihre Rückerstattung von {store}',
  where: 'Wohin soll sie gehen?',
  whereText:
    'Geben Sie eine eigene Adresse auf {chain} an. Wenn Sie von einer Börse aus gezahlt haben, suchen Sie dort Ihre Einzahlungsadresse für {symbol} auf {chain}: Was an die ursprüngliche Absenderadresse zurückgeht, ist verloren.',
  address: 'Ihre Adresse',
  sign: 'Mit {name} signieren',
  signText: 'Mit der Wallet, die gezahlt hat. Signieren ist kostenlos und bewegt kein Geld.',
  wallet: 'Ihrer Wallet',
  orElse: 'Sie haben von einer Börse aus gezahlt oder können nicht signieren?',
  send: 'Ohne Signatur senden',
  sendText: 'Der Shop fragt Sie dann, ob die Adresse Ihnen gehört.',
  named:
    'Sie haben diese Adresse angegeben. Bevor der Shop etwas sendet, fragt er Sie, ob sie Ihnen gehört.',
  approved: 'Der Shop sendet die Rückerstattung an diese Adresse.',
  sending: 'Der Shop sendet die Rückerstattung gerade.',
  sent: 'Gesendet',
  canceled: 'Der Shop hat diese Rückerstattung storniert.',
  declined: 'Die Wallet hat nicht signiert. Es wurde nichts geändert.',
  tooLarge: 'Was gesendet wurde, ist größer als 64 KB. Gehen Sie zurück und senden Sie weniger.',
  notFound: 'Diese Rückerstattung gibt es nicht',
  notFoundText: 'Der Link ist ungültig. Bitten Sie den Shop um einen neuen.',
}

export const spanish: RefundTexts = {
  title: 'Tu reembolso de {store}',
  where: '¿Dónde quieres recibirlo?',
  whereText:
    'Indica una dirección tuya en {chain}. Si pagaste desde un exchange, busca allí tu dirección de depósito de {symbol} en {chain}: lo que se devuelve a la dirección de origen se pierde.',
  address: 'Tu dirección',
  sign: 'Firmar con {name}',
  signText: 'Con la wallet con la que pagaste. Firmar es gratis y no mueve dinero.',
  wallet: 'tu wallet',
  orElse: '¿Pagaste desde un exchange o no puedes firmar?',
  send: 'Enviar sin firma',
  sendText: 'La tienda te preguntará después si la dirección es tuya.',
  named: 'Has indicado esta dirección. Antes de enviar nada, la tienda te preguntará si es tuya.',
  approved: 'La tienda enviará el reembolso a esta dirección.',
  sending: 'La tienda está enviando el reembolso.',
  sent: 'Enviado',
  canceled: 'La tienda ha cancelado este reembolso.',
  declined: 'La wallet no ha firmado. No se ha cambiado nada.',
  tooLarge: 'Lo que se ha enviado supera los 64 KB. Vuelve atrás y envía menos.',
  notFound: 'Este reembolso no existe',
  notFoundText: 'El enlace no es válido. Pide uno nuevo a la tienda.',
}

export const french: RefundTexts = {
  title: 'Votre remboursement de la part de {store}',
  where: 'Où doit-il être envoyé ?',
  whereText:
    'Indiquez une adresse qui vous appartient sur {chain}. Si vous avez payé depuis une plateforme d’échange, cherchez-y votre adresse de dépôt pour {symbol} sur {chain} : ce qui est renvoyé à l’adresse d’origine est perdu.',
  address: 'Votre adresse',
  sign: 'Signer avec {name}',
  signText:
    'Avec le portefeuille qui a payé. La signature est gratuite et aucun argent n’est transféré.',
  wallet: 'votre portefeuille',
  orElse: 'Vous avez payé depuis une plateforme d’échange, ou vous ne pouvez pas signer ?',
  send: 'Envoyer sans signature',
  sendText: 'La boutique vous demandera ensuite si l’adresse est bien la vôtre.',
  named:
    'Vous avez indiqué cette adresse. La boutique vous demandera si elle est bien la vôtre avant d’envoyer quoi que ce soit.',
  approved: 'La boutique enverra le remboursement à cette adresse.',
  sending: 'La boutique envoie le remboursement.',
  sent: 'Envoyé',
  canceled: 'La boutique a annulé ce remboursement.',
  declined: 'Le portefeuille n’a pas signé. Rien n’a été modifié.',
  tooLarge: 'Ce qui a été envoyé dépasse 64 Ko. Revenez en arrière et envoyez moins.',
  notFound: 'Ce remboursement n’existe pas',
  notFoundText: 'Le lien n’est pas valide. Demandez-en un nouveau à la boutique.',
}

export const italian: RefundTexts = {
  title: 'Il tuo rimborso da {store}',
  where: 'Dove vuoi riceverlo?',
  whereText:
    'Indica un tuo indirizzo su {chain}. Se hai pagato da un exchange, cerca lì il tuo indirizzo di deposito per {symbol} su {chain}: ciò che torna all’indirizzo di provenienza va perso.',
  address: 'Il tuo indirizzo',
  sign: 'Firma con {name}',
  signText: 'Con il wallet che ha pagato. Firmare è gratis e non sposta denaro.',
  wallet: 'il tuo wallet',
  orElse: 'Hai pagato da un exchange o non puoi firmare?',
  send: 'Invia senza firma',
  sendText: 'Il negozio ti chiederà poi se l’indirizzo è tuo.',
  named: 'Hai indicato questo indirizzo. Prima di inviare denaro, il negozio ti chiederà se è tuo.',
  approved: 'Il negozio invierà il rimborso a questo indirizzo.',
  sending: 'Il negozio sta inviando il rimborso.',
  sent: 'Inviato',
  canceled: 'Il negozio ha annullato questo rimborso.',
  declined: 'Il wallet non ha firmato. Non è cambiato nulla.',
  tooLarge: 'Ciò che è stato inviato supera i 64 KB. Torna indietro e invia meno dati.',
  notFound: 'Questo rimborso non esiste',
  notFoundText: 'Il link non è valido. Chiedine uno nuovo al negozio.',
}

export const dutch: RefundTexts = {
  title: 'Je terugbetaling van {store}',
  where: 'Waar moet die naartoe?',
  whereText:
    'Vul een adres van jezelf op {chain} in. Heb je vanaf een exchange betaald, zoek daar dan je stortingsadres voor {symbol} op {chain}: wat teruggaat naar het adres waar het vandaan kwam, ben je kwijt.',
  address: 'Je adres',
  sign: 'Ondertekenen met {name}',
  signText:
    'Met de wallet waarmee je hebt betaald. Ondertekenen is gratis en er gaat geen geld weg.',
  wallet: 'je wallet',
  orElse: 'Heb je vanaf een exchange betaald, of kun je niet ondertekenen?',
  send: 'Versturen zonder handtekening',
  sendText: 'De winkel vraagt je dan of het adres van jou is.',
  named:
    'Je hebt dit adres opgegeven. Voordat de winkel iets verstuurt, vraagt die je of het van jou is.',
  approved: 'De winkel stuurt de terugbetaling naar dit adres.',
  sending: 'De winkel is de terugbetaling aan het versturen.',
  sent: 'Verstuurd',
  canceled: 'De winkel heeft deze terugbetaling geannuleerd.',
  declined: 'De wallet heeft niet ondertekend. Er is niets veranderd.',
  tooLarge: 'Wat is verzonden, is groter dan 64 KB. Ga terug en verzend minder.',
  notFound: 'Deze terugbetaling bestaat niet',
  notFoundText: 'De link is niet geldig. Vraag de winkel om een nieuwe.',
}

export const portuguese: RefundTexts = {
  title: 'Seu reembolso de {store}',
  where: 'Onde você quer recebê-lo?',
  whereText:
    'Informe um endereço seu na rede {chain}. Se você pagou a partir de uma corretora, procure nela seu endereço de depósito de {symbol} na rede {chain}: o que volta para o endereço de origem é perdido.',
  address: 'Seu endereço',
  sign: 'Assinar com {name}',
  signText: 'Com a carteira que pagou. Assinar é grátis e não movimenta dinheiro.',
  wallet: 'sua carteira',
  orElse: 'Pagou a partir de uma corretora ou não consegue assinar?',
  send: 'Enviar sem assinatura',
  sendText: 'Depois, a loja vai perguntar se o endereço é seu.',
  named:
    'Você informou este endereço. Antes de enviar qualquer valor, a loja vai perguntar se ele é seu.',
  approved: 'A loja vai enviar o reembolso para este endereço.',
  sending: 'A loja está enviando o reembolso.',
  sent: 'Enviado',
  canceled: 'A loja cancelou este reembolso.',
  declined: 'A carteira não assinou. Nada foi alterado.',
  tooLarge: 'O que foi enviado tem mais de 64 KB. Volte atrás e envie menos.',
  notFound: 'Este reembolso não existe',
  notFoundText: 'O link não é válido. Peça um novo à loja.',
}

export const polish: RefundTexts = {
  title: 'Twój zwrot pieniędzy od {store}',
  where: 'Dokąd go wysłać?',
  whereText:
    'Podaj własny adres w sieci {chain}. Jeśli płatność wyszła z giełdy, znajdź na niej swój adres do wpłat {symbol} w sieci {chain}: środki odesłane tam, skąd przyszły, przepadają.',
  address: 'Twój adres',
  sign: 'Podpisz w {name}',
  signText:
    'W portfelu, z którego wyszła płatność. Podpis nic nie kosztuje i nie przenosi pieniędzy.',
  wallet: 'portfelu',
  orElse: 'Płatność wyszła z giełdy albo nie możesz podpisać?',
  send: 'Wyślij bez podpisu',
  sendText: 'Sklep zapyta Cię wtedy, czy to Twój adres.',
  named: 'Ten adres został podany. Zanim sklep cokolwiek wyśle, zapyta Cię, czy jest Twój.',
  approved: 'Sklep wyśle zwrot na ten adres.',
  sending: 'Sklep wysyła zwrot.',
  sent: 'Wysłano',
  canceled: 'Sklep anulował ten zwrot.',
  declined: 'Portfel nie podpisał. Nic się nie zmieniło.',
  tooLarge: 'To, co wysłano, przekracza 64 KB. Wróć i wyślij mniej.',
  notFound: 'Nie ma takiego zwrotu',
  notFoundText: 'Link jest nieprawidłowy. Poproś sklep o nowy.',
}
