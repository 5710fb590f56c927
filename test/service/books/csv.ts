import assert from 'node:assert/strict'

/** Reads a table as strictly as RFC 4180 writes it: CRLF ends each record, and only quoted fields have quotes or line ends. */
export function parseCsv(text: string, separator = ','): string[][] {
  const records: string[][] = []
  let record: string[] = []
  const plainField = separator === ',' ? '[^",\\r\\n]*' : '[^";\\r\\n]*'
  const field = new RegExp(`"((?:[^"]|"")*)"|(${plainField})`, 'y')
  for (let at = 0; at < text.length; ) {
    field.lastIndex = at
    const [whole = '', quoted, plain = ''] = field.exec(text) ?? assert.fail(`no field at ${at}`)
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += whole.length
    if (text[at] === separator) {
      at += 1
      continue
    }
    assert.equal(text.slice(at, at + 2), '\r\n', `a record ends otherwise at ${at}`)
    at += 2
    records.push(record)
    record = []
  }
  assert.deepEqual(record, [], 'the last record has no end')
  return records
}

/** Reads a table by its header. */
export function readCsv(text: string, separator = ','): Record<string, string>[] {
  const [header = [], ...records] = parseCsv(text, separator)
  return records.map((record) => {
    assert.equal(record.length, header.length)
    return Object.fromEntries(header.map((name, index) => [name, record[index] ?? '']))
  })
}
