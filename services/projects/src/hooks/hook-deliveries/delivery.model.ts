/**
 * Deliveries of hooks: one document for each event and hook, which is the queue and the log alike.
 * What waits has `due_at`; whoever holds the lease of the hook sends it.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** What became of a delivery. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** A delivery. */
export interface DeliveryDocument {
  _id: number;
  hook_id: number;
  /**
   * Event and hook, so that an event that comes twice is delivered once; also what tells a receiver
   * of repetitions.
   */
  event_key: string;
  event_id: string;
  /** As the log names it: `push_hooks`. */
  trigger: string;
  /** As the receiver reads it: `Push Hook`. */
  event_name: string;
  /**
   * What the event is about: deliveries of one hook about the same are sent one after the other.
   */
  resource: string;
  /** When it happened. */
  occurred_at: Date;
  state: DeliveryState;
  /** When it may be sent next; absent when it is done. */
  due_at?: Date;
  tries: number;
  /** The body, as JSON. */
  request_data: string;
  /** Of the last try. The secret is not among the headers, nor is a password in the address. */
  url: string;
  request_headers: Record<string, string>;
  response_headers: Record<string, string>;
  response_body: string;
  /**
   * Status of the answer as text, `internal error` where there was none, empty before the first
   * try.
   */
  response_status: string;
  /** Why there was no answer; empty where there was one. */
  internal_error: string;
  /** Seconds. */
  execution_duration: number;
  created_at: Date;
}

const text = { type: String, default: '' };
const date = { type: Date, required: true };
const map = { type: Schema.Types.Mixed, required: true };

/** Makes the model. */
export function createDeliveryModel(connection: Connection): Model<DeliveryDocument> {
  const schema = new Schema<DeliveryDocument>(
    {
      _id: Number,
      hook_id: { type: Number, required: true },
      ...{ event_key: text, event_id: text, trigger: text, event_name: text, resource: text },
      state: { type: String, required: true },
      ...{ occurred_at: date, created_at: date },
      due_at: Date,
      tries: { type: Number, required: true },
      ...{ request_data: text, url: text, request_headers: map, response_headers: map, response_body: text },
      ...{ response_status: text, internal_error: text },
      execution_duration: { type: Number, required: true },
    },
    { versionKey: false, minimize: false, collection: 'hook_deliveries', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ event_key: 1 }, { unique: true });
  schema.index({ due_at: 1 }, { sparse: true });
  schema.index({ hook_id: 1, _id: -1 });
  schema.index({ hook_id: 1, state: 1, _id: 1 });
  schema.index({ state: 1, _id: -1 });
  schema.index({ created_at: 1 });
  return connection.model<DeliveryDocument>('hook_deliveries', schema);
}
