/** Runs work serially in a few lanes, so that one long task does not delay all others. */
export class LaneQueue {
  private readonly lanes: { tail: Promise<unknown>; length: number }[];

  constructor(count: number) {
    this.lanes = Array.from({ length: count }, () => ({ tail: Promise.resolve(), length: 0 }));
  }

  /** Runs the work in the lane with the shortest queue; `work` receives the lane's number. */
  async run<T>(work: (lane: number) => Promise<T>): Promise<T> {
    const number = this.lanes.reduce((best, lane, index) => (lane.length < this.lanes[best]!.length ? index : best), 0);
    const lane = this.lanes[number]!;
    lane.length += 1;
    const result = lane.tail.then(() => work(number));
    lane.tail = result.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await result;
    } finally {
      lane.length -= 1;
    }
  }
}
