/** Snippets of projects and users. */
import { entitySchema, searchFields, type EntityDocument, type SearchFields } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import type { Visibility } from '#access';

/** A snippet. The search fields are derived from title and file name. */
export interface SnippetDocument extends EntityDocument, SearchFields {
  /** Null for a personal snippet. */
  project_id: number | null;
  author_id: number;
  title: string;
  file_name: string;
  description: string | null;
  visibility: Visibility;
  /** The content; null if it is stored as a file. */
  content: string | null;
  /** Name of the content file; null if the content is stored in the document. */
  content_file: string | null;
  /** User agent of the request that created it. */
  user_agent: string;
  ip_address: string;
  created_at: Date;
  updated_at: Date;
}

/** Projection for lists, which do not show the content. */
export const withoutContent = { content: 0, search_text: 0 } as const;

/** Search fields of a snippet. */
export function snippetSearchFields({ title, file_name }: { title: string; file_name: string }): SearchFields {
  return searchFields(title, file_name);
}

/** Creates the model of the snippets. */
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
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, _id: -1 });
  schema.index({ author_id: 1, project_id: 1, _id: -1 });
  schema.index({ project_id: 1, visibility: 1, _id: -1 });
  return connection.model<SnippetDocument>('snippets', schema);
}
