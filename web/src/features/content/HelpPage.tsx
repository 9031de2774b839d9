import { useMemo } from 'react'
import { brand, t } from '../../brands'
import { Accordion, AppLink } from '../../ui'
import { ClockIcon, MailIcon, PhoneIcon } from '../../ui/icons'
import { ContactForm } from '../contact'
import { Page } from '../page'
import { Article } from './Article'
import { headOf, LoadedPage } from './ContentPage'
import type { Content, TextPart } from './wire'

/** /help: how to reach the customer service, questions with their answers, and the contact form. */
export function HelpPage() {
  return (
    <LoadedPage>
      {(page, path) => {
        const { title, lead, description } = headOf(page)
        return (
          <Page title={title} path={path} description={description}>
            <div className="page-width pt-7 pb-section lg:pt-12">
              <div className="mx-auto max-w-[760px]">
                <h1 className="display text-h1 break-words">{title}</h1>
                {lead ? <p className="mt-3 text-lead">{lead}</p> : null}
                <ContactCard />
                <TextWithQuestions content={page.content} />
                <div className="mt-9">
                  <ContactForm />
                </div>
              </div>
            </div>
          </Page>
        )
      }}
    </LoadedPage>
  )
}

function ContactCard() {
  const { telephone } = brand.socialMedia
  const { email } = brand.global
  return (
    <section
      aria-label="How to reach us"
      className="on-ink mt-5 grid gap-3 rounded-card bg-ink p-card text-surface"
    >
      <p className="flex items-center gap-2.5">
        <ClockIcon size={20} aria-hidden="true" />
        {t('support.hours')}
      </p>
      <AppLink
        href={`tel:${telephone}`}
        className="flex min-h-11 items-center gap-2.5 text-h2 font-bold hover:underline"
      >
        <PhoneIcon size={24} aria-hidden="true" />
        {telephone}
      </AppLink>
      <AppLink
        href={`mailto:${email}`}
        className="flex min-h-11 min-w-0 items-center gap-2.5 underline underline-offset-4"
      >
        <MailIcon size={20} aria-hidden="true" />
        <span className="min-w-0 break-words">{email}</span>
      </AppLink>
    </section>
  )
}

/** A text in which questions are titles that show and hide their answers. */
function TextWithQuestions({ content: { rendered, parts } }: { content: Content }) {
  const groups = useMemo(() => grouped(parts ?? [{ html: rendered }]), [parts, rendered])
  return groups.map((group, index) =>
    group[0]?.question === undefined ? (
      <Article key={index} html={group.map(({ html }) => html).join('')} className="mt-7" />
    ) : (
      <div key={index} className="card mt-4 px-4.5 [&>*]:border-0 [&>*>:last-child]:border-0">
        <Accordion
          items={group.map(({ question, html }) => ({
            title: question ?? '',
            content: <Article html={html} />,
          }))}
          initiallyOpen={index === 0 || groups.length < 3 ? [0] : []}
        />
      </div>
    ),
  )
}

/** Groups neighbouring parts, so that each group has only questions or none. */
function grouped(parts: readonly TextPart[]): TextPart[][] {
  const groups: TextPart[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last && (last[0]?.question !== undefined) === (part.question !== undefined)) last.push(part)
    else groups.push([part])
  }
  return groups
}
