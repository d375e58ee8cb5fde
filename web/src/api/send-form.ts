import { apiErrorOf } from '#lib/api-error';
import { accessToken } from '#session/session';
import { authorizedFetch } from './client';

type Fields = Readonly<Record<string, string | File>>;

/** Sends a form with a file, which the typed client cannot. Returns the body of the response. */
export async function sendForm(method: 'POST' | 'PUT', path: string, fields: Fields): Promise<unknown> {
  const address = new URL(path, window.location.origin).href;
  const response = await authorizedFetch(address, { method, body: formOf(fields) });
  const content: unknown = await response.json().catch(() => '');
  if (!response.ok) throw apiErrorOf(response, content);
  return content;
}

/** Like `sendForm`; `onProgress` receives the part that is sent, from 0 to 1. */
export async function sendFormWithProgress(
  method: 'POST' | 'PUT',
  path: string,
  fields: Fields,
  onProgress: (progress: number) => void,
): Promise<unknown> {
  const token = await accessToken();
  return new Promise((resolve, reject) => {
    // Only this interface reports the progress of a request.
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.responseType = 'json';
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new TypeError('The request failed'));
    request.onload = () => {
      const { status, response: content } = request as { status: number; response: unknown };
      const isDone = status >= 200 && status < 300;
      if (isDone) resolve(content);
      else reject(apiErrorOf(new Response(null, { status, headers: headersOf(request) }), content ?? ''));
    };
    request.send(formOf(fields));
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const retryAfter = request.getResponseHeader('Retry-After');
  return new Headers(retryAfter === null ? {} : { 'Retry-After': retryAfter });
}

function formOf(fields: Fields): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.set(name, value);
    else body.set(name, value, value.name);
  }
  return body;
}
