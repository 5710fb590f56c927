import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { maxJsonBytes } from '../../api/server/body.ts'
import { maxAttachmentBytes } from '../requests/attachment.ts'
import type { Env } from './context.ts'
import { replyWithError } from './errors.ts'

/** Middleware that refuses a form over the limit, which covers its attachment and its other fields together. */
export const formBodyLimit = bodyLimit({
  maxSize: maxAttachmentBytes + maxJsonBytes,
  onError: (c) => replyWithError(c as Context<Env>, 'payload_too_large', attachmentTooLargeMessage),
})

/** The message for a form or file over the limit. */
export const attachmentTooLargeMessage = 'The attachment is larger than 5 MiB.'
