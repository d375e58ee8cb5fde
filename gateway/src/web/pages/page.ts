/** What a page of accounts is: an address that is opened, and a form that is sent to it. */
import { errorCatalogue, isForgeError, type Reason } from '@forgemesh/errors';
import type { Html } from './html';

/** What came with a request. */
export interface PageRequest {
  /**
   * The parameters of the query or, where the form was sent, of the form. A list or nested value is
   * none.
   */
  params: Readonly<Record<string, string>>;
  /** Address of the client. */
  address: string;
}

/** What is shown. */
export interface PageAnswer {
  status: number;
  title: string;
  content: Html;
}

/** A page. Both throw ForgeError where there is nothing to show. */
export interface Page {
  title: string;
  path: string;
  /** Shows the page; changes nothing. */
  open(request: PageRequest): Promise<PageAnswer>;
  /** Does what the form asks for. */
  send(request: PageRequest): Promise<PageAnswer>;
  /** Sentences for what is refused, by reason; where there is none it is told in general. */
  sentences: Partial<Record<Reason, string>>;
}

/** What is wrong with the fields of a form, as sentences; undefined for any other error. */
export function fieldProblems(error: unknown, names: Readonly<Record<string, string>>): string[] | undefined {
  if (!isForgeError(error) || error.reason !== 'bad_request' || typeof error.body !== 'object') return undefined;
  return Object.entries(error.body).flatMap(([field, texts]) =>
    (texts as string[]).map((text) => `${names[field] ?? field} ${text}.`),
  );
}

/** Status of a form that has to be filled in once more. */
export const REFUSED_FORM = errorCatalogue.unprocessable.http;
