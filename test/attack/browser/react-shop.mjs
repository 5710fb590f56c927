import { createElement, StrictMode, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'

// A shop's page in React, as its developers run it: in StrictMode, which sets every effect up, down and up again.

const root = document.querySelector('#shop')
const attributes = JSON.parse(root.dataset.attributes)

/** The element as a part of the page's own tree. */
function Plain() {
  return createElement('pay-charge', attributes)
}

/** The element as a wrapper makes it: put into the page when it is set up, and taken out when it is taken down. */
function Wrapped() {
  const place = useRef(null)
  useEffect(() => {
    const element = document.createElement('pay-charge')
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    place.current.append(element)
    const mounts = Number(root.dataset.mounts ?? 0) + 1
    root.dataset.mounts = String(mounts)
    return () => element.remove()
  }, [])
  return createElement('div', { ref: place })
}

const part = root.dataset.how === 'wrapped' ? Wrapped : Plain
const shop = createRoot(root)
let key = 0
const render = () => {
  key += 1
  shop.render(createElement(StrictMode, null, createElement(part, { key })))
}
render()
// What makes a page build a part anew, such as a change of the language or a route.
addEventListener('render-anew', render)
