/**
 * The first job of each key: jobs about the same thing run in order if only these run, and each
 * leaves the list once it is complete. Jobs of different keys may run concurrently.
 */
export function firstOfEach<Job>(jobs: Iterable<Job>, keyOf: (job: Job) => string | number): Job[] {
  const first = new Map<string | number, Job>();
  for (const job of jobs) {
    const key = keyOf(job);
    if (!first.has(key)) first.set(key, job);
  }
  return [...first.values()];
}
