import type { OpenStore } from '../store/store.ts'
import type { Print } from './operator-error.ts'

/** The settings of the service that commands need. */
export interface AdminOptions {
  /** Milliseconds until another wallet or webhook takes effect. */
  settingsDelayMs: number
  /** Whether webhooks may be sent to private addresses. @default false */
  allowPrivateWebhooks?: boolean
  /** The URL of payment pages. */
  publicUrl: string
}

/** A command whose arguments are already read: it only needs an open store and a way to print. */
export type AdminCommand = (store: OpenStore, print: Print, options: AdminOptions) => Promise<void>

/** Runs a command whose arguments were read from the command line. */
export type RunAdminCommand = (command: AdminCommand) => Promise<void>
