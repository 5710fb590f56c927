import release from 'pay-charge/integrity.json' with { type: 'json' }
import { buildScriptTags } from 'pay-charge/proxy'

/** Where the files of the element are served. A new version gets a new folder. */
export const folder = `/pay-charge/${release.version}/`

const { html: scriptTags } = await buildScriptTags(release, folder)

export const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Blue Mug</title>
  ${scriptTags}
  <script type="module" src="/store.js"></script>
</head>
<body>
  <h1>Blue mug</h1>
  <pay-charge order='{"sku":"mug"}' brand-color="#7c3aed" redirect="none"></pay-charge>
  <p id="thanks" role="status"></p>
</body>
</html>`
