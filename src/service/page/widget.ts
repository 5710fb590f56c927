import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of the built widget: the script tag's file, and its chunks. */
export interface Widget {
  /** Returns whether `npm run build` has written the files. */
  isBuilt(): Promise<boolean>
  /** Reads a file by its name; returns undefined for a name that is not one of the widget's. */
  file(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The script tag's own file. Its name never changes, so it is revalidated; the names of the chunks contain a hash. */
export const entry = 'pay-charge.js'

/**
 * Where the build is: next to the compiled service (dist/service/page), or in dist when the service runs from source.
 */
const usual = ['../../browser', '../../../dist/browser'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Returns the widget's files, from the first of the folders that contains them. */
export function widgetFiles(folders: readonly string[] = usual): Widget {
  const folder = async () => {
    for (const one of folders) if ((await names(one)).includes(entry)) return one
    return undefined
  }
  return {
    isBuilt: async () => (await folder()) !== undefined,
    async file(name) {
      const at = await folder()
      // Only names that are listed, so that a name is never used as a path.
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
