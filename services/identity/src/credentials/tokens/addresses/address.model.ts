/** Recent addresses of users; recorded only while their number is limited. */
import { Schema, type Connection, type Model } from 'mongoose';

/** An address of a user. */
export interface AddressDocument {
  /** `<user id>/<address>`. */
  _id: string;
  user_id: number;
  /** Last use of the address by the user. */
  seen_at: Date;
}

/** Creates the model. */
export function createAddressModel(connection: Connection): Model<AddressDocument> {
  const schema = new Schema<AddressDocument>(
    { _id: String, user_id: Number, seen_at: Date },
    { versionKey: false, collection: 'user_addresses' },
  );
  schema.index({ user_id: 1, seen_at: 1 });
  schema.index({ seen_at: 1 });
  return connection.model<AddressDocument>('user_addresses', schema);
}
