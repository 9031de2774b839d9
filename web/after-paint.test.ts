import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { afterPaint } from './after-paint.config'

/** What the plugin makes of the scripts of a build. */
function build(main: string, page = 'import{a}from"./main-1.js";use(a);'): Record<string, string> {
  const chunk = (name: string, code: string, dynamicImports: string[] = []) => ({
    type: 'chunk',
    name,
    fileName: `assets/${name}-1.js`,
    code,
    dynamicImports,
  })
  const chunks = [
    chunk('rolldown-runtime', 'var r=1;export{r as t};'),
    chunk('main', main),
    chunk('page', page, page.includes('import(') ? ['assets/main-1.js'] : []),
  ]
  const bundle = Object.fromEntries(chunks.map((one) => [one.fileName, one]))
  const { generateBundle } = afterPaint
  if (typeof generateBundle !== 'object') throw new Error('the plugin generates nothing')
  // The plugin uses neither its context nor the options.
  Reflect.apply(generateBundle.handler, undefined, [{}, bundle])
  return Object.fromEntries(Object.values(bundle).map(({ name, code }) => [name, code]))
}

it('the main script leaves its exports in a global, from which the other scripts read them', () => {
  const built = build('import{t}from"./rolldown-runtime-1.js";const x=t;export{x as a};')
  expect(Object.keys(built)).toEqual(['main', 'page'])
  const used: unknown[] = []
  const window: Record<string, unknown> = { use: (one: unknown) => used.push(one) }
  window['self'] = window
  for (const script of ['main', 'page']) runInNewContext(built[script] ?? '', window)
  expect(used).toEqual([1])
})

it.each([
  ['an assignment in a function', 'let x=0;function set(){x=1}export{x as a};'],
  ['a method', 'let x=0;const o={set(){x++}};export{x as a};'],
  ['a field of a class', 'let x=0;class C{y=x=1}export{x as a};'],
  ['a pattern', 'let x=0;const set=v=>{[{y:x=2,...z}]=v};let z;export{x as a};'],
  ['a loop', 'let x=0;const set=async v=>{for await(x of v);};export{x as a};'],
  ['a block beside a name that hides it', 'let x;function f(){{let x=1;x=2}x=3}export{x as a};'],
])('the build refuses a main script that may change an export later: %s', (_, main) => {
  expect(() => build(main)).toThrow('the main script may change later what it exports: x')
})

it.each([
  ['before it has run', 'let x=0;x=1;for(x of[2]);export{x as a};'],
  [
    'not, but names that hide it',
    'let x=0;function f(x){x=1}const g=()=>{var x;x=1;try{}catch(x){x=2}};function h(){for(let x=0;x<1;x++);switch(1){case 1:let x;x=2}}export{x as a};',
  ],
  ['not, but a property of it', 'const x={};function f(){x.y=1;[x.z]=[2]}export{x as a};'],
])('the build accepts one that changes an export %s', (_, main) => {
  expect(build(main).main).toContain('self.$main={a:x};')
})

it.each([
  [
    'imports a script',
    'import{b}from"./b.js";const x=b;export{x as a};',
    undefined,
    'imports ./b.js',
  ],
  ['has a default export', 'export default 1;', undefined, 'without naming it'],
  [
    'would run a second time',
    'const x=1;export{x as a};',
    'import("./main-1.js");',
    'a second time',
  ],
])('the build refuses a main script that %s', (_, main, page, message) => {
  expect(() => build(main, page)).toThrow(message)
})
