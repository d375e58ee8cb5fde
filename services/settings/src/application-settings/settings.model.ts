/** Stored settings: a single document with the values that differ from the defaults. */
import { entitySchema, type EntityDocument, type EntityStore } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** Id of the single document. */
export const SETTINGS_ID = 1;

/** The stored settings. */
export interface SettingsDocument extends EntityDocument {
  /**
   * Values by name, secrets sealed. Defaults are not stored, unless the default was set explicitly
   * and the setting has `explicitAs`. The times of switches (`sinceAs`) are stored too.
   */
  values: Record<string, unknown>;
  /** Whether nodes of a replicated instance are registered; absent in data of earlier releases. */
  has_geo_nodes?: boolean;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model. */
export function createSettingsModel(connection: Connection): Model<SettingsDocument> {
  const schema = entitySchema<SettingsDocument>('application_settings', {
    values: Schema.Types.Mixed,
    has_geo_nodes: Boolean,
    created_at: Date,
    updated_at: Date,
  });
  return connection.model<SettingsDocument>('application_settings', schema);
}

/** Returns the stored settings. */
export async function findSettings(store: EntityStore<SettingsDocument>): Promise<SettingsDocument> {
  const document = await store.find(SETTINGS_ID);
  if (!document) throw new Error('the settings document was not created at the start');
  return document;
}
