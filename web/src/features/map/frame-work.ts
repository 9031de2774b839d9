/** The kinds of work of a map, the most urgent first. */
const KINDS = ['marks', 'names', 'tiles'] as const
type Kind = (typeof KINDS)[number]

/** After so many ms in a frame, the other jobs wait for the next one: the browser paints meanwhile. */
const A_FRAME = 5

/** Does the work of a map in small jobs, some in each frame, to avoid long tasks. */
export class FrameWork {
  private jobs: Record<Kind, (() => void)[]> = { marks: [], names: [], tiles: [] }
  private frame = 0

  /** Adds a job. */
  add(kind: Kind, job: () => void) {
    this.jobs[kind].push(job)
    this.start()
  }

  /** Replaces the jobs of a kind that have not been done. */
  replace(kind: Kind, jobs: (() => void)[]) {
    this.jobs[kind] = jobs
    this.start()
  }

  /** Drops all jobs. */
  stop() {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    this.jobs = { marks: [], names: [], tiles: [] }
  }

  private start() {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.work())
  }

  private work() {
    this.frame = 0
    const began = performance.now()
    try {
      do this.next()?.()
      while (this.waits() && performance.now() - began < A_FRAME)
    } finally {
      // Also after a job that failed: the others do not depend on it.
      if (this.waits()) this.start()
    }
  }

  private waits(): Kind | undefined {
    return KINDS.find((kind) => this.jobs[kind].length > 0)
  }

  private next(): (() => void) | undefined {
    const kind = this.waits()
    return kind && this.jobs[kind].shift()
  }
}
