import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CMS } from '../../test/cms'
import { holdAnswers } from '../../test/held-server'
import { renderWithStore } from '../../test/render'
import { HomeBlock } from './Blocks'
import PostCards from './PostCards'

const path = `${CMS}/marketing-posts/`
const show = (ids: number[]) =>
  renderWithStore(<PostCards data={{ postType: 'marketing-posts', ids }} />)
const card = (plain: string, acf: object) => ({ title: { rendered: '', plain }, acf })

it('[HOME-24] shows title, picture and, where given, the description, and opens the page in a new tab', async () => {
  const held = holdAnswers()
  const block = { type: 'PostCards', data: { postType: 'marketing-posts', ids: [12, 15, 16] } }
  renderWithStore(<HomeBlock block={block} />)
  await waitFor(() => expect(held.to(path)).toHaveLength(1))
  expect(held.to(path)[0]?.search).toBe('?_fields=title,acf&include[]=12&include[]=15&include[]=16')
  await held.pending(path).send([
    card('Fish & chips', {
      url: '/blog/fish',
      image: { url: '/f.jpg', alt: 'Fish' },
      description: '<p>Where to eat.</p>',
      plain: 'Where to eat.',
    }),
    card('Partner', { url: 'https://partner.example', image: '/p.jpg' }),
    card('No page', { image: '/n.jpg' }),
  ])
  const fish = screen.getByRole('link', { name: /Fish & chips/ })
  expect(fish).toHaveAttribute('href', '/blog/fish')
  expect(fish).toHaveAttribute('target', '_blank')
  expect(within(fish).getByRole('img', { name: 'Fish' })).toHaveAttribute('src', '/f.jpg')
  expect(within(fish).getByText('Where to eat.')).toBeVisible()
  const partner = screen.getByRole('link', { name: /Partner/ })
  expect(partner).toHaveAttribute('href', 'https://partner.example')
  expect(partner).toHaveTextContent(/^Partner \(opens in a new tab\)$/)
  expect(screen.getByText('No page')).toBeVisible()
  expect(screen.queryByRole('link', { name: /No page/ })).toBeNull()
})

it('shows nothing when the cards cannot be loaded or there are none', async () => {
  const held = holdAnswers()
  const { container, unmount } = show([1])
  await held.pending(path).lose()
  expect(container).toBeEmptyDOMElement()
  unmount()
  const other = show([2])
  await held.pending(path).send([])
  expect(other.container).toBeEmptyDOMElement()
})

it('ignores an answer that comes after the page was left', async () => {
  const held = holdAnswers()
  const { unmount } = show([1])
  unmount()
  await held.pending(path).send([card('Late', {})])
  expect(screen.queryByText('Late')).toBeNull()
})
