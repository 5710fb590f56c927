import { defineConfig } from 'vitepress'
import project from '../../package.json' with { type: 'json' }
import { adaptMarkdown, slugify } from './markdown.ts'
import { home, pages, parts } from './pages.ts'
import { renderForSearch, splitWords } from './search.ts'

export default defineConfig({
  title: 'pay-charge',
  titleTemplate: ':title · pay-charge',
  description: home.description,
  base: '/docs/',
  // Pages stand in `docs`, and beside it where GitHub looks for them.
  srcDir: '..',
  srcExclude: ['README.md', '{.changeset,.github,.cache,demo,dist,scripts,src,test}/**'],
  rewrites: Object.fromEntries(pages.map(({ source, name }) => [source, `${name}.md`])),
  cleanUrls: true,
  cacheDir: '../.cache/vitepress',
  head: [['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify },
    // The default colors are too pale on the tint of a block.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: adaptMarkdown,
    languageAlias: { containerfile: 'docker', systemd: 'ini', env: 'ini' },
  },
  // The configuration beside the pages is the widget's.
  vite: { configFile: false, publicDir: false },
  vue: {
    template: { compilerOptions: { isCustomElement: (name) => name === 'pay-charge' } },
  },
  // Each page has its name and what it is about in `pages.ts`, so that its Markdown begins with its heading.
  transformPageData({ filePath }) {
    const page = pages.find(({ source }) => source === filePath) ?? home
    const { title, description } = page
    return page === home
      ? { title, titleTemplate: 'documentation', description }
      : { title, description }
  },
  themeConfig: {
    logo: '/icon.svg',
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { _render: renderForSearch, miniSearch: { _splitIntoSections: splitWords } },
    },
    nav: [
      { text: 'API', link: '/api' },
      { text: `v${project.version}`, link: '/changelog' },
    ],
    sidebar: parts.map(({ title, pages: its }) => ({
      text: title,
      items: its.map(({ name, title: text }) => ({ text, link: `/${name}` })),
    })),
  },
})
