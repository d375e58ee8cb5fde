/** Snippets of projects and of users. */
import { entitySchema, searchFields, type EntityDocument, type SearchFields } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import type { Visibility } from '../../access/visibility';

/** A snippet; the search fields follow from title and file name. */
export interface SnippetDocument extends EntityDocument, SearchFields {
  /** Null for a snippet that belongs to its author alone. */
  project_id: number | null;
  author_id: number;
  title: string;
  file_name: string;
  description: string | null;
  visibility: Visibility;
  /** The text; null where it is kept as a file. */
  content: string | null;
  /** Name of the file with the text; null where it is kept here. */
  content_file: string | null;
  /** User agent and address of the request that made it. */
  user_agent: string;
  ip_address: string;
  created_at: Date;
  updated_at: Date;
}

/** Projection for lists: the text is not shown there. */
export const withoutContent = { content: 0, search_text: 0, search_trigrams: 0 } as const;

/** What a snippet is found by. */
export function snippetSearchFields({ title, file_name }: { title: string; file_name: string }): SearchFields {
  return searchFields(title, file_name);
}

/** Makes the model of the snippets. */
export function createSnippetModel(connection: Connection): Model<SnippetDocument> {
  const schema = entitySchema<SnippetDocument>('snippets', {
    project_id: { type: Number, default: null },
    author_id: { type: Number, required: true },
    title: { type: String, required: true },
    file_name: { type: String, required: true },
    description: { type: String, default: null },
    visibility: { type: String, required: true },
    content: { type: String, default: null },
    content_file: { type: String, default: null },
    user_agent: { type: String, default: '' },
    ip_address: { type: String, default: '' },
    search_text: { type: String, default: '' },
    search_trigrams: { type: [String], default: [] },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, _id: -1 });
  schema.index({ author_id: 1, project_id: 1, _id: -1 });
  schema.index({ project_id: 1, visibility: 1, _id: -1 });
  schema.index({ search_trigrams: 1 });
  return connection.model<SnippetDocument>('snippets', schema);
}
