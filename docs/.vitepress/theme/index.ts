import { inBrowser, onContentUpdated, withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { fillLiveExamples } from './live.js'
import './style.css'

export default {
  extends: DefaultTheme,
  setup() {
    // The element is the one that merchants use, and no part of the site's bundle.
    if (inBrowser) onContentUpdated(() => fillLiveExamples(withBase('/element/pay-charge.js')))
  },
}
