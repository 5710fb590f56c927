import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Store } from './react-store.mjs'

/** The HTML that a server sends. */
export const renderStore = () => renderToString(createElement(Store, { note: () => undefined }))
