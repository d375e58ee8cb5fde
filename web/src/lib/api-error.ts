/** Errors of the API as the pages handle them. */

/** A refused request. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Texts by field, if the API named the fields. */
    readonly fields: Readonly<Record<string, string[]>> = {},
    /** Seconds to wait before the next attempt. */
    readonly retryAfter?: number,
    /** The error as a word, such as `invalid_grant` or `conflict`. */
    readonly code?: string,
    /** What quick actions did, although the API refused to store a text of them only. */
    readonly summary: readonly string[] = [],
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Creates the error of a response. `body` is its parsed body, or its text. */
export function apiErrorOf(response: Response, body: unknown): ApiError {
  const content = isRecord(body) ? (body['message'] ?? body['error_description'] ?? body['error']) : body;
  const fields = isRecord(content) ? fieldTexts(content) : {};
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  const code = isRecord(body)
    ? [body['error_code'], body['error']].find((word) => typeof word === 'string')
    : undefined;
  const message = textOf(content) || `${response.status} ${response.statusText}`;
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const summary = isRecord(body) && Array.isArray(body['summary']) ? body['summary'].map(String) : [];
  return new ApiError(response.status, message, fields, retryAfter, code, summary);
}

function fieldTexts(content: Record<string, unknown>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(content).map(([field, texts]) => [
      field,
      Array.isArray(texts) ? texts.map(String) : [String(texts)],
    ]),
  );
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(String).join(', ');
  if (!isRecord(content)) return '';
  return Object.entries(fieldTexts(content))
    .map(([field, texts]) => `${field.replaceAll('_', ' ')} ${texts.join(', ')}`)
    .join('; ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
