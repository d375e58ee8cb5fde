/**
 * The session of this browser. The refresh token is in a cookie that scripts cannot read; the
 * access token is only in the memory of the tabs, which share it, because a refresh ends the
 * earlier one. A personal access token is kept in the tab.
 */
import { apiErrorOf } from '#lib/api-error';
import { renewVisitorToken, visitorToken } from './visitor-token';

const PATH = '/-/session';
const LOCK = 'forgemesh-session';
/** Says that a session may exist, so that anonymous visitors send no refresh requests. */
const HINT_KEY = 'forgemesh.session';
const PERSONAL_TOKEN_KEY = 'forgemesh.token';
/** How long other tabs have to answer with their token. */
const SHARE_TIMEOUT_MS = 150;
/** An access token is refreshed this long before it expires. */
const REFRESH_MARGIN_MS = 60_000;

interface AccessToken {
  value: string;
  expiresAt: number;
}

type TabMessage = { type: 'request' } | { type: 'token'; token: AccessToken } | { type: 'ended' };

interface TokenResponse {
  access_token: string;
  expires_in: number;
}

type State =
  { kind: 'anonymous' } | { kind: 'password'; token: AccessToken | undefined } | { kind: 'personal'; token: string };

let state: State = initialState();
const listeners = new Set<() => void>();
const channel = new BroadcastChannel(LOCK);

channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  if (data.type === 'request' && state.kind === 'password' && state.token) post({ type: 'token', token: state.token });
  if (data.type === 'token' && state.kind !== 'personal') setState({ kind: 'password', token: data.token });
  if (data.type === 'ended' && state.kind === 'password') setState({ kind: 'anonymous' });
};

/** Whether the visitor is signed in, as far as this tab can know without a request. */
export function isSignedIn(): boolean {
  return state.kind !== 'anonymous';
}

/** How the visitor signed in. */
export function sessionKind(): State['kind'] {
  return state.kind;
}

/** Calls `listener` after each change; returns a function that stops it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a valid access token: that of the user, or that of visitors. */
export async function accessToken(): Promise<string | undefined> {
  if (state.kind === 'personal') return state.token;
  if (state.kind === 'anonymous') return visitorToken();
  if (state.token && state.token.expiresAt - REFRESH_MARGIN_MS > Date.now()) return state.token.value;
  return (await renew(state.token?.value)) ?? visitorToken();
}

/**
 * Replaces a token that was refused. One tab at a time refreshes: the refresh token is valid once,
 * and its reuse ends the session. Returns undefined without another token.
 */
export async function renew(refused: string | undefined): Promise<string | undefined> {
  if (state.kind === 'anonymous') return renewVisitorToken();
  if (state.kind !== 'password') return undefined;
  return navigator.locks.request(LOCK, async () => {
    if (state.kind !== 'password') return undefined;
    const shared = isUsable(state.token, refused) ? state.token : await tokenOfOtherTab(refused);
    if (shared) {
      setState({ kind: 'password', token: shared });
      return shared.value;
    }
    // The request outlives the page, so that a reload does not lose the rotated cookie.
    const response = await fetch(`${PATH}/refresh`, { method: 'POST', keepalive: true });
    if (response.status === 401) {
      endLocally();
      return undefined;
    }
    const token = await readToken(response);
    announce(token);
    return token.value;
  });
}

/** Signs in with a password. Throws ApiError with the code `invalid_grant` if it is refused. */
export async function signIn(credentials: { username: string; password: string; otp_attempt?: string }): Promise<void> {
  const response = await fetch(PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  sessionStorage.removeItem(PERSONAL_TOKEN_KEY);
  announce(await readToken(response));
}

/** Signs in with a personal access token, in this tab only. */
export async function signInWithToken(token: string): Promise<void> {
  const response = await fetch('/api/v4/user', { headers: { 'PRIVATE-TOKEN': token } });
  if (!response.ok) throw apiErrorOf(response, await response.json().catch(() => ''));
  sessionStorage.setItem(PERSONAL_TOKEN_KEY, token);
  setState({ kind: 'personal', token });
}

/** Signs out: revokes the tokens of the session, or forgets the personal access token. */
export async function signOut(): Promise<void> {
  if (state.kind === 'personal') {
    sessionStorage.removeItem(PERSONAL_TOKEN_KEY);
    setState(initialState());
    return;
  }
  await fetch(PATH, { method: 'DELETE' });
  endLocally();
}

function initialState(): State {
  const personal = sessionStorage.getItem(PERSONAL_TOKEN_KEY);
  if (personal !== null) return { kind: 'personal', token: personal };
  return localStorage.getItem(HINT_KEY) === null ? { kind: 'anonymous' } : { kind: 'password', token: undefined };
}

async function readToken(response: Response): Promise<AccessToken> {
  const body: unknown = await response.json().catch(() => '');
  if (!response.ok) throw apiErrorOf(response, body);
  const { access_token: value, expires_in: seconds } = body as TokenResponse;
  return { value, expiresAt: Date.now() + seconds * 1000 };
}

function isUsable(token: AccessToken | undefined, refused: string | undefined): token is AccessToken {
  return token !== undefined && token.value !== refused && token.expiresAt - REFRESH_MARGIN_MS > Date.now();
}

/** Asks the other tabs for a newer token than the refused one. */
function tokenOfOtherTab(refused: string | undefined): Promise<AccessToken | undefined> {
  return new Promise((resolve) => {
    const finish = (token: AccessToken | undefined): void => {
      clearTimeout(timer);
      channel.removeEventListener('message', take);
      resolve(token);
    };
    const take = ({ data }: MessageEvent<TabMessage>): void => {
      if (data.type === 'token' && isUsable(data.token, refused)) finish(data.token);
    };
    const timer = setTimeout(() => finish(undefined), SHARE_TIMEOUT_MS);
    channel.addEventListener('message', take);
    post({ type: 'request' });
  });
}

function announce(token: AccessToken): void {
  localStorage.setItem(HINT_KEY, '1');
  setState({ kind: 'password', token });
  post({ type: 'token', token });
}

function endLocally(): void {
  localStorage.removeItem(HINT_KEY);
  setState({ kind: 'anonymous' });
  post({ type: 'ended' });
}

function post(message: TabMessage): void {
  channel.postMessage(message);
}

function setState(next: State): void {
  const isChanged = next.kind !== state.kind;
  state = next;
  if (isChanged) for (const listener of listeners) listener();
}
