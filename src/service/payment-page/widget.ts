import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryFileName, type ReleaseIntegrity } from '../../api/script-tags.ts'

/** The files of the built widget: the script tag's file, and its chunks. */
export interface WidgetAssets {
  /** Reads the hash of each file, as the build has written them; returns undefined before `npm run build`. */
  readIntegrity(): Promise<ReleaseIntegrity | undefined>
  /** Reads the script of a page; returns undefined before `npm run build`. */
  readScript(page: 'desk' | 'refund'): Promise<string | undefined>
  /** Reads a file by its name; returns undefined for a name that is not one of the widget's. */
  readAsset(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/**
 * Where the build is: next to the compiled service (dist/service/payment-page), or in dist when the service runs from source.
 */
const defaultFolders = ['../../browser', '../../../dist/browser'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Returns the widget's files, from the first of the folders that contains them. */
export function openWidgetAssets(folders: readonly string[] = defaultFolders): WidgetAssets {
  const findFolder = async () => {
    for (const folder of folders)
      if ((await listAssets(folder)).includes(entryFileName)) return folder
    return undefined
  }
  return {
    async readIntegrity() {
      const folder = await findFolder()
      // The service trusts the disk that its own code is on.
      const text = folder && (await readIfThere(join(folder, 'integrity.json')))
      return text ? (JSON.parse(text.toString()) as ReleaseIntegrity) : undefined
    },
    async readScript(page) {
      const folder = await findFolder()
      const script = folder && (await readIfThere(join(folder, `${page}.mjs`)))
      return script?.toString()
    },
    async readAsset(name) {
      const folder = await findFolder()
      // Only names that are listed, so that a name is never used as a path.
      if (folder === undefined || !(await listAssets(folder)).includes(name)) return undefined
      return new Uint8Array(await readFile(join(folder, name)))
    },
  }
}

async function listAssets(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(ignoreMissing)
  return (files ?? []).filter((name) => /^pay-charge(-[\w-]+)?\.js$/.test(name))
}

function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(ignoreMissing)
}

function ignoreMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT') throw cause
}
