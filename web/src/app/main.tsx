import '../ui/styles.css'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { brand, checkConfiguration } from '../brands'
import { App } from './App'
import { CACHE_CLEARED } from './ErrorPage'
import { start } from './start'
import { makeStore, persist } from './store'

checkConfiguration(brand)

const store = makeStore()
const persistor = persist(store, sessionStorage)

window.addEventListener('pagehide', () => persistor.flush())
window.addEventListener(CACHE_CLEARED, () => persistor.pause())

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to draw in')

void start(store, persistor)
createRoot(root).render(
  <Provider store={store}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Provider>,
)
