/** A page of the documentation. */
export interface DocsPage {
  /** The Markdown file, from the project's root. */
  source: string
  /** Whether it is written when the site is built, from the OpenAPI document (`scripts/docs/api`). */
  isGenerated?: boolean
  /** The page's name in its URL, without `.html`. */
  name: string
  title: string
  /** One sentence for search engines, for the start page, and for llms.txt. */
  description: string
}

export interface DocsPart {
  title: string
  pages: readonly DocsPage[]
}

const page = (name: string, title: string, description: string): DocsPage => ({
  source: `docs/${name}.md`,
  name,
  title,
  description,
})

/** A page of the API reference. */
const apiPage = (name: string, title: string, description: string): DocsPage => ({
  ...page(name, title, description),
  isGenerated: true,
})

/** A page of rules: the others have such names, too. */
const rulePage = (name: string, title: string, description: string): DocsPage => ({
  source: `docs/rules/${name}.md`,
  name: `rules-${name}`,
  title,
  description,
})

/** The home page, which stands in no part. */
export const home: DocsPage = {
  source: 'docs/README.md',
  name: 'index',
  title: 'pay-charge',
  description:
    'A crypto checkout for your own page: one script tag, one element, a proxy in your backend, and a service.',
}

/** All parts in the order of the navigation. */
export const parts: readonly DocsPart[] = [
  {
    title: 'Get started',
    pages: [
      page(
        'start',
        'Start in five minutes',
        'From an empty folder to a paid charge in a page of your own, on a chain of your own machine.',
      ),
      page(
        'go-live',
        'Go live on Base with USDC',
        'From an empty Debian to a service that takes USDC on Base: node, wallet, reverse proxy, unit, backup, checklist.',
      ),
      page(
        'fulfill',
        'Fulfill an order',
        'The webhook in Express, Hono, Fastify and Next, once for each order, and the meaning of each status.',
      ),
      page(
        'languages',
        'Python, PHP and WordPress',
        'Charge and webhook without JavaScript in your backend, each as a whole file.',
      ),
      page(
        'test-without-money',
        'Test without real money',
        'The demo chain, the playground with its faults, webhooks on your machine, and test networks.',
      ),
    ],
  },
  {
    title: 'For the shop’s people',
    pages: [
      page(
        'desk',
        'The desk',
        'The pages for the people who run the shop: what was paid, what needs you, and a payment link without code.',
      ),
      page(
        'shop-decisions',
        'Short, late, twice',
        'Payments that are not right: too little, too much, too late, twice, in another token, or for no order.',
      ),
      page(
        'shop-links',
        'Ask for money by a link',
        'A page that sells one thing: send it, print its code, and see who has paid.',
      ),
      page(
        'shop-refunds',
        'Refund a customer',
        'Four steps at the desk, and what to check before money leaves.',
      ),
      page(
        'shop-books',
        'Close the month',
        'Totals, files for your accountant, and a month that never changes again.',
      ),
      page(
        'shop-people',
        'People and holidays',
        'A key for each person, somebody who leaves, and what happens while you are away.',
      ),
      page(
        'words',
        'In your words',
        'Sandbox, payment link, mark as paid, invoice, chargeback, Docker, WooCommerce: what it is called here, or that it is missing.',
      ),
    ],
  },
  {
    title: 'Charges and money',
    pages: [
      page(
        'charges',
        'Charges',
        'The goods, line by line; the payer’s e-mail address; when a charge expires; an open amount.',
      ),
      page(
        'receipts',
        'Receipts',
        'Signed receipts of paid charges, which anyone can check without a network.',
      ),
      page(
        'refunds',
        'Refunds',
        'Money back from your own wallet, to where the payer wants it: once, and never more than you were paid.',
      ),
      page(
        'books',
        'Books',
        'Every movement of money for your accounting, as CSV or JSON lines, compared with the chain to the last unit.',
      ),
      page(
        'several-tokens',
        'Several tokens',
        'Accept further tokens and chains for one charge, and tokens not pegged to the dollar.',
      ),
      page(
        'currencies',
        'Currencies',
        'Prices in euros and other currencies: where their rates come from, and what happens when a source fails.',
      ),
    ],
  },
  {
    title: 'The card in your page',
    pages: [
      page(
        'style',
        'Style it',
        'One brand color, custom properties, parts and slots, each shown on the live element.',
      ),
      page(
        'events',
        'Events and methods',
        'The events of the element, and the methods that your page can call.',
      ),
      page(
        'types',
        'Types and editors',
        'Types of the element for React, Preact, Solid, Svelte and Vue, and its description for editors.',
      ),
      page(
        'price-at-once',
        'Show the price early',
        'Preload script and charge, or render the card on your server.',
      ),
      page(
        'csp-and-integrity',
        'CSP and integrity',
        'A strict Content-Security-Policy, and the hash of every file that the browser runs.',
      ),
    ],
  },
  {
    title: 'How payers pay',
    pages: [
      page(
        'ways-to-pay',
        'Ways to pay',
        'Wallets in the browser, on a phone, smart accounts, a QR code, and a payment that was made before.',
      ),
      page(
        'walletconnect',
        'WalletConnect',
        'Turn on wallets of other devices: project id, policy, version and license.',
      ),
      page(
        'safe-and-batches',
        'Safe and batches',
        'Payments by a Safe with several owners, and wallets that send batches or have the network fee paid.',
      ),
      page(
        'mail',
        'Mail',
        'Receipts and refunds by mail: the mail server, who gets what, and what was not sent.',
      ),
      page(
        'relayer',
        'The relayer',
        'Payers without coin: they sign, and the service sends it and pays the network’s fee.',
      ),
      page(
        'agents',
        'Payments by programs',
        'x402 and MPP at a charge’s page: what a program sends and reads, and why it pays once.',
      ),
    ],
  },
  {
    title: 'Run the service',
    pages: [
      page(
        'security-settings',
        'Security settings',
        'Pins, signed quotes, scoped keys, delayed changes, several nodes, and finality by value.',
      ),
      page(
        'operations',
        'Operations',
        'Backup, restore and its drill, containers, alerts, a dashboard, and traces.',
      ),
      page(
        'rpc-budget',
        'What the nodes cost',
        'Calls and compute units a month by chains and payments, what happens at a provider’s limits, and how to lower the bill.',
      ),
      page('upgrade', 'Upgrade', 'How to go to another version of element, proxy and service.'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page(
        'attributes',
        'Attributes',
        'Every attribute, property, slot, part and custom property of the element.',
      ),
      page('proxy-options', 'Options of the proxy', 'Every option of createPayProxy.'),
      page(
        'service-settings',
        'Settings of the service',
        'Every environment variable, and the command line.',
      ),
      page(
        'errors',
        'Errors',
        'Every error code and error type: meaning, what the payer sees, what to do.',
      ),
      page('faq', 'FAQ', 'Short answers to what merchants and developers ask.'),
    ],
  },
  {
    title: 'API reference',
    pages: [
      apiPage(
        'api',
        'Overview',
        'Every call of the service’s API by subject, keys, amounts and errors.',
      ),
      apiPage(
        'api-charges',
        'Charges',
        'Create, list and cancel charges; report and follow payments.',
      ),
      apiPage(
        'api-payment-links',
        'Payment links',
        'Pages that ask for money without a backend: create, list and end them.',
      ),
      apiPage(
        'api-unmatched-payments',
        'Unmatched payments',
        'Money that no charge can claim by proof: list it, and decide.',
      ),
      apiPage('api-refunds', 'Refunds', 'Begin, approve, sign and follow refunds.'),
      apiPage('api-books', 'Books', 'Export, add up and close the books.'),
      apiPage('api-requests', 'Requests', 'A recipient and, optionally, an amount.'),
      apiPage(
        'api-settings',
        'Settings',
        'Receiving wallet, webhook, tolerance, and the audit log.',
      ),
      apiPage('api-webhooks', 'Webhooks', 'Endpoints, their events, and sending events again.'),
      apiPage('api-events', 'Events', 'The bodies of the events that your webhook receives.'),
      apiPage('api-schemas', 'Schemas', 'Every type of a body or a reply, field by field.'),
    ],
  },
  {
    title: 'How it works',
    pages: [
      page(
        'promises',
        'What is promised',
        'A payment is not lost and not made twice: how, and under which conditions.',
      ),
      page(
        'payments',
        'Which payment belongs to which charge',
        'Proof, reserved amounts, signatures, and unmatched money.',
      ),
      page('architecture', 'Architecture', 'The three programs, their folders, and their rules.'),
      page(
        'interface',
        'Where the interface is silent',
        'Statuses, fields, lists, errors and endpoints of the HTTP interface, question by question.',
      ),
      page('decisions', 'Decisions', 'Each decision, its reasons, and what would change it.'),
      page('glossary', 'Glossary', 'The words of this project.'),
      page('testing', 'Testing', 'How pay-charge itself is tested.'),
      page('measurements', 'Measurements', 'Sizes, times and throughput, and how to repeat them.'),
    ],
  },
  {
    title: 'Rules',
    pages: [
      rulePage(
        'paying',
        'Paying in the page',
        'The journal, unknown outcomes, signed transfers, clicks, and questions to wallets.',
      ),
      rulePage(
        'page',
        'What a page may trust',
        'Pins, signed quotes, misdirected payments, and the hash of every file.',
      ),
      rulePage(
        'money',
        'Amounts and books',
        'Base units, credits, tolerances, books, and test charges.',
      ),
      rulePage(
        'proof',
        'Proof and decisions',
        'Proof, signatures, the merchant’s decisions, and suggestions.',
      ),
      rulePage(
        'finality',
        'Reorganizations and finality',
        'Quorum, finality by value, and blocks that return.',
      ),
      rulePage(
        'strangers',
        'Limits and strangers',
        'Capabilities, reports, bounds per author, and rate limits.',
      ),
      rulePage(
        'operating',
        'Clocks, database, nodes and input',
        'Time, readiness, failing nodes, and input that nothing reads.',
      ),
      rulePage(
        'doors',
        'Doors and forms',
        'The operator’s door, the desk’s door, and forms that act once.',
      ),
      rulePage(
        'webhooks',
        'Webhooks',
        'Order of delivery, warnings, and where a webhook may lead.',
      ),
      rulePage('refunds', 'Refunds', 'Each refund once, to the right address, and never too much.'),
      rulePage(
        'relayer',
        'Relayer and programs',
        'Signed payments that the service sends, and payments by programs.',
      ),
    ],
  },
  {
    title: 'Project',
    pages: [
      {
        source: 'SECURITY.md',
        name: 'security',
        title: 'Security',
        description: 'Protections, gaps, and how to report a weakness.',
      },
      {
        source: 'CONTRIBUTING.md',
        name: 'contributing',
        title: 'Contributing',
        description: 'How to change pay-charge.',
      },
      {
        source: 'CHANGELOG.md',
        name: 'changelog',
        title: 'Changelog',
        description: 'The changes of each version.',
      },
    ],
  },
]

/** Every page, in the order of the navigation. */
export const pages: readonly DocsPage[] = [home, ...parts.flatMap((part) => part.pages)]
