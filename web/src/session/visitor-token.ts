/**
 * The access token of visitors, who have no account. It names nobody and is the same for all
 * visitors, so the browser caches the response that contains it.
 */
const PATH = '/-/session/visitor';
/** A token is replaced this long before it expires. */
const MARGIN_MS = 60_000;
/** A refused token is replaced at most this often: most refusals are of operations for users. */
const MIN_RENEWAL_MS = 60_000;

interface VisitorToken {
  value: string;
  expiresAt: number;
}

let current: Promise<VisitorToken | undefined> | undefined;
let renewedAt = 0;

/** Returns the token; undefined if the server issues none at the moment. */
export async function visitorToken(): Promise<string | undefined> {
  current ??= load('default');
  const token = await current;
  if (token && token.expiresAt - MARGIN_MS > Date.now()) return token.value;
  current = undefined;
  return token && renewVisitorToken();
}

/** Returns a new token in place of a refused one; undefined if the last one is not older. */
export async function renewVisitorToken(): Promise<string | undefined> {
  if (Date.now() - renewedAt < MIN_RENEWAL_MS) return undefined;
  renewedAt = Date.now();
  current = load('reload');
  return (await current)?.value;
}

async function load(cache: RequestCache): Promise<VisitorToken | undefined> {
  // Without a token, what the API opens to everybody is still shown.
  const response = await fetch(PATH, { cache }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const body = (await response.json()) as { access_token: string; expires_in: number };
  const age = Number(response.headers.get('Age') ?? 0) * 1000;
  return { value: body.access_token, expiresAt: Date.now() - age + body.expires_in * 1000 };
}
