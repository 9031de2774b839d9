import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './Button'
import { TextField } from './Field'
import { useForm, type Outcome } from './form'
import { fieldText } from './field-text'
import { ErrorShown } from './LoadingError'
import { ErrorSummary } from './Notice'
import { SubmitError } from './SubmitError'

const EMPTY = 'Please enter your name'
const AGE = 'Please enter your age'
const button = () => screen.getByRole('button', { name: 'Send' })
const press = () => userEvent.click(button())
const name = () => screen.getByLabelText('Name')
const age = () => screen.getByLabelText('Age')

/** Answers that are given later, and the signals with which they were asked for. */
function laterAnswers() {
  const signals: AbortSignal[] = []
  const answers: ((outcome: Outcome) => void)[] = []
  const send = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<Outcome>((resolve) => answers.push(resolve))
  }
  const answer = (outcome: Outcome) => act(async () => answers.at(-1)?.(outcome))
  return { send, signals, answer }
}

describe('a form that is checked when it is sent', () => {
  function Page({ send }: { send: (signal: AbortSignal) => Promise<Outcome> }) {
    const form = useForm((element, signal) => {
      const fields = [
        ...(fieldText(element, 'name') ? [] : [{ field: 'name', message: EMPTY }]),
        ...(fieldText(element, 'age') ? [] : [{ field: 'age', message: AGE }]),
      ]
      return fields.length > 0 ? { fields } : send(signal)
    })
    return (
      <form {...form.attributes}>
        <ErrorSummary
          errors={form.summary.map(({ field, message }) => ({
            id: field,
            message: `* ${message}`,
          }))}
        />
        <TextField
          label="Name"
          name="name"
          error={form.error('name')}
          onChange={() => form.changed('name')}
        />
        <TextField
          label="Age"
          name="age"
          error={form.error('age')}
          onChange={() => form.changed('age')}
        />
        <Button type="submit" busy={form.busy}>
          Send
        </Button>
        <SubmitError texts={form.texts} />
      </form>
    )
  }

  it('says at its fields what is wrong, focuses the first of them, and sends nothing', async () => {
    const { send, signals } = laterAnswers()
    render(<Page send={send} />)
    await press()
    expect(name()).toHaveFocus()
    expect(name()).toHaveAccessibleDescription(EMPTY)
    expect(age()).toHaveAccessibleDescription(AGE)
    expect(screen.getByRole('alert')).toHaveTextContent('2 things to put right')
    await userEvent.type(name(), 'P')
    expect(name()).not.toBeInvalid()
    expect(age()).toBeInvalid()
    await press()
    expect(age()).toHaveFocus()
    expect(signals).toEqual([])
  })

  it('is sent once at a time, keeps what was typed, and can be sent again', async () => {
    const { send, signals, answer } = laterAnswers()
    render(<Page send={send} />)
    await userEvent.type(name(), 'Priya')
    await userEvent.type(age(), '40')
    await press()
    expect(button()).toHaveAttribute('aria-busy', 'true')
    await userEvent.type(age(), '{Enter}')
    expect(signals).toHaveLength(1)
    await answer({ fields: [{ field: 'age', message: 'Too old' }] })
    expect(button()).not.toHaveAttribute('aria-busy')
    expect(age()).toHaveFocus()
    expect(age()).toHaveAccessibleDescription('Too old')
    expect(name()).toHaveValue('Priya')
    await press()
    expect(age(), 'no message while it is sent again').not.toBeInvalid()
    expect(signals).toHaveLength(2)
    await answer(undefined)
    expect(button()).not.toHaveAttribute('aria-busy')
    expect(age()).not.toBeInvalid()
  })

  it('reads out why it failed, tells analytics, and leaves the focus where no field is wrong', async () => {
    const shown: string[] = []
    const { send, answer } = laterAnswers()
    render(
      <ErrorShown value={(text) => shown.push(text)}>
        <Page send={send} />
      </ErrorShown>,
    )
    await userEvent.type(name(), 'Priya')
    await userEvent.type(age(), '40')
    await press()
    await answer({ texts: ['No answer.', 'Try again.'] })
    expect(screen.getByRole('alert')).toHaveTextContent('No answer.Try again.')
    expect(shown).toEqual(['No answer.; Try again.'])
    expect(button()).toHaveFocus()
    await press()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['at once', 'later'])('can be sent again after an exception %s', async (when) => {
    const caught = vi.fn((event: Event) => event.preventDefault())
    const kinds = ['error', 'unhandledrejection'] as const
    for (const kind of kinds) window.addEventListener(kind, caught)
    const rejected = vi.fn()
    process.on('unhandledRejection', rejected)
    const broken = new Error('a bug')
    const send = vi.fn((): Promise<Outcome> => {
      if (when === 'at once') throw broken
      return Promise.reject(broken)
    })
    render(<Page send={send} />)
    await userEvent.type(name(), 'Priya')
    await userEvent.type(age(), '40')
    await press()
    await press()
    expect(send).toHaveBeenCalledTimes(2)
    expect(name()).toHaveValue('Priya')
    for (const kind of kinds) window.removeEventListener(kind, caught)
    process.off('unhandledRejection', rejected)
  })

  it('stays busy while another page opens', async () => {
    const { send, signals, answer } = laterAnswers()
    render(<Page send={send} />)
    await userEvent.type(name(), 'Priya')
    await userEvent.type(age(), '40')
    await press()
    await answer('leaving')
    await press()
    expect(button()).toHaveAttribute('aria-busy', 'true')
    expect(signals).toHaveLength(1)
  })

  it('cancels what is being sent when it leaves the page', async () => {
    const { send, signals } = laterAnswers()
    const { unmount } = render(<Page send={send} />)
    await userEvent.type(name(), 'Priya')
    await userEvent.type(age(), '40')
    await press()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    unmount()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})

describe('a form that is checked while typing', () => {
  const empty = { name: '', age: '' }
  function Page({
    outcome,
    emptied = false,
    paused = false,
  }: {
    outcome?: Outcome
    emptied?: boolean
    paused?: boolean
  }) {
    const [state, setTyped] = useState(empty)
    const typed = emptied ? empty : state
    // The name is wrong as long as any of both is empty.
    const errors = [
      ...(typed.name && typed.age ? [] : [{ field: 'name', message: EMPTY }]),
      ...(typed.age ? [] : [{ field: 'age', message: AGE }]),
    ]
    const form = useForm(() => {
      if (paused) return 'stays'
      return errors.length > 0 ? { fields: errors } : outcome
    }, errors)
    const field = (key: 'name' | 'age') => ({
      name: key,
      value: typed[key],
      error: form.error(key),
      onBlur: () => form.left(key),
      onChange: ({ target }: { target: { value: string } }) => {
        form.changed(key)
        setTyped({ ...typed, [key]: target.value })
      },
    })
    return (
      <form {...form.attributes}>
        <TextField label="Name" {...field('name')} />
        <TextField label="Age" {...field('age')} />
        <Button type="submit">Send</Button>
      </form>
    )
  }

  it('shows the message of a field that was changed and left', async () => {
    render(<Page />)
    await userEvent.click(name())
    await userEvent.tab()
    expect(name()).not.toBeInvalid()
    await userEvent.type(name(), 'P{Backspace}')
    expect(name()).not.toBeInvalid()
    await userEvent.tab()
    expect(name()).toHaveAccessibleDescription(EMPTY)
    expect(age()).not.toBeInvalid()
  })

  it('shows all messages once it was refused, and each as long as it holds', async () => {
    render(<Page />)
    await press()
    expect(name()).toHaveFocus()
    expect(age()).toHaveAccessibleDescription(AGE)
    await userEvent.type(name(), 'P')
    expect(name(), 'the age is still missing').toHaveAccessibleDescription(EMPTY)
    await userEvent.type(age(), '4')
    expect(name(), 'put right by another field').not.toBeInvalid()
    expect(age()).not.toBeInvalid()
  })

  it('shows what the server refuses until that field is changed', async () => {
    render(<Page outcome={{ fields: [{ field: 'age', message: 'Too old' }] }} />)
    await userEvent.type(name(), 'P')
    await userEvent.type(age(), '4')
    await press()
    expect(age()).toHaveFocus()
    expect(age()).toHaveAccessibleDescription('Too old')
    await userEvent.type(name(), 'r')
    expect(age()).toBeInvalid()
    await userEvent.type(age(), '0')
    expect(age()).not.toBeInvalid()
  })

  it('keeps its messages when an attempt stays without a result', async () => {
    const { rerender } = render(<Page />)
    await press()
    rerender(<Page paused />)
    await press()
    expect(name()).toHaveAccessibleDescription(EMPTY)
    expect(age()).toHaveAccessibleDescription(AGE)
  })

  it('shows no messages in the form that is emptied once it was accepted', async () => {
    const { rerender } = render(<Page />)
    await press()
    await userEvent.type(name(), 'P')
    await userEvent.type(age(), '4')
    await press()
    rerender(<Page emptied />)
    expect(name()).toHaveValue('')
    expect(name()).not.toBeInvalid()
    expect(age()).not.toBeInvalid()
  })
})
