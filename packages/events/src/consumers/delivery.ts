/** A delivered event: acknowledged when all consumers that receive it have finished. */
import type { JsMsg } from '@nats-io/jetstream';
import type { EventEnvelope } from '../event-types';

/** What a process has to do with a delivery that all consumers have reported. */
export interface DeliveryResult {
  /** Names of the consumers that have finished the event. */
  finished: ReadonlySet<string>;
  /**
   * Milliseconds after which the stream delivers the event again, for the consumers that have not
   * finished it; undefined if all have.
   */
  redeliverAfterMs: number | undefined;
}

/** A delivered event and the consumers that have to finish it. */
export class Delivery {
  private readonly finished: Set<string>;
  private redeliverAfterMs: number | undefined;
  private open = 0;

  constructor(
    readonly message: JsMsg,
    readonly event: EventEnvelope,
    finished: ReadonlySet<string>,
    private readonly onEnd: (delivery: Delivery, result: DeliveryResult) => void,
  ) {
    this.finished = new Set(finished);
  }

  /** Adds the consumers that receive the event; called once, before any of them reports. */
  expect(count: number): void {
    this.open = count;
    if (count === 0) this.end();
  }

  finish(consumer: string): void {
    this.finished.add(consumer);
    this.report();
  }

  release(delayMs: number): void {
    this.redeliverAfterMs = Math.max(this.redeliverAfterMs ?? 0, delayMs);
    this.report();
  }

  private report(): void {
    this.open--;
    if (this.open === 0) this.end();
  }

  private end(): void {
    this.onEnd(this, { finished: this.finished, redeliverAfterMs: this.redeliverAfterMs });
  }
}
