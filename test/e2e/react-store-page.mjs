import { createElement, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Store } from './react-store.mjs'

// The browser's part. It leaves for the test what the page has heard.

window.noted = []
const note = (...words) => window.noted.push(words.join(' '))
const root = document.querySelector('#shop')
hydrateRoot(root, createElement(StrictMode, null, createElement(Store, { note })))
