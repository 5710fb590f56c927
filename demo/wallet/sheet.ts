import type { Question } from './question.ts'
import { sheetStyle } from './style.ts'
import { view } from './view.ts'

/** Where the wallet asks its payer: one question at a time, in the order they came. */
export class Sheet {
  private readonly host = document.createElement('div')
  private readonly dialog = document.createElement('dialog')
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  constructor() {
    const root = this.host.attachShadow({ mode: 'open' })
    // Adopted sheets and DOM calls only: this has to work under style-src 'self' and Trusted Types.
    root.adoptedStyleSheets = [sheetStyle()]
    root.append(this.dialog)
    this.host.dataset.demoWallet = ''
    this.dialog.setAttribute('aria-labelledby', 'title')
    // A wallet is a window of its own to a page: the page's handlers see nothing of it.
    for (const name of ['keydown', 'keyup', 'click', 'pointerdown']) {
      this.host.addEventListener(name, (event) => event.stopPropagation())
    }
  }

  /** True while a question is open or waits. */
  get busy(): boolean {
    return this.waiting > 0
  }

  /**
   * Asks, after all earlier questions: true when approved, false when refused. The question is made
   * when its turn comes; what making it throws, this throws, and nothing is shown.
   */
  ask(question: () => Question | Promise<Question>): Promise<boolean> {
    this.waiting += 1
    const answer = this.last.then(async () => this.show(await question()))
    // The failure is the asker's to hear; the next question only waits for the end of this one.
    const done = () => {
      this.waiting -= 1
    }
    this.last = answer.then(done, done)
    return answer
  }

  private show(question: Question): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    // Escape closes a dialog without a value: only the button's own value approves.
    this.dialog.returnValue = ''
    this.dialog.onclose = () => {
      this.dialog.replaceChildren()
      resolve(this.dialog.returnValue === 'approve')
    }
    this.dialog.replaceChildren(view(question))
    if (!this.host.isConnected) document.body.append(this.host)
    this.dialog.showModal()
    return promise
  }
}
