/**
 * Acknowledges events to the stream. Those of all consumers of a connection that were handled in
 * the same turn of the event loop leave in one write to the socket, which costs more than what is
 * written.
 */
import type { JsMsg } from '@nats-io/jetstream';

/** Acknowledges messages soon; one that is lost is delivered again. */
export class Acknowledgements {
  private pending: JsMsg[] = [];

  add(message: JsMsg): void {
    this.pending.push(message);
    if (this.pending.length === 1) setImmediate(() => this.send());
  }

  private send(): void {
    const messages = this.pending;
    this.pending = [];
    for (const message of messages) {
      try {
        message.ack();
      } catch {
        // The connection was closed: the stream delivers the event again.
        return;
      }
    }
  }
}
