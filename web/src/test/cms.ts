// Items of the CMS in the form in which the server sends them, for tests.

/** A post with the fields of the specification. */
export function wordPressPost(id: number, own: object = {}) {
  return {
    id,
    slug: `post-${id}`,
    title: { rendered: `Lakes &amp; lodges – ${id}`, plain: `Lakes & lodges – ${id}` },
    excerpt: {
      rendered: `<p>Five quiet shores, number ${id}…</p>`,
      plain: `Five quiet shores, number ${id}…`,
      repeated: false,
    },
    content: { rendered: `<p>The first shore of ${id}.</p>\n`, protected: false },
    acf: [],
    _links: { 'wp:featuredmedia': [{ embeddable: true, href: 'https://cms.test/media/820' }] },
    _embedded: {
      'wp:featuredmedia': [
        { id: 820, source_url: `https://cms.test/uploads/lake-${id}.jpg`, alt_text: 'A lake' },
      ],
    },
    ...own,
  }
}

/** A content page. */
export function wordPressPage(id: number, own: object = {}) {
  return {
    id,
    slug: `page-${id}`,
    title: { rendered: `Page ${id}`, plain: `Page ${id}` },
    excerpt: {
      rendered: `<p>What page ${id} is about</p>`,
      plain: `What page ${id} is about`,
      repeated: false,
    },
    content: { rendered: `<p>Text of page ${id}</p>` },
    acf: [],
    ...own,
  }
}

/** Posts from the number `from` down, as the CMS lists them: the newest first. */
export function wordPressPosts(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => wordPressPost(from - index))
}

export const CMS = '/cms/wp/v2'
