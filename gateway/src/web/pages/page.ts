/** Types of account pages: a page that is shown, and a form that is sent to it. */
import { errorCatalogue, isForgeError, type Reason } from '@forgemesh/errors';
import type { Html } from './html';

/** A request to a page. */
export interface PageRequest {
  /**
   * Parameters of the query, or of the form if it was sent. Lists and nested values are omitted.
   */
  params: Readonly<Record<string, string>>;
  /** Address of the client. */
  address: string;
}

/** A response of a page. */
export interface PageResponse {
  status: number;
  title: string;
  content: Html;
}

/** A page. Both functions throw ForgeError if there is nothing to show. */
export interface Page {
  title: string;
  path: string;
  /** Shows the page without changing anything. */
  open(request: PageRequest): Promise<PageResponse>;
  /** Processes the form. */
  send(request: PageRequest): Promise<PageResponse>;
  /** Sentences for errors by reason; a general one is used for others. */
  sentences: Partial<Record<Reason, string>>;
}

/** Returns the problems with the fields of a form as sentences; undefined for any other error. */
export function fieldProblems(error: unknown, names: Readonly<Record<string, string>>): string[] | undefined {
  if (!isForgeError(error) || error.reason !== 'bad_request' || typeof error.body !== 'object') return undefined;
  return Object.entries(error.body).flatMap(([field, texts]) =>
    (texts as string[]).map((text) => `${names[field] ?? field} ${text}.`),
  );
}

/** Status of a form that is shown again with its problems. */
export const REFUSED_FORM = errorCatalogue.unprocessable.http;
