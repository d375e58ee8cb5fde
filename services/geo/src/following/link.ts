/** Whether the primary can be reached, as the last question to it showed. */

/** The way to the primary. */
export class Link {
  private failure = '';

  /** Why the primary does not answer; empty where it does. */
  problem(): string {
    return this.failure;
  }

  isCut(): boolean {
    return this.failure !== '';
  }

  works(): void {
    this.failure = '';
  }

  fails(problem: string): void {
    this.failure = problem;
  }
}
