/** State of the connection to the primary, as of the last call. */
export class PrimaryLink {
  private failure = '';

  /** Reason why the primary is unreachable; empty if it responds. */
  problem(): string {
    return this.failure;
  }

  isDown(): boolean {
    return this.failure !== '';
  }

  markUp(): void {
    this.failure = '';
  }

  markDown(problem: string): void {
    this.failure = problem;
  }
}
