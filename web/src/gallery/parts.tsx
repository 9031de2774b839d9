/** The page of the gallery: every component of `ui` and every card, in its states. Development only. */
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { memoryHistory, Router } from '../router'
import '../ui/styles.css'
import './gallery.css'
import { blogSlices } from '../app/blog-slices'
import { bookingSlices } from '../app/booking-slices'
import { contentSlices } from '../app/content-slices'
import { searchSlices } from '../app/search-slices'
import { makeStore } from '../app/store'
import { brand } from '../brands'
import { appReady, availabilityCall, initCall } from '../features/catalogue'
import { initData } from '../test/catalogue'
import { Controls, Fields, Messages, Texts } from './components'
import { BrowseCards, Deals, HomeCards, OtherCards, ResultCards, Units } from './cards'
import { latedeals } from './samples'
import { accept } from '../test/accept'

const store = makeStore()
for (const group of [searchSlices, bookingSlices, contentSlices, blogSlices]) store.addSlices(group)
store.dispatch(accept(initCall, undefined, initData()))
store.dispatch(
  accept(
    availabilityCall,
    { channel: 'ukcaravan' },
    { minprices: {}, minparkprices: {}, months: [], latedeals, nightsOptions: {} },
  ),
)
store.dispatch(appReady())

function Gallery() {
  // A message that takes the focus, as in the product, scrolls the page to itself.
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  return (
    <main className="page-width pt-5 pb-11">
      <h1 className="display text-h1">{brand.global.brandName}</h1>
      <Texts />
      <Controls />
      <Fields />
      <Messages />
      <ResultCards />
      <Units />
      <BrowseCards />
      <Deals />
      <HomeCards />
      <OtherCards />
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <Router history={memoryHistory('/')}>
          <Gallery />
        </Router>
      </Provider>
    </StrictMode>,
  )
