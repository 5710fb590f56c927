/** What a person at the desk may want to hear about. */
export const mailTopics = ['payments', 'decisions', 'webhooks'] as const
export type MailTopic = (typeof mailTopics)[number]

/** What a person at the desk has chosen. */
export interface MailChoices extends Record<MailTopic, boolean> {
  /** '' for none. */
  address: string
}

/** The same, with the state of the address. */
export interface MailPerson extends MailChoices {
  /** Whether the person has confirmed that the address is theirs: before, it receives nothing but the question. */
  isConfirmed: boolean
}

/** How long the link that confirms an address can be opened, in milliseconds: a day. */
export const confirmationMs = 86_400_000

/** The most links that a person has sent in a day: the address is typed, and may be anybody's. */
export const maxConfirmations = 5

/** A person who wants to hear about a topic, at a confirmed address. */
export interface Listener {
  keyId: string
  accountId: string
  address: string
  locale: string
}
