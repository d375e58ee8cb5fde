/** Progress of the transfer of data that earlier releases stored in other services. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The progress; there is one document. */
export interface TransferDocument {
  _id: string;
  /** When all webhooks and integrations were transferred for the first time. */
  completed_at: Date;
  /** Id of the last complete delivery whose transfer was confirmed. */
  delivery_id: number;
}

/** Id of the document. */
export const TRANSFER_ID = 'projects';

/** Creates the model. */
export function createTransferModel(connection: Connection): Model<TransferDocument> {
  const schema = new Schema<TransferDocument>(
    {
      _id: String,
      completed_at: { type: Date, required: true },
      delivery_id: { type: Number, required: true },
    },
    { versionKey: false, collection: 'transfers', strict: 'throw', strictQuery: 'throw' },
  );
  return connection.model<TransferDocument>('transfers', schema);
}
