import type { Image } from '../../api/schema'
import { Modal } from '../../ui'
import { Picture, saysMore } from './Picture'

/** All pictures of a park in a dialog. */
export default function AllPicturesModal({
  name,
  pictures,
  onClose,
}: {
  name: string
  pictures: readonly Image[]
  onClose: () => void
}) {
  return (
    <Modal open onClose={onClose} title={name} size="lg">
      <ul className="flex flex-col gap-4">
        {pictures.map((picture, index) => (
          <li key={picture.src}>
            <figure>
              <Picture image={picture} className="h-auto w-full rounded-[3px] bg-skeleton" />
              <figcaption className="mt-1 text-small text-muted">
                {saysMore(picture, name) ? picture.alt : `${index + 1} of ${pictures.length}`}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
