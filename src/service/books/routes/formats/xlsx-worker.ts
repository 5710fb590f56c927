import { parentPort } from 'node:worker_threads'
import writeWorkbook, { type SheetData } from 'write-excel-file/node'
import type { Workbook } from './xlsx.ts'

// The thread that writes one workbook: thousands of rows take seconds, in which no call would be answered.

parentPort?.on('message', async ({ headings, rows, widths }: Workbook) => {
  const header = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const cells = rows.map((row) => row.map(toSheetCell))
  const sheet: SheetData = [header, ...cells]
  const columns = widths.map((width) => ({ width }))
  const file = writeWorkbook(sheet, { columns, stickyRowsCount: 1 })
  parentPort?.postMessage(new Uint8Array(await file.toBuffer()))
})

function toSheetCell({ kind, value }: Workbook['rows'][number][number]) {
  if (value === '') return null
  if (kind === 'number')
    return { value: Number(value), type: Number, format: '#,##0.00################' }
  if (kind === 'date')
    return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
  if (kind === 'time') return { value: toDayPart(value), type: Number, format: 'hh:mm:ss' }
  return { value, type: String }
}

/** Returns a time of day as spreadsheets count it: as a part of the day. */
function toDayPart(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}
