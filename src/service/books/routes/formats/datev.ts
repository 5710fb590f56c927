import { parseAmount } from '../../../../amount.ts'
import type { BookRow } from '../../../../api/schemas/books.ts'
import { formatFixed } from '../../fixed.ts'
import type { SheetOptions } from './sheet.ts'
import { describeRow } from './statement.ts'

// A batch of postings in the format of DATEV, the accounting system of German tax advisers: category 21, version 13.
// https://developer.datev.de/datev/platform/en/dtvf/formate/buchungsstapel

/** What a batch of postings needs beside the rows. */
export interface DatevOptions {
  /** The tax adviser's number, and the client's. */
  consultant: string
  client: string
  /** The accounts of the wallet, of revenue, of money that belongs to no order, and of fees. */
  accounts: DatevAccounts
  /** The chart of accounts: `03` or `04`. */
  chart: string
  /**
   * US dollars for a euro, as decimal text: the tax office publishes one a month (UStG, section 16 (6)). Undefined where the books
   * are in euros: each row is posted with its own value.
   */
  rate: string | undefined
  /** The first and last day of the batch, and the first of its business year: `2026-11-01`. */
  days: { first: string; last: string; yearStart: string }
  createdAt: Date
}

export interface DatevAccounts {
  wallet: string
  revenue: string
  unmatched: string
  fees: string
}

/** The accounts of the two charts of accounts in use: money in transit, revenue, items in transit, costs of payments. */
export const charts = {
  skr03: {
    chart: '03',
    accounts: { wallet: '1360', revenue: '8400', unmatched: '1590', fees: '4970' },
  },
  skr04: {
    chart: '04',
    accounts: { wallet: '1460', revenue: '4400', unmatched: '1370', fees: '6855' },
  },
} as const

const twenty = Array.from({ length: 20 }, (_, index) => index + 1)
const eight = twenty.slice(0, 8)
const pair = (name: string, content: string) => (n: number) => [
  `${name} - Art ${n}`,
  `${content} ${n}`,
]

/** The columns of a posting. All have to be there; the first fourteen are filled. */
const headings = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs'],
  ...['Basis-Umsatz', 'WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)'],
  ...['BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext'],
  ...['Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt'],
  ...['Zinssperre', 'Beleglink', ...eight.flatMap(pair('Beleginfo', 'Beleginfo - Inhalt'))],
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge'],
  ...['EU-Land u. UStID (Bestimmung)', 'EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart'],
  ...['Sachverhalt L+L', 'Funktionsergänzung L+L', 'BU 49 Hauptfunktionstyp'],
  ...['BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...twenty.flatMap(pair('Zusatzinformation', 'Zusatzinformation- Inhalt')),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr'],
  ...['Zugeordnete Fälligkeit', 'Skontotyp', 'Auftragsnummer', 'Buchungstyp'],
  ...['USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)'],
  ...['EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Buchungs GUID'],
  ...['KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername'],
  ...['Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung'],
  ...['Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)'],
  ...['Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position'],
  ...['EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

/** Returns the two lines before the postings. */
export function toDatevHeader({
  consultant,
  client,
  chart,
  days,
  createdAt,
}: DatevOptions): string {
  const [first, last, yearStart] = [days.first, days.last, days.yearStart].map((day) =>
    day.replaceAll('-', ''),
  )
  const created = createdAt.toISOString().replace(/\D/g, '')
  const fields = [
    ...['"EXTF"', 700, 21, '"Buchungsstapel"', 13, created, '', '"RE"', '""', '""'],
    ...[consultant, client, yearStart, 4, first, last, '"pay-charge"', '""', 1, 0, 0, '"EUR"'],
    ...['', '""', '', '', quote(chart), '', '', '""', '""'],
  ]
  return `${fields.join(';')}\r\n${headings.join(';')}\r\n`
}

/** Returns the amount of a row that is posted: euros where the books are in euros, else dollars; null where it is not known. */
export function getPostedAmount(
  row: BookRow,
  { rate }: Pick<DatevOptions, 'rate'>,
): BookRow['usd_amount'] {
  return rate === undefined ? row.book_amount : row.usd_amount
}

/** Returns a row as a posting; '' for one of less than a cent, which cannot be posted. Its amount has to be known. */
export function toDatevLine(row: BookRow, options: DatevOptions & SheetOptions): string {
  const { accounts } = options
  const amount = getPostedAmount(row, options) ?? '0'
  const currencies = toCurrencyFields(parseAmount(amount.replace('-', ''), 2), options)
  if (!currencies) return ''
  const [cents, ...inEuros] = currencies
  const { date } = options.clock(row.booked_at)
  const filled = [
    cents,
    quote(amount.startsWith('-') ? 'H' : 'S'),
    ...inEuros,
    accounts.wallet,
    getContraAccount(row.kind, accounts),
    '""',
    `${date.slice(8, 10)}${date.slice(5, 7)}`,
    quote((row.order || row.reference || row.hash).replace(/[^\w$%&*+/-]/g, '').slice(0, 36)),
    quote(row.hash.slice(2, 14)),
    '',
    quote(describeRow(row, options).slice(0, 60)),
  ]
  const empty = headings.slice(filled.length).map(() => '')
  return `${[...filled, ...empty].join(';')}\r\n`
}

/**
 * Returns the amount, its currency, the rate, and the amount in euros with its currency; undefined for less than a cent. Rate and
 * second amount belong to a foreign currency alone, and are empty for euros.
 */
function toCurrencyFields(
  cents: bigint,
  { rate }: Pick<DatevOptions, 'rate'>,
): [string, ...string[]] | undefined {
  if (rate === undefined)
    return cents === 0n ? undefined : [formatCents(cents), quote('EUR'), '', '', quote('')]
  const euroCents = toEuroCents(cents, rate)
  if (cents === 0n || euroCents === 0n) return undefined
  const written = formatFixed(parseAmount(rate, rateDecimals), rateDecimals).replace('.', ',')
  return [formatCents(cents), quote('USD'), written, formatCents(euroCents), quote('EUR')]
}

/** Decimal places of a rate. */
const rateDecimals = 6

/** Returns euros for dollars, to the cent, half of one up. */
function toEuroCents(cents: bigint, rate: string): bigint {
  const scaled = parseAmount(rate, rateDecimals)
  return (cents * 10n ** BigInt(rateDecimals) * 2n + scaled) / (2n * scaled)
}

const formatCents = (cents: bigint) => formatFixed(cents, 2).replace('.', ',')

function getContraAccount(kind: BookRow['kind'], accounts: DatevAccounts): string {
  if (kind === 'fee') return accounts.fees
  return kind === 'payment' || kind === 'refund' ? accounts.revenue : accounts.unmatched
}

/** Returns a text in quotes, without the control characters that the format forbids. */
function quote(text: string): string {
  return `"${text.replace(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`
}

/**
 * Encodes a text as Windows-1252, which the format is written in. A letter that it lacks loses its marks; one of another script
 * becomes a question mark.
 */
export function encodeDatev(text: string): Uint8Array<ArrayBuffer> {
  const codes = [...text].flatMap((sign) => {
    if (sign === '€') return 0x80
    const code = toLatin(sign)
    if (code !== undefined) return code
    const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '')
    return [...plain].map((part) => toLatin(part) ?? questionMark)
  })
  return new Uint8Array(codes)
}

const questionMark = '?'.charCodeAt(0)

/** Returns the code that a sign has in both Unicode and Windows-1252; undefined where it has none. */
function toLatin(sign: string): number | undefined {
  const code = sign.codePointAt(0) ?? questionMark
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : undefined
}
