import type { Repository } from './repository';

/** Gives persistent processes of one kind in one repository to one user at a time. */
export class Lanes {
  private readonly used = new Set<number>();

  /** Does work with the lowest number that is not in use. */
  async use<T>(work: (lane: number) => Promise<T>): Promise<T> {
    let lane = 0;
    while (this.used.has(lane)) lane += 1;
    this.used.add(lane);
    try {
      return await work(lane);
    } finally {
      this.used.delete(lane);
    }
  }
}

/** The lanes of a kind of processes in a repository. */
export function lanesOf(repository: Repository, kind: string): Lanes {
  return repository.slot(`${kind} lanes`, () => new Lanes());
}
