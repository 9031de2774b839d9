import type { AccordionData } from '../../api'
import { Accordion, Html } from '../../ui'

/** Questions whose answers open. They are far down the page, so they are loaded when it comes near. */
export default function Questions({ data }: { data: AccordionData }) {
  const items = (data.items ?? []).map(({ title, content }) => ({
    title,
    content: <Html html={content} />,
  }))
  return <Accordion items={items} level={2} />
}
