import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of the built widget: the script tag's file, and its chunks. */
export interface WidgetAssets {
  /** Returns whether `npm run build` has written the files. */
  isBuilt(): Promise<boolean>
  /** Reads a file by its name; returns undefined for a name that is not one of the widget's. */
  readAsset(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The script tag's own file. Its name never changes, so it is revalidated; the names of the chunks contain a hash. */
export const entryFileName = 'pay-charge.js'

/**
 * Where the build is: next to the compiled service (dist/service/page), or in dist when the service runs from source.
 */
const defaultFolders = ['../../browser', '../../../dist/browser'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Returns the widget's files, from the first of the folders that contains them. */
export function openWidgetAssets(folders: readonly string[] = defaultFolders): WidgetAssets {
  const findFolder = async () => {
    for (const one of folders) if ((await listAssets(one)).includes(entryFileName)) return one
    return undefined
  }
  return {
    isBuilt: async () => (await findFolder()) !== undefined,
    async readAsset(name) {
      const folder = await findFolder()
      // Only names that are listed, so that a name is never used as a path.
      if (folder === undefined || !(await listAssets(folder)).includes(name)) return undefined
      return new Uint8Array(await readFile(join(folder, name)))
    },
  }
}

async function listAssets(folder: string): Promise<string[]> {
  try {
    const files = await readdir(folder)
    return files.filter((name) => /^pay-charge(-[\w-]+)?\.js$/.test(name))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
}
