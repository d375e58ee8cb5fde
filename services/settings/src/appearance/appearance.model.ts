/** Stored appearance of the instance: a single document. */
import { entitySchema, isDuplicateKey, type Avatar, type EntityDocument, type EntityStore } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** Id of the single document. */
export const APPEARANCE_ID = 1;

/** Kinds of images. */
export const pictureKinds = ['logo', 'header_logo', 'favicon'] as const;

/** Kind of an image. */
export type PictureKind = (typeof pictureKinds)[number];

/** The stored appearance. */
export interface AppearanceDocument extends EntityDocument, Record<PictureKind, Avatar | null> {
  title: string;
  description: string;
  new_project_guidelines: string;
  header_message: string;
  footer_message: string;
  message_background_color: string;
  message_font_color: string;
  email_header_and_footer_enabled: boolean;
}

const firstAppearance = {
  _id: APPEARANCE_ID,
  title: '',
  description: '',
  new_project_guidelines: '',
  header_message: '',
  footer_message: '',
  logo: null,
  header_logo: null,
  favicon: null,
  message_background_color: '#E75E40',
  message_font_color: '#FFFFFF',
  email_header_and_footer_enabled: false,
};

/** Creates the model. */
export function createAppearanceModel(connection: Connection): Model<AppearanceDocument> {
  const schema = entitySchema<AppearanceDocument>('appearances', {
    title: String,
    description: String,
    logo: Schema.Types.Mixed,
    header_logo: Schema.Types.Mixed,
    favicon: Schema.Types.Mixed,
    new_project_guidelines: String,
    header_message: String,
    footer_message: String,
    message_background_color: String,
    message_font_color: String,
    email_header_and_footer_enabled: Boolean,
  });
  return connection.model<AppearanceDocument>('appearances', schema);
}

/** Returns the document, creating it on first use. */
export async function findAppearance(store: EntityStore<AppearanceDocument>): Promise<AppearanceDocument> {
  const existing = await store.find(APPEARANCE_ID);
  if (existing) return existing;
  try {
    return await store.insert(firstAppearance);
  } catch (error) {
    const first = isDuplicateKey(error) ? await store.find(APPEARANCE_ID) : null;
    if (!first) throw error;
    return first;
  }
}
