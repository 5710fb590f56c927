import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The built widget: the script tag's file, and its chunks. */
export interface Widget {
  /** True once `npm run build` has written it. */
  isBuilt(): Promise<boolean>
  /** A file of it by its name; undefined for any other. */
  file(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The script tag's own file. Its name stays, so it is asked for anew; the chunks' names tell their content. */
export const entry = 'pay-charge.js'

/** Where the build is: beside the compiled service (dist/service/page), or in dist when it runs from its source. */
const usual = ['../../browser', '../../../dist/browser'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Reads the widget's files from the first folder that has it. */
export function widgetFiles(folders: readonly string[] = usual): Widget {
  const folder = async () => {
    for (const one of folders) if ((await names(one)).includes(entry)) return one
    return undefined
  }
  return {
    isBuilt: async () => (await folder()) !== undefined,
    async file(name) {
      const at = await folder()
      // Only what is listed: a name is never a path.
      if (at === undefined || !(await names(at)).includes(name)) return undefined
      return new Uint8Array(await readFile(join(at, name)))
    },
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder)
    return files.filter((name) => /^pay-charge(-[\w-]+)?\.js$/.test(name))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
}
