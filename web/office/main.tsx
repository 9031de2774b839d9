import './office.css'
import { createRoot } from 'react-dom/client'
import { browserHistory, Router } from '../src/router'
import { App } from './App'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

createRoot(root).render(
  <Router history={browserHistory()}>
    <App />
  </Router>,
)
