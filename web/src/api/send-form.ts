import { apiErrorOf } from '#lib/api-error';
import { authorizedFetch } from './client';

/** Sends a form with a file, which the typed client cannot. Returns the body of the response. */
export async function sendForm(
  method: 'POST' | 'PUT',
  path: string,
  fields: Readonly<Record<string, string | File>>,
): Promise<unknown> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.set(name, value);
    else body.set(name, value, value.name);
  }
  const response = await authorizedFetch(new URL(path, window.location.origin).href, { method, body });
  const content: unknown = await response.json().catch(() => '');
  if (!response.ok) throw apiErrorOf(response, content);
  return content;
}
