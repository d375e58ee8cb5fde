/** Counters of rate-limited calls. */
import { Schema, type Connection, type Model } from 'mongoose';

/** Number of calls of one kind by one user, per project or group, in one time window. */
export interface CallCount {
  /** Limit name, user, project or group, and window. */
  _id: string;
  count: number;
  /** End of the window. */
  until: Date;
}

/** Creates the model of the counts. */
export function createCallLimitModel(connection: Connection): Model<CallCount> {
  const schema = new Schema<CallCount>(
    { _id: String, count: Number, until: Date },
    { versionKey: false, collection: 'call_counts' },
  );
  schema.index({ until: 1 });
  return connection.model<CallCount>('call_counts', schema);
}
