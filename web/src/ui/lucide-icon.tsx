// Takes the place of lucide-react's own createLucideIcon in the build
// (front.config.ts). There each part of an icon is an element of its own, made
// anew for each drawing; here the parts are text, made once.
import type { LucideIconData, LucideProps } from 'lucide-react/types'

export default function createLucideIcon({ node }: LucideIconData) {
  const inner = { __html: node.map(([tag, attributes]) => markup(tag, attributes)).join('') }
  return function LucideIcon({ size = 24, className, ...rest }: LucideProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        aria-hidden="true"
        {...rest}
        className={className ? `icon ${className}` : 'icon'}
        dangerouslySetInnerHTML={inner}
      />
    )
  }
}

function markup(tag: string, attributes: object): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    name === 'key' ? '' : ` ${name}="${value as string}"`,
  )
  return `<${tag}${written.join('')}/>`
}
