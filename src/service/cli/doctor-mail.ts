import type { ServiceSettings } from '../app/settings.ts'
import type { Report } from './doctor-report.ts'

const timeouts = { connectMs: 10_000, answerMs: 10_000 }

/** Checks that the mail server is reached and takes the password. Sends nothing. */
export async function checkMail(
  { smtp, mailFrom }: Pick<ServiceSettings, 'smtp' | 'mailFrom'>,
  report: Report,
): Promise<void> {
  if (!smtp) return
  if (!mailFrom) {
    report(
      'failed',
      'mail',
      'MAIL_FROM is missing: the service does not start with SMTP_URL alone.',
    )
    return
  }
  const subject = `mail, ${smtp.host}:${smtp.port}`
  if (!smtp.login && !smtp.isLocal)
    report('warning', subject, 'SMTP_URL has no user and no password: few mail servers allow that.')
  const { checkMailServer, describeFailure } = await import('../mail/send/smtp.ts')
  await checkMailServer(smtp, timeouts).then(
    () => report('ok', subject, `it answers; messages come from ${mailFrom.address}`),
    (cause: unknown) => report('failed', subject, `it cannot be used: ${describeFailure(cause)}`),
  )
}
