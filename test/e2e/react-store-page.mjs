import { createElement, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { definePayCharge } from '../../src/element/define.ts'
import { Store } from './react-store.mjs'

// The browser's part. It leaves for the test what the page has heard.

window.noted = []
const note = (...words) => window.noted.push(words.join(' '))
const root = document.querySelector('#shop')
const hydrate = () =>
  hydrateRoot(root, createElement(StrictMode, null, createElement(Store, { note })))

// React takes over a part of a page when it likes; by then another card may have brought the element.
if ('later' in root.dataset) {
  definePayCharge()
  addEventListener('take-over', hydrate)
} else hydrate()
