/**
 * Deliveries of hooks: one document per event and hook, used as both queue and log. Waiting
 * deliveries have `due_at`. The process that holds the lease of the hook sends them.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** State of a delivery. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** A delivery. */
export interface DeliveryDocument {
  _id: number;
  hook_id: number;
  /**
   * Event and hook. Makes redelivered events idempotent, and lets receivers recognize repetitions.
   */
  event_key: string;
  event_id: string;
  /** Trigger as the log names it: `push_hooks`. */
  trigger: string;
  /** Event as receivers see it: `Push Hook`. */
  event_name: string;
  /** The subject of the event. Deliveries of one hook about the same resource are sent in order. */
  resource: string;
  /** When the event occurred. */
  occurred_at: Date;
  state: DeliveryState;
  /** When it may be sent next; absent when it is complete. */
  due_at?: Date;
  tries: number;
  /** The body: JSON for hooks, without secrets for integrations. */
  request_data: string;
  /** Appended to the URL of an integration, which is built from its settings alone. */
  url_suffix?: string;
  /**
   * URL of the last attempt, without its password. The secret token is not among the stored
   * headers.
   */
  url: string;
  request_headers: Record<string, string>;
  response_headers: Record<string, string>;
  response_body: string;
  /**
   * Status of the response as text, `internal error` without a response, empty before the first
   * attempt.
   */
  response_status: string;
  /** Why there was no response; empty if there was one. */
  internal_error: string;
  /** In seconds. */
  execution_duration: number;
  created_at: Date;
}

const text = { type: String, default: '' };
const date = { type: Date, required: true };
const map = { type: Schema.Types.Mixed, required: true };

/** Creates the model. */
export function createDeliveryModel(connection: Connection): Model<DeliveryDocument> {
  const schema = new Schema<DeliveryDocument>(
    {
      _id: Number,
      hook_id: { type: Number, required: true },
      event_key: text,
      event_id: text,
      trigger: text,
      event_name: text,
      resource: text,
      state: { type: String, required: true },
      occurred_at: date,
      created_at: date,
      due_at: Date,
      tries: { type: Number, required: true },
      url_suffix: String,
      request_data: text,
      url: text,
      request_headers: map,
      response_headers: map,
      response_body: text,
      response_status: text,
      internal_error: text,
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
