import { describe, expect, it } from 'vitest'
import { wordPressPage, wordPressPost } from '../../test/cms'
import { firstWords } from './text'
import { readGuide, readItem, readList, readPage, readPicture, readPost } from './wire'

describe('a post of the CMS', () => {
  it('[BLOG-14] [BLOG-15] is read with its fields, and two derived ones', () => {
    const post = readPost(wordPressPost(814, { acf: { mast_image: 821 } }))
    expect(post).toMatchObject({
      id: 814,
      slug: 'post-814',
      title: { rendered: 'Lakes &amp; lodges – 814', plain: 'Lakes & lodges – 814' },
      excerpt: { plain: 'Five quiet shores, number 814…', repeated: false },
      content: { rendered: '<p>The first shore of 814.</p>\n' },
      acf: { mast_image: 821 },
      cardHeaderUrl: 'https://cms.test/uploads/lake-814.jpg',
      pageHeaderImage: null,
    })
  })

  it.each([
    ['an id', 821, 821],
    ['an id as text', '821', 821],
    ['a picture object', { ID: 821, url: 'https://cms.test/m.jpg' }, 'https://cms.test/m.jpg'],
    ['an object with an id only', { id: 821 }, 821],
    ['an address', 'https://cms.test/m.jpg', 'https://cms.test/m.jpg'],
    ['false', false, undefined],
    ['null', null, undefined],
    ['an empty text', '', undefined],
  ])('reads a mast picture that is %s', (_, mast, read) => {
    expect(readPost(wordPressPost(1, { acf: { mast_image: mast } }))?.acf.mast_image).toBe(read)
  })

  it.each([
    ['no embedded media', { _embedded: undefined }, ''],
    ['an error in their place', { _embedded: { 'wp:featuredmedia': [{ code: 'x' }] } }, ''],
    [
      'only the field featured_image',
      { _embedded: {}, featured_image: 'https://cms.test/f.jpg' },
      'https://cms.test/f.jpg',
    ],
    ['featured_image that is an id', { _embedded: {}, featured_image: 7 }, ''],
  ])('with %s has the card picture ‘%s’', (_, changes, url) => {
    expect(readPost(wordPressPost(1, changes))?.cardHeaderUrl).toBe(url)
  })

  it('without an id or a slug is left out', () => {
    expect(readPost({ slug: 'x' })).toBeUndefined()
    expect(readPost({ id: 4 })).toBeUndefined()
  })
})

it('an answer that is no list is refused', () => {
  expect(() => readList({ code: 'rest_no_route' })).toThrow('list')
  expect(readList([1, { a: 1 }, null])).toEqual([{ a: 1 }])
})

it('an answer that is no page is refused', () => {
  expect(() => readPage({ code: 'rest_post_invalid_id' })).toThrow('page')
  expect(readPage(wordPressPage(3))).toMatchObject({ id: 3, picture: undefined })
})

it('a picture is read with its size and sizes', () => {
  expect(
    readPicture({
      source_url: '/p/1.jpg',
      alt_text: 'A lake',
      media_details: {
        width: 1200,
        height: 800,
        sizes: {
          400: { source_url: '/p/1-400.jpg', width: 400 },
          bad: { source_url: '/p/x y.jpg', width: 1 },
        },
      },
    }),
  ).toEqual({ src: '/p/1.jpg', alt: 'A lake', w: 1200, h: 800, srcSet: '/p/1-400.jpg 400w' })
  expect(readPicture(12)).toBeUndefined()
  expect(readPicture('javascript:alert(1)')).toBeUndefined()
})

it('a travel guide is read from the first item, with the ids of its things to do', () => {
  const guide = { acf: { region_name: 'Cornwall', 'things-to-do': [4, '5', null, 'x'] } }
  expect(readGuide([guide])).toMatchObject({ regionName: 'Cornwall', thingsToDo: [4, 5] })
  expect(readGuide([])).toBeUndefined()
  expect(readGuide([{ acf: [] }])).toMatchObject({ regionName: '', thingsToDo: [] })
})

it('an item has a picture, a text and a link, each only if it is given', () => {
  const acf = { image: '/i.svg', image_alt: 'I', text: '<p>T</p>', link: 'https://a.example' }
  expect(readItem({ title: { rendered: 'A' }, acf })).toEqual({
    title: { rendered: 'A', plain: 'A' },
    acf: { picture: { src: '/i.svg', alt: 'I' }, text: '<p>T</p>', url: 'https://a.example' },
  })
  expect(readItem({ title: { rendered: 'A' }, acf: [] }).acf).toEqual({})
})

it('a text is cut at the end of a word', () => {
  expect(firstWords('one two three', 9)).toBe('one two…')
  expect(firstWords('one two', 9)).toBe('one two')
})
