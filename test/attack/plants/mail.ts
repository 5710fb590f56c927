import type { Plant } from './plant.ts'

const outcomes = 'test/service/mail/outcomes.test.ts'
const outbox = 'src/service/mail/store/outbox.ts'

/** Mail: who receives a message, and how often. */
export const plants: Plant[] = [
  {
    rule: 'customers receive nothing for test money',
    file: 'src/service/mail/news.ts',
    from: '  if (!mailed.event.livemode) return []\n',
    to: '',
    test: 'test/service/mail/receipts.test.ts',
    name: 'in test mode no customer receives anything: test money is free',
  },
  {
    rule: 'a message whose outcome is not known is not repeated',
    file: 'src/service/mail/send/smtp.ts',
    from: "kind: isHandedOver ? 'unknown' : 'failed'",
    to: "kind: 'failed'",
    test: outcomes,
    name: 'is not repeated when the connection was lost after it was handed over',
  },
  {
    rule: 'what a killed process has handed over is not repeated',
    file: outbox,
    from: '        await endUnknown(tx)\n',
    to: '',
    test: outcomes,
    name: 'of a process that is killed, handed over messages are not repeated and the others are sent',
  },
  {
    rule: 'an address that nobody has confirmed hears nothing of a shop',
    file: 'src/service/mail/store/listeners.ts',
    from: "    .where('confirmedAt', 'is not', null)\n",
    to: '',
    test: 'test/service/mail/people.test.ts',
    name: 'an address is sent a link and nothing else before its person has confirmed it',
  },
  {
    rule: 'a person confirms no address but their own',
    file: 'src/service/mail/store/people.ts',
    from: "        .where('keyId', '=', keyId)\n        .where('token', '=', token)",
    to: "        .where('token', '=', token)",
    test: 'test/service/mail/people.test.ts',
    name: 'nobody confirms the address of somebody else, nor with an earlier link',
  },
  {
    rule: 'one address receives a bounded number of messages',
    file: outbox,
    from: 'bounds.perRecipient',
    to: '1000',
    test: 'test/service/mail/hostile.test.ts',
    name: 'one address receives ten messages in an hour at most, whoever pays for more',
  },
  {
    rule: 'dust writes to nobody',
    file: 'src/service/mail/news.ts',
    from: 'chargeId === undefined || isDust || !Email',
    to: 'chargeId === undefined || !Email',
    test: 'test/service/mail/hostile.test.ts',
    name: 'who pays with less than a cent writes to nobody, at a price of their own choice or of the merchant',
  },
  {
    rule: 'what waits is written only where it is still wanted',
    file: 'src/service/mail/store/people.ts',
    from: ".where(topic, '=', true)",
    to: '',
    test: outcomes,
    name: 'what waits is written only if it is still wanted, and not after three days',
  },
  {
    rule: 'a message that was handed over meanwhile is claimed by nobody',
    file: outbox,
    from: ' and claimed.handed_over_at is null',
    to: '',
    test: 'test/service/mail/claims.test.ts',
    name: 'a message that its slow holder hands over while another process claims it is not claimed',
  },
]
