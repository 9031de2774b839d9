import { brand } from '../brands'

/** One message of a failed call. `field` names the form field it belongs to. */
export interface ApiMessage {
  message: string
  code?: string
  field?: string
}

/**
 * Why a call failed. `status` is the HTTP status, 0 when there was no answer, -1 when the call was
 * cancelled. `errors` is empty when the answer had no messages.
 */
export interface RequestError {
  errors: ApiMessage[]
  status: number
  /** With PRICE_CHANGED of a booking: the new price, in pounds. */
  price?: string
  /** With PRICE_CHANGED of a booking: the id of the offer with the new price. */
  unitId?: string
}

/**
 * The result of a call. `total` is the header of a CMS list that says how many items there are in
 * all.
 */
export type Result<Data> =
  { ok: true; data: Data; total?: string } | { ok: false; error: RequestError }

export type ParamValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number)[]
  | { readonly [key: string]: string | number }

export type Params = Readonly<Record<string, ParamValue>>

/** A GET sends its parameters as a query, every other method as multipart form data. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'

export interface Wire {
  /** The call's name; in mocks mode it names the file. */
  name: string
  method: Method
  path: string
  params: Params
  /**
   * True for static files, the CMS and the content host: their answers have no envelope (`success`,
   * `data`, `errors`).
   */
  bare?: boolean
  /** The form is sent as application/x-www-form-urlencoded. */
  urlEncoded?: boolean
  signal?: AbortSignal
}

/** The header with the number of items of a CMS list. */
export const TOTAL_HEADER = 'X-WP-Total'

/**
 * In mocks mode every call reads /mocks/{name}.json instead of calling the server. To record these
 * files, every call tells its name to the development server (mocks.config.ts).
 */
const mocks = import.meta.env.VITE_MOCKS === 'true'
const recording = import.meta.env.DEV && import.meta.env.VITE_MOCKS === 'record'

/** The result of a request that was cancelled. */
export const CANCELLED: Result<never> = { ok: false, error: { errors: [], status: -1 } }
/** The result of a request that got no answer. */
export const NO_ANSWER: Result<never> = { ok: false, error: { errors: [], status: 0 } }

/**
 * Makes one call and reads its envelope. The call has failed when the status is not 2xx, the body
 * is not JSON, or `success` is 0. It never throws.
 */
export async function send<Data>(wire: Wire): Promise<Result<Data>> {
  let response: Response
  let text: string
  try {
    const [url, init] = request(wire)
    if (recording) {
      const headers = new Headers(init.headers)
      headers.set('X-Mock-Name', wire.name)
      init.headers = headers
    }
    response = await fetch(url, init)
    text = await response.text()
  } catch {
    return wire.signal?.aborted ? CANCELLED : NO_ANSWER
  }
  if (wire.signal?.aborted) return CANCELLED
  const total = response.headers.get(TOTAL_HEADER) ?? undefined
  return readAnswer(readJson(text), response.status, { bare: wire.bare, total })
}

/** Reads an answer's body: its data, or why the call failed. */
export function readAnswer<Data>(
  body: unknown,
  status: number,
  { bare = false, total }: { bare?: boolean; total?: string } = {},
): Result<Data> {
  if (status < 200 || status > 299 || body === undefined) return failure(body, status)
  if (bare) return { ok: true, data: body as Data, ...(total === undefined ? {} : { total }) }
  if (!isRecord(body) || Number(body.success) !== 1) return failure(body, status)
  return { ok: true, data: body.data as Data }
}

function failure(body: unknown, status: number): { ok: false; error: RequestError } {
  const { errors, price, unitId } = isRecord(body) ? body : {}
  const list: unknown[] = Array.isArray(errors) ? errors : []
  const error: RequestError = {
    errors: list.filter((e): e is ApiMessage => isRecord(e) && !!e.message),
    status,
  }
  if (typeof price === 'string') error.price = price
  if (typeof unitId === 'string') error.unitId = unitId
  return { ok: false, error }
}

function request({
  name,
  method,
  path,
  params,
  bare,
  urlEncoded,
  signal,
}: Wire): [string, RequestInit] {
  if (mocks) return [`/mocks/${name}.json`, { signal }]
  const url = bare ? path : brand.api.baseUrl + path
  const pairs = encode(params)
  if (method === 'GET') {
    const query = new URLSearchParams(pairs).toString()
    return [query ? `${url}?${query}` : url, { signal, headers: { Accept: 'application/json' } }]
  }
  if (urlEncoded) {
    const body = new URLSearchParams(pairs)
    return [url, { method, body, signal, headers: { Accept: 'application/json' } }]
  }
  const body = new FormData()
  for (const [key, value] of pairs) body.append(key, value)
  // No content type: the browser sets it, with the boundary of the parts.
  return [url, { method, body, signal, headers: { Accept: 'application/json' } }]
}

/**
 * The name-value pairs of a query or a form. It omits undefined, null and empty lists, joins lists
 * by commas, writes booleans as Y or N, and maps as `name[key]`.
 */
export function encode(params: Params): [string, string][] {
  return Object.entries(params).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (typeof value === 'boolean') return [[key, value ? 'Y' : 'N']]
    if (isList(value)) return value.length > 0 ? [[key, value.join(',')]] : []
    if (typeof value === 'object') {
      return Object.entries(value).map(([inner, item]) => [`${key}[${inner}]`, String(item)])
    }
    return [[key, String(value)]]
  })
}

function isList(value: ParamValue): value is readonly (string | number)[] {
  return Array.isArray(value)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
