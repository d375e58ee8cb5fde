/** The languages of the default branches of projects. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import type { LanguageShare } from './count-languages';

/** The languages of one project; `_id` is the project's id. */
export interface LanguagesDocument extends EntityDocument {
  /** The measured commit. */
  commit_id: string;
  /** Largest first. */
  languages: LanguageShare[];
}

/** Creates the model. */
export function createLanguagesModel(connection: Connection): Model<LanguagesDocument> {
  const schema = entitySchema<LanguagesDocument>('project_languages', {
    commit_id: { type: String, required: true },
    languages: { type: [{ name: String, share: Number, _id: false }], required: true },
  });
  return connection.model<LanguagesDocument>('project_languages', schema);
}
