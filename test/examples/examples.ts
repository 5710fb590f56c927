/** What a merchant's type checker can find a mistake in. */
export type Checked = 'attributes' | 'properties' | 'events'

/** A store in `test/examples/<name>`. */
export interface Example {
  name: string
  /** What its checker does not look at, with the reason. */
  unchecked: Partial<Record<Checked, string>>
  /** Further arguments of `npm start`, for a server that does not read the environment. */
  startArguments?: (environment: Record<string, string>) => string[]
}

const text = { attributes: 'The tag is text, which no compiler reads.' }

/** All examples, small ones first. */
export const examples: readonly Example[] = [
  { name: 'html', unchecked: text },
  { name: 'express', unchecked: text },
  { name: 'hono', unchecked: text },
  {
    name: 'wordpress',
    unchecked: { ...text, properties: 'jQuery takes any property.' },
  },
  { name: 'react', unchecked: {} },
  { name: 'vue', unchecked: {} },
  { name: 'sveltekit', unchecked: {} },
  {
    name: 'workers',
    unchecked: text,
    startArguments: ({ PORT = '', ...variables }) => [
      `--port=${PORT}`,
      ...Object.entries(variables).map(([name, value]) => `--var=${name}:${value}`),
    ],
  },
  { name: 'astro', unchecked: {} },
  { name: 'next', unchecked: {} },
  {
    name: 'angular',
    unchecked: { attributes: 'Angular checks no attribute of an element that is not its own.' },
  },
]

/** Two quick ones, which are part of `npm test`: a script tag, and a bundler with types and a server's rendering. */
export const quickExamples: readonly string[] = ['html', 'react']

/** A mistake that is put into a copy of each example: its checker must find it. */
export interface Mistake {
  right: string
  wrong: string
  /** What the checker's output must contain. */
  found: RegExp
}

export const mistakes: Record<Checked, Mistake> = {
  attributes: { right: 'redirect="none"', wrong: 'redirect="never"', found: /["']never["']/ },
  properties: { right: "31337: 'https://rpc.example'", wrong: '31337: 8545', found: /number/ },
  events: {
    right: 'receipt.hash',
    wrong: 'receipt.transactionHash',
    found: /Property 'transactionHash' does not exist/,
  },
}
