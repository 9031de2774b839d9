/** A wrong field of a form, and the message for the visitor. */
export interface FieldError {
  field: string
  message: string
}

/** Collects wrong fields in form order, each with its first message. */
export class FormErrors {
  readonly list: FieldError[] = []

  /** Adds a message when the field is wrong and has none yet. */
  when(wrong: boolean, field: string, message: string): this {
    if (wrong && !this.list.some((error) => error.field === field))
      this.list.push({ field, message })
    return this
  }
}

/** The message of a field among errors, if it has one. */
export function messageOf(errors: readonly FieldError[], field: string): string | undefined {
  return errors.find((error) => error.field === field)?.message
}
