/** The settings of the instance: one document that holds what differs from the defaults. */
import { entitySchema, type EntityDocument, type EntityStore } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** Id of the only document. */
export const SETTINGS_ID = 1;

/** The stored settings. */
export interface SettingsDocument extends EntityDocument {
  /**
   * Values by name, secrets sealed. A setting with its default is not here, unless the default was
   * set explicitly and that counts (`explicitAs`). Times of switches (`sinceAs`) are here too.
   */
  values: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
}

/** Makes the model. */
export function createSettingsModel(connection: Connection): Model<SettingsDocument> {
  const schema = entitySchema<SettingsDocument>('application_settings', {
    values: Schema.Types.Mixed,
    created_at: Date,
    updated_at: Date,
  });
  return connection.model<SettingsDocument>('application_settings', schema);
}

/** The settings as they are stored. */
export async function findSettings(store: EntityStore<SettingsDocument>): Promise<SettingsDocument> {
  const document = await store.find(SETTINGS_ID);
  if (!document) throw new Error('the settings were not made at the start');
  return document;
}
