import { hydrate } from 'svelte'
import App from './App.svelte'

const target = document.querySelector('#app')
if (target) hydrate(App, { target, props: { sku: 'mug' } })
