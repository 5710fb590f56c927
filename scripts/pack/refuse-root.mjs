// Before `npm pack` and `npm publish` of the repository itself, whose package.json describes no package: what is published
// is built into dist/npm. npm runs the same hook before `npm run pack`, which is the way.
if (/^(pack|publish)$/.test(process.env.npm_command ?? '')) {
  console.error('Run npm run pack: it builds the packages into dist/npm, with a tarball of each.')
  process.exit(1)
}
