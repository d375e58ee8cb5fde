/** Deliveries that earlier releases stored here; see `former-hook.model`. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The fields of a delivery that its transfer uses. */
export interface FormerDelivery {
  _id: number;
  hook_id: number;
  state: 'waiting' | 'delivered' | 'failed';
  due_at?: Date;
  internal_error: string;
  created_at: Date;
}

/** Error text of a transferred delivery, which an earlier release must not send again. */
export const TRANSFERRED = 'transferred to the deliveries service';

/** Creates the model. Its other fields are transferred as they are. */
export function createFormerDeliveryModel(connection: Connection): Model<FormerDelivery> {
  const schema = new Schema<FormerDelivery>(
    {
      _id: Number,
      hook_id: Number,
      state: String,
      due_at: Date,
      internal_error: String,
      created_at: Date,
    },
    { versionKey: false, minimize: false, collection: 'hook_deliveries', strict: 'throw', strictQuery: 'throw' },
  );
  return connection.model<FormerDelivery>('hook_deliveries', schema);
}
