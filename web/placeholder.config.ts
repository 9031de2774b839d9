import type { Plugin } from 'vite'

/** Writes .gitkeep again, because each build empties the folder, which must stay under version control. */
export const placeholder: Plugin = {
  name: 'placeholder',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.gitkeep', source: '' })
  },
}
