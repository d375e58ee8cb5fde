/**
 * The first administrator, `root`, whose token is stored in a file that only its owner can read.
 *
 * The file is written before the token is stored, so that an interrupted first start never leaves
 * an unknown token.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDuplicateKey } from '@forgemesh/data';
import type { Identity } from './deps';
import { newToken } from './credentials/tokens/new-token';
import { createToken } from './credentials/tokens/secrets/token-secrets';
import { availableScopes } from './credentials/tokens/token.model';
import { newUser } from './users/accounts/changes/new-user';

/** Dependencies for creating the user and its tokens. */
type RootDeps = Pick<Identity, 'users' | 'tokens' | 'sequences' | 'secrets' | 'rootToken'>;

/** Id of the first administrator and of its first token. */
const ROOT_ID = 1;
const CLAIM_RETRY_MS = 1_000;
const FIRST_TOKEN = 'First start';
const LATER_TOKEN = 'New root token';

const rootFields = {
  username: 'root',
  name: 'Administrator',
  email: 'admin@example.com',
  admin: true,
  skip_confirmation: true,
};

/**
 * Creates the first administrator and its token at the first start, and reserves its name in the
 * background. Later starts never store a token: a revoked token or removed administrator is not
 * restored.
 */
export async function createRoot(deps: Identity): Promise<void> {
  const { configured, file } = deps.rootToken;
  if (!(await hadTokens(deps))) {
    await storeRootUser(deps);
    await storeFirstToken(deps);
  } else if (configured !== '' && !existsSync(file)) {
    if (await isValid(deps, configured)) writeTokenFile(file, configured);
  }
  // Not awaited, because projects may be waiting for this service.
  void reserveRootName(deps);
}

/** Whether a token was ever stored: the sequence of ids outlives the tokens. */
async function hadTokens({ tokens, sequences }: RootDeps): Promise<boolean> {
  const isDrawn = (await sequences.names('tokens')).includes('tokens');
  return isDrawn || (await tokens.model.exists({})) !== null;
}

async function isValid({ tokens, secrets }: RootDeps, token: string): Promise<boolean> {
  const digest = { $in: secrets.digestsOf(token) };
  return (await tokens.model.exists({ digest, revoked: false })) !== null;
}

/** A token issued to the first administrator. */
export interface IssuedRootToken {
  username: string;
  token: string;
  /** Whether the user was blocked, deactivated or not an administrator before. */
  wasRestored: boolean;
}

/**
 * Issues another token to the first administrator, for operators who lost the first one, and stores
 * it in the same file. The user becomes an active administrator again if necessary. Earlier tokens
 * are unchanged.
 */
export async function issueRootToken(deps: RootDeps): Promise<IssuedRootToken> {
  const { file } = deps.rootToken;
  await storeRootUser(deps);
  let wasRestored = false;
  const user = await deps.users.mutate(ROOT_ID, ({ state, admin }) => {
    wasRestored = state !== 'active' || !admin;
    if (!wasRestored) return null;
    const changes = { state: { from: state, to: 'active' }, admin: { from: admin, to: true } };
    return {
      set: { state: 'active', admin: true, updated_at: new Date() },
      events: [{ type: 'identity.user.updated', actor: null, changes }],
    };
  });
  if (!user) throw new Error('the first administrator could not be stored');
  await ignoreDuplicate(() => deps.sequences.raise('tokens', ROOT_ID));
  const token = createToken();
  // After an interruption the token is in one of the two files.
  prepareTokenFile(file, token);
  if (!(await storeToken(deps, token, await deps.tokens.nextId(), LATER_TOKEN)))
    throw new Error('the token could not be stored');
  replaceTokenFile(file);
  return { username: user.username, token, wasRestored };
}

async function storeRootUser({ users, sequences }: RootDeps): Promise<void> {
  if (await users.find(ROOT_ID)) return;
  // The first start does not wait for the settings; these are their defaults.
  const settings = { default_projects_limit: 100_000, user_default_external: false };
  const user = await newUser(rootFields, { settings, tier: 0, passwordHash: null });
  await ignoreDuplicate(() => sequences.raise('users', ROOT_ID));
  await ignoreDuplicate(() =>
    users.insert({ ...user, _id: ROOT_ID }, [{ type: 'identity.user.created', actor: null }]),
  );
}

async function storeFirstToken(deps: Identity): Promise<void> {
  const { configured, file } = deps.rootToken;
  // The file of an interrupted first start; its token is reused.
  const existing = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const token = configured || existing || createToken();
  if (token !== existing) writeTokenFile(file, token);
  const isStored = await storeToken(deps, token, ROOT_ID);
  // Marks the first start as complete, so it comes last.
  await ignoreDuplicate(() => deps.sequences.raise('tokens', ROOT_ID));
  // Another replica was first, and its token is used.
  if (!isStored && token !== existing && configured === '') rmSync(file, { force: true });
}

/** Returns false if this token, or the first one, is stored already. */
async function storeToken(
  { tokens, secrets }: RootDeps,
  token: string,
  id: number,
  name = FIRST_TOKEN,
): Promise<boolean> {
  return ignoreDuplicate(() =>
    tokens.insert({
      ...newToken(token, secrets),
      _id: id,
      user_id: ROOT_ID,
      name,
      scopes: availableScopes,
      impersonation: false,
      expires_at: null,
    }),
  );
}

function writeTokenFile(file: string, token: string): void {
  prepareTokenFile(file, token);
  replaceTokenFile(file);
}

/** Writes the new file beside the current one. */
function prepareTokenFile(file: string, token: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${token}\n`, { mode: 0o600 });
  // A file left by an interrupted start keeps its old permissions.
  chmodSync(`${file}.new`, 0o600);
}

function replaceTokenFile(file: string): void {
  renameSync(`${file}.new`, file);
}

/** Returns false if the document exists already. */
async function ignoreDuplicate(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Retries until the projects service responds. Repeated at each start; reserving and confirming are
 * idempotent.
 */
async function reserveRootName({ users, namespaces, stopping, log }: Identity): Promise<void> {
  const { signal } = stopping;
  while (!signal.aborted) {
    try {
      const root = await users.find(ROOT_ID);
      if (!root) return;
      const claim = { path: root.username, user_id: ROOT_ID };
      await namespaces.claimNamespace({ ...claim, name: root.name });
      await namespaces.confirmNamespace(claim);
      return;
    } catch (error) {
      if (signal.aborted) return;
      log.debug({ err: error }, 'name of root not reserved yet; retrying');
      await sleep(CLAIM_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
