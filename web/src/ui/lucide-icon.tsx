// Replaces lucide-react's own createLucideIcon in the build (front.config.ts). That
// one creates a React element per part of an icon on every render; this one builds
// the markup of an icon once, as text.
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
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value as string}"`)
  return `<${tag}${pairs.join('')}/>`
}
