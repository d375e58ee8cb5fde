/** How often somebody did something in a span of time. */
import { Schema, type Connection, type Model } from 'mongoose';

/** Calls of one kind by one user on one project. */
export interface CallCount {
  /** What is counted, and the span. */
  _id: string;
  count: number;
  /** End of the span. */
  until: Date;
}

/** Makes the model of the counts. */
export function createCallLimitModel(connection: Connection): Model<CallCount> {
  const schema = new Schema<CallCount>(
    { _id: String, count: Number, until: Date },
    { versionKey: false, collection: 'call_counts' },
  );
  schema.index({ until: 1 });
  return connection.model<CallCount>('call_counts', schema);
}
