import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'

const root = document.querySelector('#app')
if (root)
  hydrateRoot(
    root,
    <StrictMode>
      <App sku="mug" />
    </StrictMode>,
  )
